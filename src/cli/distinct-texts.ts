import { createHash } from "node:crypto";

const SPACES = /\s+/gu;

/** What two copies of a text have in common: case, white space and the Unicode form do not count. */
const normalized = (text: string): string => text.normalize("NFKC").toLowerCase().replace(SPACES, " ").trim();

/** Numbers texts so that copies share a number. It keeps hashes, not texts. */
export class DistinctTexts {
  readonly #indices = new Map<string, number>();

  get count(): number {
    return this.#indices.size;
  }

  /** The number of a text, from 0: that of its first copy. */
  indexOf(text: string): number {
    const key = keyOf(text);
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const index = this.#indices.size;
    this.#indices.set(key, index);
    return index;
  }

  /** How many texts stand in both. */
  sharedWith(other: DistinctTexts): number {
    return [...this.#indices.keys()].filter((key) => other.#indices.has(key)).length;
  }
}

const keyOf = (text: string): string => createHash("sha256").update(normalized(text)).digest("base64");
