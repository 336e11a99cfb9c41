import { letterOf } from "./beginnings.ts";
import { isDigit } from "./units.ts";
import { isLetter } from "./words.ts";

/** What a word may be by its first letters, its length and the set of its letters: the cheap half of comparing it with many. */

const ASCII_END = 0x80;
const OTHER = 0;
const LETTER = 1;
/** What is folded first. */
const TO_FOLD = 2;
const KINDS = Uint8Array.from({ length: ASCII_END }, (_, code) => (isLetter(code) ? LETTER : OTHER));

/** By the lowest five bits of their code, in which small and capital letters are alike. */
const LETTERS = 32;
const LETTER_MASK = 31;
/** Lengths of words that are told apart: the longer ones share the last. */
const LENGTHS = 64;
/** Numbers of a shape in the table: its letters as bits, and how many of them may differ. */
const SHAPE_NUMBERS = 2;

/** ASCII unit → the letter that it is or stands for, as a bit. */
export const ASCII_BITS: Int32Array = Int32Array.from(
  { length: ASCII_END },
  (_, code) => 1 << (letterOf(code) & LETTER_MASK),
);

/** Letters as bits. */
export function maskOf(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & LETTER_MASK);
  return mask;
}

/** Counts pairs of bits, then fours, then bytes, and adds up the bytes (Warren, Hacker's Delight §5-1). */
export function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Sets of letters of words that are looked for, by their first letter and each length in which they may be written. */
export class Shapes {
  /** Place → letters as bits → how many of them may differ. */
  readonly #shapes = new Map<number, Map<number, number>>();
  /** Second letter of a word → the first ones, as bits: `lg…` for `gl…`. */
  readonly #swapped = new Int32Array(LETTERS);
  /** All shapes, and where those of a first letter and length begin in them. */
  #table = new Int32Array(0);
  readonly #starts = new Int32Array(LETTERS * LENGTHS + 1);
  #isPacked = false;

  /** @param most mistakes that are looked past */
  add(word: string, most: number): void {
    this.#isPacked = false;
    const mask = maskOf(word);
    const first = word.charCodeAt(0) & LETTER_MASK;
    const second = word.charCodeAt(1) & LETTER_MASK;
    this.#swapped[first] = (this.#swapped[first] ?? 0) | (1 << second);
    for (let length = Math.max(1, word.length - most); length <= word.length + most; length++) {
      const shapes = this.#shapes.get(placeOf(first, length)) ?? new Map<number, number>();
      this.#shapes.set(placeOf(first, length), shapes);
      // A changed letter may take one from the set and add one; a letter more or less does one of both.
      shapes.set(mask, Math.max(shapes.get(mask) ?? 0, 2 * most - Math.abs(length - word.length)));
    }
  }

  /** Whether the word at `start` may be one of those added, but for mistakes; always true where it has more than letters and digits of ASCII. */
  mayBe(units: Uint16Array, start: number): boolean {
    if (!this.#isPacked) this.#pack();
    let mask = 0;
    let end = start;
    for (let kind = kindOf(units[end] ?? 0); kind !== OTHER; kind = kindOf(units[end] ?? 0)) {
      if (kind === TO_FOLD) return true;
      mask |= ASCII_BITS[units[end++] ?? 0] ?? 0;
    }
    return this.#isLike(units[start] ?? 0, units[start + 1] ?? 0, { length: end - start, mask });
  }

  /** Whether some word has such a set of letters, and begins with either of the first two. */
  #isLike(code: number, next: number, { length, mask }: { readonly length: number; readonly mask: number }): boolean {
    const first = letterOf(code) & LETTER_MASK;
    const second = next & LETTER_MASK;
    if (this.#hasLike(placeOf(first, length), mask)) return true;
    // A word of nothing but digits is one of digits: then the first stands for no letter.
    const isSwapped = isDigit(code) || ((this.#swapped[second] ?? 0) & (1 << first)) !== 0;
    return isSwapped && this.#hasLike(placeOf(second, length), mask);
  }

  #hasLike(place: number, mask: number): boolean {
    const end = this.#starts[place + 1] ?? 0;
    for (let at = this.#starts[place] ?? 0; at < end; at += SHAPE_NUMBERS)
      if (bitCount(mask ^ (this.#table[at] ?? 0)) <= (this.#table[at + 1] ?? 0)) return true;
    return false;
  }

  #pack(): void {
    const table: number[] = [];
    for (let place = 0; place < LETTERS * LENGTHS; place++) {
      this.#starts[place] = table.length;
      for (const shape of this.#shapes.get(place) ?? []) table.push(...shape);
    }
    this.#starts[LETTERS * LENGTHS] = table.length;
    this.#table = Int32Array.from(table);
    this.#isPacked = true;
  }
}

const placeOf = (letter: number, length: number): number => letter * LENGTHS + Math.min(length, LENGTHS - 1);

function kindOf(code: number): number {
  if (code < ASCII_END) return KINDS[code] ?? OTHER;
  return isLetter(code) ? TO_FOLD : OTHER;
}
