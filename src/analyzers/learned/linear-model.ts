import type { Span } from "../../core/model.ts";
import { FEATURE_BITS, type Features } from "./features.ts";
import { LANES, openLanes } from "./weight-lanes.ts";
import { windowsOf } from "./windows.ts";

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
  /** The same for what a tool or a document said, where it is judged by its own measure. */
  readonly tool?: Calibration;
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

/** What makes a sum a probability. */
export interface Calibration {
  readonly slope: number;
  readonly center: number;
}

/** Tokens that are to be decided, half open: those before are context, those behind wait for more text. */
export interface Part {
  readonly from: number;
  readonly until: number;
}

const upTo = (sentences: readonly number[], until: number): readonly number[] => [
  ...sentences.filter((start) => start < until),
  until,
];

/** The window of a text that speaks most for what the policy looks for. */
export interface Judged {
  /** 0..1 */
  readonly score: number;
  /** The window, in tokens, half open. */
  readonly start: number;
  readonly end: number;
}

interface Best extends Span {
  readonly sum: number;
}

/** A sum of weights over hashed features, taken where it is highest in a text. */
export class LinearModel {
  readonly #lanes = openLanes();
  readonly #lane: number;
  readonly #stored: StoredModel;

  /** @throws {TypeError} when the stored model does not fit this code. */
  constructor(stored: StoredModel) {
    const bytes = Buffer.from(stored.data, "base64");
    const fits = bytes.length === 1 << FEATURE_BITS && stored.biases.length === LENGTH_CLASSES;
    if (stored.version !== WEIGHTS_VERSION || !fits) throw new TypeError("the learned weights do not fit the code");
    this.#lane = this.#lanes.add(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    this.#stored = stored;
  }

  /** What a token's features add, in stored units. */
  weightOf({ ids, ends }: Features, token: number): number {
    let sum = 0;
    for (let at = ends[token] ?? 0; at < (ends[token + 1] ?? 0); at++)
      sum += this.#lanes.weight(ids[at] ?? 0, this.#lane);
    return sum;
  }

  /** The windows that end in that part of the tokens, of all by default; `null` without one. */
  judge(features: Features, part: Part | null = null, isTool = false): Judged | null {
    const best = this.#best(features, part ?? { from: 0, until: features.tokens.count });
    if (best === null) return null;
    const { slope, center } = isTool ? (this.#stored.tool ?? this.#stored) : this.#stored;
    return { score: 1 / (1 + Math.exp(-slope * (best.sum - center))), start: best.start, end: best.end };
  }

  #best(features: Features, { from, until }: Part): Best | null {
    const { tokens, sentences } = features;
    const windows = until === tokens.count ? features.windows : windowsOf(upTo(sentences, until));
    let best: Best | null = null;
    for (let at = 0; at < windows.length; at += 2) {
      const [start, end] = [windows[at] ?? 0, windows[at + 1] ?? 0];
      if (end <= from) continue;
      const sum = this.#sumOf(features, start, end);
      if (best === null || sum > best.sum) best = { sum, start, end };
    }
    return best;
  }

  #sumOf(features: Features, start: number, end: number): number {
    const { scale, biases } = this.#stored;
    const sums = this.#lanes.sums(features);
    const gained = (sums[end * LANES + this.#lane] ?? 0) - (sums[start * LANES + this.#lane] ?? 0);
    const size = (features.ends[end] ?? 0) - (features.ends[start] ?? 0);
    return gained * scale * dampingOf(size) + (biases[lengthClass(end - start)] ?? 0);
  }
}
