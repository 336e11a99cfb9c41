import type { Span } from "../../core/model.ts";
import { FEATURE_BITS, FEATURES_END, hashedFeature } from "./dense-features.ts";
import type { Features } from "./features.ts";
import type { Tokens } from "./tokens.ts";
import { OWN_MAX, writeOwn } from "./word-features.ts";
import { SLOTS, type WordMemo } from "./word-memo.ts";

/** Models whose weights stand side by side. */
const LANES_MAX = 4;
/** What is known of a word that is kept: the stamp of what its sums were made of, and these, as halves of two bytes. */
const RECORD = 16;
const SUMS_AT = 8;

/**
 * The weights of several models, those of one feature next to each other: policies that read the same text fetch a feature's weights
 * from memory once, and that is most of what a model costs. One model has no lanes beside it, so that its weights fill as little of
 * the processor's cache as they can.
 */
export class WeightLanes {
  /** Of the first model, by the number of a feature. */
  #weights = new Int8Array(FEATURES_END);
  /** Of up to four models, a byte for each; `null` as long as there is one. */
  #lanes: Int32Array | null = null;
  /** Sums of the weights of all features before each, and of all words that are kept before each token; the lanes side by side. */
  #sums = new Int32Array(4097);
  #wordSums = new Int32Array(1025);
  #count = 0;
  #read: { readonly features: Features; readonly reading: number } | null = null;
  #words: WordMemo | null = null;
  readonly #stamps = new Float64Array((SLOTS * RECORD) / 8);
  readonly #ofWords = new Int16Array(this.#stamps.buffer);

  /** Features of the word that is summed. */
  readonly #word = new Uint32Array(OWN_MAX);

  get isFull(): boolean {
    return this.#count === LANES_MAX;
  }

  /** Lanes that there is room for: one, or all. */
  get #width(): number {
    return this.#lanes === null ? 1 : LANES_MAX;
  }

  /** The lane of the model with these weights, one for each hash. */
  add(weights: Int8Array): number {
    const lane = this.#count;
    const all = new Int8Array(FEATURES_END);
    all.set(weights);
    for (let feature = 1 << FEATURE_BITS; feature < FEATURES_END; feature++)
      all[feature] = weights[hashedFeature(feature)] ?? 0;
    if (lane === 0) this.#weights = all;
    else this.#widen(lane, all);
    this.#count += 1;
    this.#read = null;
    this.#words = null;
    return lane;
  }

  /** Sum of the weights of the tokens in `[start, end)` of what has been read last; kept until the next reading. */
  sum(features: Features, lane: number, { start, end }: Span): number {
    if (this.#read?.features !== features || this.#read.reading !== features.reading) this.#sumUp(features);
    const { contextEnds } = features;
    const width = this.#width;
    const [first, last] = [contextEnds[start] ?? 0, contextEnds[end] ?? 0];
    const around = (this.#sums[last * width + lane] ?? 0) - (this.#sums[first * width + lane] ?? 0);
    const own = (this.#wordSums[end * width + lane] ?? 0) - (this.#wordSums[start * width + lane] ?? 0);
    // Sums of a long text may leave their 32 bits; what they differ by does not.
    return (around + own) | 0;
  }

  #widen(lane: number, weights: Int8Array): void {
    const lanes = this.#lanes ?? Int32Array.from(this.#weights, (weight) => weight & 0xff);
    for (let feature = 0; feature < FEATURES_END; feature++)
      lanes[feature] = (lanes[feature] ?? 0) | (((weights[feature] ?? 0) & 0xff) << (8 * lane));
    this.#lanes = lanes;
    // All that it held stands among the lanes.
    this.#weights = new Int8Array(0);
  }

  #sumUp(features: Features): void {
    const { tokens, context, words } = features;
    const [most, tokensMost] = [this.#width * (context.length + 1), this.#width * (tokens.starts.length + 1)];
    if (this.#sums.length !== most) this.#sums = new Int32Array(most);
    if (this.#wordSums.length !== tokensMost) this.#wordSums = new Int32Array(tokensMost);
    if (this.#words !== words) this.#stamps.fill(0);
    this.#words = words;
    if (this.#lanes === null) this.#sumLane(features, this.#weights);
    else this.#sumLanes(features, this.#lanes);
    this.#sumWords(features);
    this.#read = { features, reading: features.reading };
  }

  #sumLane({ tokens, context, contextEnds }: Features, weights: Int8Array): void {
    const sums = this.#sums;
    const count = contextEnds[tokens.count] ?? 0;
    let sum = 0;
    for (let at = 0; at < count; at++) {
      sum = (sum + (weights[context[at] ?? 0] ?? 0)) | 0;
      sums[at + 1] = sum;
    }
  }

  #sumLanes({ tokens, context, contextEnds }: Features, lanes: Int32Array): void {
    const sums = this.#sums;
    const count = contextEnds[tokens.count] ?? 0;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let at = 0; at < count; at++) {
      const weights = lanes[context[at] ?? 0] ?? 0;
      const to = (at + 1) * LANES_MAX;
      sums[to] = first = (first + ((weights << 24) >> 24)) | 0;
      sums[to + 1] = second = (second + ((weights << 16) >> 24)) | 0;
      sums[to + 2] = third = (third + ((weights << 8) >> 24)) | 0;
      sums[to + 3] = fourth = (fourth + (weights >> 24)) | 0;
    }
  }

  /** Sums the weights of a word's own features. */
  #sumWord(tokens: Tokens, token: number, { slot, stamp }: Kept): void {
    const first = (slot * RECORD + SUMS_AT) / 2;
    const count = writeOwn(tokens, token, this.#word);
    for (let lane = 0; lane < this.#width; lane++) {
      let sum = 0;
      for (let at = 0; at < count; at++) sum += this.#weightOf(this.#word[at] ?? 0, lane);
      this.#ofWords[first + lane] = sum;
    }
    this.#stamps[(slot * RECORD) / 8] = stamp;
  }

  #weightOf(feature: number, lane: number): number {
    if (this.#lanes === null) return this.#weights[feature] ?? 0;
    return ((this.#lanes[feature] ?? 0) << (24 - 8 * lane)) >> 24;
  }

  #sumWords({ tokens, own, words }: Features): void {
    const sums = this.#wordSums;
    const width = this.#width;
    for (let token = 0; token < tokens.count; token++) {
      const slot = own[token] ?? -1;
      const from = token * width;
      const stamp = slot < 0 ? 0 : words.stampOf(slot);
      if (slot >= 0 && this.#stamps[(slot * RECORD) / 8] !== stamp) this.#sumWord(tokens, token, { slot, stamp });
      const known = slot < 0 ? -1 : (slot * RECORD + SUMS_AT) / 2;
      for (let lane = 0; lane < width; lane++)
        sums[from + width + lane] = ((sums[from + lane] ?? 0) + (known < 0 ? 0 : (this.#ofWords[known + lane] ?? 0))) | 0;
    }
  }
}

let open = new WeightLanes();

/** Lanes with room for one more model. */
export function openLanes(): WeightLanes {
  if (open.isFull) open = new WeightLanes();
  return open;
}

interface Kept {
  readonly slot: number;
  readonly stamp: number;
}
