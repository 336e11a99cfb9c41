import { FEATURE_BITS, type Features } from "./features.ts";
import { eachWindow } from "./windows.ts";

/** The form of the stored weights that this code reads. */
export const WEIGHTS_VERSION = 1;

/** `weights.json` of a policy; made by `npm run train`, described in docs/models. */
export interface StoredModel {
  readonly version: number;
  /** Seed of the shuffling it was trained with. */
  readonly seed: number;
  /** SHA-256 of the bytes in `data`, hexadecimal. */
  readonly digest: string;
  /** Real weight of a stored one of 1. */
  readonly scale: number;
  /** Added to a window by its length; see `lengthClass`. */
  readonly biases: readonly number[];
  /** Score = logistic of `slope * (sum - center)`: the center is where the shipped threshold stands. */
  readonly slope: number;
  readonly center: number;
  /** Scores above which 5 %, 1 % and 0.2 % of harmless texts are. */
  readonly thresholds: { readonly high: number; readonly medium: number; readonly low: number };
  /** Base64 of a signed byte for each feature. */
  readonly data: string;
}

/** Features of a window that its sum is damped as if it had more. */
const DAMPING = 8;
const LENGTHS = [6, 12, 24, 48, 96];

/** Windows of a few and of many tokens differ in what their sums mean. */
export function lengthClass(tokens: number): number {
  let index = 0;
  while (index < LENGTHS.length && tokens > (LENGTHS[index] ?? 0)) index += 1;
  return index;
}

export const LENGTH_CLASSES = LENGTHS.length + 1;

/** Long windows have more features, whose chance sums grow with the square root of their number. */
export const dampingOf = (features: number): number => 1 / Math.sqrt(features + DAMPING);

/** The window of a text that speaks most for what the policy looks for. */
export interface Judged {
  /** 0..1 */
  readonly score: number;
  /** The window, in tokens, half open. */
  readonly start: number;
  readonly end: number;
}

/** A sum of weights over hashed features, taken where it is highest in a text. */
export class LinearModel {
  readonly #weights: Int8Array;
  readonly #stored: StoredModel;
  #sums = new Float64Array(1025);

  /** @throws {TypeError} when the stored model does not fit this code. */
  constructor(stored: StoredModel) {
    const bytes = Buffer.from(stored.data, "base64");
    const fits = bytes.length === 1 << FEATURE_BITS && stored.biases.length === LENGTH_CLASSES;
    if (stored.version !== WEIGHTS_VERSION || !fits) throw new TypeError("the learned weights do not fit the code");
    this.#weights = new Int8Array(new Uint8Array(bytes).buffer);
    this.#stored = stored;
  }

  /** What a token's features add, in stored units. */
  weightOf({ ids, ends }: Features, token: number): number {
    let sum = 0;
    for (let at = ends[token] ?? 0; at < (ends[token + 1] ?? 0); at++) sum += this.#weights[ids[at] ?? 0] ?? 0;
    return sum;
  }

  /** `null` for a text without tokens. */
  judge(features: Features): Judged | null {
    const { tokens, ends, sentences } = features;
    const { scale, biases, slope, center } = this.#stored;
    const sums = this.#sumUp(features);
    let best = Number.NEGATIVE_INFINITY;
    let [start, end] = [0, 0];
    eachWindow(sentences, tokens.count, (from, to) => {
      const size = (ends[to] ?? 0) - (ends[from] ?? 0);
      const sum =
        ((sums[to] ?? 0) - (sums[from] ?? 0)) * scale * dampingOf(size) + (biases[lengthClass(to - from)] ?? 0);
      if (sum > best) [best, start, end] = [sum, from, to];
    });
    return tokens.count === 0 ? null : { score: 1 / (1 + Math.exp(-slope * (best - center))), start, end };
  }

  /** Sums of the weights of all tokens before each. */
  #sumUp({ tokens, ids, ends }: Features): Float64Array {
    if (this.#sums.length <= tokens.count) this.#sums = new Float64Array(tokens.starts.length + 1);
    const weights = this.#weights;
    const sums = this.#sums;
    let sum = 0;
    for (let token = 0; token < tokens.count; token++) {
      const last = ends[token + 1] ?? 0;
      for (let at = ends[token] ?? 0; at < last; at++) sum += weights[ids[at] ?? 0] ?? 0;
      sums[token + 1] = sum;
    }
    return sums;
  }
}
