/** Symbols that are compared at a time: about three English words. */
export const GRAM = 14;
/** Shorter runs that show whether the end of a text could continue as the prompt does. */
export const STUB = 5;

const BASE = 0x2c1b3c6d;
/** `BASE` to the power of `GRAM - 1`. */
const TOP = Array.from({ length: GRAM - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);
const SPREAD = 0x9e3779b1;
const STUB_BITS = 18;
/** The bits that show whether a gram exists at all number this many times the slots of the table, as a power of two. */
const SEEN_BITS = 3;

/** Continues the hash of a gram by a symbol; `out` is the symbol that leaves it, 0 while it is not full. */
export const rolled = (hash: number, out: number, symbol: number): number =>
  (Math.imul(hash - Math.imul(out, TOP), BASE) + symbol) | 0;

/** Where each gram of a list of symbols stands first. Symbol 0 parts the list: no gram reaches over it. */
export class GramTable {
  readonly #symbols: Uint16Array;
  readonly #hashes: Int32Array;
  /** Place of the gram, plus one; 0 = free. */
  readonly #places: Int32Array;
  readonly #shift: number;
  /** A bit for each gram's hash: it rules out most grams of most texts. */
  readonly #seen: Uint8Array;
  readonly #seenShift: number;
  readonly #stubs = new Uint8Array((1 << STUB_BITS) >> 3);

  constructor(symbols: Uint16Array) {
    this.#symbols = symbols;
    const bits = Math.max(8, Math.ceil(Math.log2(symbols.length * 2 + 1)));
    this.#shift = 32 - bits;
    this.#hashes = new Int32Array(1 << bits);
    this.#places = new Int32Array(1 << bits);
    this.#seenShift = Math.max(8, this.#shift - SEEN_BITS);
    this.#seen = new Uint8Array((1 << (32 - this.#seenShift)) >> 3);
    let hash = 0;
    let run = 0;
    for (let at = 0; at < symbols.length; at++) {
      const symbol = symbols[at] ?? 0;
      hash = rolled(hash, run >= GRAM ? (symbols[at - GRAM] ?? 0) : 0, symbol);
      run = symbol === 0 ? 0 : run + 1;
      if (symbol === 0) hash = 0;
      if (run >= GRAM) this.#add(hash, at - GRAM + 1);
      if (run >= STUB) this.#addStub(stubHash(symbols, at - STUB + 1));
    }
  }

  #add(hash: number, place: number): void {
    const bit = Math.imul(hash, SPREAD) >>> this.#seenShift;
    this.#seen[bit >> 3] = (this.#seen[bit >> 3] ?? 0) | (1 << (bit & 7));
    const mask = this.#places.length - 1;
    let slot = Math.imul(hash, SPREAD) >>> this.#shift;
    for (let tries = 0; tries < PROBES_MAX; tries++, slot = (slot + 1) & mask) {
      const known = (this.#places[slot] ?? 0) - 1;
      // Of equal grams the first stays, and takes one slot: a prompt that repeats itself makes no look long.
      if (known >= 0 && this.#hashes[slot] === hash && this.#isSame(known, this.#symbols, place)) return;
      if (known >= 0) continue;
      this.#hashes[slot] = hash;
      this.#places[slot] = place + 1;
      return;
    }
  }

  #addStub(hash: number): void {
    this.#stubs[hash >> 3] = (this.#stubs[hash >> 3] ?? 0) | (1 << (hash & 7));
  }

  /**
   * Where the gram of `symbols` that begins at `start` stands first; -1 = nowhere.
   * @param before where the gram that begins one symbol earlier does; -1: nowhere, or it is not known
   */
  find(hash: number, symbols: Uint16Array, start: number, before = -1): number {
    const bit = Math.imul(hash, SPREAD) >>> this.#seenShift;
    return ((this.#seen[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0 ? -1 : this.#look(hash, symbols, start, before);
  }

  #look(hash: number, symbols: Uint16Array, start: number, before: number): number {
    const mask = this.#places.length - 1;
    let slot = Math.imul(hash, SPREAD) >>> this.#shift;
    for (let tries = 0; tries < PROBES_MAX; tries++, slot = (slot + 1) & mask) {
      const place = (this.#places[slot] ?? 0) - 1;
      if (place < 0) return -1;
      if (this.#hashes[slot] !== hash) continue;
      // After an equal gram, one symbol decides.
      const isSame =
        before >= 0 && place === before + 1
          ? this.#symbols[place + GRAM - 1] === symbols[start + GRAM - 1]
          : this.#isSame(place, symbols, start);
      if (isSame) return place;
    }
    return -1;
  }

  #isSame(place: number, symbols: Uint16Array, start: number): boolean {
    for (let at = 0; at < GRAM; at++) if (this.#symbols[place + at] !== symbols[start + at]) return false;
    return true;
  }

  /** Whether the `STUB` symbols may stand in the list; false is sure. */
  mayHave(symbols: Uint16Array, start: number): boolean {
    const hash = stubHash(symbols, start);
    return ((this.#stubs[hash >> 3] ?? 0) & (1 << (hash & 7))) !== 0;
  }
}

/** Slots that are looked at for a gram; the table is at most half full. */
const PROBES_MAX = 64;

function stubHash(symbols: Uint16Array, start: number): number {
  let hash = 0;
  for (let at = start; at < start + STUB; at++) hash = (Math.imul(hash, BASE) + (symbols[at] ?? 0)) | 0;
  return Math.imul(hash, SPREAD) >>> (32 - STUB_BITS);
}
