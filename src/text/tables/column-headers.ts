import type { Span } from "../../core/model.ts";
import { facet, type Reading } from "../reading.ts";
import { isName, narrow, readEnds, signOf } from "./fields.ts";

/** Longest header of a table, UTF-16 units; less than any policy that reads tables looks back. */
export const HEADER_MAX = 240;
const NAMES_MIN = 2;

/** The name of a column, without quotes and space around it. */
export interface ColumnHeader extends Span {
  readonly name: string;
}

export function headerOf(raw: string, start: number, end: number): ColumnHeader {
  const header = { start, end, name: "" };
  narrow(raw, header);
  header.name = raw.slice(header.start, header.end);
  return header;
}

/** The columns of a line of names, and the sign that parts them. */
export interface NamesLine {
  readonly sign: string;
  readonly headers: readonly ColumnHeader[];
}

/** The names in a line; `null` when it is none of names. */
export function namesIn(reading: Reading, line: Span): NamesLine | null {
  if (line.end - line.start > HEADER_MAX || line.end - line.start < NAMES_MIN) return null;
  const sign = signOf(reading, line);
  if (sign === undefined) return null;
  const { raw } = reading;
  const ends = reading.of(ENDS);
  const count = readEnds(reading, line, { sign, ends });
  const headers: ColumnHeader[] = [];
  let names = 0;
  for (let at = 0, { start } = line; at < count; at++) {
    const end = ends[at] ?? line.end;
    const header = headerOf(raw, start, end);
    if (header.name !== "") {
      if (!isName(header.name)) return null;
      names += 1;
    }
    headers.push(header);
    start = end + 1;
  }
  return names < NAMES_MIN ? null : { sign, headers };
}

/** Where the fields of a line end, written anew for each; a line of names has fewer. */
const ENDS = facet(() => new Int32Array(HEADER_MAX + 1));
