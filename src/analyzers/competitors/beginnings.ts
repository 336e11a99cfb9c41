import { unitsOf } from "../../text/units.ts";
import { ALPHABETS_END, foldUnit, isDigit, isSpacedWord, lookalikeOf, NOTHING } from "./units.ts";
import { isLetter } from "./words.ts";

/**
 * Finds where names may begin, in one pass over the units of a text. It asks four units at once: what stands before, and the first
 * three. Each is a lane of eight bits, each bit a bucket of beginnings that are alike: a unit's row says in which buckets it may stand
 * at which place, so three shifts and masks later a bit is left where all four agree (Shift-And of Baeza-Yates and Gonnet, with
 * classes of characters). Never a name is missed; what else passes is looked at by the matchers.
 */

const LANE_BITS = 8;
/** Units of a beginning. */
export const BEGINNING_LENGTH = 3;
/** The lane of the third unit. */
const LAST_LANE = 0xff << (BEGINNING_LENGTH * LANE_BITS);
const ANY_UNIT = ~0xff;
/** Buckets of names as they are written, by their first unit. */
const NAME_BUCKETS = 0x0f;
const NAME_BUCKET_MASK = 3;
/** Buckets of words that may be mistyped. */
const WORD_BUCKETS = 0xf0;
/** One for each way in which two of them may be alike, so that they widen one another little. */
export const WORD_BUCKET = { first: 4, firstTwo: 5, firstAndThird: 6, swapped: 7 } as const;

/** Digits that are typed for letters. */
export const LEET: ReadonlyMap<string, string> = new Map([
  ["0", "o"],
  ["1", "l"],
  ["3", "e"],
  ["4", "a"],
  ["5", "s"],
]);

/** A folded letter, or the one that a digit stands for. */
export function letterOf(code: number): number {
  if (isDigit(code)) return LEET.get(String.fromCharCode(code))?.charCodeAt(0) ?? code;
  return foldUnit(code);
}

/** Folded units that may stand at one place; `null`: any. */
export type Units = readonly number[] | null;

/** What is done where something may begin. */
export interface Visitor {
  /** A name as it is written. */
  readonly name: (start: number) => void;
  /** A word that may be a mistyped one: its first unit. */
  readonly word: (start: number) => void;
}

const UNDERSCORE = 0x5f;
/** Accents that stand by themselves. */
const MARKS_FIRST = 0x300;
const MARKS_END = 0x370;

/** Collects beginnings; `visitorOf` then finds them. */
export class Beginnings {
  /** Folded unit → its bits. */
  readonly #wanted = new Map<number, number>();
  #any = 0;
  /** Buckets of names that may begin right behind a letter: those with a sign, or of a script without spaces. */
  #within = 0;
  /** Unit → its bits; the last row is that of all units above, which may stand anywhere: they are few, and mostly no letters. */
  #rows: Int32Array | null = null;

  /** @param units the first three units of a name */
  addName(units: readonly [number, Units, Units]): void {
    const [first] = units;
    const bucket = first & NAME_BUCKET_MASK;
    if (first >= ALPHABETS_END || !isSpacedWord(first)) this.#within |= 1 << bucket;
    this.#add(bucket, [[first], units[1], units[2]]);
  }

  /** @param units the first three units of a word, as it is typed */
  addWord(bucket: keyof typeof WORD_BUCKET, units: readonly [Units, Units, Units]): void {
    this.#add(WORD_BUCKET[bucket], units);
  }

  /** Calls for each place at or after `from` where something may begin, in order. */
  visit(raw: string, from: number, { name, word }: Visitor): void {
    const rows = (this.#rows ??= this.#pack());
    const units = unitsOf(raw);
    const visitAt = (start: number, state: number): void => {
      const buckets = state >>> (BEGINNING_LENGTH * LANE_BITS);
      if ((buckets & NAME_BUCKETS) !== 0) name(start);
      if ((buckets & WORD_BUCKETS) !== 0) word(start);
    };
    let state = from > 0 ? 0 : 0xff;
    let afterMark = 0;
    for (let at = Math.max(0, from - 1); at < raw.length; at++) {
      const code = units[at] ?? 0;
      const row = rows[code < ALPHABETS_END ? code : ALPHABETS_END] ?? 0;
      state = ((state << LANE_BITS) | 0xff) & (row | afterMark);
      // A mark is no letter of a name: what follows it need not be the third.
      afterMark = code >= MARKS_FIRST && (code < MARKS_END || code >= ALPHABETS_END) ? LAST_LANE : 0;
      if ((state & LAST_LANE) !== 0) visitAt(at + 1 - BEGINNING_LENGTH, state);
    }
    // Behind the text stands nothing, as long as it takes to decide about its last units.
    for (let at = raw.length; at < raw.length + BEGINNING_LENGTH - 1; at++) {
      state = ((state << LANE_BITS) | 0xff) & ((rows[0] ?? 0) | afterMark);
      afterMark = 0;
      if ((state & LAST_LANE) !== 0 && at + 1 - BEGINNING_LENGTH >= from) visitAt(at + 1 - BEGINNING_LENGTH, state);
    }
  }

  #add(bucket: number, places: readonly Units[]): void {
    this.#rows = null;
    places.forEach((units, index) => {
      const bit = 1 << (bucket + (index + 1) * LANE_BITS);
      if (units === null) this.#any |= bit;
      else for (const unit of units) this.#wanted.set(unit, (this.#wanted.get(unit) ?? 0) | bit);
    });
  }

  #pack(): Int32Array {
    const rows = new Int32Array(ALPHABETS_END + 1).fill(-1);
    for (let code = 0; code < ALPHABETS_END; code++) rows[code] = this.#bitsBefore(code) | this.#bitsOf(code);
    return rows;
  }

  /** Buckets that may begin behind the unit. */
  #bitsBefore(code: number): number {
    const names = isSpacedWord(code) && code !== UNDERSCORE ? this.#within : NAME_BUCKETS;
    return names | (isLetter(code) ? 0 : WORD_BUCKETS);
  }

  #bitsOf(code: number): number {
    const unit = foldUnit(code);
    if (unit === NOTHING) return ANY_UNIT;
    return [unit, lookalikeOf(unit), letterOf(code)].reduce(
      (bits, form) => bits | (this.#wanted.get(form) ?? 0),
      this.#any,
    );
  }
}
