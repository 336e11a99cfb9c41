import { unitsOf } from "./units.ts";

/** Bits of a character class: where there are more classes than that, there is no gate. */
const CLASS_BITS = 6;
const CLASSES_MAX = 1 << CLASS_BITS;
const TRIPLE = 3;
const TRIPLE_BITS = TRIPLE * CLASS_BITS;
const TRIPLE_MASK = (1 << TRIPLE_BITS) - 1;
/** What is longer than a triple is hashed into that many bits. */
const HASH_BITS = 16;
const HASH_SHIFT = 32 - HASH_BITS;
const HASH_FACTOR = 0x9e3779b1;
/** Units that are looked at. */
export const GATE_LENGTH = 6;

/**
 * Tells where a keyword can begin, by its first units: most places of a text begin none, and need no automaton, whose table is far
 * larger than the processor's nearest cache. What the gate refuses begins no keyword; a little of what it lets pass begins none either.
 */
export class KeywordGate {
  readonly #classOf: Uint8Array;
  /** Triples of classes that some keyword begins with, as bits. */
  readonly #triples = new Uint32Array(1 << (TRIPLE_BITS - 5));
  /** … that begin with a whole keyword. */
  readonly #short = new Uint32Array(1 << (TRIPLE_BITS - 5));
  /** What keywords of four and five units begin with, and longer ones. */
  readonly #quads = new Uint32Array(1 << (HASH_BITS - 5));
  readonly #sixes = new Uint32Array(1 << (HASH_BITS - 5));

  private constructor(keywords: readonly string[], classOf: Uint8Array, classes: number) {
    this.#classOf = classOf;
    for (const keyword of keywords) {
      const codes = Array.from(keyword.slice(0, GATE_LENGTH), (unit) => classOf[unit.charCodeAt(0)] ?? 0);
      for (const triple of triplesOf(codes, classes)) {
        setBit(this.#triples, triple);
        if (codes.length <= TRIPLE) setBit(this.#short, triple);
        else if (codes.length < GATE_LENGTH) setBit(this.#quads, quadOf(triple, codes[TRIPLE] ?? 0));
        else setBit(this.#sixes, sixOf(triple, codes.slice(TRIPLE).reduce(joined)));
      }
    }
  }

  /** @returns `null` for too many classes. */
  static of(keywords: readonly string[], classOf: Uint8Array, classes: number): KeywordGate | null {
    return classes > CLASSES_MAX ? null : new KeywordGate(keywords, classOf, classes);
  }

  /** The first place in `[start, end)` where a keyword may begin; the last ones always may. */
  next(text: string, start: number, end: number): number {
    const units = unitsOf(text);
    const classOf = this.#classOf;
    const triples = this.#triples;
    let triple = 0;
    for (let at = start; at < start + TRIPLE - 1 && at < end; at++)
      triple = joined(triple, classIn(classOf, units[at] ?? 0));
    for (let at = start; at <= end - GATE_LENGTH; at++) {
      triple = joined(triple, classIn(classOf, units[at + TRIPLE - 1] ?? 0)) & TRIPLE_MASK;
      if (hasBit(triples, triple) && this.#passes(units, at, triple)) return at;
    }
    return Math.max(start, end - GATE_LENGTH + 1);
  }

  /** Whether a keyword may begin at `at`, in a text that ends at `end`. */
  mayBegin(units: Uint16Array, at: number, end: number): boolean {
    if (at > end - GATE_LENGTH) return true;
    const classOf = this.#classOf;
    const pair = joined(classIn(classOf, units[at] ?? 0), classIn(classOf, units[at + 1] ?? 0));
    const triple = joined(pair, classIn(classOf, units[at + 2] ?? 0));
    return hasBit(this.#triples, triple) && this.#passes(units, at, triple);
  }

  #passes(units: Uint16Array, at: number, triple: number): boolean {
    if (hasBit(this.#short, triple)) return true;
    const classOf = this.#classOf;
    const fourth = classIn(classOf, units[at + TRIPLE] ?? 0);
    if (hasBit(this.#quads, quadOf(triple, fourth))) return true;
    const fifth = joined(fourth, classIn(classOf, units[at + TRIPLE + 1] ?? 0));
    return hasBit(this.#sixes, sixOf(triple, joined(fifth, classIn(classOf, units[at + TRIPLE + 2] ?? 0))));
  }
}

const classIn = (classOf: Uint8Array, code: number): number => (code < classOf.length ? (classOf[code] ?? 0) : 0);
const setBit = (bits: Uint32Array, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
};
const hasBit = (bits: Uint32Array, at: number): boolean => (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
const joined = (classes: number, next: number): number => (classes << CLASS_BITS) | next;
const quadOf = (triple: number, next: number): number => Math.imul(joined(triple, next), HASH_FACTOR) >>> HASH_SHIFT;
const sixOf = (triple: number, next: number): number =>
  Math.imul(Math.imul(triple, HASH_FACTOR) ^ (next << 8) ^ next, HASH_FACTOR) >>> HASH_SHIFT;

/** The triples that begin so. */
function triplesOf(codes: readonly number[], classes: number): readonly number[] {
  let triples = [0];
  for (let at = 0; at < TRIPLE; at++) {
    const known = codes[at];
    const choices = known === undefined ? Array.from({ length: classes }, (_, code) => code) : [known];
    triples = triples.flatMap((triple) => choices.map((code) => joined(triple, code)));
  }
  return triples;
}
