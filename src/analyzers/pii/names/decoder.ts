import { lazy } from "../../../core/lazy.ts";
import { storedJson } from "../../stored.ts";
import { bucketOf, FeatureReader } from "./features.ts";
import { Lexicon } from "./lexicon.ts";
import { RUN_WORDS_MAX } from "./runs.ts";
import type stored from "./weights.json";
import type { NameWords } from "./words.ts";

/** What a word can be: nothing, or the first or a later word of a person's or a place's name. */
export const TAG = { none: 0, person: 1, personOn: 2, place: 3, placeOn: 4 } as const;
export const TAGS = 5;

/** A linear-chain model over runs of words. */
export interface NameModel {
  readonly lexicon: Lexicon;
  /** Four signed bytes an entry, the weights of the tags but `none`, whose weights are zero; a power of two of entries. */
  readonly weights: Int32Array;
  /** Log weight of one unit. */
  readonly scale: number;
  /** Log weights, from tag (row) to tag; row `TAGS` is the beginning of a run. */
  readonly transitions: readonly number[];
  /** Log weight of `none` on top: raises precision. */
  readonly caution: number;
}

/** The version of `weights.json` that this code reads. */
export const WEIGHTS_VERSION = 1;

/** `weights.json`; made by `npm run train:names`, described in docs/models/names.md. */
export interface StoredModel {
  readonly version: number;
  readonly seed: number;
  /** SHA-256 of the bytes in `data`, hexadecimal. */
  readonly digest: string;
  /** Entries of the lexicon and of the weights. */
  readonly slots: number;
  readonly buckets: number;
  readonly scale: number;
  readonly caution: number;
  /** Base64 of the lexicon, the weights and the transitions (32-bit floats), four bytes an entry. */
  readonly data: string;
}

/** @throws {TypeError} when the stored model does not fit this code. */
export function readModel(model: StoredModel): NameModel {
  const { version, slots, buckets, scale, caution } = model;
  const bytes = Buffer.from(model.data, "base64");
  const steps = (TAGS + 1) * TAGS;
  const isWhole = bytes.length === 4 * (slots + buckets + steps);
  if (version !== WEIGHTS_VERSION || !isWhole) throw new TypeError("the names model does not fit the code");
  // A copy of its own is aligned and, on the little-endian machines that Node runs on, readable as it is.
  const copy = new Uint8Array(bytes).buffer;
  const lexicon = new Lexicon(new Uint32Array(copy, 0, slots));
  const weights = new Int32Array(copy, 4 * slots, buckets);
  const transitions = Array.from(new Float32Array(copy, 4 * (slots + buckets), steps));
  return { lexicon, weights, scale, caution, transitions };
}

const read = storedJson<typeof stored>(new URL("./weights.json", import.meta.url));

/** The shipped model, read on first use. */
export const nameModel = lazy(() => readModel(read()));

/** Words of one run, including the lower-case words between them. */
const WORDS_MAX = RUN_WORDS_MAX + 4;
/** Log weights are clamped to this, so that products do not overflow. */
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
  /** Sums of weights are whole numbers of units, and those beyond are cut: `e` to the power of each, from the least on. */
  readonly #exponentials: Float64Array;
  readonly #unitsMax: number;
  readonly #bits: number;

  constructor(model: NameModel) {
    this.#model = model;
    this.#features = new FeatureReader(model.lexicon);
    this.#steps = Float64Array.from(model.transitions, Math.exp);
    this.#bits = Math.log2(model.weights.length);
    this.#none = Math.exp(model.caution);
    this.#unitsMax = Math.ceil(LOG_MAX / model.scale);
    this.#exponentials = Float64Array.from({ length: 2 * this.#unitsMax + 1 }, (_, index) =>
      Math.exp(Math.max(-LOG_MAX, Math.min(LOG_MAX, (index - this.#unitsMax) * model.scale))),
    );
  }

  decode(tokens: NameWords, first: number, end: number): void {
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

  #emit(tokens: NameWords, index: number, at: number): void {
    const { weights } = this.#model;
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
    emissions[at + TAG.person] = this.#weightOf(person);
    emissions[at + TAG.personOn] = this.#weightOf(personOn);
    emissions[at + TAG.place] = this.#weightOf(place);
    emissions[at + TAG.placeOn] = this.#weightOf(placeOn);
  }

  /** The weight whose logarithm is this many units. */
  #weightOf(units: number): number {
    const most = this.#unitsMax;
    return this.#exponentials[Math.max(-most, Math.min(most, units)) + most] ?? 0;
  }

  #goForward(words: number): void {
    this.#begin();
    for (let at = TAGS; at < words * TAGS; at += TAGS) this.#step(at);
  }

  #begin(): void {
    const forward = this.#forward;
    const steps = this.#steps;
    const emissions = this.#emissions;
    for (let tag = 0; tag < TAGS; tag++) forward[tag] = (steps[TAGS * TAGS + tag] ?? 0) * (emissions[tag] ?? 0);
    divide(forward, 0);
  }

  /** From the previous word to the one whose tags are at `at`. */
  #step(at: number): void {
    const forward = this.#forward;
    const steps = this.#steps;
    const emissions = this.#emissions;
    for (let tag = 0; tag < TAGS; tag++) {
      let sum = 0;
      for (let from = 0; from < TAGS; from++) sum += (forward[at - TAGS + from] ?? 0) * (steps[from * TAGS + tag] ?? 0);
      forward[at + tag] = sum * (emissions[at + tag] ?? 0);
    }
    divide(forward, at);
  }

  #goBackward(words: number): void {
    const last = (words - 1) * TAGS;
    this.#backward.fill(1, last, last + TAGS);
    for (let at = last - TAGS; at >= 0; at -= TAGS) this.#stepBack(at);
  }

  /** From the following word to the one whose tags are at `at`. */
  #stepBack(at: number): void {
    const backward = this.#backward;
    const steps = this.#steps;
    const emissions = this.#emissions;
    const next = at + TAGS;
    for (let tag = 0; tag < TAGS; tag++) {
      let sum = 0;
      for (let to = 0; to < TAGS; to++)
        sum += (steps[tag * TAGS + to] ?? 0) * (emissions[next + to] ?? 0) * (backward[next + to] ?? 0);
      backward[at + tag] = sum;
    }
    divide(backward, at);
  }

  #normalise(at: number): void {
    const { probabilities } = this;
    const forward = this.#forward;
    const backward = this.#backward;
    for (let tag = at; tag < at + TAGS; tag++) probabilities[tag] = (forward[tag] ?? 0) * (backward[tag] ?? 0);
    divide(probabilities, at);
  }
}

/** Makes the sum of a word's tags 1. */
function divide(tags: Float64Array, at: number): void {
  let total = 0;
  for (let tag = at; tag < at + TAGS; tag++) total += tags[tag] ?? 0;
  for (let tag = at; tag < at + TAGS; tag++) tags[tag] = (tags[tag] ?? 0) / total;
}
