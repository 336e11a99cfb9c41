import type { RawText } from "../../../text/units.ts";
import { isAsciiDigit } from "../numbers.ts";
import { SignSet } from "../sign-set.ts";

/** More digits than these between a label and a number are a separate number: a row number or a time of day has fewer. */
const PARTING_DIGITS = 4;
/** What a mask leaves of a value between. */
const MASK = /<[A-Z][A-Z0-9_]{1,60}(?:_h:[0-9a-f]{8})?>|\*{4}/;

/** Which labels are followed by another value before an offset, masked or not. The text before it is read once for all labels. */
export class Parting {
  readonly #text: RawText;
  readonly end: number;
  /** So far the text was read, backwards. */
  #read: number;
  #digits = 0;
  /** Whether the text that was read may contain a mask. */
  #hasMaskSign = false;

  constructor(text: RawText, end: number) {
    this.#text = text;
    this.end = end;
    this.#read = end;
  }

  /** Whether there is one between `start` and the offset. */
  isAfter(start: number): boolean {
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

/** `<`, `*` and a space */
const LESS = 60;
const STAR = 42;
const SPACE = 32;

const ENDS = new SignSet("\n;:,|=");
/** A space follows them where a sentence ends. */
const SENTENCE_ENDS = new SignSet(".!?");
const MASK_SIGNS = new SignSet("<*");

/** The rest of the phrase around a number: only labels inside it apply to the number. It is read once for all labels. */
export class Phrase {
  readonly #raw: string;
  readonly #start: number;
  /** Where a label can begin at most. */
  readonly end: number;
  /** A label that begins here or later follows another number. */
  readonly #parted: number;
  /** Whether it may contain a mask. */
  readonly #hasMaskSign: boolean;

  /** Reads from `start`, where the number ends, to `highest` at most. */
  constructor({ raw, units }: RawText, start: number, highest: number) {
    let end = Math.min(highest, raw.length);
    let parted = Infinity;
    let digits = 0;
    let hasMaskSign = false;
    for (let at = start; at < end; at++) {
      const code = units[at] ?? 0;
      if (isAsciiDigit(code) && ++digits > PARTING_DIGITS) parted = Math.min(parted, at + 1);
      if (ENDS.has(code)) end = at;
      else if (SENTENCE_ENDS.has(code) && units[at + 1] === SPACE) end = at + 1;
      else hasMaskSign ||= MASK_SIGNS.has(code);
    }
    this.#raw = raw;
    this.#start = start;
    this.end = end;
    this.#parted = parted;
    this.#hasMaskSign = hasMaskSign;
  }

  /** Whether there is another value, masked or not, between the number and a label at `start`. */
  isParted(start: number): boolean {
    if (start >= this.#parted) return true;
    return this.#hasMaskSign && start - this.#start > 3 && MASK.test(this.#raw.slice(this.#start, start));
  }
}
