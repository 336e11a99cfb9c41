/** Bits of a character class: more classes than that are not told apart, and then there is no gate. */
const CLASS_BITS = 6;
const CLASSES_MAX = 1 << CLASS_BITS;
const CLASS_MASK = CLASSES_MAX - 1;
const TRIPLE_BITS = 3 * CLASS_BITS;
const TRIPLE_MASK = (1 << TRIPLE_BITS) - 1;
/** Four classes are hashed into that many bits. */
const QUAD_BITS = 16;
const QUAD_SHIFT = 32 - QUAD_BITS;
const QUAD_FACTOR = 0x9e3779b1;
/** Units that are looked at. */
export const GATE_LENGTH = 4;

/**
 * Tells where a keyword can begin, by its first four units: most places of a text begin none, and need no automaton. What it
 * refuses begins no keyword; a little of what it lets pass begins none either.
 */
export class KeywordGate {
  readonly #classOf: Uint8Array;
  /** Triples of classes that some keyword begins with, as bits. */
  readonly #triples = new Uint32Array(1 << (TRIPLE_BITS - 5));
  /** … of which one to three units are a whole keyword. */
  readonly #whole = new Uint32Array(1 << (TRIPLE_BITS - 5));
  /** What longer keywords begin with, hashed. */
  readonly #quads = new Uint32Array(1 << (QUAD_BITS - 5));

  private constructor(keywords: readonly string[], classOf: Uint8Array, classes: number) {
    this.#classOf = classOf;
    for (const keyword of keywords) {
      const codes = Array.from(keyword.slice(0, GATE_LENGTH), (unit) => classOf[unit.charCodeAt(0)] ?? 0);
      for (const triple of triplesOf(codes, classes)) {
        setBit(this.#triples, triple);
        if (codes.length < GATE_LENGTH) setBit(this.#whole, triple);
        else setBit(this.#quads, quadOf(triple, codes[GATE_LENGTH - 1] ?? 0));
      }
    }
  }

  /** @returns `null` where places that it refuses would have a say in how rows of a keyword are counted, or for too many classes. */
  static of(keywords: readonly string[], classOf: Uint8Array, classes: number): KeywordGate | null {
    if (classes > CLASSES_MAX || keywords.some((keyword) => hidesRow(keyword, keywords))) return null;
    return new KeywordGate(keywords, classOf, classes);
  }

  /** The first place in `[start, end)` where a keyword may begin; the last three always may. */
  next(text: string, start: number, end: number): number {
    const classOf = this.#classOf;
    const triples = this.#triples;
    const alphabet = classOf.length;
    const last = end - GATE_LENGTH;
    let quad = 0;
    for (let at = start; at < start + GATE_LENGTH - 1 && at < end; at++) {
      const code = text.charCodeAt(at);
      quad = (quad << CLASS_BITS) | (code < alphabet ? (classOf[code] ?? 0) : 0);
    }
    for (let at = start; at <= last; at++) {
      const code = text.charCodeAt(at + GATE_LENGTH - 1);
      const triple = quad & TRIPLE_MASK;
      const known = code < alphabet ? (classOf[code] ?? 0) : 0;
      quad = (triple << CLASS_BITS) | known;
      if ((((triples[triple >>> 5] ?? 0) >>> (triple & 31)) & 1) === 0) continue;
      if (this.#passes(triple, known)) return at;
    }
    return Math.max(start, end - GATE_LENGTH + 1);
  }

  /** Whether a keyword may begin at `at`, in a text that ends at `end`. */
  mayBegin(text: string, at: number, end: number): boolean {
    return this.next(text, at, Math.min(end, at + GATE_LENGTH)) === at;
  }

  #passes(triple: number, last: number): boolean {
    return hasBit(this.#whole, triple) || hasBit(this.#quads, quadOf(triple, last));
  }
}

const setBit = (bits: Uint32Array, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
};
const hasBit = (bits: Uint32Array, at: number): boolean => (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
const quadOf = (triple: number, last: number): number =>
  Math.imul((triple << CLASS_BITS) | last, QUAD_FACTOR) >>> QUAD_SHIFT;

/** The triples that begin so. */
function triplesOf(codes: readonly number[], classes: number): readonly number[] {
  let triples = [0];
  for (let at = 0; at < GATE_LENGTH - 1; at++) {
    const known = codes[at];
    const choices = known === undefined ? Array.from({ length: classes }, (_, code) => code) : [known & CLASS_MASK];
    triples = triples.flatMap((triple) => choices.map((code) => (triple << CLASS_BITS) | code));
  }
  return triples;
}

/**
 * Whether the keyword's beginning, of which the gate may know nothing, ends with a whole keyword that is one unit again and again: the
 * automaton counts such rows by the state that it is in.
 */
function hidesRow(keyword: string, keywords: readonly string[]): boolean {
  for (let length = 2; length < GATE_LENGTH && length <= keyword.length; length++) {
    const unit = keyword.charAt(length - 1);
    let first = length - 1;
    while (first > 0 && keyword.charAt(first - 1) === unit) first -= 1;
    if (first === 0) continue;
    for (let size = 1; size <= length - first; size++) if (keywords.includes(unit.repeat(size))) return true;
  }
  return false;
}
