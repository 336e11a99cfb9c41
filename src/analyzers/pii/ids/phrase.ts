import type { RawText } from "../../../text/units.ts";
import { isAsciiDigit } from "../numbers.ts";
import { SignSet } from "../sign-set.ts";
import { MASK, PARTING_DIGITS } from "./parting.ts";

const ENDS = new SignSet("\n;:,|=");
/** A space follows them where a sentence ends. */
const SENTENCE_ENDS = new SignSet(".!?");
const MASK_SIGNS = new SignSet("<*");

/** The rest of the phrase that a number stands in: only a label in it speaks of the number. It is read once for all labels. */
export class Phrase {
  readonly #raw: string;
  readonly #start: number;
  /** Where a label can begin at most. */
  readonly end: number;
  /** A label that begins here or behind stands behind another number. */
  readonly #parted: number;
  /** Whether a mask may stand in it. */
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

  /** Whether another value, masked or not, stands between the number and a label at `start`. */
  isParted(start: number): boolean {
    if (start >= this.#parted) return true;
    return this.#hasMaskSign && start - this.#start > 3 && MASK.test(this.#raw.slice(this.#start, start));
  }
}

const SPACE = 0x20;
