import { readdirSync, readFileSync, statSync, type Dirent } from "node:fs";
import { join, normalize, resolve } from "node:path";

/** Why a file is not checked. */
export type SkipKind = "binary" | "larger than 5 MiB" | "symbolic link" | "special file" | "folder too deep";

export type ScanInput =
  | { readonly kind: "text"; readonly name: string; readonly raw: string }
  | { readonly kind: "skipped"; readonly name: string; readonly reason: SkipKind }
  | { readonly kind: "unreadable"; readonly name: string; readonly reason: string };

/** Largest file that is checked, bytes. What is larger is data or built, not written. */
const FILE_MAX_BYTES = 5 * 1024 * 1024;
/** Folders within folders; a bound for the recursion. */
const DEPTH_MAX = 64;
/** What is no user's own text. */
const IGNORED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Reads the files one after the other, folders recursively in order of names. Symbolic links inside folders are not
 * followed; a file that is named twice is read once.
 * @param paths `-` is the standard input
 */
export function* readInputs(paths: readonly string[], readStdin: () => Buffer): Generator<ScanInput> {
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
    yield readFile(path, stats.value.isFile() ? stats.value.size : null);
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

/** @param size bytes; `null`: no plain file */
function readFile(path: string, size: number | null): ScanInput {
  if (size === null) return { kind: "skipped", name: path, reason: "special file" };
  return size > FILE_MAX_BYTES ? tooLarge(path) : fromBytes(path, () => readFileSync(path));
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
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return { kind: "unreadable", name, reason };
  }
}
