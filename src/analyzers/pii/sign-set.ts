/** Signs by their UTF-16 code. Asked beside every number of a text: those of ASCII are read from a table. */
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

  /** Whether it is one of them; `NaN`, as after the end of a text, is none. */
  has(code: number): boolean {
    return code < 128 ? this.#ascii[code] === 1 : this.#others.has(code);
  }
}
