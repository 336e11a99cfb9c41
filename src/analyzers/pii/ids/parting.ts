import type { RawText } from "../../../text/units.ts";
import { isAsciiDigit } from "../numbers.ts";

/** More digits than these between a label and a number are a number of their own: a row's count or a time of day has fewer. */
export const PARTING_DIGITS = 4;
/** What a mask leaves of a value between. */
export const MASK = /<[A-Z][A-Z0-9_]{1,60}(?:_h:[0-9a-f]{8})?>|\*{4}/;

/** Tells behind which labels another value stands before an offset, masked or not. The text before it is read once for all labels. */
export class Parting {
  readonly #text: RawText;
  readonly end: number;
  /** So far the text was read, backwards. */
  #read: number;
  #digits = 0;
  /** Whether a mask may stand in what was read. */
  #hasMaskSign = false;

  constructor(text: RawText, end: number) {
    this.#text = text;
    this.end = end;
    this.#read = end;
  }

  /** Whether one stands between `start` and the offset. */
  isBehind(start: number): boolean {
    this.#readBack(start);
    if (this.#digits > PARTING_DIGITS && start <= this.#read) return true;
    return this.#hasMaskSign && this.end - start > 3 && MASK.test(this.#text.raw.slice(start, this.end));
  }

  #readBack(start: number): void {
    const { units } = this.#text;
    while (this.#read > start && this.#digits <= PARTING_DIGITS) {
      this.#read -= 1;
      const code = units[this.#read] ?? 0;
      if (isAsciiDigit(code)) this.#digits += 1;
      else if (code === LESS || code === STAR) this.#hasMaskSign = true;
    }
  }
}

/** `<` and `*` */
const LESS = 60;
const STAR = 42;
