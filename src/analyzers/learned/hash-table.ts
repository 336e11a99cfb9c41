/** Scrambles two 32-bit numbers into one (the finalizer of MurmurHash3). */
export function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ Math.imul(right, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** 32-bit keys → small numbers, in two typed arrays. 0 is no key. */
export class HashTable {
  readonly #keys: Int32Array;
  readonly #values: Int32Array;
  readonly #mask: number;

  constructor(entries: ReadonlyMap<number, number>) {
    // At most half full, so that a look-up of what is not there ends soon.
    const bits = Math.ceil(Math.log2(Math.max(2, entries.size * 2)));
    this.#mask = (1 << bits) - 1;
    this.#keys = new Int32Array(this.#mask + 1);
    this.#values = new Int32Array(this.#mask + 1);
    for (const [key, value] of entries) {
      let slot = key & this.#mask;
      while (this.#keys[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#keys[slot] = key;
      this.#values[slot] = value;
    }
  }

  /** -1 when the key is not there. */
  get(key: number): number {
    let slot = key & this.#mask;
    for (let found = this.#keys[slot]; found !== 0; found = this.#keys[slot]) {
      if (found === key) return this.#values[slot] ?? -1;
      slot = (slot + 1) & this.#mask;
    }
    return -1;
  }
}
