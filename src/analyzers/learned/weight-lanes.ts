import { Arena } from "../../core/arena.ts";
import type { Tokens } from "../../text/tokens.ts";
import {
  AROUND,
  CONCEPTS_FIRST,
  FEATURE_BITS,
  FEATURES_END,
  hashedFeature,
  NO_FEATURE,
  OWN_MAX,
  writeOwn,
} from "./feature-numbers.ts";
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
  /** Of the first model, by the folded number of a feature. */
  #weights: Int8Array;
  readonly #fold: Fold;
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

  /** @param bits of the hashes that count: with fewer, a single model has fewer weights, and more of them are in the processor's cache */
  constructor(bits: number = FEATURE_BITS) {
    this.#fold = { mask: (1 << bits) - 1, shift: FEATURE_BITS - bits, dense: 1 << bits };
    this.#weights = new Int8Array(this.#fold.dense + FEATURES_END - CONCEPTS_FIRST);
  }

  get isFull(): boolean {
    return this.#count === LANES_MAX;
  }

  /** Allocated lanes: one, or all. */
  get #width(): number {
    return this.#lanes === null ? 1 : LANES_MAX;
  }

  /**
   * The lane of the model with these weights, one for each hash.
   * @throws {RangeError} for a second model if not all bits of a hash count
   */
  add(weights: Int8Array): number {
    const lane = this.#count;
    const { mask, dense, shift } = this.#fold;
    if (lane > 0 && shift > 0) throw new RangeError("models of fewer bits share no lanes");
    const all = lane === 0 ? this.#weights : new Int8Array(FEATURES_END);
    all.set(weights);
    for (let feature = CONCEPTS_FIRST; feature < NO_FEATURE; feature++)
      all[dense + feature - CONCEPTS_FIRST] = weights[hashedFeature(feature) & mask] ?? 0;
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
    if (this.#lanes === null) this.#sumLane(features, sums);
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
    if (this.#lanes === null) addLane({ weights: this.#weights, ...this.#fold }, further.subarray(0, end), sums);
    else addLanes(this.#lanes, further.subarray(0, end), sums);
  }

  #sumLane({ tokens: { count }, around, furtherEnds }: Features, sums: Int32Array): void {
    const furtherSums = this.#furtherSums;
    const single = { weights: this.#weights, ...this.#fold };
    let sum = 0;
    for (let token = 0; token < count; token++) {
      sum = (sum + sumOf(single, around, token * AROUND) + (sums[token + 1] ?? 0)) | 0;
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
    if (this.#lanes === null) return this.#weights[folded(feature, this.#fold)] ?? 0;
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

/** Where the weight of a feature is: the last bits of a hash, and after those the features that are no hashes. */
interface Fold {
  readonly mask: number;
  readonly shift: number;
  readonly dense: number;
}

interface Single extends Fold {
  readonly weights: Int8Array;
}

const folded = (feature: number, { mask, shift, dense }: Fold): number =>
  (feature & mask) | ((feature >>> shift) & dense);

/** Adds up the weights of features, for one model. */
function addLane({ weights, mask, shift, dense }: Single, features: Uint32Array, sums: Int32Array): void {
  let sum = 0;
  sums[0] = 0;
  for (let at = 0; at < features.length; at++) {
    const feature = features[at] ?? 0;
    sum = (sum + (weights[(feature & mask) | ((feature >>> shift) & dense)] ?? 0)) | 0;
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
function sumOf({ weights, mask, shift, dense }: Single, around: Uint32Array, at: number): number {
  const one = around[at] ?? 0;
  const two = around[at + 1] ?? 0;
  const three = around[at + 2] ?? 0;
  const four = around[at + 3] ?? 0;
  const here =
    (weights[(one & mask) | ((one >>> shift) & dense)] ?? 0) + (weights[(two & mask) | ((two >>> shift) & dense)] ?? 0);
  const next = weights[(three & mask) | ((three >>> shift) & dense)] ?? 0;
  return here + next + (weights[(four & mask) | ((four >>> shift) & dense)] ?? 0);
}

/** Sums of the first and the third lane of a token's features around it, or of the second and the fourth, in the halves of a number. */
function halvesOf(lanes: Int32Array, around: Uint32Array, { at, shift }: { at: number; shift: number }): number {
  const here = ((lanes[around[at] ?? 0] ?? 0) >>> shift) & HALVES;
  const next = ((lanes[around[at + 1] ?? 0] ?? 0) >>> shift) & HALVES;
  const third = ((lanes[around[at + 2] ?? 0] ?? 0) >>> shift) & HALVES;
  return here + next + third + (((lanes[around[at + 3] ?? 0] ?? 0) >>> shift) & HALVES);
}
