/** A run of digits: offsets into the raw text, half open. */
export interface DigitRun {
  readonly start: number;
  readonly end: number;
}

let lastRaw = "";
let lastRuns: readonly DigitRun[] = [];

/**
 * The runs of digits of a text, in order. Dates, addresses, ages and places all begin with them, so the last text's runs
 * are kept: prose without digits is walked once for all of them.
 */
export function digitRuns(raw: string): readonly DigitRun[] {
  if (raw === lastRaw) return lastRuns;
  const runs: DigitRun[] = [];
  for (let at = 0; at < raw.length; at++) {
    if (!isDigitCode(raw.charCodeAt(at))) continue;
    const start = at;
    do at++;
    while (at < raw.length && isDigitCode(raw.charCodeAt(at)));
    runs.push({ start, end: at });
  }
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

/** ASCII, Arabic, Persian and Devanagari digits. Full-width ones are ASCII by now. */
function isDigitCode(code: number): boolean {
  if (code < 0x3a) return code >= 0x30;
  if (code < 0x660) return false;
  return code <= 0x669 || (code >= 0x6f0 && code <= 0x6f9) || (code >= 0x966 && code <= 0x96f);
}
