import type { Span } from "../../../core/model.ts";
import type { RawText } from "../../../text/units.ts";
import { isAsciiDigit } from "../numbers.ts";
import { compactOf } from "./form.ts";
import { isWordUnit } from "./recognizer.ts";

const SEPARATORS = " -./()+";
const BITS = 3;
/** Numbers have fewer separators in forms that count without a label. */
const SEPARATORS_MAX = 9;
/** Separator → its number from 1 on, in as many bits. */
const NUMBER_OF = new Uint8Array(128);
for (const [index, separator] of Array.from(SEPARATORS).entries()) NUMBER_OF[separator.charCodeAt(0)] = index + 1;
/** Separators that no form has, or too many. */
const OTHER_SEPARATORS = -1;

/** The separators in order, as one number. */
export function separatorsKey(separators: string): number {
  let key = 0;
  for (const separator of separators) key = withSeparator(key, separator.charCodeAt(0));
  return key;
}

function withSeparator(key: number, code: number): number {
  const number = NUMBER_OF[code] ?? 0;
  return number === 0 || key < 0 || key >= 1 << (BITS * (SEPARATORS_MAX - 1))
    ? OTHER_SEPARATORS
    : (key << BITS) | number;
}

/** Letters of Mexico's taxpayers that forms have as any letter. */
const RARE_LETTER = /[Ññ&]/;
const withoutRareLetters = (text: string): string => (RARE_LETTER.test(text) ? text.replaceAll(/[Ññ&]/g, "N") : text);

/** A number as written in the text: its characters are counted in one pass, and its parts are extracted on demand. */
export class WrittenNumber {
  readonly #raw: string;
  readonly span: Span;
  /** How many digits it has, and how many letters and digits. */
  readonly digits: number;
  readonly wordUnits: number;
  /** See `separatorsKey`. */
  readonly separators: number;
  #written: string | undefined;
  #compact: string | undefined;

  constructor({ raw, units }: RawText, span: Span) {
    let digits = 0;
    let wordUnits = 0;
    let separators = 0;
    for (let at = span.start; at < span.end; at++) {
      const code = units[at] ?? 0;
      if (isAsciiDigit(code)) digits += 1;
      if (isWordUnit(code)) wordUnits += 1;
      else separators = withSeparator(separators, code);
    }
    this.#raw = raw;
    this.span = span;
    this.digits = digits;
    this.wordUnits = wordUnits;
    this.separators = separators;
  }

  get written(): string {
    return (this.#written ??= withoutRareLetters(this.#raw.slice(this.span.start, this.span.end)));
  }

  /** Its letters and digits alone. */
  get compact(): string {
    return (this.#compact ??= compactOf(this.written));
  }
}

/** Whether it is too little for an identifier: a single digit, and few letters beside it. */
export const isTooShort = ({ digits, wordUnits }: Pick<WrittenNumber, "digits" | "wordUnits">): boolean =>
  digits < 2 && wordUnits < UNITS_MIN;

/** Letters and digits of the shortest identifiers that may have one digit only. */
const UNITS_MIN = 5;
