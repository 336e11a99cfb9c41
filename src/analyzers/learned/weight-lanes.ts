import type { Span } from "../../core/model.ts";
import { FEATURE_BITS, type Features } from "./features.ts";

/** Models whose weights stand side by side. */
const LANES_MAX = 4;

/**
 * The weights of several models, those of one feature next to each other: policies that read the same text fetch a feature's weights
 * from memory once, and that is most of what a model costs. One model has no lanes beside it, so that its weights fill as little of
 * the processor's cache as they can.
 */
export class WeightLanes {
  /** Lanes that there is room for: a power of two. */
  #width = 1;
  #weights = new Int8Array(1 << FEATURE_BITS);
  /** Sums of the weights of all tokens before each, the lanes of a token side by side. */
  #sums = new Float64Array(1025);
  #count = 0;
  #read: { readonly features: Features; readonly reading: number } | null = null;

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
    return lane;
  }

  weight(id: number, lane: number): number {
    return this.#weights[id * this.#width + lane] ?? 0;
  }

  /** Sum of the weights of the tokens in `[start, end)` of what has been read last; kept until the next reading. */
  sum(features: Features, lane: number, { start, end }: Span): number {
    if (this.#read?.features !== features || this.#read.reading !== features.reading) this.#sumUp(features);
    return (this.#sums[end * this.#width + lane] ?? 0) - (this.#sums[start * this.#width + lane] ?? 0);
  }

  #widen(): void {
    const width = this.#width * 2;
    const weights = new Int8Array(width << FEATURE_BITS);
    for (let id = 0; id < 1 << FEATURE_BITS; id++)
      for (let lane = 0; lane < this.#count; lane++) weights[id * width + lane] = this.weight(id, lane);
    this.#width = width;
    this.#weights = weights;
  }

  #sumUp(features: Features): void {
    const { tokens } = features;
    const length = this.#width * (tokens.starts.length + 1);
    if (this.#sums.length !== length) this.#sums = new Float64Array(length);
    if (this.#width === 1) sumOne(features, this.#weights, this.#sums);
    else if (this.#width === 2) sumTwo(features, this.#weights, this.#sums);
    else sumFour(features, this.#weights, this.#sums);
    this.#read = { features, reading: features.reading };
  }
}

function sumOne({ tokens, ids, ends }: Features, weights: Int8Array, sums: Float64Array): void {
  let sum = 0;
  for (let token = 0; token < tokens.count; token++) {
    const last = ends[token + 1] ?? 0;
    for (let at = ends[token] ?? 0; at < last; at++) sum += weights[ids[at] ?? 0] ?? 0;
    sums[token + 1] = sum;
  }
}

function sumTwo({ tokens, ids, ends }: Features, weights: Int8Array, sums: Float64Array): void {
  let [one, two] = [0, 0];
  for (let token = 0; token < tokens.count; token++) {
    const last = ends[token + 1] ?? 0;
    for (let at = ends[token] ?? 0; at < last; at++) {
      const from = (ids[at] ?? 0) << 1;
      one += weights[from] ?? 0;
      two += weights[from + 1] ?? 0;
    }
    sums[(token + 1) << 1] = one;
    sums[((token + 1) << 1) + 1] = two;
  }
}

function sumFour({ tokens, ids, ends }: Features, weights: Int8Array, sums: Float64Array): void {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let token = 0; token < tokens.count; token++) {
    const last = ends[token + 1] ?? 0;
    for (let at = ends[token] ?? 0; at < last; at++) {
      const from = (ids[at] ?? 0) << 2;
      one += weights[from] ?? 0;
      two += weights[from + 1] ?? 0;
      three += weights[from + 2] ?? 0;
      four += weights[from + 3] ?? 0;
    }
    const to = (token + 1) << 2;
    sums[to] = one;
    sums[to + 1] = two;
    sums[to + 2] = three;
    sums[to + 3] = four;
  }
}

let open = new WeightLanes();

/** Lanes with room for one more model. */
export function openLanes(): WeightLanes {
  if (open.isFull) open = new WeightLanes();
  return open;
}
