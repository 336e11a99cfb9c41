import { disguisedForms } from "./disguises.ts";
import { Letters } from "./letters.ts";

/** Letters of a value: fewer stand anywhere, more are known as any text of the prompt. */
const VALUE_MIN = 5;
const VALUE_MAX = 32;
/** Letters of one that is looked for in disguise: shorter ones are other words then. */
const DISGUISED_MIN = 6;

const ENDS_SIZE = 1 << 12;

interface Pattern {
  readonly symbols: Uint16Array;
  /** Where in the list of values its value stands. */
  readonly value: number;
  /** In its own letters, which must begin a word. */
  readonly isPlain: boolean;
}

/** Secret values as they may stand in a row of letters, in their own and in disguise. */
export class ValueTable {
  readonly #patterns: readonly Pattern[];
  /** 1 for the hashes of the two symbols that a pattern ends with: most letters of most texts end none. */
  readonly #ends = new Uint8Array(ENDS_SIZE);

  private constructor(patterns: readonly Pattern[]) {
    // Of two with the same end, the longer one is reported.
    this.#patterns = patterns.toSorted((a, b) => b.symbols.length - a.symbols.length);
    for (const { symbols } of patterns) this.#ends[endHash(symbols, symbols.length - 1)] = 1;
  }

  static of(values: readonly string[]): ValueTable {
    return new ValueTable(values.flatMap(patternsOf));
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  /** The table without the values that others have written: they are no secrets. */
  beside(texts: readonly string[]): ValueTable {
    if (this.isEmpty) return this;
    const said = new Set<number>();
    const letters = new Letters();
    for (const text of texts) {
      letters.clear();
      letters.read(text, 0);
      for (let at = 0; at < letters.count; at++) {
        const pattern = this.#endingAt(letters, at);
        if (pattern !== undefined) said.add(pattern.value);
      }
    }
    return said.size === 0 ? this : new ValueTable(this.#patterns.filter(({ value }) => !said.has(value)));
  }

  /** Letters of the value that ends with the one at `at`; 0: none does. */
  lengthAt(letters: Letters, at: number): number {
    return this.#endingAt(letters, at)?.symbols.length ?? 0;
  }

  #endingAt({ symbols, starts, ends }: Letters, at: number): Pattern | undefined {
    if (this.#ends[endHash(symbols, at)] === 0) return undefined;
    return this.#patterns.find((pattern) => {
      const first = at - pattern.symbols.length + 1;
      if (first < 0 || !isSame(symbols, first, pattern.symbols)) return false;
      return !pattern.isPlain || first === 0 || (starts[first] ?? 0) > (ends[first - 1] ?? 0);
    });
  }

  /** Most of the last letters that may be the beginning of a value. */
  openLength({ symbols, count }: Letters): number {
    let longest = 0;
    for (const { symbols: pattern } of this.#patterns)
      for (let length = Math.min(pattern.length - 1, count); length > longest; length--)
        if (isSame(symbols, count - length, pattern.subarray(0, length))) longest = length;
    return longest;
  }
}

const endHash = (symbols: Uint16Array, at: number): number =>
  ((symbols[at] ?? 0) * 31 + (symbols[at - 1] ?? 0)) & (ENDS_SIZE - 1);

function isSame(symbols: Uint16Array, start: number, pattern: Uint16Array): boolean {
  for (let at = 0; at < pattern.length; at++) if (symbols[start + at] !== pattern[at]) return false;
  return true;
}

function patternsOf(text: string, value: number): readonly Pattern[] {
  const plain = lettersOf(text);
  if (plain.length < VALUE_MIN || plain.length > VALUE_MAX) return [];
  const own: Pattern = { symbols: plain, value, isPlain: true };
  if (plain.length < DISGUISED_MIN) return [own];
  const disguised = disguisedForms(text)
    .map((form) => lettersOf(form.text))
    // First letters and the like say too little of so short a text.
    .filter((symbols) => symbols.length >= plain.length && !isSame(symbols, 0, plain));
  return [own, ...disguised.map((symbols) => ({ symbols, value, isPlain: false }))];
}

function lettersOf(text: string): Uint16Array {
  const letters = new Letters();
  letters.read(text, 0);
  return letters.symbols.slice(0, letters.count);
}
