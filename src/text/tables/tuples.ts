import { facet, type Reading } from "../reading.ts";
import { firstFrom } from "../../core/lists.ts";
import { isName } from "./fields.ts";
import { HEADER_MAX, type ColumnHeader, headerOf } from "./column-headers.ts";

/** Longest row, and how far into a line or tuple fields are read, UTF-16 units. */
export const ROW_MAX = 2048;

/** The rows of an SQL `INSERT`: tuples after its list of columns. */
interface Insert {
  readonly start: number;
  readonly rowsFrom: number;
  readonly end: number;
  readonly rows: readonly number[];
  readonly headers: readonly ColumnHeader[];
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

const KEYWORDS = ["INSERT", "insert"];
const LENGTH = 6;

/** Where the word of the statement stands in a text, ascending: each of its rows asks. */
const PLACES = facet(({ raw }): readonly number[] =>
  KEYWORDS.flatMap((word) => placesOf(raw, word)).sort((a, b) => a - b),
);

function placesOf(raw: string, word: string): number[] {
  const places: number[] = [];
  for (let at = raw.indexOf(word); at >= 0; at = raw.indexOf(word, at + LENGTH)) places.push(at);
  return places;
}

/** Where the first statement begins that a line opens, whole or not; -1 without one. */
export function statementAt(reading: Reading, start: number, end: number): number {
  const places = reading.of(PLACES);
  if (places.length === 0 || (places[countUpTo(places, start - 1)] ?? end) + LENGTH > end) return -1;
  const at = reading.raw.slice(start, end).search(OPENING);
  return at < 0 ? -1 : start + at;
}

/** How many of the ascending offsets are `at` or less. */
export const countUpTo = (offsets: readonly number[], at: number): number =>
  firstFrom(offsets.length, (index) => (offsets[index] ?? 0) > at);

/** The statements of a text whose rows are listed, in order; they do not overlap. */
export function insertsOf(reading: Reading): readonly Insert[] {
  const { raw } = reading;
  const inserts: Insert[] = [];
  if (reading.of(PLACES).length === 0) return inserts;
  INSERT.lastIndex = 0;
  for (let found = INSERT.exec(raw); found !== null; found = INSERT.exec(raw)) {
    const insert = found[0].length > HEADER_MAX ? null : readInsert(raw, found);
    if (insert === null) continue;
    inserts.push(insert);
    if (insert.end >= raw.length) break;
    INSERT.lastIndex = Math.max(INSERT.lastIndex, insert.end);
  }
  return inserts;
}

function readInsert(raw: string, { 0: text, 1: list = "", index }: RegExpExecArray): Insert | null {
  const headers = headersOf(raw, index + text.indexOf("(") + 1, list);
  if (headers === null) return null;
  const rowsFrom = index + text.length;
  const rows: number[] = [];
  let end = rowsFrom;
  for (let row = rowsFrom; row >= 0;) {
    rows.push(row);
    const tuple = readTuple(raw, row, NO_ENDS);
    if (!tuple.isWhole) {
      end = tuple.end < raw.length ? tuple.end : raw.length + 1;
      break;
    }
    end = tuple.end;
    NEXT.lastIndex = end;
    row = NEXT.test(raw) ? NEXT.lastIndex : -1;
    OPEN_NEXT.lastIndex = end;
    if (row < 0 && OPEN_NEXT.test(raw)) end = raw.length + 1;
  }
  return { start: index, rowsFrom, end, rows, headers };
}

/** The columns of a list that begins at `from`; `null` when one of them has no name. */
function headersOf(raw: string, from: number, list: string): readonly ColumnHeader[] | null {
  const headers: ColumnHeader[] = [];
  for (let start = 0; start <= list.length;) {
    const comma = list.indexOf(",", start);
    const end = comma < 0 ? list.length : comma;
    const header = headerOf(raw, from + start, from + end);
    if (!isName(header.name)) return null;
    headers.push(header);
    start = end + 1;
  }
  return headers;
}

const NO_ENDS = new Int32Array(0);

const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;
const OPENER = 0x28;
const CLOSER = 0x29;
const COMMA = 0x2c;

/** A tuple that was read: how many fields it has, and where it ends. */
interface Tuple {
  readonly count: number;
  readonly end: number;
  readonly isWhole: boolean;
}

/**
 * Reads the tuple whose bracket opens at `start`, and writes where its fields end into `ends`, as many as there is room for.
 * Strings and calls (`NOW()`) in it keep their commas.
 */
export function readTuple(raw: string, start: number, ends: Int32Array): Tuple {
  const limit = Math.min(raw.length, start + ROW_MAX);
  let count = 0;
  let depth = 0;
  for (let at = start + 1; at < limit; at++) {
    const code = raw.charCodeAt(at);
    if (code === APOSTROPHE) at = stringEnd(raw, at, limit);
    else if (code === OPENER) depth += 1;
    else if (depth > 0) depth -= Number(code === CLOSER);
    else if (code === CLOSER || code === COMMA) {
      ends[count++] = at;
      if (code === CLOSER) return { count, end: at + 1, isWhole: true };
    }
  }
  ends[count] = limit;
  return { count: count + 1, end: limit, isWhole: false };
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
