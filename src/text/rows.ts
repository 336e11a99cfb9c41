import type { Span } from "../core/model.ts";
import { readEnds, unquoted } from "./fields.ts";
import { HEAD_MAX, ROW_MAX, statementAt, tupleAt } from "./tuples.ts";

/** A row of a table: its fields lie one behind the other, a sign between two. */
export interface Row extends Span {
  /** How many fields it has, those behind the last column among them. */
  readonly count: number;
  /** Where its last field begins. */
  readonly lastStart: number;
  /** Whether its last field is complete, were the text to end here. */
  readonly isWhole: boolean;
}

/** A field of a column, without quotes and space around it. */
export interface Field extends Span {
  readonly isClosed: boolean;
}

/** What a row needs to know of its table. */
interface Parted {
  readonly sign: string;
  /** `null`: a row is a line, otherwise the tuple of an `INSERT`. */
  readonly rows: readonly number[] | null;
  readonly heads: readonly unknown[];
}

/** Longest field whose column's name counts. */
export const CELL_MAX = 256;

const NO_ROW: Row = { start: 0, end: 0, count: 0, lastStart: 0, isWhole: false };

/** Reads rows, and keeps the last one: each number of a row asks for it. */
export class RowReader {
  #table: Parted | null = null;
  #row = NO_ROW;
  /** Where the first field begins, and where each field of a column ends. */
  #first = 0;
  readonly #ends = new Int32Array(HEAD_MAX + 1);

  /** Whether `at` stands in the row of the table that was read last. */
  isIn(table: Parted, at: number): boolean {
    return this.#table === table && at >= this.#row.start && at < this.#row.end;
  }

  /** The row that begins at `start`. */
  read(raw: string, table: Parted, start: number): Row {
    if (this.#table === table && this.#row.start === start) return this.#row;
    this.#table = table;
    this.#row = table.rows === null ? this.#readLine(raw, table, start) : this.#readTuple(raw, table, start);
    return this.#row;
  }

  #readLine(raw: string, { sign, heads }: Parted, start: number): Row {
    const newline = raw.indexOf("\n", start);
    const lineEnd = newline < 0 ? raw.length : newline;
    const end = Math.min(lineEnd, start + ROW_MAX);
    this.#first = start;
    const count = readEnds(raw, { start, end }, { sign, ends: this.#ends });
    // Of a row with more fields than any table has columns, the last one is not asked for.
    const lastStart = count === 1 ? start : (this.#ends[count - 2] ?? end - 1) + 1;
    const row = { start, end, count, lastStart, isWhole: end === lineEnd };
    const statement = statementAt(raw, { start, end });
    return statement < 0 ? row : this.#upTo(statement, row, heads.length);
  }

  /** No value from the field on in which a statement begins, whether it turns out to be whole or not. */
  #upTo(statement: number, row: Row, columns: number): Row {
    const stored = Math.min(row.count, columns);
    let whole = 0;
    while (whole < stored && (this.#ends[whole] ?? 0) <= statement) whole += 1;
    if (whole < columns) this.#ends[whole] = statement;
    return { ...row, count: whole + 1, lastStart: statement, isWhole: false };
  }

  #readTuple(raw: string, { heads }: Parted, start: number): Row {
    const { fields, end, isWhole } = tupleAt(raw, start);
    this.#first = start + 1;
    for (let at = 0; at < fields.length && at < heads.length; at++) this.#ends[at] = fields[at]?.end ?? end;
    return { start, end, count: fields.length, lastStart: fields.at(-1)?.start ?? end, isWhole };
  }

  /** The column whose field in the last row `at` stands in; behind its last column another number. */
  columnOf(at: number, columns: number): number {
    let column = 0;
    while (column < columns && column < this.#row.count && (this.#ends[column] ?? 0) <= at) column += 1;
    return column;
  }

  /** The field of a column in the last row; `null` when it is missing or long. */
  field(raw: string, column: number, columns: number): Field | null {
    const { count, lastStart, isWhole } = this.#row;
    if (column >= count || column >= columns) return null;
    const isLast = column === count - 1;
    const start = isLast ? lastStart : column === 0 ? this.#first : (this.#ends[column - 1] ?? 0) + 1;
    const end = this.#ends[column] ?? 0;
    if (end - start > CELL_MAX) return null;
    const inner = unquoted(raw, { start, end });
    // The last column may end the text, any other one ends at a sign.
    return { start: inner.start, end: inner.end, isClosed: !isLast || (column === columns - 1 && isWhole) };
  }
}
