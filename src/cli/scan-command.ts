import { codeOf } from "../core/errors.ts";
import { parseArgs } from "node:util";
import { buildRuntime } from "../access/runtime.ts";
import type { JudgeEvent } from "../core/judge-model.ts";
import type { Evaluation, Verdict } from "../core/model.ts";
import type { Guard } from "../engine/guard.ts";
import { JudgeSet } from "../judges/judge-set.ts";
import { systemClock } from "./process.ts";
import { configuredAsset, type ConfiguredPorts, UsageError } from "./command.ts";
import { SarifLog } from "./sarif.ts";
import { isJsonLines, textsOfLines } from "./scan-lines.ts";
import { defaultGuards, placeName, renderScan, scanJson, scanText, type TextPlace } from "./scan-texts.ts";
import { readdirSync, readFileSync, statSync, type Dirent, type Stats } from "node:fs";
import { join, normalize, resolve } from "node:path";

/** What the process provides to the command. */
export interface ScanPorts extends ConfiguredPorts {
  /** Of sallyport. */
  readonly version: string;
  /** The working directory. */
  readonly folder: string;
  readonly readStdin: () => Buffer;
}

const OPTIONS = {
  side: { type: "string", default: "prompt" },
  jsonl: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  sarif: { type: "boolean", default: false },
  "exit-zero": { type: "boolean", default: false },
  config: { type: "string" },
  asset: { type: "string" },
} as const;

/** @returns the exit code: 0 nothing found, 1 something flagged or blocked, 2 something could not be read or judged */
export async function runScan(args: string[], ports: ScanPorts): Promise<0 | 1 | 2> {
  const { paths, side, format, config, asset, exitsZero, isJsonl } = readArguments(args);
  const usesAsset = config !== undefined || asset !== undefined;
  const judges = new JudgeSet({ clock: systemClock, report: (event) => printJudgeFailure(event, ports) });
  const guards = usesAsset ? assetGuards(config ?? ports.configFile, asset, { ports, judges }) : defaultGuards();
  if (guards === null) return 2;
  const scan = new Scan(guards, format, ports);
  try {
    await judges.load();
    for (const input of readInputs(paths, ports.readStdin))
      await scan.take(input, { side, isLines: input.name === "-" ? isJsonl : isJsonLines(input.name) });
  } finally {
    await judges.close();
  }
  return scan.finish(exitsZero);
}

type Format = "text" | "json" | "sarif";

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const { side, json, sarif, config, asset } = values;
  if (side !== "prompt" && side !== "response") throw new UsageError("--side must be prompt or response");
  if (json && sarif) throw new UsageError("--json and --sarif exclude each other");
  return {
    paths: positionals.length === 0 ? ["-"] : positionals,
    side: side === "prompt" ? ("input" as const) : ("output" as const),
    format: sarif ? ("sarif" as const) : json ? ("json" as const) : ("text" as const),
    config,
    asset,
    exitsZero: values["exit-zero"],
    isJsonl: values.jsonl,
  };
}

function printJudgeFailure(event: JudgeEvent, ports: ScanPorts): void {
  if (event.kind === "failed") ports.printError(`sallyport: judge ${event.judge}: ${event.reason}\n`);
}

/** `null` when the configuration does not say which; the reason is printed. */
function assetGuards(
  file: string,
  wanted: string | undefined,
  { ports, judges }: { readonly ports: ScanPorts; readonly judges: JudgeSet },
): readonly Guard[] | null {
  const configured = configuredAsset(file, wanted, ports);
  if (configured === null) return null;
  const { config, asset } = configured;
  const open = judges.open(config.judges);
  judges.use(open);
  return buildRuntime(config, open).assets.get(asset.id)?.guards ?? null;
}

/** One run over many texts. */
class Scan {
  readonly #guards: readonly Guard[];
  readonly #format: Format;
  readonly #ports: ScanPorts;
  readonly #sarif: SarifLog;
  readonly #verdicts: Record<Verdict, number> = { passed: 0, flagged: 0, blocked: 0 };
  readonly #skipped = new Map<SkipKind, number>();
  /** Printed if it is the only file. */
  #firstPassed: string | null = null;
  #hasFailed = false;

  constructor(guards: readonly Guard[], format: Format, ports: ScanPorts) {
    this.#guards = guards;
    this.#format = format;
    this.#ports = ports;
    this.#sarif = new SarifLog({ version: ports.version, folder: ports.folder, guards });
  }

  async take(input: ScanInput, how: HowToRead): Promise<void> {
    const { name } = input;
    switch (input.kind) {
      case "text":
        await (how.isLines ? this.#takeLines(name, input.raw, how) : this.#takeText(name, input.raw, how));
        return;
      case "skipped":
        this.#skipped.set(input.reason, (this.#skipped.get(input.reason) ?? 0) + 1);
        this.#ports.printError(`sallyport: ${name}: not checked: ${input.reason}\n`);
        this.#sarif.note(name, `not checked: ${input.reason}`, "warning");
        return;
      case "unreadable":
        this.#fail(name, `cannot be read (${input.reason})`);
    }
  }

  finish(exitsZero: boolean): 0 | 1 | 2 {
    const { passed, flagged, blocked } = this.#verdicts;
    const count = passed + flagged + blocked;
    if (this.#format === "sarif") this.#ports.print(this.#sarif.render());
    if (this.#format === "text") {
      const skipped = [...this.#skipped.values()].reduce((sum, each) => sum + each, 0);
      const rest = skipped === 0 ? "" : `, ${skipped} not checked`;
      if (count === 1 && this.#firstPassed !== null) this.#ports.print(this.#firstPassed);
      if (count > 1)
        this.#ports.print(`${count} files: ${blocked} blocked, ${flagged} flagged, ${passed} passed${rest}\n`);
    }
    if (this.#hasFailed) return 2;
    return flagged + blocked > 0 && !exitsZero ? 1 : 0;
  }

  async #takeText(name: string, raw: string, how: HowToRead): Promise<void> {
    const evaluation = await this.#judge(raw, how);
    this.#verdicts[evaluation.verdict] += 1;
    this.#report({ name }, raw, evaluation);
    if (isQuiet(evaluation)) this.#firstPassed ??= renderScan(name, raw, evaluation);
  }

  /** The verdict of the file is the worst of its texts. */
  async #takeLines(name: string, source: string, how: HowToRead): Promise<void> {
    let worst: Verdict = "passed";
    for (const { raw, ...place } of textsOfLines(source)) {
      const evaluation = await this.#judge(raw, how);
      worst = VERDICTS[Math.max(VERDICTS.indexOf(worst), VERDICTS.indexOf(evaluation.verdict))] ?? worst;
      this.#report({ name, ...place }, raw, evaluation);
    }
    this.#verdicts[worst] += 1;
    if (worst === "passed") this.#firstPassed ??= `${name}: passed\n`;
  }

  #judge(raw: string, { side }: HowToRead): Promise<Evaluation> {
    return scanText(raw, { guards: this.#guards, side, clock: systemClock });
  }

  #report(place: TextPlace, raw: string, evaluation: Evaluation): void {
    const { name } = place;
    const shown = placeName(place);
    for (const policy of evaluation.failedClosed) this.#fail(name, `${policy} could not run`);
    for (const policy of evaluation.degraded) this.#sarif.note(name, `${policy} could not run`, "warning");
    this.#sarif.add(place, raw, evaluation);
    if (this.#format === "json") this.#ports.print(scanJson(place, evaluation));
    if (this.#format === "text" && !isQuiet(evaluation)) this.#ports.print(renderScan(shown, raw, evaluation));
  }

  #fail(name: string, text: string): void {
    this.#hasFailed = true;
    this.#ports.printError(`sallyport: ${name}: ${text}\n`);
    this.#sarif.note(name, text, "error");
  }
}

/** From the best to the worst. */
const VERDICTS: readonly Verdict[] = ["passed", "flagged", "blocked"];

const isQuiet = ({ verdict, degraded }: Evaluation): boolean => verdict === "passed" && degraded.length === 0;

interface HowToRead {
  readonly side: "input" | "output";
  /** It is JSON Lines. */
  readonly isLines: boolean;
}

/** Why a file is not checked. */
export type SkipKind = "binary" | "larger than 5 MiB" | "symbolic link" | "special file" | "folder too deep";

export type ScanInput =
  | { readonly kind: "text"; readonly name: string; readonly raw: string }
  | { readonly kind: "skipped"; readonly name: string; readonly reason: SkipKind }
  | { readonly kind: "unreadable"; readonly name: string; readonly reason: string };

/** Largest file that is checked, bytes. Larger files are data or build output. */
const FILE_MAX_BYTES = 5 * 1024 * 1024;
/** Folders within folders; a bound for the recursion. */
const DEPTH_MAX = 64;
/** Folders without text of the user's own. */
const IGNORED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Reads the files one after the other, folders recursively in order of names. Symbolic links inside folders are not
 * followed; a file that is named twice is read once.
 * @param paths `-` is the standard input
 */
function* readInputs(paths: readonly string[], readStdin: () => Buffer): Generator<ScanInput> {
  const seen = new Set<string>();
  for (const path of paths) {
    if (path === "-") yield fromBytes("-", readStdin);
    else yield* readPath(normalize(path), seen);
  }
}

function* readPath(path: string, seen: Set<string>): Generator<ScanInput> {
  const stats = attempt(path, () => statSync(path));
  if ("kind" in stats) yield stats;
  else if (stats.value.isDirectory()) yield* readFolder(path, seen, 0);
  else if (!seen.has(resolve(path))) {
    seen.add(resolve(path));
    yield readFile(path, stats.value);
  }
}

function* readFolder(folder: string, seen: Set<string>, depth: number): Generator<ScanInput> {
  if (depth > DEPTH_MAX) {
    yield { kind: "skipped", name: folder, reason: "folder too deep" };
    return;
  }
  const entries = attempt(folder, () => readdirSync(folder, { withFileTypes: true }));
  if ("kind" in entries) {
    yield entries;
    return;
  }
  for (const entry of entries.value.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!IGNORED_FOLDERS.has(entry.name)) yield* readFolder(path, seen, depth + 1);
    } else if (entry.isFile()) yield* readPath(path, seen);
    else yield { kind: "skipped", name: path, reason: specialKind(entry) };
  }
}

const specialKind = (entry: Dirent): SkipKind => (entry.isSymbolicLink() ? "symbolic link" : "special file");

/** A pipe is read as the standard input is: `scan <(git diff)`. Another special file was named for its text, and has none. */
function readFile(path: string, stats: Stats): ScanInput {
  if (!stats.isFile() && !stats.isFIFO()) return { kind: "unreadable", name: path, reason: "special file" };
  return stats.size > FILE_MAX_BYTES ? tooLarge(path) : fromBytes(path, () => readFileSync(path));
}

const tooLarge = (name: string): ScanInput => ({ kind: "skipped", name, reason: "larger than 5 MiB" });

function fromBytes(name: string, read: () => Buffer): ScanInput {
  const bytes = attempt(name, read);
  if ("kind" in bytes) return bytes;
  if (bytes.value.length > FILE_MAX_BYTES) return tooLarge(name);
  const raw = decode(bytes.value);
  return raw === null ? { kind: "skipped", name, reason: "binary" } : { kind: "text", name, raw };
}

/** Where git looks for a NUL to distinguish binary from text, bytes. */
const BINARY_SAMPLE = 8000;

/** UTF-8, or UTF-16 with its byte order mark, which is not part of the text; `null` for binary content. */
function decode(bytes: Buffer): string | null {
  const mark = bytes.toString("hex", 0, 2);
  if (mark === "fffe" || mark === "feff")
    return new TextDecoder(mark === "fffe" ? "utf-16le" : "utf-16be").decode(bytes);
  return bytes.subarray(0, BINARY_SAMPLE).includes(0) ? null : new TextDecoder().decode(bytes);
}

function attempt<Value>(
  name: string,
  run: () => Value,
): { readonly value: Value } | Extract<ScanInput, { kind: "unreadable" }> {
  try {
    return { value: run() };
  } catch (error) {
    return { kind: "unreadable", name, reason: codeOf(error) ?? String(error) };
  }
}
