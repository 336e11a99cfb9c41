/**
 * A pattern that ends where a text does. Forwards it would be tried at each unit of the text; backwards from the end it is refused, mostly
 * by the last unit.
 */
export class EndPattern {
  readonly #forwards: RegExp;
  readonly #backwards: RegExp;

  /** `pattern`: each of its alternatives ends with `$`. */
  constructor(pattern: RegExp) {
    this.#forwards = pattern;
    this.#backwards = new RegExp(`(?<=${pattern.source})`, `${pattern.flags}y`);
  }

  test(text: string): boolean {
    this.#backwards.lastIndex = text.length;
    return this.#backwards.test(text);
  }

  /** The longest match. */
  exec(text: string): RegExpExecArray | null {
    return this.test(text) ? this.#forwards.exec(text) : null;
  }
}
