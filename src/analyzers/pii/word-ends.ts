/** The last two letters of words, in any case, the last one of ASCII. Asked before every number of a text: no copy of them is made. */
export class WordEnds {
  /** 1: an end has that letter last. */
  readonly #lasts = new Uint8Array(128);
  readonly #pairs = new Set<number>();

  /** `ends`: parted by spaces, in lower case. */
  constructor(ends: string) {
    for (const end of ends.split(" "))
      for (const first of [end.charAt(0), end.charAt(0).toUpperCase()])
        for (const last of [end.charAt(1), end.charAt(1).toUpperCase()]) {
          this.#lasts[last.charCodeAt(0)] = 1;
          this.#pairs.add(pairOf(first.charCodeAt(0), last.charCodeAt(0)));
        }
  }

  /** Whether a word may end with two signs of these codes; `NaN`, as before a text, is none. */
  has(first: number, last: number): boolean {
    return this.#lasts[last] === 1 && this.#pairs.has(pairOf(first, last));
  }
}

const pairOf = (first: number, last: number): number => first * 128 + last;
