import type { z } from "zod";
import { checkConfig } from "./check-config.ts";
import { ConfigDocument, valueAtPath, type Path, type Env } from "./document.ts";
import { explainIssue } from "./explain.ts";
import type { ConfigProblem, ConfigResult } from "./config-model.ts";
import { alertSchema } from "./schema-alerts.ts";
import { judgeSchema, upstreamSchema } from "./schema-services.ts";
import { configSchema, type ConfigWire, assetSchema, policySchema, versionReason } from "./config-schema.ts";
import { keySchema } from "./schema-keys.ts";
import { checkEgress } from "./check-egress.ts";
import type { FileReading, ReadNamedFile } from "./named-files.ts";
import { type NamedContents, readNamedContents } from "./named-contents.ts";
import { sha256, toConfig } from "./to-config.ts";

export interface LoadOptions {
  /** Name of the file, for messages. */
  readonly file: string;
  /** Values of `${NAME}`. */
  readonly env: Env;
  /** Where the service listens whatever the file says (`--host`, `--port`): what is unwise, and which address is its own, depend on it. */
  readonly host?: string;
  readonly port?: number;
  /** Reads the files that it names. Absent: they are not read, so the configuration may be looked at and must not be served. */
  readonly readFile?: ReadNamedFile;
  /** Commands that serve nothing need no certificates and keys of the service: `false` leaves them unread. Default `true`. */
  readonly isServed?: boolean;
  /** The time, for what expires; absent: expiry is not looked at. */
  readonly nowMs?: number;
}

/** Reads a configuration. All its problems come at once, each with its place; a warning alone does not refuse it. */
export function loadConfig(source: string, options: LoadOptions): ConfigResult {
  const document = new ConfigDocument(source, options);
  const problems: ConfigProblem[] = [...document.problems];
  if (!document.isReadable) return { ok: false, problems };
  const parsed = validate(document);
  // The keys of another version mean something else: what this one says of them would mislead.
  if (parsed.problems.some(({ path }) => path.split(".")[0] === "version")) {
    const reason = versionReason(valueAtPath(document.value, ["version"]));
    return { ok: false, problems: [document.at(["version"], reason)] };
  }
  problems.push(...parsed.problems);
  // The checks run on what the schema accepts, so that all problems are reported together.
  const named = readNamed(parsed.wire, document, { ...options, problems });
  const own = parsed.wire.keys.length;
  // Not spread, which would fill the holes of unreadable items.
  const wire = { ...parsed.wire, keys: parsed.wire.keys.concat(named.contents.keys ?? []) };
  const { server } = wire;
  const listening = { host: options.host ?? server.host, port: options.port ?? server.port };
  const areKeysRead = areServiceFilesRead(options) || wire.keys_file === undefined;
  checkConfig(wire, { ...listening, nowMs: options.nowMs ?? null, areKeysRead }, (path, reason, severity) => {
    if (document.isUnresolved(path)) return;
    const [section, index] = path;
    const isNamed = section === "keys" && typeof index === "number" && index >= own;
    const at = isNamed ? ["keys_file"] : path;
    const place = isNamed ? `keys.${[index - own, ...path.slice(2)].map(String).join(".")} of the file: ` : "";
    problems.push(document.at(at, place + reason, severity));
  });
  const proxyOf = checkEgress(wire, options.env, (path, reason) => problems.push(document.at(path, reason)));
  if (!parsed.ok || problems.some(({ severity }) => severity === "error"))
    return { ok: false, problems: sortedByPlace(problems) };
  const digest = sha256(JSON.stringify(named.texts.length === 0 ? wire : [wire, ...named.texts])).toString("hex");
  return {
    ok: true,
    config: toConfig(wire, digest, { ...named.contents, proxyOf }),
    warnings: sortedByPlace(problems),
  };
}

const areServiceFilesRead = ({ readFile, isServed = true }: Pick<LoadOptions, "readFile" | "isServed">): boolean =>
  readFile !== undefined && isServed;

/** Reads the files that a configuration names, each once, and collects their problems. */
function readNamed(
  wire: ConfigWire,
  document: ConfigDocument,
  options: Pick<LoadOptions, "readFile" | "isServed" | "nowMs"> & { readonly problems: ConfigProblem[] },
): { readonly contents: NamedContents; readonly texts: readonly string[] } {
  const { readFile, nowMs, problems } = options;
  if (readFile === undefined) return { contents: {}, texts: [] };
  const readings = new Map<string, FileReading>();
  const readOnce = (file: string): FileReading => {
    const reading = readings.get(file) ?? readFile(file);
    readings.set(file, reading);
    return reading;
  };
  const contents = readNamedContents(wire, {
    readFile: readOnce,
    nowMs: nowMs ?? null,
    isServed: areServiceFilesRead(options),
    report: (path, reason, severity) => {
      if (!document.isUnresolved(path)) problems.push(document.at(path, reason, severity));
    },
  });
  return { contents, texts: [...readings.values()].flatMap((reading) => (reading.ok ? [reading.text] : [])) };
}

interface Validated {
  readonly ok: boolean;
  readonly problems: readonly ConfigProblem[];
  /** The configuration, or its readable part. */
  readonly wire: ConfigWire;
}

function validate(document: ConfigDocument): Validated {
  let value = withoutEmptySections(document.value);
  let result = configSchema.safeParse(value);
  if (!result.success) {
    // Environment values are text; where a number or a boolean is expected, they are parsed as one.
    value = coerceSubstituted(value, result.error.issues, document);
    result = configSchema.safeParse(value);
  }
  if (result.success) return { ok: true, problems: [], wire: result.data };
  const known = result.error.issues.filter(({ path }) => !document.isUnresolved(path));
  const problems = known.flatMap((issue) => explainIssue(issue, value, document));
  return { ok: false, problems, wire: partialConfig(value) };
}

/** A section whose lines are all commented out counts as absent. */
function withoutEmptySections(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null));
}

/** Where a value may be of another type; a union is one of a number and a word. */
const TYPE_ISSUES: ReadonlySet<string> = new Set(["invalid_type", "invalid_value", "invalid_union"]);

function coerceSubstituted(value: unknown, issues: readonly z.core.$ZodIssue[], document: ConfigDocument): unknown {
  let coerced = value;
  for (const issue of issues) {
    if (!TYPE_ISSUES.has(issue.code)) continue;
    if (!document.isSubstituted(issue.path)) continue;
    const typed = readTyped(valueAtPath(coerced, issue.path));
    if (typed !== undefined) coerced = replaceAt(coerced, issue.path, typed);
  }
  return coerced;
}

function readTyped(value: unknown): number | boolean | undefined {
  if (typeof value !== "string") return undefined;
  if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (value === "true") return true;
  return value === "false" ? false : undefined;
}

function replaceAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== "object" || value === null) return replacement;
  const next = replaceAt(Reflect.get(value, key), rest, replacement);
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? next : item));
  return { ...value, [key]: next };
}

/** By place. A problem that an alias repeats is reported at its first place only. */
function sortedByPlace(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column || (a.path < b.path ? -1 : 1));
  return sorted.filter((problem, index) => {
    const before = sorted[index - 1];
    return before?.line !== problem.line || before.column !== problem.column || before.reason !== problem.reason;
  });
}

/**
 * The readable part of a configuration that the schema rejects, for the checks after the schema. Lists keep the indices of the
 * file: an unreadable item is a hole, which `forEach`, `map` and `flatMap` skip.
 */
export function partialConfig(value: unknown): ConfigWire {
  const defaults = configSchema.parse({});
  const section = <Section>(
    name: keyof typeof configSchema.shape,
    schema: z.ZodType<Section>,
    fallback: Section,
  ): Section => {
    const parsed = schema.safeParse(valueAtPath(value, [name]));
    return parsed.success ? parsed.data : fallback;
  };
  const assets = readable(valueAtPath(value, ["assets"]), (item) => {
    const parsed = assetSchema.safeParse(typeof item === "object" && item !== null ? { ...item, policies: [] } : item);
    return parsed.success
      ? { ...parsed.data, policies: readable(valueAtPath(item, ["policies"]), by(policySchema)) }
      : undefined;
  });
  return {
    version: defaults.version,
    server: section("server", configSchema.shape.server, defaults.server),
    keys: readable(valueAtPath(value, ["keys"]), by(keySchema)),
    ...keysFileOf(value),
    judges: readable(valueAtPath(value, ["judges"]), by(judgeSchema)),
    assets,
    upstreams: readable(valueAtPath(value, ["upstreams"]), by(upstreamSchema)),
    egress: section("egress", configSchema.shape.egress, defaults.egress),
    alerts: readable(valueAtPath(value, ["alerts"]), by(alertSchema)),
    limits: section("limits", configSchema.shape.limits, defaults.limits),
    store: section("store", configSchema.shape.store, defaults.store),
  };
}

function keysFileOf(value: unknown): Pick<ConfigWire, "keys_file"> {
  const file = configSchema.shape.keys_file.safeParse(valueAtPath(value, ["keys_file"])).data;
  return file === undefined ? {} : { keys_file: file };
}

const by =
  <Item>(schema: z.ZodType<Item>) =>
  (item: unknown): Item | undefined => {
    const parsed = schema.safeParse(item);
    return parsed.success ? parsed.data : undefined;
  };

function readable<Item>(list: unknown, read: (item: unknown) => Item | undefined): Item[] {
  const items: Item[] = [];
  if (!Array.isArray(list)) return items;
  for (const [index, raw] of list.entries()) {
    const item = read(raw);
    if (item !== undefined) items[index] = item;
  }
  // A hole at the end would shorten the list and hide the missing item.
  items.length = list.length;
  return items;
}
