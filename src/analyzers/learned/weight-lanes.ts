import { Arena } from "../../core/arena.ts";
import type { Tokens } from "../../text/tokens.ts";
import { AROUND, FEATURE_BITS, FEATURES_END, hashedFeature, NO_FEATURE, OWN_MAX, writeOwn } from "./feature-numbers.ts";
import type { Features } from "./features.ts";
import { SLOTS, type WordMemo } from "./word-memo.ts";

/** Models that share lanes. */
const LANES_MAX = 4;
/** A cached word: the stamp of its features, and its sums, two bytes each. */
const RECORD = 16;
const SUMS_AT = 8;
/** Makes a weight an unsigned byte. */
const BIAS = 128;
const AROUND_BIAS = BIAS * AROUND;
/** Size of the buffer for sums that is reused between texts. */
const FURTHER_KEPT = 1 << 18;
/** Every second byte: each half of a number has room for a sum of a few bytes. */
const HALVES = 0x00ff00ff;

/**
 * The weights of several models, those of one feature next to each other: policies that read the same text fetch a feature's weights
 * from memory once, which is most of the cost of a model. A single model has no lanes, so that its weights use as little of the
 * processor's cache as possible.
 */
export class WeightLanes {
  /** Of the first model, by the number of a feature. */
  #weights = new Int8Array(FEATURES_END);
  /** Of up to four models, a byte for each, `BIAS` more than the weight; `null` as long as there is one. */
  #lanes: Int32Array | null = null;
  #count = 0;
  /** Of texts that were read: all models of the lanes are asked about a text. */
  #sums = new WeakMap<Features, LaneSums>();
  /** The memo whose words have their sums here. */
  #memo: WordMemo | null = null;
  readonly #stamps = new Float64Array((SLOTS * RECORD) / 8);
  readonly #ofWords = new Int16Array(this.#stamps.buffer);

  /** Sums of the weights of all further features before each, of the text that is summed, the lanes of a feature side by side. */
  #furtherSums = new Int32Array(4096);
  /** Features of the current word. */
  readonly #word = new Uint32Array(OWN_MAX);

  get isFull(): boolean {
    return this.#count === LANES_MAX;
  }

  /** Allocated lanes: one, or all. */
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
    this.#sums = new WeakMap();
    this.#memo = null;
    return lane;
  }

  /** The sums of all stretches of a text. */
  sumsOf(features: Features): LaneSums {
    let sums = this.#sums.get(features);
    if (sums === undefined) this.#sums.set(features, (sums = this.#sumUp(features)));
    return sums;
  }

  #widen(lane: number, weights: Int8Array): void {
    const lanes = this.#lanes ?? new Int32Array(FEATURES_END);
    const first = this.#weights;
    if (this.#lanes === null)
      for (let feature = 0; feature < FEATURES_END; feature++) lanes[feature] = (first[feature] ?? 0) + BIAS;
    for (let feature = 0; feature < FEATURES_END; feature++)
      lanes[feature] = (lanes[feature] ?? 0) | (((weights[feature] ?? 0) + BIAS) << (8 * lane));
    this.#lanes = lanes;
    // The lanes have everything that it held.
    this.#weights = new Int8Array(0);
  }

  #sumUp(features: Features): LaneSums {
    const { memo } = features.words;
    if (this.#memo !== memo) this.#stamps.fill(0);
    this.#memo = memo;
    const length = this.#width * (features.tokens.count + 1);
    const sums = new Arena(4 * length).int32(length);
    this.#sumWords(features, sums);
    this.#sumFurther(features);
    if (this.#lanes === null) this.#sumLane(features, sums, this.#weights);
    else this.#sumLanes(features, sums, this.#lanes);
    return new LaneSums(sums, this.#width);
  }

  // The loops below have no branches, so that the processor fetches many weights at once.

  #sumFurther({ tokens: { count }, further, furtherEnds }: Features): void {
    const end = furtherEnds[count] ?? 0;
    const room = this.#width * (end + 1);
    // The buffer for an unusually long text is not reused.
    const isTooLong = this.#furtherSums.length > FURTHER_KEPT && room < FURTHER_KEPT;
    if (this.#furtherSums.length < room || isTooLong) this.#furtherSums = new Int32Array(room);
    const sums = this.#furtherSums;
    if (this.#lanes === null) addLane(this.#weights, further.subarray(0, end), sums);
    else addLanes(this.#lanes, further.subarray(0, end), sums);
  }

  #sumLane({ tokens: { count }, around, furtherEnds }: Features, sums: Int32Array, weights: Int8Array): void {
    const furtherSums = this.#furtherSums;
    let sum = 0;
    for (let token = 0; token < count; token++) {
      sum = (sum + sumOf(weights, around, token * AROUND) + (sums[token + 1] ?? 0)) | 0;
      sums[token + 1] = sum + (furtherSums[furtherEnds[token + 1] ?? 0] ?? 0);
    }
  }

  #sumLanes({ tokens: { count }, around, furtherEnds }: Features, sums: Int32Array, lanes: Int32Array): void {
    const furtherSums = this.#furtherSums;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let token = 0; token < count; token++) {
      const even = halvesOf(lanes, around, { at: token * AROUND, shift: 0 });
      const odd = halvesOf(lanes, around, { at: token * AROUND, shift: 8 });
      const to = (token + 1) * LANES_MAX;
      const from = (furtherEnds[token + 1] ?? 0) * LANES_MAX;
      first = (first + (even & 0xffff) - AROUND_BIAS + (sums[to] ?? 0)) | 0;
      second = (second + (odd & 0xffff) - AROUND_BIAS + (sums[to + 1] ?? 0)) | 0;
      third = (third + (even >>> 16) - AROUND_BIAS + (sums[to + 2] ?? 0)) | 0;
      fourth = (fourth + (odd >>> 16) - AROUND_BIAS + (sums[to + 3] ?? 0)) | 0;
      sums[to] = first + (furtherSums[from] ?? 0);
      sums[to + 1] = second + (furtherSums[from + 1] ?? 0);
      sums[to + 2] = third + (furtherSums[from + 2] ?? 0);
      sums[to + 3] = fourth + (furtherSums[from + 3] ?? 0);
    }
  }

  /** Sums the weights of a word's own features, from `to` on in `sums`. */
  #sumWord(
    tokens: Tokens,
    token: number,
    { sums, to }: { readonly sums: Int16Array | Int32Array; readonly to: number },
  ): void {
    const count = writeOwn(tokens, token, this.#word);
    for (let lane = 0; lane < this.#width; lane++) {
      let sum = 0;
      for (let at = 0; at < count; at++) sum += this.#weightOf(this.#word[at] ?? 0, lane);
      sums[to + lane] = sum;
    }
  }

  #weightOf(feature: number, lane: number): number {
    if (this.#lanes === null) return this.#weights[feature] ?? 0;
    return (((this.#lanes[feature] ?? 0) >>> (8 * lane)) & 0xff) - BIAS;
  }

  /** Writes the sum of a token's own word after each token that has one. */
  #sumWords({ tokens, own, words: { memo, stamp: last } }: Features, sums: Int32Array): void {
    const width = this.#width;
    for (let token = 0; token < tokens.count; token++) {
      const slot = own[token] ?? -1;
      if (slot < 0) continue;
      const to = (token + 1) * width;
      const stamp = memo.stampOf(slot);
      const from = (slot * RECORD + SUMS_AT) / 2;
      // Another text has reused the slot since.
      if (stamp > last) {
        this.#sumWord(tokens, token, { sums, to });
        continue;
      }
      if (this.#stamps[(slot * RECORD) / 8] !== stamp) {
        this.#sumWord(tokens, token, { sums: this.#ofWords, to: from });
        this.#stamps[(slot * RECORD) / 8] = stamp;
      }
      for (let lane = 0; lane < width; lane++) sums[to + lane] = this.#ofWords[from + lane] ?? 0;
    }
  }
}

/** The sum of each model's weights over any stretch of a text's tokens. */
class LaneSums {
  /** Sums of the weights of all tokens before each, the lanes of a token side by side. */
  readonly #sums: Int32Array;
  readonly #width: number;

  constructor(sums: Int32Array, width: number) {
    this.#sums = sums;
    this.#width = width;
  }

  /** @param start first token */
  between(lane: number, start: number, end: number): number {
    const sums = this.#sums;
    const width = this.#width;
    // Sums of a long text may overflow 32 bits; the differences over a window do not.
    return ((sums[end * width + lane] ?? 0) - (sums[start * width + lane] ?? 0)) | 0;
  }
}

/** Adds up the weights of features, for one model. */
function addLane(weights: Int8Array, features: Uint32Array, sums: Int32Array): void {
  let sum = 0;
  sums[0] = 0;
  for (let at = 0; at < features.length; at++) {
    sum = (sum + (weights[features[at] ?? 0] ?? 0)) | 0;
    sums[at + 1] = sum;
  }
}

/** The same for all lanes. */
function addLanes(lanes: Int32Array, features: Uint32Array, sums: Int32Array): void {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  sums.fill(0, 0, LANES_MAX);
  for (let at = 0; at < features.length; at++) {
    const weights = lanes[features[at] ?? 0] ?? 0;
    const to = (at + 1) * LANES_MAX;
    sums[to] = first = (first + (weights & 0xff) - BIAS) | 0;
    sums[to + 1] = second = (second + ((weights >>> 8) & 0xff) - BIAS) | 0;
    sums[to + 2] = third = (third + ((weights >>> 16) & 0xff) - BIAS) | 0;
    sums[to + 3] = fourth = (fourth + (weights >>> 24) - BIAS) | 0;
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
