/**
 * Arrays of one text, cut out of one piece of memory: texts are short, and an array with memory of its own costs as much as
 * reading a dozen words. The longer numbers come first.
 */
export class Arena {
  readonly #memory: ArrayBuffer;
  #at = 0;

  /** @param bytes of all arrays together */
  constructor(bytes: number) {
    this.#memory = new ArrayBuffer(bytes);
  }

  int32(length: number): Int32Array {
    return new Int32Array(this.#memory, this.#take(length * 4), length);
  }

  uint32(length: number): Uint32Array {
    return new Uint32Array(this.#memory, this.#take(length * 4), length);
  }

  uint16(length: number): Uint16Array {
    return new Uint16Array(this.#memory, this.#take(length * 2), length);
  }

  bytes(length: number): Uint8Array {
    return new Uint8Array(this.#memory, this.#take(length), length);
  }

  #take(bytes: number): number {
    const at = this.#at;
    this.#at = at + bytes;
    return at;
  }
}
