import { firstFrom } from "../../core/lists.ts";
import { lazy } from "../../core/lazy.ts";
import { IS_BIG_ENDIAN } from "../../text/units.ts";
import { storedJson } from "../stored.ts";
import type stored from "./lexicon.json";

/** `lexicon.json`; made by `npm run train:topics`, described in docs/models/topics.md. Arrays of numbers are base64, lowest byte first. */
export interface StoredTopics {
  readonly source: string;
  /** Separated by spaces, most frequent first; a word's number is its position. */
  readonly words: string;
  readonly dimensions: number;
  /** Signed bytes, `dimensions` for each word. */
  readonly vectors: string;
  /** Mean and spread of each word's similarity to many subjects, signed bytes of 1/256. */
  readonly means: string;
  readonly spreads: string;
  /** Number of each word's WordNet relatives (bytes), followed by their word numbers (16 bits). */
  readonly relativeCounts: string;
  readonly relatives: string;
  readonly subjects: readonly StoredSubject[];
}

/** A subject that operators often ban. */
export interface StoredSubject {
  readonly names: readonly string[];
  /** Words and sequences of words; `*` ends the beginning of a word. */
  readonly strong: readonly string[];
  readonly weak: readonly string[];
  readonly turns: readonly string[];
  /** Numbers of words (16 bits) and their weights (bytes of 1/255). */
  readonly words: string;
  readonly weights: string;
}

/** A word and its weight for a topic. */
export interface Weighed {
  readonly word: string;
  readonly weight: number;
}

const SCALE = 256;

/** Words with their vectors, and known subjects. */
export class TopicLexicon {
  readonly subjects: readonly StoredSubject[];
  readonly words: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #dimensions: number;
  readonly #vectors: Int8Array;
  readonly #means: Int8Array;
  readonly #spreads: Int8Array;
  /** Where a word's relatives begin. */
  readonly #firsts: Uint32Array;
  readonly #relatives: Uint16Array;
  #sorted: readonly string[] | undefined;

  constructor(stored: StoredTopics) {
    this.subjects = stored.subjects;
    this.words = stored.words.split(" ");
    this.#numbers = new Map(this.words.map((word, number) => [word, number]));
    this.#dimensions = stored.dimensions;
    this.#vectors = new Int8Array(bytesOf(stored.vectors).buffer);
    this.#means = new Int8Array(bytesOf(stored.means).buffer);
    this.#spreads = new Int8Array(bytesOf(stored.spreads).buffer);
    this.#relatives = shortsOf(stored.relatives);
    this.#firsts = new Uint32Array(this.words.length + 1);
    for (const [number, count] of bytesOf(stored.relativeCounts).entries())
      this.#firsts[number + 1] = (this.#firsts[number] ?? 0) + count;
  }

  /** A word's number, which is its rank by frequency; `undefined`: it is not known. */
  numberOf(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  relativesOf(number: number): readonly number[] {
    return [...this.#relatives.subarray(this.#firsts[number] ?? 0, this.#firsts[number + 1] ?? 0)];
  }

  beginningWith(stem: string): readonly string[] {
    this.#sorted ??= [...this.words].sort();
    const sorted = this.#sorted;
    const first = firstFrom(sorted.length, (at) => (sorted[at] ?? "") >= stem);
    let end = first;
    while (sorted[end]?.startsWith(stem) === true) end += 1;
    return sorted.slice(first, end);
  }

  /** Words that have one of these among their relatives. */
  relatedTo(numbers: readonly number[]): readonly number[] {
    const isWanted = new Uint8Array(this.words.length);
    for (const number of numbers) isWanted[number] = 1;
    const found: number[] = [];
    for (let number = 0; number < this.words.length; number++)
      for (let at = this.#firsts[number] ?? 0; at < (this.#firsts[number + 1] ?? 0); at++)
        if (isWanted[this.#relatives[at] ?? 0] === 1) {
          found.push(number);
          break;
        }
    return found;
  }

  wordsOf(subject: StoredSubject): readonly Weighed[] {
    const weights = bytesOf(subject.weights);
    return Array.from(shortsOf(subject.words), (number, at) => ({
      word: this.words[number] ?? "",
      weight: (weights[at] ?? 0) / 255,
    }));
  }

  /** The mean direction of some words. @param shares how much each of them counts; absent: 1 */
  centreOf(numbers: readonly number[], shares: readonly number[] = []): Float32Array {
    const centre = new Float32Array(this.#dimensions);
    for (const [index, number] of numbers.entries())
      for (let at = 0; at < this.#dimensions; at++)
        centre[at] = (centre[at] ?? 0) + (this.#vectors[number * this.#dimensions + at] ?? 0) * (shares[index] ?? 1);
    const length = Math.hypot(...centre) || 1;
    return centre.map((value) => value / length);
  }

  /** Calls `found` with each word of at least `min` similarity to the direction, and its distance from the mean over other subjects, in spreads. */
  eachNear(direction: Float32Array, min: number, found: (near: Near) => void): void {
    const size = this.#dimensions;
    const vectors = this.#vectors;
    for (let number = 0, at = 0; number < this.words.length; number++) {
      let dot = 0;
      for (let axis = 0; axis < size; axis++, at++) dot += (vectors[at] ?? 0) * (direction[axis] ?? 0);
      const nearness = dot / SCALE;
      if (nearness < min) continue;
      const mean = (this.#means[number] ?? 0) / SCALE;
      const spread = Math.max(1, this.#spreads[number] ?? 0) / SCALE;
      found({ number, nearness, distinctness: (nearness - mean) / spread });
    }
  }

  /** Similarity of two words, -1..1. */
  nearness(one: number, other: number): number {
    const size = this.#dimensions;
    let dot = 0;
    for (let axis = 0; axis < size; axis++)
      dot += (this.#vectors[one * size + axis] ?? 0) * (this.#vectors[other * size + axis] ?? 0);
    return dot / (SCALE * SCALE);
  }
}

/** A word near a direction. */
export interface Near {
  readonly number: number;
  /** -1..1 */
  readonly nearness: number;
  readonly distinctness: number;
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function shortsOf(base64: string): Uint16Array {
  const bytes = Buffer.from(bytesOf(base64));
  if (IS_BIG_ENDIAN) bytes.swap16();
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

const read = storedJson<typeof stored>(new URL("./lexicon.json", import.meta.url));

/** The lexicon, read on first use: some megabytes that only a process with such a policy should spend, and policies are synchronous. */
export const topicLexicon = lazy(() => new TopicLexicon(read()));
