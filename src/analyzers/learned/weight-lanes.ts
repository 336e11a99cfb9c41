import type { Tokens } from "../../text/tokens.ts";
import { AROUND, FEATURE_BITS, FEATURES_END, hashedFeature, NO_FEATURE, OWN_MAX, writeOwn } from "./feature-numbers.ts";
import type { Features } from "./features.ts";
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
  #count = 0;
  /** Of texts that were read: all models of the lanes are asked about a text. */
  #sums = new WeakMap<Features, LaneSums>();
  /** The memo whose words have their sums here. */
  #memo: WordMemo | null = null;
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
    // All that it held stands among the lanes.
    this.#weights = new Int8Array(0);
  }

  #sumUp(features: Features): LaneSums {
    const { memo } = features.words;
    if (this.#memo !== memo) this.#stamps.fill(0);
    this.#memo = memo;
    const sums = new LaneSums(features, this.#width);
    this.#sumWords(features, sums.ofTokens);
    if (this.#lanes === null) this.#sumLane(features, sums, this.#weights);
    else this.#sumLanes(features, sums, this.#lanes);
    return sums;
  }

  // The loops below hold no branch, so that the processor waits for many weights at once.

  #sumLane({ tokens: { count }, around, further, furtherEnds }: Features, all: LaneSums, weights: Int8Array): void {
    const sums = all.ofTokens;
    let sum = 0;
    for (let token = 0; token < count; token++) {
      sum = (sum + sumOf(weights, around, token * AROUND) + (sums[token + 1] ?? 0)) | 0;
      sums[token + 1] = sum;
    }
    const furtherSums = all.ofFurther;
    const end = furtherEnds[count] ?? 0;
    sum = 0;
    for (let at = 0; at < end; at++) {
      sum = (sum + (weights[further[at] ?? 0] ?? 0)) | 0;
      furtherSums[at + 1] = sum;
    }
  }

  #sumLanes({ tokens: { count }, around, further, furtherEnds }: Features, all: LaneSums, lanes: Int32Array): void {
    const sums = all.ofTokens;
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
    sumFurther(lanes, further.subarray(0, furtherEnds[count] ?? 0), all.ofFurther);
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

  /** Puts the sum of the token's own word behind each token that has one. */
  #sumWords({ tokens, own, words: { memo, stamp: last } }: Features, sums: Int32Array): void {
    const width = this.#width;
    for (let token = 0; token < tokens.count; token++) {
      const slot = own[token] ?? -1;
      if (slot < 0) continue;
      const to = (token + 1) * width;
      const stamp = memo.stampOf(slot);
      const from = (slot * RECORD + SUMS_AT) / 2;
      // Another text has claimed the slot for a word of its own since.
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

/** What the weights of each model add up to over any stretch of a text's tokens. */
class LaneSums {
  /** Sums of the weights of all tokens before each, the lanes of a token side by side. */
  readonly ofTokens: Int32Array;
  /** The same of all further features before each, which stand in no token's sum. */
  readonly ofFurther: Int32Array;
  readonly #furtherEnds: Uint32Array;
  readonly #width: number;

  constructor({ tokens: { count }, furtherEnds }: Features, width: number) {
    const size = width * (count + 1);
    const all = new Int32Array(size + width * ((furtherEnds[count] ?? 0) + 1));
    this.ofTokens = all.subarray(0, size);
    this.ofFurther = all.subarray(size);
    this.#furtherEnds = furtherEnds;
    this.#width = width;
  }

  /** @param start first token */
  between(lane: number, start: number, end: number): number {
    const width = this.#width;
    const first = (this.#furtherEnds[start] ?? 0) * width + lane;
    const last = (this.#furtherEnds[end] ?? 0) * width + lane;
    const sum = (this.ofTokens[end * width + lane] ?? 0) - (this.ofTokens[start * width + lane] ?? 0);
    // Sums of a long text may leave their 32 bits; what those of a window differ by does not.
    return (sum + (this.ofFurther[last] ?? 0) - (this.ofFurther[first] ?? 0)) | 0;
  }
}

/** Adds up the weights of further features, the lanes of each side by side. */
function sumFurther(lanes: Int32Array, further: Uint32Array, sums: Int32Array): void {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < further.length; at++) {
    const weights = lanes[further[at] ?? 0] ?? 0;
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
