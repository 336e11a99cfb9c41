/** Scrambles two 32-bit numbers into one (the finalizer of MurmurHash3). */
export function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ Math.imul(right, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Filter bits per key; about one in this many unknown keys passes. */
const FILTER_SHARE = 8;

/**
 * 32-bit keys → small numbers, in a typed array. 0 is no key. Most requested keys are absent: a bit filter, small
 * enough for a processor cache, rejects those.
 */
export class HashTable {
  /** Each key followed by its number, so that one memory access fetches both. */
  readonly #pairs: Int32Array;
  readonly #mask: number;
  readonly #filter: Uint32Array;
  readonly #shift: number;

  /** Takes keys and values in turn. */
  constructor(pairs: Int32Array) {
    const size = pairs.length / 2;
    // At most two thirds full, so that look-ups of absent keys end soon.
    const bits = Math.ceil(Math.log2(Math.max(2, size * 1.5)));
    const filterBits = Math.max(5, Math.ceil(Math.log2(Math.max(1, size * FILTER_SHARE))));
    this.#mask = (1 << bits) - 1;
    this.#pairs = new Int32Array(2 * (this.#mask + 1));
    this.#filter = new Uint32Array(1 << (filterBits - 5));
    this.#shift = 32 - filterBits;
    for (let at = 0; at < pairs.length; at += 2) this.#add(pairs[at] ?? 0, pairs[at + 1] ?? 0);
  }

  #add(key: number, value: number): void {
    const bit = key >>> this.#shift;
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    let slot = key & this.#mask;
    while (this.#pairs[slot * 2] !== 0) slot = (slot + 1) & this.#mask;
    this.#pairs[slot * 2] = key;
    this.#pairs[slot * 2 + 1] = value;
  }

  /** -1 if the key is absent. */
  get(key: number): number {
    const bit = key >>> this.#shift;
    return (((this.#filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0 ? -1 : this.#find(key);
  }

  #find(key: number): number {
    let slot = key & this.#mask;
    for (let found = this.#pairs[slot * 2]; found !== 0; found = this.#pairs[slot * 2]) {
      if (found === key) return this.#pairs[slot * 2 + 1] ?? -1;
      slot = (slot + 1) & this.#mask;
    }
    return -1;
  }
}
