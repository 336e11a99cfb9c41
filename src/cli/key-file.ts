import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { codeOf } from "../core/errors.ts";
import { parseJson } from "../core/json.ts";
import { readNamedFile } from "../config/named-files.ts";
import { keysFileSchema, type KeyWire } from "../config/schema-keys.ts";

/** Of a new file: readable by the owner alone. */
const MODE = 0o600;
/** How often and how long to wait for another command that changes the file. */
const LOCK_TRIES = 60;
const LOCK_PAUSE_MS = 50;

/** The keys of a file. @throws {Error} for a file that cannot be used; the message quotes nothing of it */
export function readKeyFile(file: string): readonly KeyWire[] {
  const reading = readNamedFile(file);
  if (!reading.ok) throw new Error(`${file} ${reading.reason}`);
  const json = parseJson(reading.text);
  const parsed = json.ok ? keysFileSchema.safeParse(json.value) : null;
  if (parsed?.success === true) return parsed.data.keys;
  const [issue] = parsed?.error.issues ?? [];
  throw new Error(
    `${file} ${issue === undefined ? "is not JSON" : `: ${issue.path.map(String).join(".")}: ${issue.message}`}`,
  );
}

/**
 * Changes the keys of a file, one command at a time. Readers see the old file or the new one, never a part.
 * @throws {Error} when it cannot be read or written; it is unchanged then
 */
export function changeKeyFile(
  file: string,
  change: (keys: readonly KeyWire[]) => readonly KeyWire[],
  { mayCreate }: { readonly mayCreate: boolean },
): void {
  const lock = `${file}.lock`;
  takeLock(lock);
  try {
    const isNew = mayCreate && isMissing(file);
    const keys = change(isNew ? [] : readKeyFile(file));
    // A link stays one.
    replace(isNew ? file : realpathSync(file), `${JSON.stringify({ keys }, null, 2)}\n`);
  } finally {
    rmSync(lock, { force: true });
  }
}

function isMissing(file: string): boolean {
  const reading = readNamedFile(file);
  return !reading.ok && reading.reason.includes("ENOENT");
}

function takeLock(lock: string): void {
  for (let tries = 1; ; tries++) {
    try {
      closeSync(openSync(lock, "wx", MODE));
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      if (tries === LOCK_TRIES)
        throw new Error(`${lock} is there: another command changes the keys; delete it if none does`, { cause: error });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS);
    }
  }
}

/** Whoever could read the file before still can: the service may run as another user than the command. */
function keepAccess(handle: number, file: string): void {
  const before = statSync(file, { throwIfNoEntry: false });
  if (before === undefined) return;
  try {
    fchownSync(handle, before.uid, before.gid);
    fchmodSync(handle, before.mode & 0o777);
  } catch (error) {
    // Only the superuser can give files away: then it stays the owner's alone.
    if (codeOf(error) !== "EPERM") throw error;
  }
}

function replace(file: string, text: string): void {
  const next = `${file}.${process.pid}.new`;
  try {
    const handle = openSync(next, "wx", MODE);
    try {
      writeSync(handle, text);
      keepAccess(handle, file);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
