import { parsedJson, writtenLines } from "./json-lines.ts";

/** A text in a file of JSON Lines. */
export interface LineText {
  /** From 1. */
  readonly line: number;
  /** `messages.0.content`; `null`: the line is a text by itself, or no JSON. */
  readonly field: string | null;
  readonly raw: string;
  /** UTF-16 code units of the line. */
  readonly lineChars: number;
}

/** Names of files that are read line by line. @see https://jsonlines.org */
export const isJsonLines = (name: string): boolean => /\.(?:jsonl|ndjson)$/i.test(name);

/** Values within values; a deeper line is read as one text. */
const DEPTH_MAX = 64;

/** Every string and number of every line, so that a finding can be traced to its record; a line that is no JSON as it stands. */
export function* textsOfLines(source: string): Generator<LineText> {
  for (const { line, written } of writtenLines(source))
    for (const { field, raw } of fieldsOf(written)) yield { line, field, raw, lineChars: written.length };
}

type Field = Pick<LineText, "field" | "raw">;

function fieldsOf(written: string): readonly Field[] {
  const value = parsedJson(written);
  const fields: Field[] = [];
  // What is no JSON is read as it stands.
  return value !== undefined && collect(value, [], fields) ? fields : [{ field: null, raw: written }];
}

/** False: it is nested too deeply. */
function collect(value: unknown, path: readonly string[], fields: Field[]): boolean {
  const isText = typeof value === "string" || typeof value === "number";
  if (isText && value !== "") fields.push({ field: path.length === 0 ? null : path.join("."), raw: String(value) });
  if (typeof value !== "object" || value === null) return true;
  if (path.length >= DEPTH_MAX) return false;
  return Object.entries(value).every(([name, each]) => collect(each, [...path, name], fields));
}
