import type { Span } from "../../core/model.ts";
import { hexValue } from "./numerals.ts";
import { readBytes } from "./readable.ts";
import type { RawText } from "../units.ts";

/** Fewest escapes in a row that make a disguise rather than an escaped character, and most characters of one that is read as one. */
const ESCAPES_MIN = 6;
const CHARACTERS_MAX = 8192;
/** Units that stand for themselves between escapes: letters, digits, `_ . ~ + -`. */
const IS_ITSELF = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w.~+-]/.test(String.fromCharCode(code))));
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/** What a row of characters says of which many are escaped. */
export interface EscapedRow {
  readonly text: string;
  readonly span: Span;
}

/** The rows of a text that are escaped as URLs are, `%69%67%6e`, and hold UTF-8 that reads like text. Looks around percent signs only. */
export function urlEscapesIn({ raw, units }: RawText): readonly EscapedRow[] {
  const found: EscapedRow[] = [];
  const row: Row = { end: 0, escapes: 0, bytes: new Uint8Array(CHARACTERS_MAX), length: 0 };
  for (let at = 0; at < raw.length; at = Math.max(at + 1, row.end)) {
    if (units[at] !== PERCENT || !isEscape(units, at)) continue;
    // What is too long for one row is read as several.
    for (let start = rowStart(units, at, row.end); start <= at; start = row.end) {
      readRow(units, start, row);
      if (row.escapes < ESCAPES_MIN) continue;
      const text = readBytes(row.bytes.subarray(0, row.length));
      if (text !== null) found.push({ text, span: { start, end: row.end } });
    }
  }
  return found;
}

/** A percent sign and two hexadecimal digits. The 0 behind a text is none. */
const isEscape = (units: Uint16Array, at: number): boolean =>
  units[at] === PERCENT && hexValue(units[at + 1] ?? 0) >= 0 && hexValue(units[at + 2] ?? 0) >= 0;

const isItself = (code: number): boolean => code < 128 && IS_ITSELF[code] === 1;

/** Where the row begins whose first escape stands at `at`; at `lowest` at the earliest. */
function rowStart(units: Uint16Array, at: number, lowest: number): number {
  let start = at;
  while (start > lowest && isItself(units[start - 1] ?? 0)) start -= 1;
  return start;
}

/** The row that was read last: one for all of a text, since a hostile one has thousands. */
interface Row {
  end: number;
  escapes: number;
  /** What it says, and how many of the bytes that is. */
  readonly bytes: Uint8Array;
  length: number;
}

function readRow(units: Uint16Array, start: number, row: Row): void {
  const { bytes } = row;
  let escapes = 0;
  let count = 0;
  let at = start;
  for (; count < CHARACTERS_MAX; count++) {
    const code = units[at] ?? 0;
    if (isItself(code)) {
      bytes[count] = code === PLUS ? SPACE : code;
      at += 1;
    } else if (isEscape(units, at)) {
      bytes[count] = hexValue(units[at + 1] ?? 0) * 16 + hexValue(units[at + 2] ?? 0);
      escapes += 1;
      at += 3;
    } else break;
  }
  row.end = at;
  row.escapes = escapes;
  row.length = count;
}
