import type { Span } from "../../core/model.ts";
import { FEATURE_BITS, type Features } from "./features.ts";
import { SLOTS, type WordMemo } from "./word-memo.ts";

/** Models whose weights stand side by side. */
const LANES_MAX = 4;

/**
 * The weights of several models, those of one feature next to each other: policies that read the same text fetch a feature's weights
 * from memory once, and that is most of what a model costs. One model has no lanes beside it, so that its weights fill as little of
 * the processor's cache as they can.
 */
export class WeightLanes {
  /** Lanes that there is room for: one, or all. */
  #width = 1;
  #weights = new Int8Array(1 << FEATURE_BITS);
  /** Sums of the weights of all tokens before each, the lanes of a token side by side. */
  #sums = new Float64Array(1025);
  #count = 0;
  #read: { readonly features: Features; readonly reading: number } | null = null;
  /** Sums of the words that are kept, and the stamps of what they were made of. */
  #words: WordMemo | null = null;
  #wordSums = new Int32Array(SLOTS);
  readonly #stamps = new Float64Array(SLOTS);

  get isFull(): boolean {
    return this.#count === LANES_MAX;
  }

  /** The lane of the model with these weights, one for each feature. */
  add(weights: Int8Array): number {
    const lane = this.#count;
    if (lane === this.#width) this.#widen();
    for (let id = 0; id < weights.length; id++) this.#weights[id * this.#width + lane] = weights[id] ?? 0;
    this.#count += 1;
    this.#read = null;
    this.#words = null;
    return lane;
  }

  /** Sum of the weights of the tokens in `[start, end)` of what has been read last; kept until the next reading. */
  sum(features: Features, lane: number, { start, end }: Span): number {
    if (this.#read?.features !== features || this.#read.reading !== features.reading) this.#sumUp(features);
    return (this.#sums[end * this.#width + lane] ?? 0) - (this.#sums[start * this.#width + lane] ?? 0);
  }

  #widen(): void {
    const weights = new Int8Array(LANES_MAX << FEATURE_BITS);
    for (let id = 0; id < 1 << FEATURE_BITS; id++) weights[id * LANES_MAX] = this.#weights[id] ?? 0;
    this.#width = LANES_MAX;
    this.#weights = weights;
    this.#wordSums = new Int32Array(SLOTS * LANES_MAX);
  }

  #sumUp(features: Features): void {
    const { tokens, words } = features;
    const length = this.#width * (tokens.starts.length + 1);
    if (this.#sums.length !== length) this.#sums = new Float64Array(length);
    if (this.#words !== words) this.#stamps.fill(0);
    this.#words = words;
    this.#sumTokens(features);
    this.#read = { features, reading: features.reading };
  }

  #sumTokens({ tokens, context, contextEnds, own, words }: Features): void {
    const width = this.#width;
    const weights = this.#weights;
    const sums = this.#sums;
    for (let token = 0; token < tokens.count; token++) {
      const first = contextEnds[token] ?? 0;
      const last = contextEnds[token + 1] ?? 0;
      const slot = own[token] ?? -1;
      for (let lane = 0; lane < width; lane++) {
        let sum = (sums[token * width + lane] ?? 0) + (slot < 0 ? 0 : this.#ofWord(words, slot, lane));
        for (let at = first; at < last; at++) sum += weights[(context[at] ?? 0) * width + lane] ?? 0;
        sums[(token + 1) * width + lane] = sum;
      }
    }
  }

  /** Sum of the weights of a word's own features. */
  #ofWord(words: WordMemo, slot: number, lane: number): number {
    if (this.#stamps[slot] !== words.stamps[slot]) this.#sumWord(words, slot);
    return this.#wordSums[slot * this.#width + lane] ?? 0;
  }

  #sumWord(words: WordMemo, slot: number): void {
    const first = words.featuresFrom(slot);
    const end = first + (words.featureCounts[slot] ?? 0);
    for (let lane = 0; lane < this.#width; lane++) {
      let sum = 0;
      for (let at = first; at < end; at++) sum += this.#weights[(words.features[at] ?? 0) * this.#width + lane] ?? 0;
      this.#wordSums[slot * this.#width + lane] = sum;
    }
    this.#stamps[slot] = words.stamps[slot] ?? 0;
  }
}

let open = new WeightLanes();

/** Lanes with room for one more model. */
export function openLanes(): WeightLanes {
  if (open.isFull) open = new WeightLanes();
  return open;
}
