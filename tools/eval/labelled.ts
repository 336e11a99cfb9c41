import { jsonLines } from "../json-lines.ts";

/** A marked span of a labelled text; offsets in UTF-16 units. */
export interface GoldSpan {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** Neither a miss when absent nor a false alarm when found. */
  readonly optional?: boolean;
  /** Other type names that count as right. */
  readonly alt?: readonly string[];
}

/** One line of a labelled span file. */
export interface SpanRow {
  readonly id: string;
  readonly text: string;
  readonly entities: readonly GoldSpan[];
  /** Types that are judged in this row; `*` = all, `recall` = only whether the marked spans are found. */
  readonly scope?: "*" | "recall" | readonly string[];
  readonly case: string;
  readonly tier?: string;
  readonly unseen?: boolean;
}

/** @throws {SyntaxError} when a line is not JSON. */
export function readSpanRows(file: string): readonly SpanRow[] {
  return jsonLines(file).map((row, index) => asRow(row, `${file}:${index + 1}`));
}

function asRow(value: unknown, place: string): SpanRow {
  if (!isRow(value)) throw new TypeError(`${place}: not a labelled text`);
  return value;
}

function isRow(value: unknown): value is SpanRow {
  return (
    typeof value === "object" &&
    value !== null &&
    "text" in value &&
    typeof value.text === "string" &&
    "entities" in value &&
    Array.isArray(value.entities)
  );
}
