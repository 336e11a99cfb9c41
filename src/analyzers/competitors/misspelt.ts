import type { RawText } from "../../text/units.ts";
import type { Beginnings, Units } from "./beginnings.ts";
import {
  ALPHABETS_END,
  ASCII_END,
  ASCII_LETTERS,
  foldText,
  foldUnit,
  isJoined,
  isLetter,
  isSeparator,
  isUpper,
  LEFT_CONTEXT,
  letterOf,
  NOTHING,
  RIGHT_CONTEXT,
  SEPARATOR_RUN_MAX,
} from "./characters.ts";
import type { NameMatch } from "./exact.ts";
import { isKnown, isUsedAsName } from "./ordinary.ts";
import type { Spelling } from "./spellings.ts";

/**
 * Light misspellings of names: a letter more, less, wrong or exchanged with its neighbour, two such in long names. Never a known
 * other word. Latin, Greek and Cyrillic words only: in other scripts, one letter makes a different word.
 */

/** Fewest letters for one tolerated mistake, and for two. */
const ONE_MIN = 5;
const TWO_MIN = 10;
/** … of a word of a name of several. */
const PART_MIN = 4;
const MISTAKES_MAX = 2;
const SCORES = [1, 0.8, 0.6];
/** Letters of a misspelt name that may be in lower case: shorter words resemble too many others. */
const SMALL_MIN = 7;
/** … of one whose name is an ordinary word. */
const ORDINARY_MIN = 6;
/** Words of a name. */
const PARTS_MAX = 6;
/** Longer words are ignored, UTF-16 units. */
const WORD_MAX = 48;

const mistakesIn = (length: number): number => (length >= TWO_MIN ? 2 : length >= ONE_MIN ? 1 : 0);
/** Of a word of a longer name. */
const mistakesInPart = (length: number): number => (length >= TWO_MIN ? 2 : length >= PART_MIN ? 1 : 0);

/** A word of a text: letters, digits and accents. */
interface Word {
  readonly start: number;
  readonly end: number;
}

/** The first word of a spelling: all of its words joined, or the first of several. */
interface Entry {
  readonly spelling: Spelling;
  readonly word: string;
  readonly isJoined: boolean;
  /** Its letters as bits. */
  readonly letters: number;
  /** Tolerated mistakes. */
  readonly most: number;
}

/** An entry that a word matches with some mistakes. */
interface Candidate {
  readonly entry: Entry;
  readonly distance: number;
}

/** A letter by the lowest five bits of its code, which do not depend on case: most words differ in their sets of such bits. */
const bitOf = (letter: number): number => 1 << letter;

/** Words of a text may be entries by their first letter and their length: the lowest five bits of both distinguish them well enough. */
const PLACES = 32 * 64;
const placeOf = (letter: number, length: number): number => ((letter & 31) << 6) | length;

export class MisspeltMatcher {
  /** Longest stretch of text that decides about one position, UTF-16 units. */
  readonly reach: number;
  /** Place → where its entries begin; each stands at all lengths in which it may be typed, those of shorter words first. */
  readonly #starts = new Int32Array(PLACES + 1);
  readonly #entries: readonly Entry[];
  /** Letters of each entry, and how many of them may differ in a word of its place. */
  readonly #letters: Int32Array;
  readonly #differing: Int32Array;
  /** First letter of a word as it is typed → first ones of entries that it is the second letter of, as bits: `lg…` for `gl…`. */
  readonly #swapped = new Int32Array(32);

  /** @param beginnings takes how misspelt names may begin */
  constructor(spellings: readonly Spelling[], beginnings: Beginnings) {
    const misspelt = spellings.filter(mayBeMisspelt);
    const lengths = misspelt.map(({ units, words }) => units.length + words.length * (SEPARATOR_RUN_MAX + 2));
    this.reach = lengths.reduce((most, length) => Math.max(most, length), 0) + WORD_MAX + RIGHT_CONTEXT + LEFT_CONTEXT;
    const entries = misspelt.flatMap(entriesOf).filter(({ word }) => word.length <= WORD_MAX);
    const rows = entries.flatMap((entry) =>
      Array.from({ length: 2 * entry.most + 1 }, (_, index) => {
        const more = index - entry.most;
        // A changed letter may take one from the set and add one; a letter more or less does one of both.
        return {
          entry,
          place: placeOf(entry.word.charCodeAt(0), entry.word.length + more),
          differing: 2 * entry.most - Math.abs(more),
        };
      }),
    );
    rows.sort((a, b) => a.place - b.place || a.entry.word.length - b.entry.word.length);
    for (const { place } of rows) this.#starts[place + 1] = (this.#starts[place + 1] ?? 0) + 1;
    for (let place = 0; place < PLACES; place++)
      this.#starts[place + 1] = (this.#starts[place + 1] ?? 0) + (this.#starts[place] ?? 0);
    this.#entries = rows.map(({ entry }) => entry);
    this.#letters = Int32Array.from(rows, ({ entry }) => entry.letters);
    this.#differing = Int32Array.from(rows, ({ differing }) => differing);
    for (const { word, most } of entries) {
      addBeginnings(beginnings, word, most);
      const second = word.charCodeAt(1) & 31;
      this.#swapped[second] = (this.#swapped[second] ?? 0) | bitOf(word.charCodeAt(0));
    }
  }

  /** The misspelt name that begins at `start`. */
  matchAt({ raw, units }: RawText, start: number): NameMatch | null {
    if (start > 0 && isLetter(units[start - 1] ?? 0)) return null;
    let end = start;
    let letters = 0;
    for (let letter = asciiLetter(units[end]); letter !== 0; letter = asciiLetter(units[++end]))
      letters |= bitOf(letter);
    const isAscii = !isLetter(units[end] ?? 0);
    if (!isAscii) end = lettersEnd(raw, end);
    const word = { start, end };
    for (const candidate of this.#candidates(raw, word, isAscii ? letters : null)) {
      const match = candidate.entry.isJoined ? matchOne(raw, word, candidate) : matchWords(raw, word, candidate);
      if (match !== null) return match;
    }
    return null;
  }

  /** The first word at or after `from` that is incomplete, or may continue as a name of several words. */
  stableUntil(raw: string, from: number): number {
    if (this.#entries.length === 0) return raw.length;
    const first = Math.max(from, raw.length - this.reach + LEFT_CONTEXT);
    for (let word = nextWord(raw, first); word !== null; word = nextWord(raw, word.end)) {
      if (word.end === raw.length) return word.end - word.start > WORD_MAX ? raw.length : word.start;
      if (this.#isOpen(raw, word)) return word.start;
    }
    return raw.length;
  }

  /** Whether more text after the word may still make it a name or the use of one. */
  #isOpen(raw: string, word: Word): boolean {
    return this.#candidates(raw, word, null).some(({ entry: { spelling, isJoined } }) =>
      isUndecided(raw, word, {
        words: isJoined ? [] : spelling.words.slice(1),
        needsContext: spelling.isOrdinary,
      }),
    );
  }

  /** Entries that the word may match, spelt correctly or not. */
  #candidates(raw: string, { start, end }: Word, asciiLetters: number | null): readonly Candidate[] {
    const written = end - start;
    if (written > WORD_MAX) return NO_CANDIDATES;
    const letters = asciiLetters ?? lettersIn(raw, start, end);
    const length = asciiLetters === null ? written - marksIn(raw, start, end) : written;
    const code = raw.charCodeAt(start);
    const first = letterOf(code);
    const second = written > 1 ? foldUnit(raw.charCodeAt(start + 1)) : first;
    // A unit that folds to nothing does not begin a word, and in a word of digits only, the first does not replace a letter.
    const isNoLetter = first === NOTHING || code <= LAST_DIGIT;
    const maySwap = second !== first && (isNoLetter || ((this.#swapped[first & 31] ?? 0) & bitOf(second)) !== 0);
    const own = this.#entriesLike(first, length, letters);
    const swapped = maySwap ? this.#entriesLike(second, length, letters) : NO_ENTRIES;
    if (own.length + swapped.length === 0) return NO_CANDIDATES;
    const typed = unleet(foldText(raw.slice(start, end)));
    return [...own, ...swapped]
      .filter(
        ({ word, most, letters: wanted }) =>
          Math.abs(word.length - written) <= MISTAKES_MAX &&
          bitCount(letters ^ wanted) <= 2 * most - Math.abs(word.length - written) &&
          isTypo(typed, word),
      )
      .map((entry) => ({ entry, distance: editDistance(typed, entry.word, entry.most) }))
      .filter(({ entry, distance }) => distance <= entry.most);
  }

  /** Entries that begin with the letter, may be typed in that length and have about these letters. */
  #entriesLike(first: number, length: number, letters: number): readonly Entry[] {
    const place = placeOf(first, length);
    let found: Entry[] | undefined;
    const end = this.#starts[place + 1] ?? 0;
    for (let at = this.#starts[place] ?? 0; at < end; at++) {
      if (bitCount(letters ^ (this.#letters[at] ?? 0)) > (this.#differing[at] ?? 0)) continue;
      const entry = this.#entries[at];
      if (entry?.word.charCodeAt(0) === first) (found ??= []).push(entry);
    }
    return found ?? NO_ENTRIES;
  }
}

const asciiLetter = (code = 0): number => (code < ASCII_END ? (ASCII_LETTERS[code] ?? 0) : 0);

/** How a word may begin that is an entry but for mistakes: see `isTypo`. */
function addBeginnings(beginnings: Beginnings, word: string, most: number): void {
  const unitAt = (at: number): Units => (at < word.length ? [word.charCodeAt(at)] : null);
  const [first, second, third] = [unitAt(0), unitAt(1), unitAt(2)];
  if (most === 0) return beginnings.addWord("firstTwo", [first, second, third]);
  beginnings.addWord("swapped", [second, first, null]);
  // Both mistakes may be made right after the first letter.
  if (most > 1) return beginnings.addWord("first", [first, null, null]);
  const early = [...(second ?? []), ...(third ?? [])];
  // The second letter is right, or left out; or it is wrong, or one is added before it.
  beginnings.addWord("firstTwo", [first, early, null]);
  beginnings.addWord("firstAndThird", [first, null, early]);
}

/** In ASCII, no letter precedes it. */
const LAST_DIGIT = 0x39;
const NO_ENTRIES: readonly Entry[] = [];
const NO_CANDIDATES: readonly Candidate[] = [];

function mayBeMisspelt({ units, words, isStem }: Spelling): boolean {
  if (isStem || words.length > PARTS_MAX || mistakesIn(units.length) === 0) return false;
  for (let at = 0; at < units.length; at++) if (units.charCodeAt(at) >= ALPHABETS_END) return false;
  return words.every((word) => /^[\p{L}\p{N}]+$/u.test(word));
}

function entriesOf(spelling: Spelling): readonly Entry[] {
  const { units, words } = spelling;
  const [first = ""] = words;
  const entryOf = (word: string, most: number): Entry => {
    const letters = Array.from(word, (letter) => bitOf(letter.charCodeAt(0))).reduce((all, bit) => all | bit, 0);
    return { spelling, word, isJoined: word === units, letters, most };
  };
  const whole = entryOf(units, mistakesIn(units.length));
  return words.length > 1 ? [whole, entryOf(first, mistakesInPart(first.length))] : [whole];
}

/** Letters for the digits of a word that has both. */
function unleet(word: string): string {
  if (!/\d/.test(word) || !/\p{L}/u.test(word)) return word;
  return word.replaceAll(/[01345]/g, (digit) => String.fromCharCode(letterOf(digit.charCodeAt(0))));
}

/** The letters of a word, with digits read as the letters they replace. */
function lettersIn(raw: string, start: number, end: number): number {
  let letters = 0;
  for (let at = start; at < end; at++) {
    const letter = letterOf(raw.charCodeAt(at));
    if (letter !== NOTHING) letters |= bitOf(letter);
  }
  return letters;
}

/** Units of a word that fold to nothing. */
function marksIn(raw: string, start: number, end: number): number {
  let marks = 0;
  for (let at = start; at < end; at++) if (foldUnit(raw.charCodeAt(at)) === NOTHING) marks += 1;
  return marks;
}

/** Counts pairs of bits, then fours, then bytes, and adds up the bytes (Warren, Hacker's Delight §5-1). */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Whether the difference is a plausible typo: the first letter stays or changes places; a letter added at the end repeats the last. */
function isTypo(typed: string, word: string): boolean {
  if (typed.charCodeAt(0) !== word.charCodeAt(0))
    return typed.charCodeAt(1) === word.charCodeAt(0) && typed.charCodeAt(0) === word.charCodeAt(1);
  if (typed.length > word.length && typed.startsWith(word)) return typed.at(-1) === word.at(-1);
  return true;
}

/** Letters added, omitted, changed or swapped with their neighbours (optimal string alignment); `most + 1` means more than `most`. */
export function editDistance(typed: string, word: string, most: number): number {
  if (Math.abs(typed.length - word.length) > most) return most + 1;
  let same = 0;
  while (same < typed.length && typed.charCodeAt(same) === word.charCodeAt(same)) same += 1;
  const other = typed.slice(same);
  const own = word.slice(same);
  if (other === own) return 0;
  if (most === 0) return 1;
  const distances = [
    editDistance(other.slice(1), own.slice(1), most - 1),
    editDistance(other.slice(1), own, most - 1),
    editDistance(other, own.slice(1), most - 1),
  ];
  if (other.charAt(0) === own.charAt(1) && other.charAt(1) === own.charAt(0))
    distances.push(editDistance(other.slice(2), own.slice(2), most - 1));
  return 1 + Math.min(...distances);
}

/** One word for the whole name. */
function matchOne(raw: string, word: Word, { entry, distance }: Candidate): NameMatch | null {
  if (distance === 0 && foldText(raw.slice(word.start, word.end)) === entry.word) return null;
  return mayBeTypo(raw, word, entry.spelling) ? matchOf(entry.spelling, word, distance) : null;
}

/** A word for each of the name's. */
function matchWords(raw: string, first: Word, { entry: { spelling }, distance }: Candidate): NameMatch | null {
  if (distance > 0 && !mayBeTypo(raw, first, spelling)) return null;
  const most = mistakesIn(spelling.units.length);
  let mistakes = distance;
  let { end } = first;
  for (const word of spelling.words.slice(1)) {
    const next = wordAfter(raw, end);
    if (next === null || mistakes > most) return null;
    mistakes += mistakesOf(raw.slice(next.start, next.end), word);
    ({ end } = next);
  }
  if (mistakes === 0 || mistakes > most) return null;
  const place = { start: first.start, end };
  return spelling.isOrdinary && !isUsedAsName({ raw, ...place }) ? null : matchOf(spelling, place, mistakes);
}

const matchOf = ({ name }: Spelling, { start, end }: Word, mistakes: number): NameMatch => ({
  name,
  start,
  end,
  score: SCORES[mistakes] ?? 0,
});

/** Mistakes in a word of a name; `Infinity` for a different word. */
function mistakesOf(written: string, word: string): number {
  const typed = foldText(written);
  const most = mistakesInPart(word.length);
  const mistakes = editDistance(typed, word, most);
  if (mistakes === 0) return 0;
  return mistakes > most || !isTypo(typed, word) || isKnown(written.toLowerCase()) ? Infinity : mistakes;
}

/** Whether the word has no other meaning: no known word, no code, and used as a name if the name is an ordinary word. */
function mayBeTypo(raw: string, { start, end }: Word, { words, isOrdinary }: Spelling): boolean {
  if (isJoined(raw, start) || isJoined(raw, end)) return false;
  if (/[\\$`{<]/.test(raw.charAt(start - 1)) || /[($`}\\]/.test(raw.charAt(end))) return false;
  if (isKnown(raw.slice(start, end).toLowerCase())) return false;
  if (words.length > 1) return true;
  if (end - start < SMALL_MIN && !isUpper(raw.charCodeAt(start)) && raw.charAt(start - 1) !== "@") return false;
  return !isOrdinary || (end - start >= ORDINARY_MIN && isUsedAsName({ raw, start, end }));
}

/** Whether the text ends before it is decided that the words after `word` complete a name. */
function isUndecided(
  raw: string,
  word: Word,
  { words, needsContext }: { readonly words: readonly string[]; readonly needsContext: boolean },
): boolean {
  let { end } = word;
  for (const own of words) {
    const start = gapEnd(raw, end);
    if (start - end > SEPARATOR_RUN_MAX) return false;
    if (start >= raw.length) return true;
    const next = wordAfter(raw, end);
    if (next === null) return false;
    if (next.end >= raw.length) return true;
    const most = mistakesInPart(own.length);
    if (editDistance(foldText(raw.slice(next.start, next.end)), own, most) > most) return false;
    end = next.end;
  }
  return raw.length - end <= (needsContext ? RIGHT_CONTEXT : 1);
}

/** The next word that begins at or after `at`. */
function nextWord(raw: string, at: number): Word | null {
  let start = at;
  if (start > 0 && isLetter(raw.charCodeAt(start - 1))) start = lettersEnd(raw, start);
  while (start < raw.length && !isLetter(raw.charCodeAt(start))) start += 1;
  return start < raw.length ? { start, end: lettersEnd(raw, start) } : null;
}

function lettersEnd(raw: string, start: number): number {
  let end = start;
  while (end < raw.length && isLetter(raw.charCodeAt(end))) end += 1;
  return end;
}

const AMPERSAND = 0x26;

/** End of the separators between two words of a name, or of too many of them. */
function gapEnd(raw: string, start: number): number {
  let end = start;
  while (end < raw.length && end - start <= SEPARATOR_RUN_MAX && isGap(raw.charCodeAt(end))) end += 1;
  return end;
}
const isGap = (code: number): boolean => code === AMPERSAND || isSeparator(code);

/** The word after a short run of separators. */
function wordAfter(raw: string, end: number): Word | null {
  const start = gapEnd(raw, end);
  if (start === end || start - end > SEPARATOR_RUN_MAX || start >= raw.length) return null;
  const wordEnd = lettersEnd(raw, start);
  return wordEnd === start || wordEnd - start > WORD_MAX ? null : { start, end: wordEnd };
}
