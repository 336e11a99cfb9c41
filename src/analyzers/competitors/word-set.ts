import { hashWord } from "../../text/tokens.ts";
import { mix } from "../pii/names/lexicon.ts";

/** Bits that a word sets: of a set that is a third full one word in two thousand is taken for a member. */
const BITS_PER_WORD = 7;

/** `ordinary.json`; made by `npm run train:ordinary`. */
export interface StoredWords {
  /** Base64 of the bits, a power of two of bytes. */
  readonly bits: string;
}

/** A set of words, folded, as a Bloom filter: the words cannot be read from it, and a few that are none are taken for members. */
export class WordSet {
  readonly bits: Uint8Array;
  readonly #mask: number;

  /** @param bits a power of two of bytes */
  constructor(bits: Uint8Array) {
    this.bits = bits;
    this.#mask = bits.length * 8 - 1;
  }

  static read({ bits }: StoredWords): WordSet {
    return new WordSet(new Uint8Array(Buffer.from(bits, "base64")));
  }

  has(word: string): boolean {
    const hash = hashWord(word);
    for (let index = 0; index < BITS_PER_WORD; index++) {
      const bit = mix(hash, index + 1) & this.#mask;
      if (((this.bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  add(word: string): void {
    const hash = hashWord(word);
    for (let index = 0; index < BITS_PER_WORD; index++) {
      const bit = mix(hash, index + 1) & this.#mask;
      this.bits[bit >>> 3] = (this.bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
}
