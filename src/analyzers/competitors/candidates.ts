import { BEGINNING_LENGTH, type Beginnings, LEET, letterOf, type Units } from "./beginnings.ts";
import { editDistance } from "./distance.ts";
import { ASCII_BITS, bitCount, maskOf, Shapes } from "./shapes.ts";
import { ALPHABETS_END, foldText, foldUnit, NOTHING } from "./units.ts";
import { isLetter, type Word, WORD_MAX } from "./words.ts";

/** Letters from which on one mistake is looked past, and two. */
const ONE_MIN = 5;
const TWO_MIN = 10;
/** … of a word of a name of several. */
const PART_MIN = 4;

/** One way to write a name, in its words. */
export interface Form {
  readonly name: number;
  /** The words, folded. */
  readonly parts: readonly string[];
  readonly isOrdinary: boolean;
}

/** A word that a form may begin with. */
export interface Entry {
  readonly form: Form;
  readonly word: string;
  /** Which letters it has, by the lowest five bits of their code. */
  readonly mask: number;
  readonly isJoined: boolean;
  /** Mistakes that are looked past. */
  readonly most: number;
}

/** Of a word of a longer name. */
export const mistakesInPart = (length: number): number => (length >= TWO_MIN ? 2 : length >= PART_MIN ? 1 : 0);
export const mistakesIn = (length: number): number => (length >= TWO_MIN ? 2 : length >= ONE_MIN ? 1 : 0);

/** An entry that a word is, but for some mistakes. */
export interface Candidate {
  readonly entry: Entry;
  readonly distance: number;
}

const NONE: readonly Candidate[] = [];
const ASCII_END = 0x80;

/** The words that names begin with, by first letter and length, so that most words of a text are compared with none. */
export class Candidates {
  /** First letter → entries of each length. */
  readonly #entries = new Map<number, Entry[][]>();
  /** First letter → lengths of the words that may be mistyped entries, as bits. */
  readonly #lengths = new Int32Array(ALPHABETS_END);
  readonly #shapes = new Shapes();
  readonly #beginnings: Beginnings;
  /** Beginnings that are known there. */
  readonly #begun = new Set<string>();

  constructor(beginnings: Beginnings) {
    this.#beginnings = beginnings;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  add(form: Form, word: string, isJoined: boolean): void {
    if (word.length > WORD_MAX) return;
    const first = word.charCodeAt(0);
    this.#lengths[first] = (this.#lengths[first] ?? 0) | lengthBits(word.length, 2);
    const byLength = this.#entries.get(first) ?? [];
    this.#entries.set(first, byLength);
    const most = isJoined ? mistakesIn(word.length) : mistakesInPart(word.length);
    (byLength[word.length] ??= []).push({ form, word, mask: maskOf(word), isJoined, most });
    this.#shapes.add(word, most);
    const beginning = `${Math.min(most, 2)}${word.slice(0, BEGINNING_LENGTH)}`;
    if (this.#begun.has(beginning)) return;
    this.#begun.add(beginning);
    addBeginnings(this.#beginnings, word, most);
  }

  /** The word that begins at `start`, if it may be an entry by its letters. */
  wordAt(units: Uint16Array, start: number): Word | null {
    const isWithin = start > 0 && isLetter(units[start - 1] ?? 0);
    return isWithin || !this.#shapes.mayBe(units, start) ? null : { start, end: lettersEnd(units, start) };
  }

  /** Entries that the word may be, rightly or wrongly written. */
  at(raw: string, { start, end }: Word): readonly Candidate[] {
    const length = end - start;
    if (length > WORD_MAX) return NONE;
    const first = letterOf(raw.charCodeAt(start));
    const second = foldUnit(raw.charCodeAt(start + 1));
    const bits = lengthBit(length);
    const mayBegin = ((this.#lengths[first] ?? 0) & bits) !== 0;
    const mayBeginSwapped = second !== first && ((this.#lengths[second] ?? 0) & bits) !== 0;
    if (!mayBegin && !mayBeginSwapped) return NONE;
    const mask = maskIn(raw, start, end);
    const found: Candidate[] = [];
    if (mayBegin) collect(this.#entries.get(first), { raw, start, end, mask }, found);
    if (mayBeginSwapped) collect(this.#entries.get(second), { raw, start, end, mask }, found);
    return found;
  }
}

/** How the word may begin, rightly or wrongly written: see `isTypo`. */
function addBeginnings(beginnings: Beginnings, word: string, most: number): void {
  const [first = null, second = null, third = null] = Array.from({ length: BEGINNING_LENGTH }, (_, at): Units =>
    at < word.length ? [word.charCodeAt(at)] : null,
  );
  if (most === 0) return beginnings.addWord("firstTwo", [first, second, third]);
  beginnings.addWord("swapped", [second, first, null]);
  // Both mistakes may be made right behind the first letter.
  if (most > 1) return beginnings.addWord("first", [first, null, null]);
  const early = [...(second ?? []), ...(third ?? [])];
  // The second letter is right, or left out; or it is wrong, or one is added before it.
  beginnings.addWord("firstTwo", [first, early, null]);
  beginnings.addWord("firstAndThird", [first, null, early]);
}

/** Where the letters end that stand at `start`; the 0 behind a text is none. */
function lettersEnd(units: Uint16Array, start: number): number {
  let end = start;
  while (isLetter(units[end] ?? 0)) end += 1;
  return end;
}

/** The longest share one. */
const lengthBit = (length: number): number => 1 << Math.min(length, 31);

/** Lengths up to `around` away, as bits. */
function lengthBits(length: number, around: number): number {
  let bits = 0;
  for (let near = Math.max(0, length - around); near <= length + around; near++) bits |= lengthBit(near);
  return bits;
}

/** The letters of a word as they are typed, digits read as the letters that they stand for. */
function maskIn(raw: string, start: number, end: number): number {
  let mask = 0;
  for (let at = start; at < end; at++) {
    const code = raw.charCodeAt(at);
    if (code < ASCII_END) mask |= ASCII_BITS[code] ?? 0;
    else if (letterOf(code) !== NOTHING) mask |= 1 << (letterOf(code) & 31);
  }
  return mask;
}

function collect(
  list: readonly (readonly Entry[] | undefined)[] | undefined,
  { raw, start, end, mask }: Word & { readonly raw: string; readonly mask: number },
  found: Candidate[],
): void {
  if (list === undefined) return;
  let typed: string | null = null;
  for (let length = Math.max(0, end - start - 2); length <= end - start + 2; length++)
    for (const entry of list[length] ?? []) {
      // A changed letter may take one from the set and add one; a letter more or less does one of both.
      if (bitCount(mask ^ entry.mask) > 2 * entry.most - Math.abs(entry.word.length - (end - start))) continue;
      typed ??= unleet(foldText(raw.slice(start, end)));
      const distance = editDistance(typed, entry.word, entry.most);
      if (distance <= entry.most && isTypo(typed, entry.word)) found.push({ entry, distance });
    }
}

/** Letters for the digits of a word that has both. */
function unleet(word: string): string {
  if (!/\d/.test(word) || !/\p{L}/u.test(word)) return word;
  return word.replaceAll(/[01345]/g, (digit) => LEET.get(digit) ?? digit);
}

/** Whether the difference is one that is mistyped: the first letter stays, or changes places; what is added at the end stands there twice. */
export function isTypo(typed: string, word: string): boolean {
  if (typed.charCodeAt(0) !== word.charCodeAt(0))
    return typed.charCodeAt(1) === word.charCodeAt(0) && typed.charCodeAt(0) === word.charCodeAt(1);
  if (typed.length > word.length && typed.startsWith(word)) return typed.at(-1) === word.at(-1);
  return true;
}
