import type { DigitRun } from "./numbers.ts";

/** Groups of digits with few signs between them, walked once for all groups that ask. */
export class DigitRows {
  readonly #raw: string;
  readonly #runs: readonly DigitRun[];
  /** Indexes of the first and the last group of the row that was walked last. */
  #first = 0;
  #last = -1;

  constructor(raw: string, runs: readonly DigitRun[]) {
    this.#raw = raw;
    this.#runs = runs;
  }

  /** Index of the last group of the row that the one at `at` stands in; behind all groups where the text ends with its signs. */
  lastOf(at: number): number {
    if (at >= this.#first && at <= this.#last) return this.#last;
    let last = at;
    while (this.#goesOn(last)) last += 1;
    this.#first = at;
    this.#last = last;
    return last;
  }

  /** Whether few signs stand behind the group; where the text ends behind them, the row does, too. */
  #goesOn(at: number): boolean {
    const run = this.#runs[at];
    return run !== undefined && isGap(this.#raw, run.end, this.#runs[at + 1]?.start ?? this.#raw.length);
  }
}

/** Space, no-break space, `( ) - . /` */
const GAP = new Set([0x20, 0xa0, 0x28, 0x29, 0x2d, 0x2e, 0x2f]);
const GAP_MAX = 3;

function isGap(raw: string, start: number, end: number): boolean {
  if (end - start > GAP_MAX) return false;
  for (let at = start; at < end; at++) if (!GAP.has(raw.charCodeAt(at))) return false;
  return true;
}
