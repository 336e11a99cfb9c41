import type { RawText } from "../../text/units.ts";
import {
  ALPHABETS_END,
  ASCII_END,
  foldUnit,
  isLetter,
  isSpacedWord,
  letterOf,
  lookalikeOf,
  NOTHING,
} from "./characters.ts";
import { PREFIXES } from "./language.ts";

/**
 * Finds where names may begin, in one pass over the units of a text. It tests four units at once: the preceding unit and the
 * first three. Each is a lane of eight bits, each bit a bucket of similar beginnings: a unit's row holds the buckets that it may occur
 * in at each place. After three shifts and masks, a bit remains if all four agree (Shift-And of Baeza-Yates and Gonnet, with
 * classes of characters). No name is missed; the matchers reject the rest.
 */

const LANE_BITS = 8;
const FIRST_LANE = 0xff;
/** Units of a beginning. */
const BEGINNING_LENGTH = 3;
/** The lane of the third unit. */
const LAST_LANE = FIRST_LANE << (BEGINNING_LENGTH * LANE_BITS);
const ANY_UNIT = ~FIRST_LANE;
/** Buckets of names as written: by their first unit; the last bucket is for those that may begin right after a letter. */
const NAME_BUCKETS = 0x0f;
const WITHIN_BUCKET = 3;
/** Buckets of words that may be mistyped. */
const WORD_BUCKETS = 0xf0;
/** One for each way in which two of them may be similar, so that they add few false candidates to each other. */
const WORD_BUCKET = { first: 4, firstTwo: 5, firstAndThird: 6, swapped: 7 } as const;

/** Folded units that may occur at one place; `null`: any. */
export type Units = readonly number[] | null;

/** Called where something may begin. */
export interface Visitor {
  /** A name as written. */
  readonly name: (start: number) => void;
  /** A word that may be a mistyped one: its first unit. */
  readonly word: (start: number) => void;
}

/** Places `start` to `end`. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

const UNDERSCORE = 0x5f;
/** The first unit that folds to nothing, a combining accent. */
const MARKS_FIRST = 0x300;
const vanishes = (code: number): boolean => code >= MARKS_FIRST && foldUnit(code) === NOTHING;
function afterMarks(units: Uint16Array, from: number): number {
  let at = from;
  while (vanishes(units[at] ?? 0)) at += 1;
  return at;
}
const unitAt = (units: Uint16Array, at: number): number => units[at] ?? 0;
const next = (state: number, row = 0): number => ((state << LANE_BITS) | FIRST_LANE) & row;
/** Units that are read before the candidates are visited: the loop over them calls no functions. */
const BLOCK = 1024;

/** Collects beginnings, and finds them in texts. */
export class Beginnings {
  /** Folded unit → its bits. */
  readonly #wanted = new Map<number, number>();
  #any = 0;
  /** … of all units from `ALPHABETS_END` on. */
  #above = 0;
  /** Unit below `ALPHABETS_END` → its bits. */
  readonly #rows = new Int32Array(ALPHABETS_END);
  #isPacked = false;
  readonly #names = new NameBeginnings();
  /** Where something may begin, and in which buckets. */
  readonly #found = new Int32Array(BLOCK);
  readonly #buckets = new Uint8Array(BLOCK);
  #count = 0;

  /** @param units the first three units of a name */
  addName(units: readonly [number, Units, Units]): void {
    const [first] = units;
    // With a sign, or in a script without spaces.
    const isWithin = first >= ALPHABETS_END || !isSpacedWord(first);
    this.#add(isWithin ? WITHIN_BUCKET : first % WITHIN_BUCKET, [[first], units[1], units[2]]);
    this.#names.add(units);
  }

  /** @param units the first three units of a word, as it is typed */
  addWord(bucket: keyof typeof WORD_BUCKET, units: readonly [Units, Units, Units]): void {
    this.#add(WORD_BUCKET[bucket], units);
  }

  /** Calls for each place at or after `from` where something may begin, in order. */
  visit({ raw, units }: RawText, from: number, visitor: Visitor): void {
    if (!this.#isPacked) this.#pack();
    // The 0 after the text is read as well: a name may end with it.
    const end = raw.length + 1;
    let state = from > 0 ? 0 : FIRST_LANE;
    for (let at = Math.max(0, from - 1); at < end; at += BLOCK) {
      this.#count = 0;
      state = this.#readBlock(units, state, { start: at, end: Math.min(at + BLOCK, end) });
      for (let index = 0; index < this.#count; index++)
        this.#visitAt(units, this.#found[index] ?? 0, this.#buckets[index] ?? 0, visitor);
    }
    // The last unit may be a name too.
    this.#visitAt(units, raw.length - 1, (state >>> (LANE_BITS * 2)) & FIRST_LANE, visitor);
  }

  /** Four units at a time, which halves the work; `#readFew` does the rest. What is found is noted only: this loop calls little. */
  #readBlock(units: Uint16Array, first: number, { start, end }: Stretch): number {
    const rows = this.#rows;
    let state = first;
    let before = start > 0 ? unitAt(units, start - 1) : 0;
    let at = start;
    for (; at + 4 <= end; at += 4) {
      const one = unitAt(units, at);
      const two = unitAt(units, at + 1);
      const three = unitAt(units, at + 2);
      const four = unitAt(units, at + 3);
      if ((before | one | two | three | four) >= MARKS_FIRST)
        state = this.#readFew(units, state, { start: at, end: at + 4 });
      else {
        const a = next(state, rows[one]);
        const b = next(a, rows[two]);
        const c = next(b, rows[three]);
        state = next(c, rows[four]);
        if (((a | b | c | state) & LAST_LANE) !== 0) {
          this.#note(at, a);
          this.#note(at + 1, b);
          this.#note(at + 2, c);
          this.#note(at + 3, state);
        }
      }
      before = four;
    }
    return this.#readFew(units, state, { start: at, end });
  }

  /** The same for any units. */
  #readFew(units: Uint16Array, first: number, { start, end }: Stretch): number {
    let state = first;
    let before = start > 0 ? unitAt(units, start - 1) : 0;
    for (let at = start; at < end; at++) {
      const code = unitAt(units, at);
      const row = code < ALPHABETS_END ? this.#rows[code] : this.#bitsAbove(code);
      // A unit that folds to nothing is not a letter of a name: the next one need not be the third letter.
      state = next(state, vanishes(before) ? (row ?? 0) | LAST_LANE : row);
      this.#note(at, state);
      before = code;
    }
    return state;
  }

  /** The bits of a unit that has no row: most fold to themselves, and no name has them. */
  #bitsAbove(code: number): number {
    const unit = foldUnit(code);
    if (unit === NOTHING) return -1;
    return bitsBefore(code) | (unit < ALPHABETS_END ? (this.#rows[unit] ?? 0) & ANY_UNIT : this.#above | this.#any);
  }

  #note(at: number, state: number): void {
    if ((state & LAST_LANE) === 0) return;
    this.#found[this.#count] = at + 1 - BEGINNING_LENGTH;
    this.#buckets[this.#count++] = state >>> (LANE_BITS * BEGINNING_LENGTH);
  }

  #visitAt(units: Uint16Array, start: number, buckets: number, visitor: Visitor): void {
    if ((buckets & NAME_BUCKETS) !== 0 && this.#names.mayBe(units, start)) visitor.name(start);
    if ((buckets & WORD_BUCKETS) !== 0) visitor.word(start);
  }

  #add(bucket: number, places: readonly Units[]): void {
    this.#isPacked = false;
    places.forEach((units, index) => {
      const bit = 1 << (bucket + (index + 1) * LANE_BITS);
      if (units === null) this.#any |= bit;
      else
        for (const unit of units) {
          this.#wanted.set(unit, (this.#wanted.get(unit) ?? 0) | bit);
          if (unit >= ALPHABETS_END) this.#above |= bit;
        }
    });
  }

  #pack(): void {
    for (let code = 0; code < ALPHABETS_END; code++) this.#rows[code] = bitsBefore(code) | this.#bitsOf(code);
    this.#isPacked = true;
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

/** Unit → the buckets that may begin after it, filled on first use; 0 = not seen yet. */
const before = new Uint8Array(0x10000);
const bitsBefore = (code: number): number => (before[code] ||= bucketsAfter(code));

function bucketsAfter(code: number): number {
  const isJoined = isSpacedWord(code) && code !== UNDERSCORE && !PREFIXES.has(code);
  const names = isJoined ? 1 << WITHIN_BUCKET : NAME_BUCKETS;
  return names | (isLetter(code) ? 0 : WORD_BUCKETS);
}

/** The first three letters of names, each after each: of many names the buckets alone let every second word pass. */
class NameBeginnings {
  /** First and second letter, by the lowest five bits of their code, in which small and capital ones are alike → third ones, as bits. */
  readonly #thirds = new Int32Array(1 << 10);

  add([first, second, third]: readonly [number, Units, Units]): void {
    const bits = third === null ? -1 : third.reduce((all, unit) => all | (1 << (unit & 31)), 0);
    const seconds = second ?? Array.from({ length: 32 }, (_, unit) => unit);
    for (const unit of seconds) {
      const index = ((first & 31) << 5) | (unit & 31);
      this.#thirds[index] = (this.#thirds[index] ?? 0) | bits;
    }
  }

  /** Always true beyond ASCII, but for what folds to nothing. */
  mayBe(units: Uint16Array, start: number): boolean {
    const first = units[start] ?? 0;
    const second = units[start + 1] ?? 0;
    const third = units[start + 2] ?? 0;
    if ((first | second | third) >= ASCII_END) return first >= ASCII_END || this.#mayBeMarked(units, start);
    return this.#has(first, second, third);
  }

  /** The same of the first three that fold to anything. */
  #mayBeMarked(units: Uint16Array, start: number): boolean {
    const at = afterMarks(units, start + 1);
    const second = units[at] ?? 0;
    const third = units[afterMarks(units, at + 1)] ?? 0;
    // Another 0 follows the 0 that ends the text.
    return second === 0 || (second | third) >= ASCII_END || this.#has(units[start] ?? 0, second, third);
  }

  #has(first: number, second: number, third: number): boolean {
    return ((this.#thirds[((first & 31) << 5) | (second & 31)] ?? 0) & (1 << (third & 31))) !== 0;
  }
}
