import { readFileSync } from "node:fs";
import { codeOf } from "../core/errors.ts";

/** Larger ones are mistakes: a hundred thousand keys have some 30 MB. */
const FILE_MAX_BYTES = 64 * 1024 * 1024;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a file, or why there is none. */
export type FileReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Reads a file that a configuration names: certificates, keys. */
export type ReadNamedFile = (file: string) => FileReading;

/** From the disk; relative names start from the working directory. */
export function readNamedFile(file: string): FileReading {
  try {
    return textOf(readFileSync(file));
  } catch (error) {
    return unreadable(error);
  }
}

export const unreadable = (error: unknown): FileReading => ({
  ok: false,
  reason: `cannot be read (${codeOf(error) ?? "unknown error"})`,
});

export function textOf(bytes: Buffer): FileReading {
  if (bytes.length > FILE_MAX_BYTES) return { ok: false, reason: `is larger than ${FILE_MAX_BYTES} bytes` };
  try {
    return { ok: true, text: UTF8.decode(bytes) };
  } catch {
    return { ok: false, reason: "is not UTF-8 text" };
  }
}

/** A configuration with the files that it names, as one text: other processes load exactly what this one has checked. */
export interface ConfigBundle {
  readonly source: string;
  readonly files: ReadonlyMap<string, FileReading>;
}

export const packBundle = ({ source, files }: ConfigBundle): string => JSON.stringify({ source, files: [...files] });

/** @throws {Error} for what is no bundle */
export function unpackBundle(text: string): { readonly source: string; readonly readFile: ReadNamedFile } {
  const value: unknown = JSON.parse(text);
  const source = field(value, "source");
  const files = field(value, "files");
  if (typeof source !== "string" || !Array.isArray(files)) throw new Error("this is no configuration");
  const texts = new Map<unknown, unknown>(files.map((pair: unknown) => [field(pair, "0"), field(pair, "1")]));
  return {
    source,
    readFile: (file) => {
      const content = field(texts.get(file), "text");
      return typeof content === "string"
        ? { ok: true, text: content }
        : { ok: false, reason: "was not there when the configuration was checked" };
    },
  };
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
