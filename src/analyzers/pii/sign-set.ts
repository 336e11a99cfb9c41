/** A set of UTF-16 code units. It is used beside every number of a text, so ASCII is looked up in a table. */
export class SignSet {
  readonly #ascii = new Uint8Array(128);
  readonly #others = new Set<number>();

  constructor(signs: string) {
    for (let at = 0; at < signs.length; at++) {
      const code = signs.charCodeAt(at);
      if (code < 128) this.#ascii[code] = 1;
      else this.#others.add(code);
    }
  }

  /** Whether it is in the set; `NaN`, as after the end of a text, is not. */
  has(code: number): boolean {
    return code < 128 ? this.#ascii[code] === 1 : this.#others.has(code);
  }
}
