import { forgetLater } from "../../../text/reading-memory.ts";

/** Looks for a sign in stretches of a text that are asked for from left to right: each part of it is looked through once. */
export class NextSign {
  readonly #sign: string;
  #raw = "";
  /** From `#from` on the first one stands at `#at`; the text's length without one. */
  #from = 0;
  #at = 0;

  constructor(sign: string) {
    this.#sign = sign;
  }

  /** Whether it stands in `[start, end)`. */
  isIn(raw: string, start: number, end: number): boolean {
    if (this.#raw === "") forgetLater(this.#forget);
    if (raw !== this.#raw || start < this.#from || start > this.#at) {
      const at = raw.indexOf(this.#sign, start);
      this.#at = at < 0 ? raw.length : at;
      this.#from = start;
    }
    // Also when it is another string of the same units: they would be compared each time.
    this.#raw = raw;
    return this.#at < end && this.#at < raw.length;
  }

  readonly #forget = (): void => {
    this.#raw = "";
    this.#from = this.#at = 0;
  };
}
