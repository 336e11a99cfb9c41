import type { Span } from "../core/model.ts";
import { countFields, fieldsOf, isName, signOf } from "./fields.ts";
import { CELL_MAX, RowReader } from "./rows.ts";
import { HEAD_MAX, headOf, type Head, insertsOf, ROW_MAX } from "./tuples.ts";
import { unitsOf } from "./units.ts";

/**
 * Tables written as text: lines of fields (commas, semicolons, tabs, pipes) below a line of names, and the tuples of an SQL
 * `INSERT` behind its list of columns. A table is read from left to right, and what a field is depends only on the table's
 * head and on the field's own row up to the field's end: so a window of a stream that has kept the head reads it as the whole
 * text does (see `windowStart`).
 */
export interface Table {
  /** Where the head begins, and the offset behind it: rows begin there. */
  readonly start: number;
  readonly rowsFrom: number;
  /** It is the end of the first line that is no row: its first fields are read as a row's, no farther than a row reaches. */
  readonly end: number;
  readonly sign: string;
  /** Where each row begins, of an `INSERT`; `null`: a row is a line. */
  readonly rows: readonly number[] | null;
  /** Of the columns; empty ones are empty spans. */
  readonly heads: readonly Head[];
}

/** A field of a row, without quotes and space around it. */
export interface Cell extends Span {
  readonly head: Head;
  readonly isClosed: boolean;
}

const NAMES_MIN = 2;

/** Between the head and the rows of Markdown, and of the output of database clients. */
const RULE = /^[ \t|:+=-]*-{3}[ \t|:+=-]*\r?$/;

const NO_TABLES: readonly Table[] = [];
let isOff = false;
const last = { raw: "", tables: NO_TABLES, index: 0 };
const reader = new RowReader();

/** The tables of a text, in order; the last text's are kept. */
export function tablesOf(raw: string): readonly Table[] {
  if (isOff) return NO_TABLES;
  if (last.raw !== raw) {
    last.tables = readTables(raw);
    last.index = 0;
  }
  // Also when it is another string of the same units: each field asks, and would have them compared.
  last.raw = raw;
  return last.tables;
}

type OpenTable = Omit<Table, "end">;

function readTables(raw: string): readonly Table[] {
  const inserts = insertsOf(raw);
  if (inserts.length === 0) return readLines(raw, 0, raw.length);
  const tables: Table[] = [];
  let start = 0;
  for (const insert of inserts) {
    tables.push(...readLines(raw, start, insert.start), { ...insert, sign: "," });
    // What follows a statement in its last line is no table.
    const newline = raw.indexOf("\n", insert.end);
    start = newline < 0 ? raw.length : newline + 1;
  }
  return [...tables, ...readLines(raw, start, raw.length)];
}

/** The tables of the lines in `[from, to)`; the last line may go on behind it. */
function readLines(raw: string, from: number, to: number): readonly Table[] {
  const tables: Table[] = [];
  let open: OpenTable | null = null;
  let start = from;
  while (start < to) {
    const newline = raw.indexOf("\n", start);
    if (newline < 0 || newline >= to) break;
    if (open === null || !isRow(raw, { start, end: newline }, open)) {
      if (open !== null) tables.push({ ...open, end: Math.min(newline, start + ROW_MAX) + 1 });
      open = headAt(raw, { start, end: newline });
    }
    start = newline + 1;
  }
  if (open === null) return tables;
  if (to < raw.length) return [...tables, { ...open, end: Math.min(to, start + ROW_MAX + 1) }];
  return [...tables, { ...open, end: raw.length - start > ROW_MAX ? start + ROW_MAX + 1 : Number.POSITIVE_INFINITY }];
}

function headAt(raw: string, { start, end }: Span): OpenTable | null {
  if (end - start > HEAD_MAX || end - start < NAMES_MIN) return null;
  const sign = signOf(raw, { start, end });
  if (sign === undefined) return null;
  const heads = fieldsOf(raw, { start, end }, sign).map((field) => headOf(raw, field));
  const names = heads.filter(({ name }) => name !== "");
  if (names.length < NAMES_MIN || !names.every(({ name }) => isName(name))) return null;
  return { start, rowsFrom: end + 1, sign, rows: null, heads };
}

function isRow(raw: string, line: Span, { sign, heads }: OpenTable): boolean {
  if (line.end - line.start > ROW_MAX) return false;
  return countFields(raw, line, sign) === heads.length || RULE.test(raw.slice(line.start, line.end));
}

/** The table whose rows stand at `at`. */
function tableAt(raw: string, at: number): Table | null {
  const tables = tablesOf(raw);
  // Each number asks, and most texts have none.
  if (tables.length === 0) return null;
  if (!isBehind(tables, last.index, at))
    last.index = isBehind(tables, last.index + 1, at) ? last.index + 1 : firstBehind(tables, at);
  const table = tables[last.index - 1];
  return table !== undefined && at < table.end ? table : null;
}

/** Whether `index` is of the first table whose rows begin behind `at`: the next number stands in the same table, or in the one behind. */
const isBehind = (tables: readonly Table[], index: number, at: number): boolean =>
  index <= tables.length &&
  (tables[index - 1]?.rowsFrom ?? 0) <= at &&
  (tables[index]?.rowsFrom ?? Number.POSITIVE_INFINITY) > at;

/** Index of the first table whose rows begin behind `at`. */
function firstBehind(tables: readonly Table[], at: number): number {
  let low = 0;
  for (let high = tables.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((tables[middle]?.rowsFrom ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The fields of the row that begins at `start`, as many as there are columns. */
export function cellsOf(raw: string, table: Table, start: number): readonly Cell[] {
  const cells: Cell[] = [];
  for (const column of table.heads.keys()) {
    const cell = cellAt(raw, table, { row: start, column });
    if (cell !== null) cells.push(cell);
  }
  return cells;
}

/** The field of one column in the row that begins at `row`; `null` when it is missing or long. */
export function cellAt(
  raw: string,
  table: Table,
  { row, column }: { readonly row: number; readonly column: number },
): Cell | null {
  reader.read(raw, table, row);
  const field = reader.field(raw, column, table.heads.length);
  const head = table.heads[column];
  return field === null || head === undefined ? null : { ...field, head };
}

/** Where the row begins that `at` stands in, or behind. */
export function rowAt(raw: string, { rows, rowsFrom }: Table, at: number): number {
  return rows === null ? lineStart(raw, at) : (rows[countUpTo(rows, at) - 1] ?? rowsFrom);
}

/** Where the row behind the one at `row` begins; the table's end without one. */
export function nextRow(raw: string, { rows, end }: Table, row: number): number {
  const behind = rows === null ? raw.indexOf("\n", row) + 1 : (rows[countUpTo(rows, row)] ?? 0);
  return behind === 0 ? Math.min(end, raw.length) : behind;
}

/** How many of the ascending offsets are `at` or less. */
function countUpTo(offsets: readonly number[], at: number): number {
  let low = 0;
  for (let high = offsets.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Signs that may stand between the beginning of a field and its value. */
const LEAD_MAX = 3;

/** The name of the column whose field is filled by what begins at `at`; `null` outside of tables. */
export function columnHead(raw: string, at: number): string | null {
  const table = tableAt(raw, at);
  if (table === null || !readRowAt(raw, table, at)) return null;
  const column = reader.columnOf(at, table.heads.length);
  const field = reader.field(raw, column, table.heads.length);
  if (field === null || at < field.start || at >= field.end || at - field.start > LEAD_MAX) return null;
  const isFilled = field.isClosed && (at === field.start || LEAD.test(raw.slice(field.start, at)));
  return isFilled ? table.heads[column]?.name || null : null;
}

/** Reads the row that `at` stands in; false when it is too far in. The next number seldom stands in another row. */
function readRowAt(raw: string, table: Table, at: number): boolean {
  if (reader.isIn(table, at)) return true;
  const row = rowAt(raw, table, at);
  if (row < table.rowsFrom || at - row > ROW_MAX) return false;
  reader.read(raw, table, row);
  return true;
}

/** What may stand between the beginning of a field and its value. */
const LEAD = /^[(+ ]*$/;

/** Where the line of `at` begins; a row is looked for no farther back than one reaches. */
function lineStart(raw: string, at: number): number {
  const units = unitsOf(raw);
  const lowest = Math.max(0, at - ROW_MAX - 1);
  let start = Math.min(at, raw.length);
  while (start > lowest && units[start - 1] !== NEWLINE) start -= 1;
  return start === 0 || start > lowest ? start : raw.lastIndexOf("\n", start - 1) + 1;
}

const NEWLINE = 10;

/** A field that has digits or is one word. */
const MAY_BE_VALUE = /^\S*\s*$|\d/;

/** Where a field begins that is not complete at the end of the text; its length without one. Of prose no more than a word. */
export function openCell(raw: string): number {
  const table = tableAt(raw, raw.length);
  if (table === null) return raw.length;
  const row = rowAt(raw, table, raw.length);
  if (raw.length - row > ROW_MAX) return raw.length;
  const { count, lastStart } = reader.read(raw, table, row);
  if (count > table.heads.length || raw.length - lastStart > CELL_MAX) return raw.length;
  const text = raw.slice(lastStart).trimStart();
  return MAY_BE_VALUE.test(text) ? raw.length - text.length : raw.length;
}

/** Reads a view in which lines are not what they are in the submitted text: without its tables. */
export function withoutTables<Result>(read: () => Result): Result {
  isOff = true;
  try {
    return read();
  } finally {
    isOff = false;
  }
}

/** What a stream's window must keep of the text before it. */
export interface Kept {
  /** The head of the table whose rows stand at `from`; empty outside of tables. */
  readonly head: string;
  readonly from: number;
}

/** The word that opens a statement behind another letter; what may become it at the end of the text as well. */
const ENDS_WORD = /^\wi(?:$|n(?:$|s(?:$|e(?:$|r(?:$|t)))))/iu;

/** Where a window may begin that must hold the text from `at` on, so that its tables are those of the whole text. */
export function windowStart(raw: string, at: number): Kept {
  if (at <= 0) return { head: "", from: 0 };
  const line = lineStart(raw, at);
  const table = tableAt(raw, at);
  if (table !== null) {
    const row = rowAt(raw, table, at);
    if (row <= table.rowsFrom) return { head: "", from: table.start };
    return { head: raw.slice(table.start, table.rowsFrom), from: row };
  }
  const tables = tablesOf(raw);
  const next = tables[firstBehind(tables, at)];
  if (next !== undefined && next.start <= at) return { head: "", from: next.start };
  // The end of a word, "reinsert", opens no statement.
  const from = at > line && ENDS_WORD.test(raw.slice(at - 1, at + 6)) ? at - 1 : at;
  const newline = raw.indexOf("\n", from);
  // The rest of a line may look like a head that the line is not.
  const isHead = newline >= 0 && headAt(raw, { start: from, end: newline }) !== null;
  return { head: "", from: isHead ? Math.max(line, from - HEAD_MAX - 1) : from };
}
