import type { Span } from "../../core/model.ts";
import { FEATURE_BITS, FEATURES_END, hashedFeature, NO_FEATURE } from "./dense-features.ts";
import { AROUND, type Features } from "./features.ts";
import type { Tokens } from "./tokens.ts";
import { OWN_MAX, writeOwn } from "./word-features.ts";
import { SLOTS, type WordMemo } from "./word-memo.ts";

/** Models whose weights stand side by side. */
const LANES_MAX = 4;
/** What is known of a word that is kept: the stamp of what its sums were made of, and these, as halves of two bytes. */
const RECORD = 16;
const SUMS_AT = 8;
/** Makes a weight of several models a number without a sign: a byte. */
const BIAS = 128;
/** Every second byte. */
const HALVES = 0x00ff00ff;

/**
 * The weights of several models, those of one feature next to each other: policies that read the same text fetch a feature's weights
 * from memory once, and that is most of what a model costs. One model has no lanes beside it, so that its weights fill as little of
 * the processor's cache as they can.
 */
export class WeightLanes {
  /** Of the first model, by the number of a feature. */
  #weights = new Int8Array(FEATURES_END);
  /** Of up to four models, a byte for each, `BIAS` more than the weight; `null` as long as there is one. */
  #lanes: Int32Array | null = null;
  /** Sums of the weights of all tokens before each, the lanes of a token side by side. */
  #sums = new Int32Array(1025);
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
    for (let feature = 1 << FEATURE_BITS; feature < NO_FEATURE; feature++)
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
    const width = this.#width;
    // Sums of a long text may leave their 32 bits; what those of a window differ by does not.
    return ((this.#sums[end * width + lane] ?? 0) - (this.#sums[start * width + lane] ?? 0)) | 0;
  }

  #widen(lane: number, weights: Int8Array): void {
    const lanes = this.#lanes ?? Int32Array.from(this.#weights, (weight) => weight + BIAS);
    for (let feature = 0; feature < FEATURES_END; feature++)
      lanes[feature] = (lanes[feature] ?? 0) | (((weights[feature] ?? 0) + BIAS) << (8 * lane));
    this.#lanes = lanes;
    // All that it held stands among the lanes.
    this.#weights = new Int8Array(0);
  }

  #sumUp(features: Features): void {
    const { tokens, words } = features;
    const length = this.#width * (tokens.starts.length + 1);
    if (this.#sums.length !== length) this.#sums = new Int32Array(length);
    if (this.#words !== words) this.#stamps.fill(0);
    this.#words = words;
    this.#sumWords(features);
    if (this.#lanes === null) this.#sumLane(features, this.#weights);
    else this.#sumLanes(features, this.#lanes);
    this.#read = { features, reading: features.reading };
  }

  #sumLane({ tokens, around, further, furtherEnds, own }: Features, weights: Int8Array): void {
    const sums = this.#sums;
    const ofWords = this.#ofWords;
    let at = 0;
    let sum = 0;
    for (let token = 0; token < tokens.count; token++) {
      const slot = own[token] ?? -1;
      if (slot >= 0) sum += ofWords[(slot * RECORD + SUMS_AT) / 2] ?? 0;
      for (let index = token * AROUND; index < (token + 1) * AROUND; index++) sum += weights[around[index] ?? 0] ?? 0;
      for (const end = furtherEnds[token + 1] ?? 0; at < end; at++) sum += weights[further[at] ?? 0] ?? 0;
      sum |= 0;
      sums[token + 1] = sum;
    }
  }

  /** Two lanes are summed at once, in the halves of a number: no token has so many features that a half could overflow. */
  #sumLanes({ tokens, around, further, furtherEnds, own }: Features, lanes: Int32Array): void {
    const sums = this.#sums;
    let at = 0;
    for (let token = 0; token < tokens.count; token++) {
      let [even, odd] = [0, 0];
      const first = at;
      for (let index = token * AROUND; index < (token + 1) * AROUND; index++) {
        const weights = lanes[around[index] ?? 0] ?? 0;
        even = (even + (weights & HALVES)) | 0;
        odd = (odd + ((weights >>> 8) & HALVES)) | 0;
      }
      for (const end = furtherEnds[token + 1] ?? 0; at < end; at++) {
        const weights = lanes[further[at] ?? 0] ?? 0;
        even = (even + (weights & HALVES)) | 0;
        odd = (odd + ((weights >>> 8) & HALVES)) | 0;
      }
      const bias = BIAS * (AROUND + at - first);
      const to = (token + 1) * LANES_MAX;
      sums[to] = (even & 0xffff) - bias;
      sums[to + 1] = (odd & 0xffff) - bias;
      sums[to + 2] = (even >>> 16) - bias;
      sums[to + 3] = (odd >>> 16) - bias;
      this.#addBefore(to, own[token] ?? -1);
    }
  }

  /** Adds the lanes' sums of the tokens before one, and those of its own word. */
  #addBefore(to: number, slot: number): void {
    const sums = this.#sums;
    const ofWord = (slot * RECORD + SUMS_AT) / 2;
    for (let lane = 0; lane < LANES_MAX; lane++) {
      const before = (sums[to + lane - LANES_MAX] ?? 0) + (slot < 0 ? 0 : (this.#ofWords[ofWord + lane] ?? 0));
      sums[to + lane] = (sums[to + lane] ?? 0) + before;
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
    return (((this.#lanes[feature] ?? 0) >>> (8 * lane)) & 0xff) - BIAS;
  }

  /** Sums up the words that are not known yet. */
  #sumWords({ tokens, own, words }: Features): void {
    for (let token = 0; token < tokens.count; token++) {
      const slot = own[token] ?? -1;
      if (slot < 0) continue;
      const stamp = words.stampOf(slot);
      if (this.#stamps[(slot * RECORD) / 8] !== stamp) this.#sumWord(tokens, token, { slot, stamp });
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
