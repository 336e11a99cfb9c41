/** Bytes of Node's pool (`Buffer.poolSize`) in every process and thread that reads texts: its own 8 KB serve the arrays of a sentence only. */
export const POOL_BYTES = 65_536;

/**
 * Arrays of one text, cut out of one piece of memory: texts are short, and an array with memory of its own costs as much as
 * reading a dozen words. The longer numbers come first: Node aligns a piece of its pool to eight bytes, and the arrays follow.
 */
export class Arena {
  readonly #memory: ArrayBuffer;
  #at: number;
  readonly #end: number;

  /**
   * Takes memory from Node's pool, which costs a short text less than memory of its own, and clears it.
   * @param bytes of all arrays together
   */
  constructor(bytes: number) {
    const { buffer, byteOffset } = Buffer.allocUnsafe(bytes).fill(0);
    this.#memory = buffer;
    this.#at = byteOffset;
    this.#end = byteOffset + bytes;
  }

  int32(length: number): Int32Array {
    return new Int32Array(this.#memory, this.#take(length * 4), length);
  }

  uint32(length: number): Uint32Array {
    return new Uint32Array(this.#memory, this.#take(length * 4), length);
  }

  uint16(length: number): Uint16Array<ArrayBuffer> {
    return new Uint16Array(this.#memory, this.#take(length * 2), length);
  }

  bytes(length: number): Uint8Array {
    return new Uint8Array(this.#memory, this.#take(length), length);
  }

  #take(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#end) throw new RangeError("an arena has no room beyond its size");
    this.#at = at + bytes;
    return at;
  }
}
