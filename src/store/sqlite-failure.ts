import { codeOf } from "../core/errors.ts";

/** SQLite's primary result codes that an operator can act on. @see https://www.sqlite.org/rescode.html */
const REASONS: ReadonlyMap<number, readonly [name: string, reason: string]> = new Map([
  [5, ["SQLITE_BUSY", "another process holds its lock"]],
  [8, ["SQLITE_READONLY", "the file, its folder or the file system is read-only"]],
  [10, ["SQLITE_IOERR", "the disk reports an error, or a limit on the size of files is reached"]],
  [11, ["SQLITE_CORRUPT", "the file is damaged"]],
  [13, ["SQLITE_FULL", "the disk is full, or a quota is used up"]],
  [14, ["SQLITE_CANTOPEN", "the file cannot be opened: its folder is missing, or there is no permission"]],
  [26, ["SQLITE_NOTADB", "the file is not a SQLite database"]],
]);

/** The byte of a result code that names its class; the others say more of it. */
const PRIMARY = 0xff;

/** Why a database cannot be used, in words of ours: SQLite's messages may quote a statement. */
export function sqliteReason(error: unknown): string {
  if (error instanceof SqliteFailure) return error.reason;
  const resultCode = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  const [name, reason] = REASONS.get(resultCode & PRIMARY) ?? [];
  if (reason !== undefined) return `${reason} (${name})`;
  if (resultCode > 0) return `SQLite reports its error ${resultCode}`;
  return `the file or its folder cannot be used (${codeOf(error) ?? "unknown error"})`;
}

/** A database that cannot be used: which, and why. */
export class SqliteFailure extends Error {
  readonly reason: string;

  constructor(path: string, reason: string, cause?: unknown) {
    super(`${path}: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = "SqliteFailure";
    this.reason = reason;
  }
}
