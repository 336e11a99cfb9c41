import { Remembered } from "../../../text/reading-memory.ts";
import { unitsOf } from "../../../text/units.ts";
import { type Form, formAt } from "./word-forms.ts";
import { isWordCode, WORD_MAX } from "./word-signs.ts";
import { isUnit, type WordKind } from "./words.ts";

/** A word of a text, with its punctuation inside and one point at its end. */
export class Word {
  readonly start: number;
  readonly end: number;
  /** As written. */
  readonly text: string;
  readonly #form: Form;

  constructor(raw: string, start: number, end: number) {
    this.start = start;
    this.end = end;
    this.#form = formAt(raw, start, end);
    this.text = this.#form.text;
  }

  /** In lower case, without the point. */
  get bare(): string {
    return this.#form.bare;
  }

  /** `null`: of no street. */
  get kind(): WordKind | null {
    return this.#form.kind;
  }

  get isNumber(): boolean {
    return this.#form.isNumber;
  }

  get isStranger(): boolean {
    return this.#form.isStranger;
  }

  get isParticle(): boolean {
    return this.#form.isParticle;
  }

  get isName(): boolean {
    return this.#form.isName;
  }

  get isCompound(): boolean {
    return this.#form.isCompound;
  }

  /** Whether it ends the name of a street that has its number before it. */
  get isRare(): boolean {
    return this.#form.isRare;
  }

  /** Whether it may be of a street's name in small letters. */
  get isSmallName(): boolean {
    return this.#form.isSmallName;
  }

  /** Whether it is a kind of street, written in small letters. */
  get isSmallKind(): boolean {
    return this.#form.isSmallKind;
  }

  /** A name that may be all that a street is called by: no month, and not all in capitals. */
  get isPlainName(): boolean {
    return this.#form.isPlainName;
  }

  /** Whether an address neither begins nor goes on with it. */
  get endsAddress(): boolean {
    return this.#form.endsAddress;
  }

  /** Behind it the name of a street may be written in small letters: a number, a kind, a box. */
  get isOpener(): boolean {
    return this.#form.isOpener;
  }

  get isAddressWord(): boolean {
    return this.#form.isAddressWord;
  }
}

/** The words of the last text that were met last: each number looks at those around it, and numbers stand together. */
const RECENT_MAX = 512;
const recent = new Remembered<{ raw: string; words: (Word | undefined)[] }>(() => ({
  raw: "",
  words: [],
}));

/** Where the word that ends at `end` begins; `end` when none does. */
export function wordStart(raw: string, end: number): number {
  const units = unitsOf(raw);
  const lowest = Math.max(0, end - WORD_MAX);
  let start = end;
  while (start > lowest && isWordCode(units[start - 1] ?? 0)) start -= 1;
  return start;
}

/** Where the word that begins at `start` ends; `start` when none does. */
function wordEnd(raw: string, start: number): number {
  const units = unitsOf(raw);
  const highest = Math.min(raw.length, start + WORD_MAX);
  let end = start;
  while (end < highest && isWordCode(units[end] ?? 0)) end += 1;
  return end;
}

/** The word that ends at `end`; `null` when none does. */
export function wordBefore(raw: string, end: number): Word | null {
  const start = wordStart(raw, end);
  return start === end ? null : wordOf(raw, start, end);
}

/** The word that begins at `start`; `null` when none does. */
function wordAfter(raw: string, start: number): Word | null {
  const end = wordEnd(raw, start);
  return start === end ? null : wordOf(raw, start, end);
}

function wordOf(raw: string, start: number, end: number): Word {
  const { known: last } = recent;
  if (raw !== last.raw && !raw.startsWith(last.raw)) last.words.fill(undefined);
  // Also when it is another string of the same units: each word asks, and would have them compared.
  last.raw = raw;
  const known = last.words[start % RECENT_MAX];
  if (known !== undefined && known.start === start && known.end === end) return known;
  return (last.words[start % RECENT_MAX] = new Word(raw, start, end));
}

/** Words on one side of a place, as many as were asked for. */
interface Row {
  readonly raw: string;
  readonly at: number;
  readonly max: number;
  readonly words: readonly Word[];
}

/** The last ones: each form of an address asks for the words beside the same number. */
const NO_ROW: Row = { raw: "", at: 0, max: 0, words: [] };
const rows = new Remembered(() => ({ before: NO_ROW, after: NO_ROW }));

/** Words from `at` to the left, nearest first, with nothing but single spaces between. */
export function wordsBefore(raw: string, at: number, max: number): readonly Word[] {
  const { known } = rows;
  if (known.before.at !== at || known.before.max < max || known.before.raw !== raw)
    known.before = { raw, at, max, words: readBefore(raw, at, max) };
  const { words } = known.before;
  return words.length <= max ? words : words.slice(0, max);
}

/** Words from `at` to the right, with nothing but single spaces between. */
export function wordsAfter(raw: string, at: number, max: number): readonly Word[] {
  const { known } = rows;
  if (known.after.at !== at || known.after.max < max || known.after.raw !== raw)
    known.after = { raw, at, max, words: readAfter(raw, at, max) };
  const { words } = known.after;
  return words.length <= max ? words : words.slice(0, max);
}

function readBefore(raw: string, at: number, max: number): readonly Word[] {
  const found: Word[] = [];
  let end = at;
  while (found.length < max) {
    const word = wordBefore(raw, end);
    // The point behind a word of some length ends a sentence.
    if (word === null || (found.length > 0 && word.text.length > 7 && word.text.endsWith(".") && word.kind === null))
      break;
    found.push(word);
    if (raw.charCodeAt(word.start - 1) !== 0x20) break;
    end = word.start - 1;
  }
  return found;
}

function readAfter(raw: string, at: number, max: number): readonly Word[] {
  const found: Word[] = [];
  let start = at;
  while (found.length < max) {
    const word = wordAfter(raw, start);
    if (word === null) break;
    found.push(word);
    if (raw.charCodeAt(word.end) !== 0x20) break;
    start = word.end + 1;
  }
  return found;
}

/** Longest stretch of address words that is walked back, UTF-16 units: the longest address. */
export const RUN_MAX = 160;

/**
 * Where the stretch of address words that ends at `at` begins: names, numbers, particles and kinds of streets, parted by
 * spaces, commas, and single line ends. `at` itself when there is none.
 */
export function runBefore(raw: string, at: number): number {
  // In the middle of a word, no other word stands before it.
  if (isWordCode(raw.charCodeAt(at - 1))) return at;
  const lowest = Math.max(0, at - RUN_MAX);
  let start = at;
  let end = at;
  while (end > lowest) {
    const word = wordBefore(raw, end);
    if (word !== null && word.start >= lowest && word.isAddressWord && !word.endsAddress) {
      end = word.start;
      if (word.isOpener || word.isName) start = word.start;
    } else if (word !== null) break;
    const gap = gapBefore(raw, end);
    if (gap === 0) break;
    end -= gap;
  }
  return start;
}

/** Space, line end, commas, `#`, brackets. */
const PARTING = new Set([0x20, 0x0a, 0x0d, 0x2c, 0x60c, 0x23, 0x28, 0x29]);

/** Units of what may part two words of an address before `end`: spaces, a comma, one line end, brackets, a dash. */
export function gapBefore(raw: string, end: number): number {
  let at = end;
  let lines = 0;
  while (at > 0 && end - at < 8) {
    const code = raw.charCodeAt(at - 1);
    if (code === 0x0a && ++lines > 1) return 0;
    if (!PARTING.has(code)) break;
    at -= 1;
  }
  return end - at;
}

/** Whether it is a part of a house where its number stands right behind it, or behind the sign of a number. */
export const opensHome = (word: Word): boolean => word.bare.length > 2 && isUnit(word.bare);
