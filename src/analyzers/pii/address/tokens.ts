import { facet, type Reading } from "../../../text/reading.ts";
import { SignSet } from "../sign-set.ts";
import {
  BEFORE,
  BOX_OPENING,
  COMPOUND,
  DIGIT,
  isWordCode,
  KIND,
  NAME,
  OPENING,
  PARTICLE,
  traitsOf,
  UNIT,
  WORD_MAX,
} from "./traits.ts";

/** A word of a text, with its punctuation inside and one point at its end. */
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

  /** The word of the same sentence with nothing but a space between. */
  get previous(): Word | null {
    if (this.#previous === undefined) {
      const { raw } = this.#tokens;
      const word = raw.charCodeAt(this.start - 1) === SPACE ? this.#tokens.before(this.start - 1) : null;
      this.#previous = word === null || word.#endsSentence ? null : word;
    }
    return this.#previous;
  }

  /** The next word, with nothing but a space between. */
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

  /** Forgets the words beside it, so that they do not keep each other in memory. */
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

  /** Without its final point and in lower case, as the tables have it. */
  get bare(): string {
    return bare(this.text);
  }

  get hasPoint(): boolean {
    return this.#tokens.raw.charCodeAt(this.end - 1) === POINT;
  }

  /** The point behind a word of some length ends a sentence. */
  get #endsSentence(): boolean {
    return this.end - this.start > SENTENCE_END_MIN && this.hasPoint && !this.is(KIND);
  }

  /** Whether an address neither begins nor goes on with it. */
  get endsAddress(): boolean {
    return this.is(OPENING) && !isRegion(this.text);
  }

  /** Behind it the name of a street may be written in small letters: a number, a kind, a box. */
  get isOpener(): boolean {
    return this.is(DIGIT | BOX_OPENING | BEFORE | COMPOUND);
  }

  /** Whether an address may hold it, as far as the word alone tells. */
  get isAddressWord(): boolean {
    return this.is(NAME | DIGIT | PARTICLE | UNIT | KIND | COMPOUND) || /\p{N}/u.test(this.text);
  }
}

const SENTENCE_END_MIN = 7;
const POINT = 0x2e;
const SPACE = 0x20;

export const bare = (word: string): string => (word.endsWith(".") ? word.slice(0, -1) : word).toLowerCase();

/** Codes of regions may look like words that end an address (`IN`, `SO`), and three of these stand in addresses, too. */
export const isRegion = (text: string): boolean => /^(?:[A-Z]{2,3}|[Aa]nd|[Tt]he|[Nn]o)\.?$/.test(text);

/** Words that are known at once; a power of two. */
const KNOWN_MAX = 64;

/** The words around the numbers of a text. Numbers stand close together, and each asks for those on both its sides. */
export class Tokens {
  #reading: Reading;
  /** The words that were met last, each in the place that its beginning gives. */
  readonly #known = Array<Word | undefined>(KNOWN_MAX);
  /** Boxes and streets ask about the same place one after the other. */
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

  /** Goes on to a text that begins with this one: the last word may be longer there. */
  advance(reading: Reading): this {
    for (const [place, word] of this.#known.entries()) {
      word?.unlink();
      if (word !== undefined && word.end >= this.raw.length) this.#known[place] = undefined;
    }
    this.#reading = reading;
    this.#lastEnd = -1;
    return this;
  }

  /** What the word in `[start, end)` is. */
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
    // The beginning of a longer word is asked for once, and is not the word that begins there.
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
   * Where the stretch of address words that ends at `at` begins: names, numbers, particles and kinds of streets, parted by
   * spaces, commas, and single line ends. `at` itself when there is none.
   */
  runBefore(at: number): number {
    // In the middle of a word, no other word stands before it.
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

/** Longest stretch of address words that is walked back, UTF-16 units: the longest address. */
export const RUN_MAX = 160;

/** What may part two words of an address. */
const PARTING = new SignSet(" \n\r,\u060c#()");
const GAP_MAX = 8;

/** Units of what may part two words of an address before `end`: spaces, a comma, one line end, brackets. */
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
