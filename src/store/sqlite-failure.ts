import { codeOf } from "../core/errors.ts";

/** SQLite's primary result codes that an operator can act on. @see https://www.sqlite.org/rescode.html */
const REASONS: ReadonlyMap<number, readonly [name: string, reason: string]> = new Map([
  [5, ["SQLITE_BUSY", "another process holds its lock"]],
  [8, ["SQLITE_READONLY", "the file, its folder or the file system is read-only"]],
  [10, ["SQLITE_IOERR", "the disk reports an error, or a limit on the size of files is reached"]],
  [11, ["SQLITE_CORRUPT", "the file is damaged"]],
  [13, ["SQLITE_FULL", "the disk is full, or a quota is used up"]],
  [14, ["SQLITE_CANTOPEN", "the file cannot be opened: it or its folder is missing, or there is no permission"]],
  [26, ["SQLITE_NOTADB", "the file is not a SQLite database"]],
]);

/** The byte of a result code that names its class; the others say more of it. */
const PRIMARY = 0xff;

interface Reason {
  /** Of SQLite or of the system. */
  readonly code: string;
  /** In words of ours: SQLite's messages may quote a statement. */
  readonly text: string;
}

function reasonOf(error: unknown): Reason {
  const resultCode = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  const [code = "SQLITE_ERROR", reason = `SQLite reports its error ${resultCode}`] =
    REASONS.get(resultCode & PRIMARY) ?? [];
  if (resultCode > 0) return { code, text: `${reason} (${code})` };
  const system = codeOf(error) ?? "unknown error";
  return { code: system, text: `the file or its folder cannot be used (${system})` };
}

/** Why a database cannot be used. */
export const sqliteReason = (error: unknown): string =>
  error instanceof SqliteFailure ? error.reason : reasonOf(error).text;

/** A database that cannot be used: which, and why. */
export class SqliteFailure extends Error {
  readonly reason: string;
  readonly code: string;

  /** @param why the error that says why, or words of ours */
  constructor(path: string, why: unknown) {
    const { code, text } = typeof why === "string" ? { code: "SQLITE_ERROR", text: why } : reasonOf(why);
    super(`${path}: ${text}`, typeof why === "string" ? undefined : { cause: why });
    this.name = "SqliteFailure";
    this.reason = text;
    this.code = code;
  }
}

/** An error of SQLite or of the system, with the file's name; any other as it is. */
export function asSqliteFailure(path: string, error: unknown): unknown {
  return codeOf(error) === null || error instanceof SqliteFailure ? error : new SqliteFailure(path, error);
}
