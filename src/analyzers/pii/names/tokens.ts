import type { Span } from "../../../core/model.ts";
import { unitsOf } from "../../../text/units.ts";
import {
  entryOf,
  foldOf,
  foldOfEntry,
  HASH_SEED,
  KIND,
  kindOf,
  kindsOfEntry,
  stepHash,
  unstepHash,
  WORD_KINDS,
  WORD_MIN,
} from "./characters.ts";
import { GAP, GAP_MAX, gapOf } from "./gaps.ts";
import { attributes as facts, type Lexicon, ROLE_SHIFT, roleIndex } from "./lexicon.ts";

/** How a word is written. */
export const SHAPE = {
  lower: 0,
  capital: 1,
  allCapital: 2,
  initial: 3,
  /** As in McDonald: two capitals, the second behind one to five letters. */
  twoCapital: 4,
  mixed: 5,
  digits: 6,
  uncased: 7,
} as const;

export const CANDIDACY = { no: 1, yes: 2 } as const;
const UNASKED = 0;

/** A word longer than that is no name, UTF-16 units. */
export const WORD_MAX = 32;

/** A word shorter than that has no ending that is looked past. */
const STEM_MIN = 6;
/** Words behind a label that may be a name although they are written small. */
const LABELLED_MAX = 3;
const PERSON_LABEL = roleIndex("personLabel");
const PLACE_LABEL = roleIndex("placeLabel");
const COPULA = roleIndex("copula");
/** Behind words of other parts nothing answers a label, unless they are of an answer themselves; a set of bits. */
const LABELLING = (1 << PERSON_LABEL) | (1 << PLACE_LABEL) | (1 << COPULA);

/** The words of a piece of text, in arrays that are used again and again. */
export class Tokens {
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Hash of the folded word. */
  readonly hash: Int32Array;
  readonly attributes: Uint16Array;
  readonly shape: Uint8Array;
  /** What stands before the word. */
  readonly gap: Uint8Array;
  /** How many words from here may still answer a label. */
  readonly labelled: Uint8Array;
  /** Whether the word may belong to a name: 0 = not asked yet, else `CANDIDACY`. */
  readonly candidacy: Uint8Array;
  count = 0;
  raw = "";
  /** Where `raw` was read from, and up to where. */
  #from = 0;
  #to = 0;

  constructor(capacity: number) {
    this.start = new Int32Array(capacity);
    this.end = new Int32Array(capacity);
    this.hash = new Int32Array(capacity);
    this.attributes = new Uint16Array(capacity);
    this.shape = new Uint8Array(capacity);
    this.gap = new Uint8Array(capacity);
    this.labelled = new Uint8Array(capacity);
    this.candidacy = new Uint8Array(capacity);
  }

  /** Forgets the text; the arrays serve again. */
  clear(): void {
    this.raw = "";
    this.count = this.#from = this.#to = 0;
  }

  /**
   * Reads `raw` from `from` to `to`; at most as many words as there is room for. Runs over every text, so it is one loop. Of a
   * text that goes on from the last one only what is new is read; what was read from farther left stays as it is.
   */
  read(raw: string, lexicon: Lexicon, { from, to }: { readonly from: number; readonly to: number }): void {
    const known = this.#knownOf(raw, from, to);
    if (known === this.count && known > 0) return;
    this.raw = raw;
    this.count = this.#split(raw, known, { start: this.#endOf(known - 1, from), end: to });
    this.#from = from;
    this.#to = to;
    // The word behind one has a say.
    if (known > 0) this.candidacy[known - 1] = UNASKED;
    this.#look(lexicon, from, known);
  }

  /** Splits a stretch of the text into words, behind those that are known; how many there are then. */
  #split(raw: string, known: number, stretch: Span): number {
    const { start, end, hash, shape } = this;
    const units = unitsOf(raw);
    const to = stretch.end;
    let count = known;
    for (let at = stretch.start; at < to && count < start.length; at++) {
      let entry = entryOf(units[at] ?? 0);
      if ((entry & IN_WORD) === 0 || isEscape(units, at)) continue;
      start[count] = at;
      let sum = HASH_START;
      let kinds = 0;
      do {
        kinds |= entry;
        if ((entry & MARK) === 0) sum = stepHash(sum, foldOfEntry(entry));
        at += 1;
        entry = at < to ? entryOf(units[at] ?? 0) : 0;
      } while ((entry & IN_WORD) !== 0);
      end[count] = at;
      hash[count] = sum;
      shape[count] = shapeOf(raw, kindsOfEntry(kinds) & ~MARK, { start: start[count] ?? 0, end: at });
      count += 1;
    }
    return count;
  }

  /** How many of the last text's words are those of `raw`: what it ends with may go on, so the last two are read again. */
  #knownOf(raw: string, from: number, to: number): number {
    if (from >= this.#from && to === this.#to && raw === this.raw) return this.count;
    const isOnward = from === this.#from && to >= this.#to && this.count < this.start.length;
    return isOnward && this.#to === this.raw.length && raw.startsWith(this.raw) ? Math.max(0, this.count - 2) : 0;
  }

  /** Where the word ends; `from` when there is none. */
  #endOf(index: number, from: number): number {
    return this.end[index] ?? from;
  }

  /** Looks the words up from the first that is not known on, and at what stands between them. */
  #look(lexicon: Lexicon, from: number, known: number): void {
    const { start, end, gap, attributes, shape, labelled, candidacy, raw, count } = this;
    const units = unitsOf(raw);
    let before = this.#endOf(known - 1, from === 0 ? -GAP_MAX - 1 : from);
    let mayAnswer = known > 0 && this.#mayLabel(known - 1);
    for (let index = known; index < count; index++) {
      const at = start[index] ?? 0;
      const written = shape[index] ?? 0;
      gap[index] = isSpace(units, before, at) ? SPACE_GAP : gapOf(raw, before, at);
      before = end[index] ?? 0;
      const packed = this.#lookUp(lexicon, index, written);
      attributes[index] = packed;
      const answers = mayAnswer ? this.#labelledAt(index) : 0;
      labelled[index] = answers;
      candidacy[index] = isPlain(written, answers, packed) ? PLAIN : UNASKED;
      mayAnswer = answers !== 0 || isLabelling(packed);
    }
  }

  #lookUp(lexicon: Lexicon, index: number, written: number): number {
    if (written === DIGITS_SHAPE || !this.#isWord(index)) return 0;
    const packed = lexicon.lookup(this.hash[index] ?? 0);
    return packed === 0 && written === CAPITAL_SHAPE ? this.#lookStem(lexicon, index) : packed;
  }

  /** What is known of an unknown word without its last or its last two letters, as a name: `Japans`, `Zagrebu`, `Trumpom`. */
  #lookStem(lexicon: Lexicon, index: number): number {
    const end = this.end[index] ?? 0;
    if (end - (this.start[index] ?? 0) < STEM_MIN) return 0;
    let hash = this.hash[index] ?? 0;
    for (let cut = 1; cut <= 2; cut++) {
      hash = unstepHash(hash, foldOf(this.raw.charCodeAt(end - cut)));
      const packed = lexicon.lookup(hash);
      if (facts.isName(packed)) return facts.stem(packed);
    }
    return 0;
  }

  /** How many words from here may still be part of the answer to a label (`name: …`, `my name is …`); 0 = none. */
  #labelledAt(index: number): number {
    if (!this.#isWord(index)) return 0;
    const role = this.#roleAt(index - 1);
    const gap = this.gap[index];
    const before = this.labelled[index - 1] ?? 0;
    if (gap === GAP.label) return role === PERSON_LABEL || role === PLACE_LABEL ? LABELLED_MAX : 0;
    if (gap !== GAP.space) return 0;
    if (role === COPULA) return index > 1 && this.#roleAt(index - 2) === PERSON_LABEL ? LABELLED_MAX : 0;
    return role === 0 ? Math.max(0, before - 1) : 0;
  }

  /** Whether the word behind may answer a label. */
  #mayLabel(index: number): boolean {
    return this.labelled[index] !== 0 || isLabelling(this.attributes[index] ?? 0);
  }

  #isWord(index: number): boolean {
    return (this.end[index] ?? 0) - (this.start[index] ?? 0) <= WORD_MAX;
  }

  #roleAt(index: number): number {
    return (this.attributes[index] ?? 0) >> ROLE_SHIFT;
  }
}

const isSpace = (units: Uint16Array, from: number, to: number): boolean => to - from === 1 && units[from] === SPACE;
/** Whether a word is a label, or stands between one and its answer. */
const isLabelling = (packed: number): boolean => ((1 << (packed >> ROLE_SHIFT)) & LABELLING) !== 0;
/** Whether a word is none of a name whatever stands around it, as most are. */
const isPlain = (shape: number, answers: number, packed: number): boolean =>
  shape === LOWER_SHAPE && answers === 0 && !facts.isRareName(packed);

// What the loops over each unit and each word need, as constants of this module: others are looked up each time.
const HASH_START = HASH_SEED;
const IN_WORD = WORD_KINDS;
const SPACE_GAP = GAP.space;
const LOWER_SHAPE = SHAPE.lower;
const DIGITS_SHAPE = SHAPE.digits;
const CAPITAL_SHAPE = SHAPE.capital;
const PLAIN = CANDIDACY.no;

const SPACE = 0x20;
const BACKSLASH = 0x5c;
const MARK = 1 << KIND.mark;
const DIGITS = 1 << KIND.digit;
const LOWER = 1 << KIND.lower;
const UNCASED = 1 << KIND.uncased;

function shapeOf(raw: string, kinds: number, word: { readonly start: number; readonly end: number }): number {
  if (kinds === LOWER) return SHAPE.lower;
  if ((kinds & DIGITS) !== 0 || kinds === 0) return SHAPE.digits;
  if ((kinds & UNCASED) !== 0) return SHAPE.uncased;
  const { start, end } = word;
  if ((kinds & LOWER) === 0) return end - start === 1 ? SHAPE.initial : SHAPE.allCapital;
  const upperAt = lastCapital(raw, start, end);
  if (upperAt === start) return SHAPE.capital;
  const isTwo = upperAt - start <= 5 && end - upperAt >= 3 && hasTwoCapitals(raw, start, upperAt);
  return isTwo ? SHAPE.twoCapital : SHAPE.mixed;
}

function lastCapital(raw: string, start: number, end: number): number {
  let at = end - 1;
  while (at > start && kindOf(raw.charCodeAt(at)) !== KIND.upper) at -= 1;
  return at;
}

function hasTwoCapitals(raw: string, start: number, upperAt: number): boolean {
  if (kindOf(raw.charCodeAt(start)) !== KIND.upper) return false;
  for (let at = start + 1; at < upperAt; at++) if (kindOf(raw.charCodeAt(at)) === KIND.upper) return false;
  return true;
}

/** Whether the letter at `at` is the second half of `\n`, `\r`, `\t` as JSON writes them, before a capital or no letter. */
function isEscape(units: Uint16Array, at: number): boolean {
  if (at === 0 || units[at - 1] !== BACKSLASH) return false;
  const code = units[at];
  if (code !== 0x6e && code !== 0x72 && code !== 0x74) return false;
  // The 0 behind a text is no letter.
  const next = kindOf(units[at + 1] ?? 0);
  return next === KIND.upper || next < WORD_MIN;
}
