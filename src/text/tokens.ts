import { Arena } from "../core/arena.ts";
import {
  CLASS,
  CLASS_SHIFT,
  ENTRIES,
  entryOf,
  bareLetter,
  KIND,
  kindOf,
  kindsOfEntry,
  letterOfEntry,
  WORD_KINDS,
  WORD_MIN,
} from "./letters.ts";
import { facet } from "./reading.ts";
import { RawText } from "./units.ts";

/**
 * The words of a text, read once for all who ask: `WORDS` as they are written, `TOKENS` as models read them, folded and with the
 * marks and lines between. Models are trained on both, so neither can be made from the other: `don't` and `a_b` are one token and
 * two words, `42` and `43` one token and two words, and folding undoes look-alikes that a word keeps.
 */

/** Bytes of a row: three numbers and a kind. */
const ROW_BYTES = 13;

/** Words or tokens in parallel arrays, in order. */
class Rows {
  count = 0;
  starts: Int32Array;
  ends: Int32Array;
  hashes: Int32Array;
  kinds: Uint8Array;

  constructor(capacity: number) {
    const arena = new Arena(capacity * ROW_BYTES);
    this.starts = arena.int32(capacity);
    this.ends = arena.int32(capacity);
    this.hashes = arena.int32(capacity);
    this.kinds = arena.bytes(capacity);
  }

  /** Adds a row; returns its end. */
  protected push(start: number, end: number, kind: number, hash: number): number {
    const { count } = this;
    if (count === this.starts.length) this.#grow();
    this.starts[count] = start;
    this.ends[count] = end;
    this.kinds[count] = kind;
    this.hashes[count] = hash;
    this.count = count + 1;
    return end;
  }

  #grow(): void {
    const longer = new Rows(this.count * 2);
    longer.starts.set(this.starts);
    longer.ends.set(this.ends);
    longer.hashes.set(this.hashes);
    longer.kinds.set(this.kinds);
    ({ starts: this.starts, ends: this.ends, hashes: this.hashes, kinds: this.kinds } = longer);
  }
}

/** Room for the rows of most texts of that length. */
const roomFor = (length: number): number => 16 + (length >> 2);

// What the loops over each unit need, as constants of this module: what a module exports is looked up each time.
const TABLE = ENTRIES;
const readUnit = entryOf;
const SHIFT = CLASS_SHIFT;
const MARK_KIND = 1 << KIND.mark;
const IN_WORD = WORD_KINDS;

function knownEntry(code: number): number {
  const entry = TABLE[code] ?? 0;
  return entry === 0 ? readUnit(code) : entry;
}

/** Where a hash of letters begins, and its next step: FNV-1a, 32 bits with a sign, as the operators on bits have them. */
export const HASH_SEED: number = 0x811c9dc5 | 0;
const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);
export const stepHash = step;

/** 0x01000193 times this is 1, 32 bits. */
const HASH_INVERSE = 0x359c449b;
/** The hash of a word before its last unit was added. */
export const unstepHash = (hash: number, unit: number): number => Math.imul(hash, HASH_INVERSE) ^ unit;

/** Hash of a word as `Words` have it: bare letters, without combining marks. */
export function hashWord(word: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (kindOf(code) !== KIND.mark) hash = step(hash, bareLetter(code));
  }
  return hash;
}

/** Words as written: letters, digits and combining marks. The hash is of bare letters; `kinds` are those of all units but marks, as bits. */
export class Words extends Rows {
  text: RawText;

  constructor(text: RawText) {
    super(roomFor(text.raw.length));
    this.text = text;
    this.goOn(text);
  }

  /** Continues with a text that begins with the last one, which may have ended in the middle of a word. */
  goOn(text: RawText): void {
    this.text = text;
    this.count = Math.max(0, this.count - UNSURE);
    const { units } = text;
    const { length } = text.raw;
    for (let at = this.ends[this.count - 1] ?? 0; at < length; at++) {
      let entry = knownEntry(units[at] ?? 0);
      if ((entry & IN_WORD) === 0 || isEscape(units, at)) continue;
      const start = at;
      let hash = HASH_SEED;
      let kinds = 0;
      do {
        kinds |= entry;
        if ((entry & MARK_KIND) === 0) hash = step(hash, letterOfEntry(entry));
        at += 1;
        entry = at < length ? knownEntry(units[at] ?? 0) : 0;
      } while ((entry & IN_WORD) !== 0);
      this.push(start, at, kindsOfEntry(kinds) & ~MARK_KIND, hash);
    }
  }
}

/** Words at the end of a text that more text may change. */
export const UNSURE = 2;

const BACKSLASH = 0x5c;

/** Whether the letter at `at` is the second half of `\n`, `\r`, `\t` as JSON writes them, before a capital or no letter. */
function isEscape(units: Uint16Array, at: number): boolean {
  if (at === 0 || units[at - 1] !== BACKSLASH) return false;
  const code = units[at];
  if (code !== 0x6e && code !== 0x72 && code !== 0x74) return false;
  // The terminating 0 is no letter.
  const next = kindOf(units[at + 1] ?? 0);
  return next === KIND.upper || next < WORD_MIN;
}

/** The words of a text as written. */
export const WORDS = facet(
  (reading) => new Words(reading),
  (words, reading) => {
    words.goOn(reading);
    return words;
  },
);

/** What a token is made of. */
export const WORD = 0;
/** One sign of a script that parts no words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const SIGN = 1;
export const NUMBER = 2;
/** One punctuation character, or several equal ones in a row. */
export const MARK = 3;
/** One or more line ends. */
export const LINE = 4;

/** Longest token, UTF-16 units: a longer run is cut into several. */
export const TOKEN_MAX = 40;
/** Equal marks in a row that are counted separately. */
const MARKS_MAX = 3;
const APOSTROPHE = 0x27;

const { space: SPACE, letter: LETTER, digit: DIGIT, unparted: UNPARTED, newline: NEWLINE } = CLASS;
const classOf = (code: number): number => knownEntry(code) >>> SHIFT;
const isAlphanumeric = (kind: number): boolean => kind === LETTER || kind === DIGIT;
const isBlank = (kind: number): boolean => kind === NEWLINE || kind === SPACE;
/** Whether a unit continues a word: an apostrophe does before a letter. */
const isOfWord = (code: number, next: number): boolean =>
  isAlphanumeric(classOf(code)) || (code === APOSTROPHE && classOf(next) === LETTER);

/** What the hash of a token begins with. */
export const hashStart = (kind: number): number => HASH_SEED ^ kind;

/** The tokens of a folded text. `kinds` are `WORD`, `SIGN`, `NUMBER`, `MARK` and `LINE`; space is left out. */
export class Tokens extends Rows {
  /** UTF-16 units of the folded text, and a 0 after them. */
  readonly units: Uint16Array;

  constructor(folded: string) {
    const { length } = folded;
    super(roomFor(length));
    const { units } = new RawText(folded);
    this.units = units;
    for (let at = 0; at < length;) {
      const code = units[at] ?? 0;
      const kind = classOf(code);
      if (kind === SPACE) at += 1;
      else if (kind === LETTER) at = this.#word(at, length);
      else if (kind === UNPARTED) at = this.push(at, at + 1, SIGN, step(hashStart(SIGN), code));
      else if (kind === DIGIT) at = this.#number(at, length);
      else if (kind === NEWLINE) at = this.#line(at, length);
      else at = this.#mark(at, length);
    }
  }

  #word(start: number, length: number): number {
    const { units } = this;
    const limit = Math.min(length, start + TOKEN_MAX);
    let hash = hashStart(WORD);
    let at = start;
    while (at < limit) {
      const code = units[at] ?? 0;
      // Most are letters: no other question is asked of them.
      if (classOf(code) !== LETTER && !isOfWord(code, units[at + 1] ?? 0)) break;
      hash = step(hash, code);
      at += 1;
    }
    return this.push(start, at, WORD, hash);
  }

  /** Of numbers only the length counts. */
  #number(start: number, length: number): number {
    const { units } = this;
    const limit = Math.min(length, start + TOKEN_MAX);
    let at = start + 1;
    while (at < limit && isAlphanumeric(classOf(units[at] ?? 0))) at += 1;
    return this.push(start, at, NUMBER, step(hashStart(NUMBER), Math.min(at - start, 6)));
  }

  #line(start: number, length: number): number {
    const { units } = this;
    let at = start + 1;
    while (at < length && isBlank(classOf(units[at] ?? 0))) at += 1;
    return this.push(start, at, LINE, hashStart(LINE));
  }

  #mark(start: number, length: number): number {
    const { units } = this;
    const code = units[start] ?? 0;
    const limit = Math.min(length, start + TOKEN_MAX);
    let at = start + 1;
    while (at < limit && units[at] === code) at += 1;
    const hash = step(step(hashStart(MARK), code), Math.min(at - start, MARKS_MAX));
    return this.push(start, at, MARK, hash);
  }
}

/** The tokens of a text, folded. */
export const TOKENS = facet(({ folded }) => new Tokens(folded.text));
