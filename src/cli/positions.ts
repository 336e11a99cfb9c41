/** A place in a text; both count from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the lines of a text begin. A line ends after `\n`; a text with many findings is read once. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(raw: string) {
    for (let at = raw.indexOf("\n"); at >= 0; at = raw.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  positionOf(offset: number): Position {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
