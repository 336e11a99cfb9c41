import { goesOn } from "../../text/prefix-reuse.ts";

/**
 * What is known of the last text, and of one that goes on from it: in that stretch nothing stands that is looked for. Where many
 * ask for much the same stretch, or a stream for a longer one at every delta, each part is read once.
 */
export class CleanStretch {
  /** Longest thing that is looked for, UTF-16 units: one may begin so far before the end of the stretch and end after it. */
  readonly #lengthMax: number;
  #raw = "";
  #from = 0;
  #to = 0;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  /** Where a look for what begins at or after `from` begins: what is known is not read again. */
  lookFrom(raw: string, from: number): number {
    return this.#isKnown(raw, from) ? Math.max(from, this.#to - this.#lengthMax) : from;
  }

  /** How far the text after `from` is known. */
  knownTo(raw: string, from: number): number {
    return this.#isKnown(raw, from) ? this.#to : from;
  }

  /** Notes that a look found nothing that begins at or after `from` and ends before `to`. */
  note(raw: string, from: number, to: number): void {
    const isKnown = this.#isKnown(raw, from);
    if (isKnown && to <= this.#to) return;
    // What begins before `from` and ends after the stretch was not looked for.
    if (!isKnown || this.#to - this.#lengthMax < from) this.#from = from;
    this.#raw = raw;
    this.#to = to;
  }

  #isKnown(raw: string, from: number): boolean {
    if (from < this.#from || from > this.#to || !goesOn(raw, this.#raw)) return false;
    // Another string of the same units would be compared at each look.
    if (raw.length === this.#raw.length) this.#raw = raw;
    return true;
  }
}
