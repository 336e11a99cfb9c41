import type { Span } from "../../core/model.ts";
import type { Reading } from "../reading.ts";
import { type Bounds, narrow, readEnds } from "./fields.ts";
import { HEADER_MAX } from "./column-headers.ts";
import { readTuple, ROW_MAX, statementAt } from "./tuples.ts";

/** A field of a column, without quotes and space around it. */
export interface Field extends Span {
  readonly isClosed: boolean;
}

/** What a row needs to know of its table. */
interface Parted {
  readonly sign: string;
  /** `null`: a row is a line, otherwise the tuple of an `INSERT`. */
  readonly rows: readonly number[] | null;
  /** After its last row: a statement may begin in the middle of a line. */
  readonly end: number;
  readonly headers: readonly { readonly name: string }[];
}

interface OpenField extends Bounds {
  isClosed: boolean;
}

/** Longest field whose column's name counts. */
export const CELL_MAX = 256;

/**
 * Reads the rows of a text's tables, and keeps the last one: each number of a row asks for it. Its fields follow one another, with a sign
 * between each two.
 */
export class RowReader {
  readonly #reading: Reading;
  #table: Parted | null = null;
  #columns = 0;
  #start = 0;
  #end = 0;
  /** Where the first field begins, and where each field of a column ends. */
  #first = 0;
  readonly #ends = new Int32Array(HEADER_MAX + 1);
  #count = 0;
  #lastStart = 0;
  #isWhole = false;
  /** The field that was looked at last, and its column. */
  readonly #field: OpenField = { start: 0, end: 0, isClosed: false };
  #column = -1;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Number of fields in the row, including those after the last column. */
  get count(): number {
    return this.#count;
  }

  /** Where its last field begins. */
  get lastStart(): number {
    return this.#lastStart;
  }

  /** Whether `at` stands in the row that was read last. */
  isIn(at: number): boolean {
    return at >= this.#start && at < this.#end;
  }

  /** Reads the row that begins at `start`. */
  read(table: Parted, start: number): this {
    if (this.#table === table && this.#start === start) return this;
    this.#table = table;
    this.#columns = table.headers.length;
    this.#start = start;
    this.#column = -1;
    if (table.rows === null) this.#readLine(table.sign);
    else this.#readTuple();
    this.#end = Math.min(this.#end, table.end);
    return this;
  }

  #readLine(sign: string): void {
    const { raw } = this.#reading;
    const start = this.#start;
    const newline = raw.indexOf("\n", start);
    const lineEnd = newline < 0 ? raw.length : newline;
    const end = Math.min(lineEnd, start + ROW_MAX);
    this.#first = start;
    this.#end = end;
    this.#isWhole = end === lineEnd;
    this.#setCount(readEnds(this.#reading, { start, end }, { sign, ends: this.#ends }));
    const statement = statementAt(this.#reading, start, end);
    if (statement >= 0) this.#endAt(statement);
  }

  #readTuple(): void {
    const tuple = readTuple(this.#reading.raw, this.#start, this.#ends);
    this.#first = this.#start + 1;
    this.#end = tuple.end;
    this.#isWhole = tuple.isWhole;
    this.#setCount(tuple.count);
  }

  #setCount(count: number): void {
    this.#count = count;
    // Of a row with more fields than any table has columns, the last one is not asked for.
    this.#lastStart = count === 1 ? this.#first : (this.#ends[count - 2] ?? this.#end - 1) + 1;
  }

  /** No value from the field on in which a statement begins, whether it turns out to be whole or not. */
  #endAt(statement: number): void {
    const stored = Math.min(this.#count, this.#columns);
    let whole = 0;
    while (whole < stored && (this.#ends[whole] ?? 0) <= statement) whole += 1;
    if (whole < this.#columns) this.#ends[whole] = statement;
    this.#count = whole + 1;
    this.#lastStart = statement;
    this.#isWhole = false;
  }

  /** The column of the row's field that contains `at`; after the last column, a number that is no column's. */
  columnOf(at: number): number {
    // The next number is in the same field or a later one.
    let column = this.#column < 0 || at < this.#field.start ? 0 : this.#column;
    while (column < this.#columns && column < this.#count && (this.#ends[column] ?? 0) <= at) column += 1;
    return column;
  }

  /** The name of the column whose field is filled by what begins at `at` in the row; `null` without one. */
  headerAt(at: number): string | null {
    const column = this.columnOf(at);
    const field = this.field(column);
    if (field === null || !field.isClosed || at < field.start || at >= field.end) return null;
    return isLead(this.#reading.raw, field.start, at) ? this.#table?.headers[column]?.name || null : null;
  }

  /** The field of a column, until the next one is asked for; `null` when it is missing or long. */
  field(column: number): Field | null {
    if (column >= this.#count || column >= this.#columns) return null;
    if (column !== this.#column) this.#readField(column);
    return this.#field.end < 0 ? null : this.#field;
  }

  #readField(column: number): void {
    const field = this.#field;
    const isLast = column === this.#count - 1;
    this.#column = column;
    field.start = isLast ? this.#lastStart : column === 0 ? this.#first : (this.#ends[column - 1] ?? 0) + 1;
    field.end = this.#ends[column] ?? 0;
    // The last column may end the text, any other one ends at a sign.
    field.isClosed = !isLast || (column === this.#columns - 1 && this.#isWhole);
    if (field.end - field.start > CELL_MAX) field.end = -1;
    else narrow(this.#reading.raw, field);
  }
}

/** Signs that may stand between the beginning of a field and its value. */
const LEAD_MAX = 3;

/** Whether nothing but brackets, plus signs and spaces stand there, and few of them. */
function isLead(raw: string, start: number, end: number): boolean {
  if (end - start > LEAD_MAX) return false;
  for (let at = start; at < end; at++) {
    const code = raw.charCodeAt(at);
    if (code !== 0x28 && code !== 0x2b && code !== 0x20) return false;
  }
  return true;
}
