import { FEATURE_BITS, type Features } from "./features.ts";

/** Models whose weights stand side by side. */
export const LANES = 4;
const LANE_BITS = 2;

/**
 * The weights of several models, those of one feature next to each other: policies that read the same text fetch a feature's weights
 * from memory once, and that is most of what a model costs.
 */
export class WeightLanes {
  readonly #weights = new Int8Array(LANES << FEATURE_BITS);
  /** Sums of the weights of all tokens before each. */
  #sums = new Float64Array(LANES * 1025);
  #count = 0;
  #read: { readonly features: Features; readonly reading: number } | null = null;

  get isFull(): boolean {
    return this.#count === LANES;
  }

  /** The lane of the model with these weights, one for each feature. */
  add(weights: Int8Array): number {
    const lane = this.#count;
    for (let id = 0; id < weights.length; id++) this.#weights[(id << LANE_BITS) | lane] = weights[id] ?? 0;
    this.#count += 1;
    this.#read = null;
    return lane;
  }

  weight(id: number, lane: number): number {
    return this.#weights[(id << LANE_BITS) | lane] ?? 0;
  }

  /** Sums of what has been read last, the lanes of a token side by side; kept until the next reading. */
  sums(features: Features): Float64Array {
    if (this.#read?.features !== features || this.#read.reading !== features.reading) this.#sumUp(features);
    return this.#sums;
  }

  #sumUp(features: Features): void {
    const { tokens, ids, ends } = features;
    if (this.#sums.length !== LANES * (tokens.starts.length + 1))
      this.#sums = new Float64Array(LANES * (tokens.starts.length + 1));
    const weights = this.#weights;
    const sums = this.#sums;
    let [one, two, three, four] = [0, 0, 0, 0];
    for (let token = 0; token < tokens.count; token++) {
      const last = ends[token + 1] ?? 0;
      for (let at = ends[token] ?? 0; at < last; at++) {
        const from = (ids[at] ?? 0) << LANE_BITS;
        one += weights[from] ?? 0;
        two += weights[from + 1] ?? 0;
        three += weights[from + 2] ?? 0;
        four += weights[from + 3] ?? 0;
      }
      const to = (token + 1) << LANE_BITS;
      sums[to] = one;
      sums[to + 1] = two;
      sums[to + 2] = three;
      sums[to + 3] = four;
    }
    this.#read = { features, reading: features.reading };
  }
}

let open = new WeightLanes();

/** Lanes with room for one more model. */
export function openLanes(): WeightLanes {
  if (open.isFull) open = new WeightLanes();
  return open;
}
