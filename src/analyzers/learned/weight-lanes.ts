import type { Span } from "../../core/model.ts";
import { AROUND, FEATURE_BITS, FEATURES_END, hashedFeature, NO_FEATURE } from "./dense-features.ts";
import type { Features } from "./features.ts";
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
const AROUND_BIAS = BIAS * AROUND;
/** Every second byte: in a number's halves two sums of a few bytes have room. */
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
  /** The same of all further features before each, which stand in no token's sum. */
  #furtherSums = new Int32Array(4097);
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
    const all = lane === 0 ? this.#weights : new Int8Array(FEATURES_END);
    all.set(weights);
    for (let feature = 1 << FEATURE_BITS; feature < NO_FEATURE; feature++)
      all[feature] = weights[hashedFeature(feature)] ?? 0;
    if (lane > 0) this.#widen(lane, all);
    this.#count += 1;
    this.#read = null;
    this.#words = null;
    return lane;
  }

  /** Sum of the weights of the tokens in `[start, end)` of what has been read last; kept until the next reading. */
  sum(features: Features, lane: number, { start, end }: Span): number {
    return this.sumsOf(features, lane).between(start, end);
  }

  /** The sums of all stretches of what has been read last; valid until the next reading. */
  sumsOf(features: Features, lane: number): LaneSums {
    if (this.#read?.features !== features || this.#read.reading !== features.reading) this.#sumUp(features);
    const { furtherEnds } = features;
    return new LaneSums({ sums: this.#sums, furtherSums: this.#furtherSums, furtherEnds, width: this.#width, lane });
  }

  #widen(lane: number, weights: Int8Array): void {
    const lanes = this.#lanes ?? new Int32Array(FEATURES_END);
    const first = this.#weights;
    if (this.#lanes === null)
      for (let feature = 0; feature < FEATURES_END; feature++) lanes[feature] = (first[feature] ?? 0) + BIAS;
    for (let feature = 0; feature < FEATURES_END; feature++)
      lanes[feature] = (lanes[feature] ?? 0) | (((weights[feature] ?? 0) + BIAS) << (8 * lane));
    this.#lanes = lanes;
    // All that it held stands among the lanes.
    this.#weights = new Int8Array(0);
  }

  #sumUp(features: Features): void {
    const { tokens, further, words } = features;
    const length = this.#width * (tokens.starts.length + 1);
    if (this.#sums.length !== length) this.#sums = new Int32Array(length);
    const furtherLength = this.#width * (further.length + 1);
    if (this.#furtherSums.length !== furtherLength) this.#furtherSums = new Int32Array(furtherLength);
    if (this.#words !== words) this.#stamps.fill(0);
    this.#words = words;
    this.#sumWords(features);
    if (this.#lanes === null) this.#sumLane(features, this.#weights);
    else this.#sumLanes(features, this.#lanes);
    this.#read = { features, reading: features.reading };
  }

  // The loops below hold no branch, so that the processor waits for many weights at once.

  #sumLane({ tokens: { count }, around, further, furtherEnds }: Features, weights: Int8Array): void {
    const sums = this.#sums;
    let sum = 0;
    for (let token = 0; token < count; token++) {
      sum = (sum + sumOf(weights, around, token * AROUND) + (sums[token + 1] ?? 0)) | 0;
      sums[token + 1] = sum;
    }
    const furtherSums = this.#furtherSums;
    const end = furtherEnds[count] ?? 0;
    let all = 0;
    for (let at = 0; at < end; at++) {
      all = (all + (weights[further[at] ?? 0] ?? 0)) | 0;
      furtherSums[at + 1] = all;
    }
  }

  #sumLanes({ tokens: { count }, around, further, furtherEnds }: Features, lanes: Int32Array): void {
    const sums = this.#sums;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let token = 0; token < count; token++) {
      const even = halvesOf(lanes, around, { at: token * AROUND, shift: 0 });
      const odd = halvesOf(lanes, around, { at: token * AROUND, shift: 8 });
      const to = (token + 1) * LANES_MAX;
      sums[to] = first = (first + (even & 0xffff) - AROUND_BIAS + (sums[to] ?? 0)) | 0;
      sums[to + 1] = second = (second + (odd & 0xffff) - AROUND_BIAS + (sums[to + 1] ?? 0)) | 0;
      sums[to + 2] = third = (third + (even >>> 16) - AROUND_BIAS + (sums[to + 2] ?? 0)) | 0;
      sums[to + 3] = fourth = (fourth + (odd >>> 16) - AROUND_BIAS + (sums[to + 3] ?? 0)) | 0;
    }
    this.#sumFurther(lanes, further, furtherEnds[count] ?? 0);
  }

  #sumFurther(lanes: Int32Array, further: Uint32Array, end: number): void {
    const sums = this.#furtherSums;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let at = 0; at < end; at++) {
      const weights = lanes[further[at] ?? 0] ?? 0;
      const to = (at + 1) * LANES_MAX;
      sums[to] = first = (first + (weights & 0xff) - BIAS) | 0;
      sums[to + 1] = second = (second + ((weights >>> 8) & 0xff) - BIAS) | 0;
      sums[to + 2] = third = (third + ((weights >>> 16) & 0xff) - BIAS) | 0;
      sums[to + 3] = fourth = (fourth + (weights >>> 24) - BIAS) | 0;
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

  /** Puts the sum of the token's own word behind each token, 0 without one. */
  #sumWords({ tokens, own, words }: Features): void {
    const sums = this.#sums;
    const width = this.#width;
    for (let token = 0; token < tokens.count; token++) {
      const slot = own[token] ?? -1;
      const to = (token + 1) * width;
      if (slot < 0) {
        for (let lane = 0; lane < width; lane++) sums[to + lane] = 0;
        continue;
      }
      const stamp = words.stampOf(slot);
      if (this.#stamps[(slot * RECORD) / 8] !== stamp) this.#sumWord(tokens, token, { slot, stamp });
      const from = (slot * RECORD + SUMS_AT) / 2;
      for (let lane = 0; lane < width; lane++) sums[to + lane] = this.#ofWords[from + lane] ?? 0;
    }
  }
}

interface Summed {
  readonly sums: Int32Array;
  readonly furtherSums: Int32Array;
  readonly furtherEnds: Uint32Array;
  readonly width: number;
  readonly lane: number;
}

/** What the weights of one model add up to over any stretch of tokens. */
class LaneSums {
  readonly #sums: Int32Array;
  readonly #furtherSums: Int32Array;
  readonly #furtherEnds: Uint32Array;
  readonly #width: number;
  readonly #lane: number;

  constructor({ sums, furtherSums, furtherEnds, width, lane }: Summed) {
    this.#sums = sums;
    this.#furtherSums = furtherSums;
    this.#furtherEnds = furtherEnds;
    this.#width = width;
    this.#lane = lane;
  }

  between(start: number, end: number): number {
    const first = (this.#furtherEnds[start] ?? 0) * this.#width + this.#lane;
    const last = (this.#furtherEnds[end] ?? 0) * this.#width + this.#lane;
    const sums =
      (this.#sums[end * this.#width + this.#lane] ?? 0) - (this.#sums[start * this.#width + this.#lane] ?? 0);
    // Sums of a long text may leave their 32 bits; what those of a window differ by does not.
    return (sums + (this.#furtherSums[last] ?? 0) - (this.#furtherSums[first] ?? 0)) | 0;
  }
}

/** Sum of a token's features around it. */
function sumOf(weights: Int8Array, around: Uint32Array, at: number): number {
  const here = (weights[around[at] ?? 0] ?? 0) + (weights[around[at + 1] ?? 0] ?? 0);
  return here + (weights[around[at + 2] ?? 0] ?? 0) + (weights[around[at + 3] ?? 0] ?? 0);
}

/** Sums of the first and the third lane of a token's features around it, or of the second and the fourth, in the halves of a number. */
function halvesOf(lanes: Int32Array, around: Uint32Array, { at, shift }: { at: number; shift: number }): number {
  const here = ((lanes[around[at] ?? 0] ?? 0) >>> shift) & HALVES;
  const next = ((lanes[around[at + 1] ?? 0] ?? 0) >>> shift) & HALVES;
  const third = ((lanes[around[at + 2] ?? 0] ?? 0) >>> shift) & HALVES;
  return here + next + third + (((lanes[around[at + 3] ?? 0] ?? 0) >>> shift) & HALVES);
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
