import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { codeOf } from "../core/errors.ts";

/** Why a file cannot be used, with its name. The system's own errors leave it out where the file is a folder. */
export class FileError extends Error {
  readonly code: string;

  constructor(file: string, cause: unknown) {
    const code = codeOf(cause) ?? "unknown error";
    super(`${file}: ${FILE_REASONS.get(code) ?? `cannot be used (${code})`}`, { cause });
    this.name = "FileError";
    this.code = code;
  }
}

const FILE_REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "no permission (EACCES)"],
  ["EEXIST", "exists already (EEXIST)"],
  ["EISDIR", "is a folder (EISDIR)"],
  ["ENOENT", "there is no such file (ENOENT)"],
  ["ENOSPC", "no space is left on the disk (ENOSPC)"],
  ["ENOTDIR", "a part of the path is no folder (ENOTDIR)"],
  ["EPERM", "no permission (EPERM)"],
  ["EROFS", "the file system is read-only (EROFS)"],
]);

/** @throws {FileError} */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new FileError(file, error);
  }
}

/** Reads nothing of it: a pipe can be read once. @throws {FileError} */
export function assertReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new FileError(file, error);
  }
  if (statSync(file).isDirectory())
    throw new FileError(file, Object.assign(new Error("is a folder"), { code: "EISDIR" }));
}

const LISTEN_REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "no permission to listen there; ports below 1024 need privileges"],
  ["EADDRINUSE", "is in use by another process; choose another with --port N, or server.port"],
  ["EADDRNOTAVAIL", "is not an address of this machine; see --host, or server.host"],
  ["EAI_AGAIN", "the name cannot be resolved; see --host, or server.host"],
  ["ENOTFOUND", "the name cannot be resolved; see --host, or server.host"],
]);

/** What an error says to the one who typed the command: what failed, where, and what helps. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof FileError) return error.message;
  const code = codeOf(error) ?? "";
  const call = textOf(error, "syscall");
  const reason = LISTEN_REASONS.get(code);
  if (reason !== undefined && (call === "listen" || call === "getaddrinfo")) {
    const port = "port" in error ? `:${String(error.port)}` : "";
    return `${textOf(error, "address") ?? textOf(error, "hostname") ?? "the address"}${port}: ${reason} (${code})`;
  }
  const path = textOf(error, "path");
  return path !== null && FILE_REASONS.has(code) ? new FileError(path, error).message : error.message;
}

const textOf = (error: object, name: string): string | null => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" && value !== "" ? value : null;
};
