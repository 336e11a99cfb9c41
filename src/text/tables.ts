import type { Span } from "../core/model.ts";

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
  /** The names of the columns, without quotes and space around them; empty ones are empty spans. */
  readonly heads: readonly Span[];
}

/** A field of a row, without quotes and space around it. */
export interface Cell extends Span {
  readonly head: Span;
  readonly isClosed: boolean;
}

/** Longest line that is read as a head, UTF-16 units; less than any policy that reads tables looks back. */
const HEAD_MAX = 240;
/** Longest name of a column. */
const NAME_MAX = 40;
/** Longest row, and how far into a line fields are read. */
const ROW_MAX = 2048;
/** Longest field whose column's name counts. */
const CELL_MAX = 256;

/** Ranks of the signs: a line is parted by the first of these that stands in it. */
const SIGNS = ["|", "\t", ";", ","];
/** Of ASCII: 1 for what may stand in a line of names, the rank of a sign plus 2, 0 for anything else. */
const IN_HEAD = Uint8Array.from({ length: 128 }, (_, code) => {
  const rank = SIGNS.indexOf(String.fromCharCode(code));
  return rank >= 0 ? rank + 2 : /[\w \r.#/'&?()@$"*`-]/.test(String.fromCharCode(code)) ? 1 : 0;
});

/** What parts a line that may be one of names: a look at its characters, which refuses most lines of code at once. */
function signOf(raw: string, { start, end }: Span): string | undefined {
  let first = SIGNS.length;
  for (let at = start; at < end; at++) {
    const code = raw.charCodeAt(at);
    const kind = code < IN_HEAD.length ? (IN_HEAD[code] ?? 0) : 1;
    if (kind === 0) return undefined;
    if (kind > 1 && kind - 2 < first) first = kind - 2;
  }
  return SIGNS[first];
}
const QUOTE = 0x22;
/** A name: a few words that begin with a letter. Neither an assignment nor a call, a sum or a sentence. */
const NAME = /^[\p{L}_#@$][\p{L}\p{M}\p{N}_ .#/'’&?()-]*$/u;
const ABBREVIATION = /(?<=(?:^|[ _])(?:acct|id|no|nr|num|tel))\.$/i;
const WORDS_MAX = 5;
const NAMES_MIN = 2;
/** Between the head and the rows of Markdown, and of the output of database clients. */
const RULE = /^[ \t|:+=-]*-{3}[ \t|:+=-]*\r?$/;

const NO_TABLES: readonly Table[] = [];
let isOff = false;
let last: { readonly raw: string; readonly tables: readonly Table[] } = { raw: "", tables: NO_TABLES };

/** The tables of a text, in order; the last text's are kept. */
export function tablesOf(raw: string): readonly Table[] {
  if (isOff) return NO_TABLES;
  if (last.raw !== raw) last = { raw, tables: raw.includes("\n") ? readTables(raw) : NO_TABLES };
  return last.tables;
}

function readTables(raw: string): readonly Table[] {
  const tables: Table[] = [];
  let open: Omit<Table, "end"> | null = null;
  for (let start = 0; start < raw.length;) {
    const newline = raw.indexOf("\n", start);
    if (newline < 0) {
      if (open !== null && raw.length - start > ROW_MAX) tables.push({ ...open, end: start + ROW_MAX + 1 });
      else break;
      return tables;
    }
    if (open === null || !isRow(raw, { start, end: newline }, open)) {
      if (open !== null) tables.push({ ...open, end: Math.min(newline, start + ROW_MAX) + 1 });
      open = headAt(raw, { start, end: newline });
    }
    start = newline + 1;
  }
  if (open !== null) tables.push({ ...open, end: Number.POSITIVE_INFINITY });
  return tables;
}

function headAt(raw: string, { start, end }: Span): Omit<Table, "end"> | null {
  if (end - start > HEAD_MAX || end - start < NAMES_MIN) return null;
  const sign = signOf(raw, { start, end });
  if (sign === undefined) return null;
  const heads = fieldsOf(raw, { start, end }, sign).map((field) => unquoted(raw, field));
  const names = heads.filter((head) => head.end > head.start);
  if (names.length < NAMES_MIN || !names.every((head) => isName(raw.slice(head.start, head.end)))) return null;
  return { start, rowsFrom: end + 1, sign, heads };
}

function isName(name: string): boolean {
  if (name.length > NAME_MAX || !NAME.test(name)) return false;
  if (/[.?]/.test(name) && /[.?](?:$| )/.test(name.replace(ABBREVIATION, ""))) return false;
  if (name.includes("(") && name.split("(").length !== name.split(")").length) return false;
  return !name.includes(" ") || name.split(" ").length <= WORDS_MAX;
}

function isRow(raw: string, line: Span, { sign, heads }: Omit<Table, "end">): boolean {
  if (line.end - line.start > ROW_MAX) return false;
  return countFields(raw, line, sign) === heads.length || RULE.test(raw.slice(line.start, line.end));
}

/** Calls `found` at each sign that parts two fields; in quotes it parts nothing. */
function eachSign(raw: string, { start, end }: Span, sign: string, found: (at: number) => void): void {
  const code = sign.charCodeAt(0);
  const isQuotable = sign === "," || sign === ";";
  let isQuoted = false;
  for (let at = start; at < end; at++) {
    const unit = raw.charCodeAt(at);
    if (isQuotable && unit === QUOTE) isQuoted = !isQuoted;
    else if (unit === code && !isQuoted) found(at);
  }
}

function countFields(raw: string, line: Span, sign: string): number {
  let count = 1;
  eachSign(raw, line, sign, () => (count += 1));
  return count;
}

function fieldsOf(raw: string, line: Span, sign: string): readonly Span[] {
  const fields: Span[] = [];
  let start = line.start;
  eachSign(raw, line, sign, (at) => {
    fields.push({ start, end: at });
    start = at + 1;
  });
  fields.push({ start, end: line.end });
  return fields;
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d;
/** What is set around a field, on both sides. */
const QUOTES = new Set(Array.from("\"'`*", (sign) => sign.charCodeAt(0)));

/** Without the space around it, and the quotes or stars within. */
function unquoted(raw: string, field: Span): Span {
  let { start, end } = field;
  while (start < end && isSpace(raw.charCodeAt(start))) start += 1;
  while (end > start && isSpace(raw.charCodeAt(end - 1))) end -= 1;
  for (let pairs = 0; pairs < PAIRS_MAX && end - start > 1; pairs++) {
    const code = raw.charCodeAt(start);
    if (!QUOTES.has(code) || raw.charCodeAt(end - 1) !== code) break;
    start += 1;
    end -= 1;
  }
  return { start, end };
}

const PAIRS_MAX = 3;

/** The table whose rows stand at `at`. */
function tableAt(raw: string, at: number): Table | null {
  const table = tablesOf(raw)[firstBehind(raw, at) - 1];
  return table !== undefined && at < table.end ? table : null;
}

/** Index of the first table whose rows begin behind `at`. */
function firstBehind(raw: string, at: number): number {
  const tables = tablesOf(raw);
  let low = 0;
  for (let high = tables.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((tables[middle]?.rowsFrom ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NO_CELLS: readonly Cell[] = [];
let lastRow: { readonly table: Table | null; readonly start: number; readonly cells: readonly Cell[] } = {
  table: null,
  start: 0,
  cells: NO_CELLS,
};

/** The fields of the row that begins at `start`, as many as there are columns. */
export function cellsOf(raw: string, table: Table, start: number): readonly Cell[] {
  if (lastRow.table === table && lastRow.start === start) return lastRow.cells;
  const newline = raw.indexOf("\n", start);
  const lineEnd = newline < 0 ? raw.length : newline;
  const end = Math.min(lineEnd, start + ROW_MAX);
  const fields = fieldsOf(raw, { start, end }, table.sign);
  const cells: Cell[] = [];
  for (const [column, field] of fields.slice(0, table.heads.length).entries()) {
    const head = table.heads[column];
    if (head === undefined || field.end - field.start > CELL_MAX) continue;
    // The last column may end the text, any other one ends at a sign.
    const isLast = column === table.heads.length - 1;
    cells.push({ ...unquoted(raw, field), head, isClosed: field.end < end || (isLast && field.end === lineEnd) });
  }
  lastRow = { table, start, cells };
  return cells;
}

/** Signs that may stand between the beginning of a field and its value. */
const LEAD_MAX = 3;

/** The name of the column whose field is filled by what begins at `at`; `null` outside of tables. */
export function columnHead(raw: string, at: number): string | null {
  const table = tableAt(raw, at);
  if (table === null) return null;
  const row = lineStart(raw, at);
  if (row < table.rowsFrom || at - row > ROW_MAX) return null;
  for (const { start, end, head, isClosed } of cellsOf(raw, table, row)) {
    if (at < start) return null;
    if (at >= end) continue;
    const isFilled = isClosed && /^[(+ ]*$/.test(raw.slice(start, Math.min(at, start + LEAD_MAX + 1)));
    return isFilled && at - start <= LEAD_MAX && head.end > head.start ? raw.slice(head.start, head.end) : null;
  }
  return null;
}

export const lineStart = (raw: string, at: number): number => (at === 0 ? 0 : raw.lastIndexOf("\n", at - 1) + 1);

/** A field that has digits or is one word. */
const MAY_BE_VALUE = /^\S*\s*$|\d/;

/** Where a field begins that is not complete at the end of the text; its length without one. Of prose no more than a word. */
export function openCell(raw: string): number {
  const table = tableAt(raw, raw.length);
  if (table === null) return raw.length;
  const row = lineStart(raw, raw.length);
  if (raw.length - row > ROW_MAX) return raw.length;
  const fields = fieldsOf(raw, { start: row, end: raw.length }, table.sign);
  const field = fields.at(-1);
  if (field === undefined || fields.length > table.heads.length || raw.length - field.start > CELL_MAX)
    return raw.length;
  const text = raw.slice(field.start).trimStart();
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

/** Where a window may begin that must hold the text from `at` on, so that its tables are those of the whole text. */
export function windowStart(raw: string, at: number): Kept {
  if (at <= 0) return { head: "", from: 0 };
  const line = lineStart(raw, at);
  const table = tableAt(raw, at);
  if (table !== null && at - line <= ROW_MAX)
    return line <= table.rowsFrom
      ? { head: "", from: table.start }
      : { head: raw.slice(table.start, table.rowsFrom), from: line };
  const next = tablesOf(raw)[firstBehind(raw, at)];
  if (next !== undefined && next.start <= at) return { head: "", from: next.start };
  const newline = raw.indexOf("\n", at);
  // The rest of a line may look like a head that the line is not.
  const isHead = newline >= 0 && headAt(raw, { start: at, end: newline }) !== null;
  return { head: "", from: isHead ? Math.max(line, at - HEAD_MAX - 1) : at };
}
