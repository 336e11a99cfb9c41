import { bucketOf, FeatureReader } from "./features.ts";
import type { Lexicon } from "./lexicon.ts";
import { RUN_WORDS_MAX } from "./runs.ts";
import type { Tokens } from "./tokens.ts";

/** What a word can be: nothing, or the first or a later word of a person's or a place's name. */
export const TAG = { none: 0, person: 1, personOn: 2, place: 3, placeOn: 4 } as const;
export const TAGS = 5;

/** A linear-chain model over runs of words. */
export interface NameModel {
  readonly lexicon: Lexicon;
  /** Four signed bytes an entry, the weights of the tags but `none`, whose weights are zero; a power of two of entries. */
  readonly weights: Int32Array;
  /** What one unit of a weight is worth. */
  readonly scale: number;
  /** Log weights, from tag (row) to tag; row `TAGS` is the beginning of a run. */
  readonly transitions: readonly number[];
  /** Log weight of `none` on top: raises precision. */
  readonly caution: number;
}

/** Words of one run with the small ones between them. */
const WORDS_MAX = RUN_WORDS_MAX + 4;
/** Log weights beyond that are cut, so that no product leaves the range of numbers. */
const LOG_MAX = 30;

/** Computes for each word of a run how probable each tag is. */
export class Decoder {
  /** Word of the run × tag. */
  readonly probabilities = new Float64Array(WORDS_MAX * TAGS);
  readonly #model: NameModel;
  readonly #features: FeatureReader;
  readonly #emissions = new Float64Array(WORDS_MAX * TAGS);
  readonly #forward = new Float64Array(WORDS_MAX * TAGS);
  readonly #backward = new Float64Array(WORDS_MAX * TAGS);
  readonly #steps: Float64Array;
  readonly #none: number;
  readonly #bits: number;

  constructor(model: NameModel) {
    this.#model = model;
    this.#features = new FeatureReader(model.lexicon);
    this.#steps = Float64Array.from(model.transitions, Math.exp);
    this.#bits = Math.log2(model.weights.length);
    this.#none = Math.exp(model.caution);
  }

  decode(tokens: Tokens, first: number, end: number): void {
    const words = Math.min(end - first, WORDS_MAX);
    this.#features.open(tokens, first, end);
    for (let word = 0; word < words; word++) this.#emit(tokens, first + word, word * TAGS);
    this.#goForward(words);
    if (words === 1) {
      // The sums of one word are its probabilities already.
      for (let tag = 0; tag < TAGS; tag++) this.probabilities[tag] = this.#forward[tag] ?? 0;
      return;
    }
    this.#goBackward(words);
    for (let word = 0; word < words; word++) this.#normalise(word * TAGS);
  }

  #emit(tokens: Tokens, index: number, at: number): void {
    const { weights, scale } = this.#model;
    const bits = this.#bits;
    const { out } = this.#features;
    const count = this.#features.read(tokens, index);
    let person = 0;
    let personOn = 0;
    let place = 0;
    let placeOn = 0;
    for (let feature = 0; feature < count; feature++) {
      const entry = weights[bucketOf(out[feature] ?? 0, bits)] ?? 0;
      person += (entry << 24) >> 24;
      personOn += (entry << 16) >> 24;
      place += (entry << 8) >> 24;
      placeOn += entry >> 24;
    }
    const emissions = this.#emissions;
    emissions[at] = this.#none;
    emissions[at + TAG.person] = weightOf(person * scale);
    emissions[at + TAG.personOn] = weightOf(personOn * scale);
    emissions[at + TAG.place] = weightOf(place * scale);
    emissions[at + TAG.placeOn] = weightOf(placeOn * scale);
  }

  #goForward(words: number): void {
    const forward = this.#forward;
    for (let word = 0; word < words; word++) {
      let total = 0;
      for (let tag = 0; tag < TAGS; tag++) {
        const reached = word === 0 ? (this.#steps[TAGS * TAGS + tag] ?? 0) : this.#reach((word - 1) * TAGS, tag);
        const value = reached * (this.#emissions[word * TAGS + tag] ?? 0);
        forward[word * TAGS + tag] = value;
        total += value;
      }
      for (let tag = 0; tag < TAGS; tag++) forward[word * TAGS + tag] = (forward[word * TAGS + tag] ?? 0) / total;
    }
  }

  #reach(before: number, tag: number): number {
    let sum = 0;
    for (let from = 0; from < TAGS; from++)
      sum += (this.#forward[before + from] ?? 0) * (this.#steps[from * TAGS + tag] ?? 0);
    return sum;
  }

  #goBackward(words: number): void {
    const backward = this.#backward;
    const last = (words - 1) * TAGS;
    backward.fill(1, last, last + TAGS);
    for (let word = words - 2; word >= 0; word--) {
      const next = (word + 1) * TAGS;
      let total = 0;
      for (let tag = 0; tag < TAGS; tag++) {
        let sum = 0;
        for (let to = 0; to < TAGS; to++)
          sum += (this.#steps[tag * TAGS + to] ?? 0) * (this.#emissions[next + to] ?? 0) * (backward[next + to] ?? 0);
        backward[word * TAGS + tag] = sum;
        total += sum;
      }
      for (let tag = 0; tag < TAGS; tag++) backward[word * TAGS + tag] = (backward[word * TAGS + tag] ?? 0) / total;
    }
  }

  #normalise(at: number): void {
    let total = 0;
    for (let tag = 0; tag < TAGS; tag++) total += (this.#forward[at + tag] ?? 0) * (this.#backward[at + tag] ?? 0);
    for (let tag = 0; tag < TAGS; tag++)
      this.probabilities[at + tag] = ((this.#forward[at + tag] ?? 0) * (this.#backward[at + tag] ?? 0)) / total;
  }
}

const weightOf = (log: number): number => Math.exp(Math.max(-LOG_MAX, Math.min(LOG_MAX, log)));
