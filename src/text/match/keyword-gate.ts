/** Bits of a character class: where there are more classes than that, there is no gate. */
const CLASS_BITS = 6;
const CLASSES_MAX = 1 << CLASS_BITS;
const TRIPLE = 3;
const TRIPLE_BITS = TRIPLE * CLASS_BITS;
/** What is longer than a triple is hashed into that many bits. */
const HASH_BITS = 16;
const HASH_SHIFT = 32 - HASH_BITS;
const HASH_FACTOR = 0x9e3779b1;
/** Units that are looked at. */
export const GATE_LENGTH = 6;

/** Classes are looked at in groups, so few that a set of them is one number. */
const GROUP_BITS = 5;
const GROUPS = 1 << GROUP_BITS;
/** Numbers of a pair of groups: which groups may follow it, and which may follow those, as bits. */
const PAIR_SIZE = 2;
/** Units that the pairs say something of. */
const PAIR_LENGTH = 4;
/** Places that are looked at together. */
const PLACES = 4;
const ASCII_END = 0x80;
const ASCII_MASK = ASCII_END - 1;

/**
 * Finds where a keyword can begin, by its first units: most offsets of a text begin none, and need no automaton, whose table is far
 * larger than the processor's nearest cache. What the gate refuses begins no keyword; a little of what it lets pass begins none either.
 */
export class KeywordGate {
  readonly #classOf: Uint8Array;
  /** Whether units beyond ASCII are of no class. */
  readonly #isAscii: boolean;
  /** Class → its group; 0 has those that are in no keyword. ASCII unit → its group, in one step. */
  readonly #groupOfClass = new Uint8Array(CLASSES_MAX);
  readonly #groupOf: Uint8Array;
  /**
   * First two groups → what may follow them. Read at each offset of a text, so it is small, and what belongs together lies
   * together: one in fifteen places of prose passes.
   */
  readonly #pairs = new Int32Array(PAIR_SIZE * GROUPS * GROUPS);
  /** Triples of classes that begin with a whole keyword, as bits. */
  readonly #short = new Uint32Array(1 << (TRIPLE_BITS - 5));
  /** What keywords of four and five units begin with, and longer ones. */
  readonly #quads = new Uint32Array(1 << (HASH_BITS - 5));
  readonly #sixes = new Uint32Array(1 << (HASH_BITS - 5));

  private constructor(keywords: readonly string[], classOf: Uint8Array, classes: number) {
    this.#classOf = classOf;
    this.#isAscii = classOf.length <= ASCII_END;
    for (const keyword of keywords)
      for (let at = 0; at < keyword.length; at++) {
        const code = keyword.charCodeAt(at);
        this.#groupOfClass[classOf[code] ?? 0] = groupOf(code);
      }
    this.#groupOf = Uint8Array.from(classOf.subarray(0, ASCII_END), (unit) => this.#groupOfClass[unit] ?? 0);
    for (const keyword of keywords) {
      this.#addPairs(keyword);
      this.#addStart(keyword, classes);
    }
  }

  /** @returns `null` for too many classes. */
  static of(keywords: readonly string[], classOf: Uint8Array, classes: number): KeywordGate | null {
    return classes > CLASSES_MAX ? null : new KeywordGate(keywords, classOf, classes);
  }

  /** The first place in `[start, end)` where a keyword may begin; the last ones always may. */
  next(units: Uint16Array, start: number, end: number): number {
    return this.#isAscii ? this.#nextOfMany(units, start, end) : this.#nextOfFew(units, start, end);
  }

  #nextOfFew(units: Uint16Array, start: number, end: number): number {
    let at = start;
    while (!this.mayBegin(units, at, end)) at += 1;
    return at;
  }

  /** The same, four places at a time. */
  #nextOfMany(units: Uint16Array, start: number, end: number): number {
    const last = end - GATE_LENGTH - PLACES + 1;
    const groups = this.#groupOf;
    const pairs = this.#pairs;
    let one = groupAt(groups, units, start);
    let two = groupAt(groups, units, start + 1);
    let three = groupAt(groups, units, start + 2);
    let at = start;
    for (; at <= last; at += PLACES) {
      const four = groupAt(groups, units, at + 3);
      const five = groupAt(groups, units, at + 4);
      const six = groupAt(groups, units, at + 5);
      const seven = groupAt(groups, units, at + 6);
      const a = begins(pairs, (one << GROUP_BITS) | two, three, four);
      const b = begins(pairs, (two << GROUP_BITS) | three, four, five);
      const c = begins(pairs, (three << GROUP_BITS) | four, five, six);
      const d = begins(pairs, (four << GROUP_BITS) | five, six, seven);
      if (((a | b | c | d) & 1) !== 0) {
        if ((a & 1) !== 0 && this.#passes(units, at)) return at;
        if ((b & 1) !== 0 && this.#passes(units, at + 1)) return at + 1;
        if ((c & 1) !== 0 && this.#passes(units, at + 2)) return at + 2;
        if ((d & 1) !== 0 && this.#passes(units, at + 3)) return at + 3;
      }
      one = five;
      two = six;
      three = seven;
    }
    return this.#nextOfFew(units, at, end);
  }

  /** Whether a keyword may begin at `at`, in a text that ends at `end`. */
  mayBegin(units: Uint16Array, at: number, end: number): boolean {
    if (at > end - GATE_LENGTH) return true;
    const pair = (this.#group(units[at]) << GROUP_BITS) | this.#group(units[at + 1]);
    const found = begins(this.#pairs, pair, this.#group(units[at + 2]), this.#group(units[at + 3]));
    return (found & 1) !== 0 && this.#passes(units, at);
  }

  #group(code = 0): number {
    return (code < ASCII_END ? this.#groupOf[code] : this.#groupOfClass[classIn(this.#classOf, code)]) ?? 0;
  }

  #addStart(keyword: string, classes: number): void {
    const codeAt = (at: number): number => this.#classOf[keyword.charCodeAt(at)] ?? 0;
    if (keyword.length < TRIPLE) {
      const codes = Array.from({ length: keyword.length }, (_, at) => codeAt(at));
      for (const triple of triplesOf(codes, classes)) setBit(this.#short, triple);
      return;
    }
    const triple = joined(joined(codeAt(0), codeAt(1)), codeAt(2));
    if (keyword.length === TRIPLE) setBit(this.#short, triple);
    else if (keyword.length < GATE_LENGTH) setBit(this.#quads, quadOf(triple, codeAt(TRIPLE)));
    else setBit(this.#sixes, sixOf(triple, joined(joined(codeAt(TRIPLE), codeAt(TRIPLE + 1)), codeAt(TRIPLE + 2))));
  }

  #addPairs(keyword: string): void {
    if (keyword.length >= PAIR_LENGTH) {
      const groupAt = (at: number): number => this.#group(keyword.charCodeAt(at));
      this.#addPair((groupAt(0) << GROUP_BITS) | groupAt(1), 1 << groupAt(2), 1 << groupAt(3));
      return;
    }
    const [firsts = [], seconds = [], thirds = [], fourths = []] = Array.from({ length: PAIR_LENGTH }, (_, at) =>
      at < keyword.length ? [this.#group(keyword.charCodeAt(at))] : ALL_GROUPS,
    );
    const bitsOf = (groups: readonly number[]): number => groups.reduce((bits, group) => bits | (1 << group), 0);
    for (const first of firsts)
      for (const second of seconds) this.#addPair((first << GROUP_BITS) | second, bitsOf(thirds), bitsOf(fourths));
  }

  #addPair(pair: number, thirds: number, fourths: number): void {
    const at = PAIR_SIZE * pair;
    this.#pairs[at] = (this.#pairs[at] ?? 0) | thirds;
    this.#pairs[at + 1] = (this.#pairs[at + 1] ?? 0) | fourths;
  }

  #passes(units: Uint16Array, at: number): boolean {
    const classOf = this.#classOf;
    const pair = joined(classIn(classOf, units[at] ?? 0), classIn(classOf, units[at + 1] ?? 0));
    const triple = joined(pair, classIn(classOf, units[at + 2] ?? 0));
    if (hasBit(this.#short, triple)) return true;
    const fourth = classIn(classOf, units[at + TRIPLE] ?? 0);
    if (hasBit(this.#quads, quadOf(triple, fourth))) return true;
    const fifth = joined(fourth, classIn(classOf, units[at + TRIPLE + 1] ?? 0));
    return hasBit(this.#sixes, sixOf(triple, joined(fifth, classIn(classOf, units[at + TRIPLE + 2] ?? 0))));
  }
}

/** The group of a unit, where none beyond ASCII is in a keyword: those may count as any. */
const groupAt = (groups: Uint8Array, units: Uint16Array, at: number): number =>
  groups[(units[at] ?? 0) & ASCII_MASK] ?? 0;
/** The lowest bit is set if a keyword may begin with the pair of groups and the two after it; the other bits mean nothing. */
const begins = (pairs: Int32Array, pair: number, third: number, fourth: number): number =>
  ((pairs[PAIR_SIZE * pair] ?? 0) >>> third) & ((pairs[PAIR_SIZE * pair + 1] ?? 0) >>> fourth);
const ALL_GROUPS: readonly number[] = Array.from({ length: GROUPS }, (_, group) => group);
/** Letters that stand alone: the others are rare in prose. */
const LETTERS = "abcdefghiklmnoprstuvwy";
const RARE_GROUP = LETTERS.length + 1;
/** Digits and signs have four groups each, and 0 is the space, which hardly a keyword begins with. */
const DIGITS_GROUP = 24;
const SIGNS_GROUP = 28;

function groupOf(code: number): number {
  const letter = code | 0x20;
  if (letter >= 0x61 && letter <= 0x7a) return LETTERS.indexOf(String.fromCharCode(letter)) + 1 || RARE_GROUP;
  if (code <= 0x20) return 0;
  return (code >= 0x30 && code <= 0x39 ? DIGITS_GROUP : SIGNS_GROUP) + (code & 3);
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
