/** Numbers of sentences that make a window, and most tokens of one. */
const RUNS = [1, 2, 3, 5, 8, 13, 21, 34];
const TOKENS_MAX = 120;
/** A sentence longer than the first is read in pieces as well, of each of these lengths; they overlap by half. */
const PIECES = [40, 120];

type Found = (start: number, end: number) => void;

/**
 * Calls `found` with each window of a text, half open, in tokens: runs of whole sentences, and pieces of long ones. Which windows end
 * at a place depends on nothing behind it: a stream has those of the whole text.
 */
function eachWindow(sentences: readonly number[], found: Found): void {
  for (let first = 0; first + 1 < sentences.length; first++) {
    const start = sentences[first] ?? 0;
    for (const run of RUNS) {
      const end = sentences[first + run];
      if (end === undefined || (run > 1 && end - start > TOKENS_MAX)) break;
      if (run > 1 || end - start <= TOKENS_MAX) found(start, end);
      if (run === 1) eachPiece(start, end, found);
    }
  }
}

function eachPiece(start: number, end: number, found: Found): void {
  for (const size of PIECES) {
    if (end - start <= size) return;
    for (let from = start; ; from += size / 2) {
      found(from, Math.min(end, from + size));
      if (from + size >= end) break;
    }
  }
}

/** The windows, starts and ends in turn. */
export function windowsOf(sentences: readonly number[]): readonly number[] {
  const windows: number[] = [];
  eachWindow(sentences, (start, end) => windows.push(start, end));
  return windows;
}
