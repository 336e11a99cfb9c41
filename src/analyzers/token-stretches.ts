import type { Span } from "../core/model.ts";

/** How often each character of a stretch may be read by one rule, on average. */
const READS_MAX = 8;

/** Rules of shorter tokens read little more than their hits, UTF-16 units. */
const LONG_TOKEN = 256;

/**
 * Bounds what a rule reads of an unbroken stretch of the signs that its tokens have. Literals that stand there again and again would have
 * the rest of it read from each of them. Where they would, it is taken for a token as it stands: so many beginnings of tokens are no
 * accident, and none of them gets through.
 */
export class TokenStretches {
  readonly #raw: string;
  readonly #isPart: Uint8Array;
  readonly #lengthMax: number;
  #start = 0;
  #end = 0;
  #read = 0;
  #coveredTo = 0;
  /** Where the last literal ends that was drawn for: `AAAA…` holds one at each of its letters. */
  #literalEnd = 0;

  /**
   * @param isPart of ASCII: 1 for the signs of the rule's tokens
   * @param lengthMax of a token, UTF-16 units
   */
  constructor(raw: string, isPart: Uint8Array, lengthMax: number) {
    this.#raw = raw;
    this.#isPart = isPart;
    this.#lengthMax = lengthMax;
  }

  /** Draws for a token that may begin at `start`; `null`: it may be read. Else what is taken for one, empty where it stands in the last one. */
  take(start: number, literal: Span): Span | null {
    if (this.#lengthMax < LONG_TOKEN) return null;
    if (start < this.#coveredTo) return { start, end: start };
    if (literal.start < this.#literalEnd) return null;
    this.#literalEnd = literal.end;
    if (start >= this.#end) this.#open(start);
    const end = Math.min(this.#end, start + this.#lengthMax);
    this.#read += end - start;
    if (this.#read <= READS_MAX * (this.#end - this.#start)) return null;
    this.#coveredTo = end;
    return { start, end };
  }

  #open(start: number): void {
    let end = start;
    while (this.#isPart[this.#raw.charCodeAt(end)] === 1) end += 1;
    this.#start = start;
    this.#end = end;
    this.#read = 0;
  }
}
