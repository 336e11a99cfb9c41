import { facet, type Reading } from "../../../text/reading.ts";
import { SignSet } from "../sign-set.ts";
import {
  BEFORE,
  BOX_OPENING,
  COMPOUND,
  DIGIT,
  isWordCode,
  NAME,
  OPENING,
  PARTICLE,
  STREET_TYPE,
  traitsOf,
  UNIT,
  WORD_MAX,
} from "./traits.ts";

/** A word of a text, with its inner punctuation and one final period. */
export class Word {
  readonly start: number;
  readonly end: number;
  readonly #tokens: Tokens;
  readonly #traits: number;
  #previous: Word | null | undefined;
  #next: Word | null | undefined;

  constructor(tokens: Tokens, start: number, end: number) {
    this.start = start;
    this.end = end;
    this.#tokens = tokens;
    this.#traits = tokens.traitsIn(start, end);
  }

  /** The previous word of the same sentence, separated by a space only. */
  get previous(): Word | null {
    if (this.#previous === undefined) {
      const { raw } = this.#tokens;
      const word = raw.charCodeAt(this.start - 1) === SPACE ? this.#tokens.before(this.start - 1) : null;
      this.#previous = word === null || word.#endsSentence ? null : word;
    }
    return this.#previous;
  }

  /** The next word, separated by a space only. */
  get next(): Word | null {
    if (this.#next === undefined) {
      const { raw } = this.#tokens;
      const word = raw.charCodeAt(this.end) === SPACE ? this.#tokens.after(this.end + 1) : null;
      this.#next = word;
      if (word !== null && !isWordCode(raw.charCodeAt(this.start - 1)))
        word.#previous = this.#endsSentence ? null : this;
    }
    return this.#next;
  }

  /** Drops the links to its neighbours, so that they do not keep each other in memory. */
  unlink(): void {
    this.#previous = this.#next = undefined;
  }

  /** Whether it has one of the traits. */
  is(traits: number): boolean {
    return (this.#traits & traits) !== 0;
  }

  /** As written. */
  get text(): string {
    return this.#tokens.raw.slice(this.start, this.end);
  }

  /** In lower case and without its final period, as in the tables. */
  get bare(): string {
    return bare(this.text);
  }

  get hasPoint(): boolean {
    return this.#tokens.raw.charCodeAt(this.end - 1) === POINT;
  }

  /** A period after a long word ends a sentence. */
  get #endsSentence(): boolean {
    return this.end - this.start > SENTENCE_END_MIN && this.hasPoint && !this.is(STREET_TYPE);
  }

  /** Whether no address begins or continues with it. */
  get endsAddress(): boolean {
    return this.is(OPENING) && !isRegion(this.text);
  }

  /** Whether a lower-case street name may follow: a number, a street type, a box. */
  get isOpener(): boolean {
    return this.is(DIGIT | BOX_OPENING | BEFORE | COMPOUND);
  }

  /** Whether it may be part of an address, regardless of its context. */
  get isAddressWord(): boolean {
    return this.is(NAME | DIGIT | PARTICLE | UNIT | STREET_TYPE | COMPOUND) || /\p{N}/u.test(this.text);
  }
}

const SENTENCE_END_MIN = 7;
const POINT = 0x2e;
const SPACE = 0x20;

export const bare = (word: string): string => (word.endsWith(".") ? word.slice(0, -1) : word).toLowerCase();

/** Region codes may look like words that end an address (`IN`, `SO`); three such words occur in addresses. */
export const isRegion = (text: string): boolean => /^(?:[A-Z]{2,3}|[Aa]nd|[Tt]he|[Nn]o)\.?$/.test(text);

/** Size of the word cache; a power of two. */
const KNOWN_MAX = 64;

/** The words around the numbers of a text. They are cached: numbers that are close together share their neighbours. */
export class Tokens {
  #reading: Reading;
  /** The latest words, each in the slot of its start offset. */
  readonly #known = Array<Word | undefined>(KNOWN_MAX);
  /** Boxes and streets look up the same offset in turn. */
  #lastEnd = -1;
  #last: Word | null = null;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  get raw(): string {
    return this.#reading.raw;
  }

  get reading(): Reading {
    return this.#reading;
  }

  get units(): Uint16Array {
    return this.#reading.units;
  }

  /** Continues with a text that begins with this one, where the last word may be longer. */
  advance(reading: Reading): this {
    for (const [place, word] of this.#known.entries()) {
      word?.unlink();
      if (word !== undefined && word.end >= this.raw.length) this.#known[place] = undefined;
    }
    this.#reading = reading;
    this.#lastEnd = -1;
    return this;
  }

  /** The traits of the word in `[start, end)`. */
  traitsIn(start: number, end: number): number {
    return traitsOf(this.units, this.raw, { start, end });
  }

  /** The word that ends at `end`; `null` when none does. */
  before(end: number): Word | null {
    if (end === this.#lastEnd) return this.#last;
    this.#lastEnd = end;
    return (this.#last = this.#wordBefore(end));
  }

  #wordBefore(end: number): Word | null {
    const units = this.units;
    const lowest = Math.max(0, end - WORD_MAX);
    let start = end;
    while (start > lowest && isWordCode(units[start - 1] ?? 0)) start -= 1;
    if (start === end) return null;
    const known = this.#known[start & (KNOWN_MAX - 1)];
    if (known?.start === start && known.end === end) return known;
    const word = new Word(this, start, end);
    // A prefix of a longer word is not cached: `after` returns the whole word.
    return isWordCode(units[end] ?? 0) ? word : this.#note(word);
  }

  /** The word that begins at `start`; `null` when none does. */
  after(start: number): Word | null {
    const known = this.#known[start & (KNOWN_MAX - 1)];
    if (known?.start === start) return known;
    const units = this.units;
    const highest = Math.min(this.raw.length, start + WORD_MAX);
    let end = start;
    while (end < highest && isWordCode(units[end] ?? 0)) end += 1;
    return start === end ? null : this.#note(new Word(this, start, end));
  }

  #note(word: Word): Word {
    const place = word.start & (KNOWN_MAX - 1);
    this.#known[place]?.unlink();
    return (this.#known[place] = word);
  }

  /**
   * Start of the run of address words that ends at `at`: names, numbers, particles and street types, separated by spaces,
   * commas and single line ends. `at` if there is none.
   */
  runBefore(at: number): number {
    // Inside a word, there is no run.
    if (isWordCode(this.raw.charCodeAt(at - 1))) return at;
    const lowest = Math.max(0, at - RUN_MAX);
    let start = at;
    let end = at;
    while (end > lowest) {
      const word = this.before(end);
      if (word !== null && word.start >= lowest && word.isAddressWord && !word.endsAddress) {
        end = word.start;
        if (word.isOpener || word.is(NAME)) start = word.start;
      } else if (word !== null) break;
      const gap = gapBefore(this.raw, end);
      if (gap === 0) break;
      end -= gap;
    }
    return start;
  }
}

export const TOKENS = facet(
  (reading) => new Tokens(reading),
  (before, reading) => before.advance(reading),
);

/** Longest run of address words, UTF-16 units: the longest address. */
export const RUN_MAX = 160;

/** Separators between words of an address. */
const PARTING = new SignSet(" \n\r,\u060c#()");
const GAP_MAX = 8;

/** Length of the separator before `end`, UTF-16 units: spaces, a comma, one line end, brackets. */
export function gapBefore(raw: string, end: number): number {
  let at = end;
  let lines = 0;
  while (at > 0 && end - at < GAP_MAX) {
    const code = raw.charCodeAt(at - 1);
    if (code === 0x0a && ++lines > 1) return 0;
    if (!PARTING.has(code)) break;
    at -= 1;
  }
  return end - at;
}
