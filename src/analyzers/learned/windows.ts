/** Numbers of sentences that make a window, and most tokens of one. */
const RUNS = [1, 2, 3, 5, 8, 13, 21, 34];
const TOKENS_MAX = 120;
/** A sentence longer than the first is read in pieces as well, of each of these lengths; they overlap by half. */
const PIECES = [40, 120];
const PIECE_MIN = 40;

/**
 * Goes from window to window of a text: runs of whole sentences, and pieces of long ones, half open, in tokens. Which windows end at a
 * place depends on nothing behind it: a stream has those of the whole text. Texts of short lines have more windows than tokens, so
 * none are listed.
 */
export class WindowWalk {
  start = 0;
  end = 0;
  /** Where each sentence begins, and where the last one ends. */
  readonly #sentences: readonly number[];
  /** Index of the sentence that the windows begin with, and of the next number of sentences. */
  #first = -1;
  #run = RUNS.length;
  /** Of that sentence, starts and ends in turn, and the next one. */
  #pieces: readonly number[] = NO_PIECES;
  #piece = 0;

  constructor(sentences: readonly number[]) {
    this.#sentences = sentences;
  }

  /** Goes to the next window; false behind the last one. */
  next(): boolean {
    return this.#nextPiece() || this.#nextRun() || this.#nextSentence();
  }

  #nextPiece(): boolean {
    if (this.#piece >= this.#pieces.length) return false;
    this.start = this.#pieces[this.#piece] ?? 0;
    this.end = this.#pieces[this.#piece + 1] ?? 0;
    this.#piece += 2;
    return true;
  }

  #nextRun(): boolean {
    const run = RUNS[this.#run];
    if (run === undefined || this.#first + run >= this.#sentences.length) return false;
    const start = this.#sentences[this.#first] ?? 0;
    const end = this.#sentences[this.#first + run] ?? 0;
    if (end - start > TOKENS_MAX) return false;
    this.#run += 1;
    this.start = start;
    this.end = end;
    return true;
  }

  #nextSentence(): boolean {
    this.#first += 1;
    if (this.#first + 1 >= this.#sentences.length) return false;
    this.start = this.#sentences[this.#first] ?? 0;
    this.end = this.#sentences[this.#first + 1] ?? 0;
    this.#run = 1;
    this.#piece = 0;
    const length = this.end - this.start;
    this.#pieces = length > PIECE_MIN ? piecesOf(this.start, this.end) : NO_PIECES;
    return length <= TOKENS_MAX || this.#nextPiece();
  }
}

const NO_PIECES: readonly number[] = [];

function piecesOf(start: number, end: number): readonly number[] {
  const pieces: number[] = [];
  for (const size of PIECES) {
    if (end - start <= size) break;
    for (let from = start; ; from += size / 2) {
      pieces.push(from, Math.min(end, from + size));
      if (from + size >= end) break;
    }
  }
  return pieces;
}

/** The windows, starts and ends in turn. */
export function windowsOf(sentences: readonly number[]): readonly number[] {
  const windows: number[] = [];
  for (const walk = new WindowWalk(sentences); walk.next();) windows.push(walk.start, walk.end);
  return windows;
}
