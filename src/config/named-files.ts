import { readFileSync } from "node:fs";
import { codeOf } from "../core/errors.ts";
import { decodeUtf8 } from "../core/json.ts";
import { valueAtPath } from "./document.ts";

/** Larger ones are mistakes: a hundred thousand keys have some 30 MB. */
const FILE_MAX_BYTES = 64 * 1024 * 1024;

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
  const text = decodeUtf8(bytes);
  return text === null ? { ok: false, reason: "is not UTF-8 text" } : { ok: true, text };
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
  const source = valueAtPath(value, ["source"]);
  const files = valueAtPath(value, ["files"]);
  if (typeof source !== "string" || !Array.isArray(files)) throw new Error("this is no configuration");
  const texts = new Map<unknown, unknown>(
    files.map((pair: unknown) => [valueAtPath(pair, [0]), valueAtPath(pair, [1])]),
  );
  return {
    source,
    readFile: (file) => {
      const content = valueAtPath(texts.get(file), ["text"]);
      return typeof content === "string"
        ? { ok: true, text: content }
        : { ok: false, reason: "was not there when the configuration was checked" };
    },
  };
}
