import type { Span } from "../../core/model.ts";
import { facet, type Reading } from "../reading.ts";
import { isName, narrow, readEnds, signOf } from "./fields.ts";

/** Longest head of a table, UTF-16 units; less than any policy that reads tables looks back. */
export const HEAD_MAX = 240;
const NAMES_MIN = 2;

/** The name of a column, without quotes and space around it. */
export interface Head extends Span {
  readonly name: string;
}

export function headOf(raw: string, start: number, end: number): Head {
  const head = { start, end, name: "" };
  narrow(raw, head);
  head.name = raw.slice(head.start, head.end);
  return head;
}

/** The columns that a line of names heads, and the sign that parts them. */
export interface NamesLine {
  readonly sign: string;
  readonly heads: readonly Head[];
}

/** The names in a line; `null` when it is none of names. */
export function namesIn(reading: Reading, line: Span): NamesLine | null {
  if (line.end - line.start > HEAD_MAX || line.end - line.start < NAMES_MIN) return null;
  const sign = signOf(reading, line);
  if (sign === undefined) return null;
  const { raw } = reading;
  const ends = reading.of(ENDS);
  const count = readEnds(reading, line, { sign, ends });
  const heads: Head[] = [];
  let names = 0;
  for (let at = 0, { start } = line; at < count; at++) {
    const end = ends[at] ?? line.end;
    const head = headOf(raw, start, end);
    if (head.name !== "") {
      if (!isName(head.name)) return null;
      names += 1;
    }
    heads.push(head);
    start = end + 1;
  }
  return names < NAMES_MIN ? null : { sign, heads };
}

/** Where the fields of a line end, written anew for each; a line of names has fewer. */
const ENDS = facet(() => new Int32Array(HEAD_MAX + 1));
