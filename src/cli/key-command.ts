import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { keySchema } from "../config/config-schema.ts";
import { UsageError } from "./command.ts";

export interface KeysPorts {
  /** Random bytes from an unpredictable source. */
  readonly randomBytes: (count: number) => Buffer;
  readonly print: (text: string) => void;
}

/** 256 bits: it cannot be guessed, so a plain SHA-256 of it needs no salt and no stretching. */
const SECRET_BYTES = 32;
const ID_BYTES = 4;
/** Distinguishes a service key from a provider's, for readers and for scanners of secrets. */
const SECRET_PREFIX = "rsk_";
/** Owner of the shipped configuration's assets. */
const ORGANIZATION = "demo";

/**
 * `sallyport keys new`: prints a new key and its entry for the configuration, and keeps neither.
 * @returns the exit code
 * @throws {UsageError} for anything that makes no entry
 */
export function runKeys(args: readonly string[], { randomBytes, print }: KeysPorts): 0 {
  const [action, ...rest] = args;
  if (action !== "new") throw new UsageError("it needs an action: keys new");
  const { values } = parseArgs({
    args: rest,
    options: {
      id: { type: "string" },
      organization: { type: "string" },
      "access-level": { type: "string" },
      admin: { type: "boolean" },
    },
  });
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
  const entry = {
    id: values.id ?? `key-${randomBytes(ID_BYTES).toString("hex")}`,
    secret_sha256: createHash("sha256").update(secret).digest("hex"),
    organization: values.organization ?? ORGANIZATION,
    access_level: Number(values["access-level"] ?? 2),
    admin: values.admin ?? false,
  };
  checkEntry(entry);
  print(`The key, which callers send as X-API-Key. It is shown once and kept nowhere:

${secret}

Its entry under keys: in the configuration. To change an existing key, put this hash beside the old one instead.

${renderEntry(entry)}`);
  return 0;
}

type Entry = Readonly<Record<string, string | number | boolean>>;

/** What the configuration would refuse is reported before the key is handed out. */
function checkEntry(entry: Entry): void {
  const issue = keySchema.safeParse(entry).error?.issues[0];
  if (issue === undefined) return;
  const option = `--${issue.path.join(".").replaceAll("_", "-")}`;
  throw new UsageError(`${option} ${option === "--access-level" ? "must be 1 or 2" : issue.message}`);
}

/** An item of a YAML list. JSON strings are YAML, and stay texts where they look like numbers. */
function renderEntry(entry: Entry): string {
  const lines = Object.entries(entry).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `  - ${lines.join("\n    ")}\n`;
}
