import { parseArgs } from "node:util";
import { parseUtcTime } from "../core/clock.ts";
import { keySchema, type KeyWire } from "../config/schema-keys.ts";
import { secretsOf, sha256 } from "../config/to-config.ts";
import { UsageError } from "./command.ts";
import { changeKeyFile, readKeyFile } from "./key-file.ts";

export interface KeysPorts {
  /** Random bytes from an unpredictable source. */
  readonly randomBytes: (count: number) => Buffer;
  readonly print: (text: string) => void;
  /** Since the epoch. */
  readonly nowMs: number;
  /** `keys_file` of the configuration; `null`: it names none. */
  readonly configuredFile: () => string | null;
}

/** 256 bits: it cannot be guessed, so a plain SHA-256 of it needs no salt and no stretching. */
const SECRET_BYTES = 32;
const ID_BYTES = 4;
/** Distinguishes a service key from a provider's, for readers and for scanners of secrets. */
const SECRET_PREFIX = "rsk_";
/** Owner of the shipped configuration's assets. */
const ORGANIZATION = "demo";
/** How long the old secret stays valid after a rotation. */
const OVERLAP = "7d";

type Action = (args: string[], ports: KeysPorts) => void;

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["new", newKey],
  ["list", listKeys],
  ["rotate", rotateKey],
  ["revoke", revokeKey],
  ["expire", expireKey],
]);

/**
 * `sallyport keys`: makes keys and changes those of a file. A secret is printed once, by the command that makes it, and kept nowhere.
 * @returns the exit code
 * @throws {UsageError} for what makes no change; {Error} when the file cannot be used
 */
export function runKeys(args: readonly string[], ports: KeysPorts): 0 {
  const [name = "", ...rest] = args;
  const action = ACTIONS.get(name);
  if (action === undefined)
    throw new UsageError("it needs an action: keys new, keys list, keys rotate, keys revoke or keys expire");
  action(rest, ports);
  return 0;
}

const FILE = { file: { type: "string" } } as const;

function newKey(args: string[], ports: KeysPorts): void {
  const { values } = parseArgs({
    args,
    options: {
      ...FILE,
      id: { type: "string" },
      organization: { type: "string" },
      "access-level": { type: "string" },
      admin: { type: "boolean" },
      assets: { type: "string" },
      "not-before": { type: "string" },
      expires: { type: "string" },
    },
  });
  const { nowMs, print } = ports;
  const secret = makeSecret(ports);
  const entry = {
    id: values.id ?? `key-${ports.randomBytes(ID_BYTES).toString("hex")}`,
    secret_sha256: sha256(secret).toString("hex"),
    organization: values.organization ?? ORGANIZATION,
    access_level: Number(values["access-level"] ?? 2),
    admin: values.admin ?? false,
    ...(values.assets === undefined ? {} : { assets: values.assets.split(",").map((name) => name.trim()) }),
    ...(values["not-before"] === undefined ? {} : { not_before: toTime("--not-before", values["not-before"], nowMs) }),
    ...(values.expires === undefined ? {} : { expires: toTime("--expires", values.expires, nowMs) }),
  };
  const key = checked(entry);
  const file = values.file ?? ports.configuredFile();
  if (file !== null) {
    const add = (keys: readonly KeyWire[]): readonly KeyWire[] => {
      if (keys.some(({ id }) => id === key.id))
        throw new UsageError(`${file} has a key ${key.id}: keys rotate changes it`);
      return [...keys, key];
    };
    changeKeyFile(file, add, { mayCreate: true });
  }
  print(shown(secret));
  print(
    file === null
      ? `Its entry under keys: in the configuration. To change an existing key, put this hash beside the old one instead.

${renderEntry(entry)}`
      : `Its hash is in ${file}, as ${key.id}. A running service takes it over by itself.\n`,
  );
}

const shown = (secret: string): string =>
  `The key, which callers send as X-API-Key. It is shown once and kept nowhere:\n\n${secret}\n\n`;

const makeSecret = ({ randomBytes }: Pick<KeysPorts, "randomBytes">): string =>
  SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64url");

function listKeys(args: string[], ports: KeysPorts): void {
  const { values } = parseArgs({ args, options: FILE });
  for (const key of readKeyFile(fileOf(values.file, ports))) ports.print(`${describeKey(key, ports.nowMs)}\n`);
}

function describeKey(key: KeyWire, nowMs: number): string {
  const secrets = secretsOf(key);
  const valid = secrets.filter(({ expiresMs }) => expiresMs === null || expiresMs > nowMs);
  const ending = valid.flatMap(({ expiresMs }) => (expiresMs === null ? [] : [new Date(expiresMs).toISOString()]));
  return [
    key.id,
    key.organization,
    `level ${key.access_level}`,
    ...(key.admin ? ["admin"] : []),
    ...(key.assets === undefined ? [] : [`assets ${key.assets.join(",")}`]),
    stateOf(key, nowMs),
    ...(key.expires === undefined ? [] : [`expires ${key.expires}`]),
    `${valid.length} of ${secrets.length} secrets valid`,
    ...ending.map((time) => `one until ${time}`),
  ].join("  ");
}

function stateOf({ active, not_before: notBefore, expires }: KeyWire, nowMs: number): string {
  if (!active) return "revoked";
  if (expires !== undefined && (parseUtcTime(expires) ?? 0) <= nowMs) return "expired";
  return notBefore !== undefined && (parseUtcTime(notBefore) ?? 0) > nowMs ? `valid from ${notBefore}` : "active";
}

function rotateKey(args: string[], ports: KeysPorts): void {
  const { values, positionals } = parseArgs({
    args,
    options: { ...FILE, overlap: { type: "string" } },
    allowPositionals: true,
  });
  const { nowMs, print } = ports;
  const end = toTime("--overlap", values.overlap ?? OVERLAP, nowMs);
  const endMs = parseUtcTime(end) ?? nowMs;
  const secret = makeSecret(ports);
  const file = changeKey({ file: values.file, positionals }, ports, (key) => {
    const valid = secretsOf(key).filter(({ expiresMs }) => expiresMs === null || expiresMs > nowMs);
    const [old, another] = valid;
    if (another !== undefined)
      throw new UsageError(`${key.id} is being rotated: two of its secrets are valid until one of them expires`);
    const { secret: _clear, ...rest } = key;
    const kept = old === undefined || endMs <= nowMs ? [] : [dated(old, { end, endMs })];
    return { ...rest, secret_sha256: [...kept, sha256(secret).toString("hex")] };
  });
  print(shown(secret));
  print(`Its hash is in ${file}; the secret before it is valid until ${end}.\n`);
}

type SecretForm = { readonly sha256: string; readonly expires: string };

/** A secret that ends by a time, or earlier where it already does. */
function dated(
  { sha256: digest, expiresMs }: ReturnType<typeof secretsOf>[number],
  { end, endMs }: { readonly end: string; readonly endMs: number },
): SecretForm {
  const expires = expiresMs !== null && expiresMs < endMs ? new Date(expiresMs).toISOString() : end;
  return { sha256: digest.toString("hex"), expires };
}

function revokeKey(args: string[], ports: KeysPorts): void {
  const { values, positionals } = parseArgs({ args, options: FILE, allowPositionals: true });
  const file = changeKey({ file: values.file, positionals }, ports, (key) => ({ ...key, active: false }));
  ports.print(`${positionals[0]} is revoked in ${file}\n`);
}

const NEVER = "never";

function expireKey(args: string[], ports: KeysPorts): void {
  const { values, positionals } = parseArgs({
    args,
    options: { ...FILE, at: { type: "string" } },
    allowPositionals: true,
  });
  if (values.at === undefined) throw new UsageError("keys expire needs --at TIME");
  const at = values.at === NEVER ? null : toTime("--at", values.at, ports.nowMs);
  const file = changeKey({ file: values.file, positionals }, ports, ({ expires: _before, ...key }) =>
    at === null ? key : { ...key, expires: at },
  );
  ports.print(`${positionals[0]} in ${file} expires: ${at ?? NEVER}\n`);
}

interface Target {
  readonly file: string | undefined;
  readonly positionals: readonly string[];
}

/** Changes one key. @returns the file */
function changeKey({ file: given, positionals }: Target, ports: KeysPorts, change: (key: KeyWire) => KeyWire): string {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new UsageError("needs the ID of one key");
  const file = fileOf(given, ports);
  const changeIt = (keys: readonly KeyWire[]): readonly KeyWire[] => {
    if (!keys.some((key) => key.id === id)) throw new UsageError(`${file} has no key ${id}`);
    return keys.map((key) => (key.id === id ? change(key) : key));
  };
  changeKeyFile(file, changeIt, { mayCreate: false });
  return file;
}

function fileOf(given: string | undefined, { configuredFile }: KeysPorts): string {
  const file = given ?? configuredFile();
  if (file === null) throw new UsageError("--file FILE is needed: the configuration names no keys_file");
  return file;
}

const FROM_NOW = /^(\d{1,6})([mhd])$/;
const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** `2027-01-31`, `2027-01-31T10:00:00Z`, or `30m`, `24h` or `7d` from now, as a time in UTC. */
function toTime(option: string, text: string, nowMs: number): string {
  const [, count, unit = ""] = FROM_NOW.exec(text) ?? [];
  const epochMs = count === undefined ? parseUtcTime(text) : nowMs + Number(count) * (UNIT_MS.get(unit) ?? 0);
  if (epochMs === null)
    throw new UsageError(
      `${option} must be a date, a time in UTC such as 2027-01-31T10:00:00Z, or 30m, 24h or 7d from now`,
    );
  return new Date(epochMs).toISOString();
}

type Entry = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What the configuration would refuse is reported before the key is handed out. */
function checked(entry: Entry): KeyWire {
  const parsed = keySchema.safeParse(entry);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const option = `--${String(issue?.path[0] ?? "").replaceAll("_", "-")}`;
  throw new UsageError(
    `${option} ${option === "--access-level" ? "must be 1 or 2" : (issue?.message ?? "is invalid")}`,
  );
}

/** An item of a YAML list. JSON strings are YAML, and stay texts where they look like numbers. */
function renderEntry(entry: Entry): string {
  const lines = Object.entries(entry).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `  - ${lines.join("\n    ")}\n`;
}
