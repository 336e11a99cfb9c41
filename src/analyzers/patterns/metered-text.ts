import type { PatternMeter } from "./pattern-meter.ts";

/**
 * A text that counts how far it is read, so that a search of a library can be stopped from within: reading on throws. Each search
 * goes forward, and each character that it reaches costs at most the instructions of its program.
 *
 * It has the methods of a string that the library uses, and is none: a class that extends `String` makes the engine look methods of all
 * strings up anew at each call, and every loop over characters in the process three times as slow.
 */
export class MeteredText {
  /** By this name the library tells a string. */
  readonly [Symbol.toStringTag] = "String";
  readonly length: number;
  readonly #raw: string;
  readonly #meter: PatternMeter;
  /** Instructions of the program. */
  readonly #size: number;
  /** Characters between two reports to the meter. */
  readonly #stride: number;
  /** Steps for each character that the search reaches. */
  #rate: number;
  #reached = -1;
  #reported = -1;

  constructor(raw: string, size: number, meter: PatternMeter) {
    this.length = raw.length;
    this.#raw = raw;
    this.#meter = meter;
    this.#size = size;
    this.#rate = size;
    this.#stride = Math.max(1, Math.floor(REPORT_STEPS / size));
  }

  /** The next search begins there, by an engine that takes this share of the steps. */
  rewind(at: number, share = 1): void {
    this.#report();
    this.#rate = Math.ceil(this.#size * share);
    this.#reached = at - 1;
    this.#reported = at - 1;
  }

  charCodeAt(index: number): number {
    if (index > this.#reached) {
      this.#reached = index;
      if (index - this.#reported >= this.#stride) this.#report();
    }
    return this.#raw.charCodeAt(index);
  }

  indexOf(searched: string, from?: number): number {
    return this.#raw.indexOf(searched, from);
  }

  toString(): string {
    return this.#raw;
  }

  #report(): void {
    const characters = this.#reached - this.#reported;
    this.#reported = this.#reached;
    // A search costs something where it reads nothing, too.
    this.#meter.spend(Math.max(1, characters) * this.#rate);
  }
}

/** Steps between two reports: well below a millisecond. */
const REPORT_STEPS = 20_000;
