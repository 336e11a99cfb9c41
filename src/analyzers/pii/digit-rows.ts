import type { DigitRun } from "./numbers.ts";
import { SignSet } from "./sign-set.ts";

/** Groups of digits with few signs between them, walked once for all groups that ask. */
export class DigitRows {
  readonly #raw: string;
  readonly #runs: readonly DigitRun[];
  readonly #digitsMin: number;
  /** Index of the first group of the row that was walked last. */
  #first = 0;
  /** … of its last one; behind all groups where the text ends with its signs. */
  last = -1;
  /** … of the last one from which on the row has enough digits; before the first where it has too few. */
  lastBegin = -1;
  /** Whether only spaces and points stand between its groups. */
  isPlain = true;

  /** `digitsMin`: as many are enough. */
  constructor(raw: string, runs: readonly DigitRun[], digitsMin: number) {
    this.#raw = raw;
    this.#runs = runs;
    this.#digitsMin = digitsMin;
  }

  /** Reads the row that the group at `at` stands in, from there on, unless it was read last. */
  read(at: number): void {
    if (at >= this.#first && at <= this.last) return;
    this.#first = at;
    this.isPlain = true;
    this.last = at;
    while (this.#goesOn(this.last)) this.last += 1;
    let digits = 0;
    for (this.lastBegin = this.last; this.lastBegin >= at; this.lastBegin--) {
      const run = this.#runs[this.lastBegin];
      if (run !== undefined) digits += run.end - run.start;
      if (digits >= this.#digitsMin) return;
    }
  }

  /** Whether few signs stand behind the group; where the text ends behind them, the row does, too. */
  #goesOn(at: number): boolean {
    const run = this.#runs[at];
    return run !== undefined && this.#isGap(run.end, this.#runs[at + 1]?.start ?? this.#raw.length);
  }

  #isGap(start: number, end: number): boolean {
    if (end - start > GAP_MAX) return false;
    for (let at = start; at < end; at++) {
      const code = this.#raw.charCodeAt(at);
      if (!GAP.has(code)) return false;
      if (!PLAIN.has(code)) this.isPlain = false;
    }
    return true;
  }
}

const GAP = new SignSet(" \u00a0()-./");
const PLAIN = new SignSet(" \u00a0.");
const GAP_MAX = 3;
