import type { Span } from "../core/model.ts";
import { isName, unquoted } from "./fields.ts";

/** Longest head of a table, UTF-16 units; less than any policy that reads tables looks back. */
export const HEAD_MAX = 240;
/** Longest row, and how far into a line or tuple fields are read, UTF-16 units. */
export const ROW_MAX = 2048;

/** The name of a column, without quotes and space around it. */
export interface Head extends Span {
  readonly name: string;
}

export function headOf(raw: string, field: Span): Head {
  const { start, end } = unquoted(raw, field);
  return { start, end, name: raw.slice(start, end) };
}

/** The rows of an SQL `INSERT`: tuples behind its list of columns. */
interface Insert {
  readonly start: number;
  readonly rowsFrom: number;
  readonly end: number;
  readonly rows: readonly number[];
  readonly heads: readonly Head[];
}

/** @see https://www.postgresql.org/docs/current/sql-insert.html */
const INSERT =
  /\binsert {1,4}into[ \t]{1,4}["`[\]\w.]{1,64}[ \t\r\n]{0,4}\(([\s\w"`,[\]]{3,200})\)\s{0,8}values\s{0,8}(?=\()/giu;
/** Between two tuples. */
const NEXT = /\s{0,24},\s{0,24}(?=\()/y;
/** What may still become that at the end of the text. */
const OPEN_NEXT = /\s{0,24}(?:,\s{0,24})?$/y;

/** How each of them begins: without a tab, so that the words stand in one field of a line. */
const OPENING = /\binsert {1,4}into\b/i;

const mayHold = (raw: string): boolean => raw.includes("INSERT") || raw.includes("insert");

/** Whether the last text may hold a statement: each of its rows asks. */
const last = { raw: "", mayHold: false };

function mayHoldAnywhere(raw: string): boolean {
  if (last.raw !== raw) last.mayHold = mayHold(raw);
  last.raw = raw;
  return last.mayHold;
}

/** Where the first statement begins that a line opens, whole or not; -1 without one. */
export function statementAt(raw: string, { start, end }: Span): number {
  if (!mayHoldAnywhere(raw)) return -1;
  const line = raw.slice(start, end);
  const at = mayHold(line) ? line.search(OPENING) : -1;
  return at < 0 ? -1 : start + at;
}

/** The statements of a text whose rows are listed, in order; they do not overlap. */
export function insertsOf(raw: string): readonly Insert[] {
  const inserts: Insert[] = [];
  if (!mayHoldAnywhere(raw)) return inserts;
  INSERT.lastIndex = 0;
  for (let found = INSERT.exec(raw); found !== null; found = INSERT.exec(raw)) {
    const insert = found[0].length > HEAD_MAX ? null : readInsert(raw, found);
    if (insert === null) continue;
    inserts.push(insert);
    if (insert.end >= raw.length) break;
    INSERT.lastIndex = Math.max(INSERT.lastIndex, insert.end);
  }
  return inserts;
}

function readInsert(raw: string, { 0: text, 1: list = "", index }: RegExpExecArray): Insert | null {
  const heads: Head[] = [];
  let at = index + text.indexOf("(") + 1;
  for (const name of list.split(",")) {
    heads.push(headOf(raw, { start: at, end: at + name.length }));
    at += name.length + 1;
  }
  if (!heads.every(({ name }) => isName(name))) return null;
  const rowsFrom = index + text.length;
  const rows: number[] = [];
  let end = rowsFrom;
  for (let row = rowsFrom; row >= 0;) {
    rows.push(row);
    const tuple = tupleAt(raw, row);
    if (!tuple.isWhole) {
      end = tuple.end < raw.length ? tuple.end : Number.POSITIVE_INFINITY;
      break;
    }
    end = tuple.end;
    NEXT.lastIndex = end;
    row = NEXT.test(raw) ? NEXT.lastIndex : -1;
    OPEN_NEXT.lastIndex = end;
    if (row < 0 && OPEN_NEXT.test(raw)) end = Number.POSITIVE_INFINITY;
  }
  return { start: index, rowsFrom, end, rows, heads };
}

const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;
const OPENER = 0x28;
const CLOSER = 0x29;
const COMMA = 0x2c;

/** The fields of the tuple whose bracket opens at `start`. Strings and calls (`NOW()`) in it keep their commas. */
export function tupleAt(
  raw: string,
  start: number,
): { readonly fields: readonly Span[]; readonly end: number; readonly isWhole: boolean } {
  const limit = Math.min(raw.length, start + ROW_MAX);
  const fields: Span[] = [];
  let first = start + 1;
  let depth = 0;
  for (let at = start + 1; at < limit; at++) {
    const code = raw.charCodeAt(at);
    if (code === APOSTROPHE) at = stringEnd(raw, at, limit);
    else if (code === OPENER) depth += 1;
    else if (depth > 0) depth -= Number(code === CLOSER);
    else if (code === CLOSER || code === COMMA) {
      fields.push({ start: first, end: at });
      first = at + 1;
      if (code === CLOSER) return { fields, end: first, isWhole: true };
    }
  }
  return { fields: [...fields, { start: first, end: limit }], end: limit, isWhole: false };
}

/** Where the string that begins at `start` ends; of one that is not closed the limit. */
function stringEnd(raw: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at++) {
    const code = raw.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === APOSTROPHE) return at;
  }
  return limit;
}
