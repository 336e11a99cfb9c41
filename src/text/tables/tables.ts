import { firstFrom } from "../../core/lists.ts";
import type { Span } from "../../core/model.ts";
import { countFields } from "./fields.ts";
import { HEADER_MAX, type ColumnHeader, namesIn } from "./column-headers.ts";
import { facet, type Reading } from "../reading.ts";
import { CELL_MAX, type Field, RowReader } from "./table-rows.ts";
import { countUpTo, insertsOf, ROW_MAX } from "./tuples.ts";
import type { RawText } from "../units.ts";

/**
 * Tables written as text: lines of fields (commas, semicolons, tabs, pipes) below a line of names, and the tuples of an SQL
 * `INSERT` after its list of columns. A table is read from left to right, and what a field is depends only on the table's
 * header and on the field's own row up to the field's end: so a window of a stream that has kept the header reads it as the whole
 * text does (see `windowStart`).
 */
export interface Table {
  /** Where the header begins, and the offset after it, where the rows begin. */
  readonly start: number;
  readonly rowsFrom: number;
  /** It is the end of the first line that is no row: its first fields are read as a row's, no farther than a row reaches. */
  readonly end: number;
  readonly sign: string;
  /** Where each row begins, of an `INSERT`; `null`: a row is a line. */
  readonly rows: readonly number[] | null;
  /** Of the columns; empty ones are empty spans. */
  readonly headers: readonly ColumnHeader[];
}

/** Between the header and the rows of Markdown, and of the output of database clients. */
const RULE = /^[ \t|:+=-]+\r?$/;
const DASHES = "---";
/** Of ASCII: 1 for what may stand in it. Most lines begin with something else. */
const IN_RULE = Uint8Array.from({ length: 128 }, (_, code) => Number(/[ \t|:+=-]/.test(String.fromCharCode(code))));

const NO_TABLES: readonly Table[] = [];

/** What is known of a text's tables. */
interface Known {
  readonly tables: readonly Table[];
  /** Of the first table whose rows begin after the offset of the last query. */
  index: number;
}

const TABLES = facet((reading): Known => ({ tables: reading.hasTables ? readTables(reading) : NO_TABLES, index: 0 }));
/** Made for texts with tables only. */
const ROWS = facet((reading) => new RowReader(reading));

/** The tables of a text, in order. */
export const tablesOf = (reading: Reading): readonly Table[] => reading.of(TABLES).tables;

interface OpenTable extends Table {
  end: number;
}

function readTables(reading: Reading): readonly Table[] {
  const { raw } = reading;
  const tables: Table[] = [];
  let start = 0;
  let newline = 0;
  for (const { start: from, rowsFrom, end, rows, headers } of insertsOf(reading)) {
    addLines(reading, { start, end: from }, tables);
    tables.push({ start: from, rowsFrom, end, sign: ",", rows, headers });
    // What follows a statement in its last line is no table.
    if (newline >= 0 && newline < end) newline = raw.indexOf("\n", end);
    start = newline < 0 ? raw.length : newline + 1;
  }
  addLines(reading, { start, end: raw.length }, tables);
  return tables;
}

/** The tables of some lines; the last line may continue after them. */
function addLines(reading: Reading, lines: Span, tables: Table[]): void {
  const { raw } = reading;
  let open: OpenTable | null = null;
  const line = { start: lines.start, end: lines.start };
  for (; line.start < lines.end; line.start = line.end + 1) {
    line.end = raw.indexOf("\n", line.start);
    if (line.end < 0 || line.end >= lines.end) break;
    if (open !== null && isRow(reading, line, open)) continue;
    if (open !== null) open.end = Math.min(line.end, line.start + ROW_MAX) + 1;
    open = headerAt(reading, line);
    if (open !== null) tables.push(open);
  }
  if (open !== null) open.end = Math.min(lines.end < raw.length ? lines.end : raw.length + 1, line.start + ROW_MAX + 1);
}

/** The table below a line of names, whose end is not known yet. */
function headerAt(reading: Reading, line: Span): OpenTable | null {
  const names = namesIn(reading, line);
  if (names === null) return null;
  return { start: line.start, rowsFrom: line.end + 1, end: 0, sign: names.sign, rows: null, headers: names.headers };
}

function isRow(reading: Reading, line: Span, { sign, headers }: Table): boolean {
  if (line.end - line.start > ROW_MAX) return false;
  return countFields(reading, line, sign) === headers.length || isRule(reading.raw, line);
}

function isRule(raw: string, { start, end }: Span): boolean {
  const code = raw.charCodeAt(start);
  if (code >= IN_RULE.length || IN_RULE[code] !== 1) return false;
  const line = raw.slice(start, end);
  return line.includes(DASHES) && RULE.test(line);
}

/** The table whose rows stand at `at`. */
function tableAt(reading: Reading, at: number): Table | null {
  const last = reading.of(TABLES);
  const { tables } = last;
  // Each number asks, and most texts have none.
  if (tables.length === 0) return null;
  if (!isAfter(tables, last.index, at))
    last.index = isAfter(tables, last.index + 1, at) ? last.index + 1 : tableAfter(tables, at);
  const table = tables[last.index - 1];
  return table !== undefined && at < table.end ? table : null;
}

/** Whether `index` is of the first table whose rows begin after `at`: the next number is in the same table or in the following one. */
const isAfter = (tables: readonly Table[], index: number, at: number): boolean =>
  index <= tables.length && (index === 0 || hasRowsBefore(tables[index - 1], at)) && !hasRowsBefore(tables[index], at);

const hasRowsBefore = (table: Table | undefined, at: number): boolean => table !== undefined && table.rowsFrom <= at;

/** Index of the first table whose rows begin after `at`. */
const tableAfter = (tables: readonly Table[], at: number): number =>
  firstFrom(tables.length, (index) => !hasRowsBefore(tables[index], at));

/** The field of one column in the row that begins at `row`, until the next one is asked for; `null` when it is missing or long. */
export const cellAt = (
  reading: Reading,
  table: Table,
  { row, column }: { readonly row: number; readonly column: number },
): Field | null => reading.of(ROWS).read(table, row).field(column);

/** Start of the row that contains `at`, or of the last row before it. */
export function rowAt(reading: Reading, { rows, rowsFrom }: Table, at: number): number {
  return rows === null ? lineStart(reading, at) : (rows[countUpTo(rows, at) - 1] ?? rowsFrom);
}

/** Start of the row after the one at `row`; the end of the table if there is none. */
export function nextRow(raw: string, { rows, end }: Table, row: number): number {
  const next = rows === null ? raw.indexOf("\n", row) + 1 : (rows[countUpTo(rows, row)] ?? 0);
  return next === 0 ? Math.min(end, raw.length) : next;
}

/** The name of the column whose field is filled by what begins at `at`; `null` outside of tables. */
export function columnHeader(reading: Reading, at: number): string | null {
  if (tablesOf(reading).length === 0) return null;
  const reader = reading.of(ROWS);
  // The next number seldom stands in another row.
  return reader.isIn(at) || readRowAt(reading, at) ? reader.headerAt(at) : null;
}

/** Reads the row that `at` stands in; false outside of tables, and when it is too far in. */
function readRowAt(reading: Reading, at: number): boolean {
  const table = tableAt(reading, at);
  if (table === null) return false;
  const row = rowAt(reading, table, at);
  if (row < table.rowsFrom || at - row > ROW_MAX) return false;
  reading.of(ROWS).read(table, row);
  return true;
}

/** Where the line of `at` begins; a row is looked for no farther back than one reaches. */
function lineStart({ raw, units }: RawText, at: number): number {
  const lowest = Math.max(0, at - ROW_MAX - 1);
  let start = Math.min(at, raw.length);
  while (start > lowest && units[start - 1] !== NEWLINE) start -= 1;
  return start === 0 || start > lowest ? start : raw.lastIndexOf("\n", start - 1) + 1;
}

const NEWLINE = 10;

/** A field that has digits or is one word. */
const MAY_BE_VALUE = /^\S*\s*$|\d/;

/** Where a field begins that is not complete at the end of the text; its length without one. Of prose no more than a word. */
export function openCell(reading: Reading): number {
  const { raw } = reading;
  const table = tableAt(reading, raw.length);
  if (table === null) return raw.length;
  const row = rowAt(reading, table, raw.length);
  if (raw.length - row > ROW_MAX) return raw.length;
  const { count, lastStart } = reading.of(ROWS).read(table, row);
  if (count > table.headers.length || raw.length - lastStart > CELL_MAX) return raw.length;
  const text = raw.slice(lastStart).trimStart();
  return MAY_BE_VALUE.test(text) ? raw.length - text.length : raw.length;
}

/** What a stream's window must keep of the text before it. */
export interface Kept {
  /** The header of the table whose rows stand at `from`; empty outside of tables. */
  readonly header: string;
  readonly from: number;
}

/** The word that opens a statement, after another letter; also a prefix of it at the end of the text. */
const ENDS_WORD = /^\wi(?:$|n(?:$|s(?:$|e(?:$|r(?:$|t)))))/iu;

/** Where a window may begin that must hold the text from `at` on, so that its tables are those of the whole text. */
export function windowStart(reading: Reading, at: number): Kept {
  if (at <= 0) return { header: "", from: 0 };
  const { raw } = reading;
  const line = lineStart(reading, at);
  const table = tableAt(reading, at);
  if (table !== null) {
    const row = rowAt(reading, table, at);
    if (row <= table.rowsFrom) return { header: "", from: table.start };
    return { header: raw.slice(table.start, table.rowsFrom), from: row };
  }
  const tables = tablesOf(reading);
  const next = tables[tableAfter(tables, at)];
  if (next !== undefined && next.start <= at) return { header: "", from: next.start };
  // The end of a word, "reinsert", opens no statement.
  const from = at > line && ENDS_WORD.test(raw.slice(at - 1, at + 6)) ? at - 1 : at;
  const newline = raw.indexOf("\n", from);
  // The rest of a line may look like a header that the line is not.
  const isHeader = newline >= 0 && namesIn(reading, { start: from, end: newline }) !== null;
  return { header: "", from: isHeader ? Math.max(line, from - HEADER_MAX - 1) : from };
}
