import type { Span } from "../../core/model.ts";
import { AROUND, hashedFeature, NO_FEATURE, OWN_MAX, writeOwn } from "./feature-numbers.ts";
import type { Features } from "./features.ts";
import { dampingOf } from "./damping.ts";

/** Bits of the label weights' hashes: labels only distinguish what is already found. */
export const LABEL_BITS = 16;
const MASK = (1 << LABEL_BITS) - 1;
/** Labels whose weights share one number, a byte each; `BIAS` makes a weight unsigned. */
const GROUP = 4;
const BIAS = 128;
/** Every second byte: each half of a number has room for a sum of up to `BLOCK` bytes. */
const HALVES = 0x00ff00ff;
const BLOCK = 256;

/** Classifies a finding: one weight for each label and feature. */
export interface StoredLabels {
  readonly names: readonly string[];
  readonly biases: readonly number[];
  readonly scale: number;
  /** Base64 of a signed byte for each feature and label, the labels of a feature side by side. */
  readonly data: string;
}

export class LabelModel {
  readonly names: readonly string[];
  readonly #scale: number;
  readonly #biases: readonly number[];
  /** Numbers that hold the weights of one feature, and these, side by side. */
  readonly #width: number;
  readonly #weights: Int32Array;
  /** Features of the current word. */
  readonly #word = new Uint32Array(OWN_MAX);
  /** Offsets of the weights of features that are not summed yet. */
  readonly #pending = new Uint32Array(BLOCK);
  #pendingCount = 0;

  /** @throws {TypeError} when the stored labels do not fit this code. */
  constructor(stored: StoredLabels) {
    const bytes = Buffer.from(stored.data, "base64");
    if (bytes.length !== stored.names.length << LABEL_BITS)
      throw new TypeError("the learned labels do not fit the code");
    this.names = stored.names;
    this.#scale = stored.scale;
    this.#biases = stored.biases;
    this.#width = Math.ceil(stored.names.length / GROUP);
    this.#weights = packed(bytes, stored.names.length);
  }

  /** How likely each label is for a window of tokens that something was found in, 0..1. */
  judge(features: Features, start: number, end: number): readonly number[] {
    const { tokens, around, further, furtherEnds, own } = features;
    const sums = new Int32Array(this.#width * GROUP);
    this.#add(around, { start: start * AROUND, end: end * AROUND }, sums);
    this.#add(further, { start: furtherEnds[start] ?? 0, end: furtherEnds[end] ?? 0 }, sums);
    for (let token = start; token < end; token++)
      if ((own[token] ?? -1) >= 0) this.#add(this.#word, { start: 0, end: writeOwn(tokens, token, this.#word) }, sums);
    this.#sumPending(sums);
    const count = (features.ends[end] ?? 0) - (features.ends[start] ?? 0);
    const factor = this.#scale * dampingOf(count);
    return this.#biases.map((bias, label) => 1 / (1 + Math.exp(-((sums[label] ?? 0) * factor + bias))));
  }

  /** Adds the labels' weights of features to their sums, some of them later. */
  #add(features: Uint32Array, { start, end }: Span, sums: Int32Array): void {
    const pending = this.#pending;
    const width = this.#width;
    for (let at = start; at < end; at++) {
      const feature = features[at] ?? NO_FEATURE;
      if (feature === NO_FEATURE) continue;
      if (this.#pendingCount === BLOCK) this.#sumPending(sums);
      pending[this.#pendingCount++] = (hashedFeature(feature) & MASK) * width;
    }
  }

  #sumPending(sums: Int32Array): void {
    const pending = this.#pending;
    const weights = this.#weights;
    const count = this.#pendingCount;
    this.#pendingCount = 0;
    for (let group = 0; group < this.#width; group++) {
      let even = 0;
      let odd = 0;
      for (let at = 0; at < count; at++) {
        const four = weights[(pending[at] ?? 0) + group] ?? 0;
        even = (even + (four & HALVES)) | 0;
        odd = (odd + ((four >>> 8) & HALVES)) | 0;
      }
      for (const [lane, sum] of [even & 0xffff, odd & 0xffff, even >>> 16, odd >>> 16].entries())
        sums[group * GROUP + lane] = (sums[group * GROUP + lane] ?? 0) + sum - count * BIAS;
    }
  }
}

/** Puts the weights of up to four labels into one number. */
function packed(bytes: Uint8Array, labels: number): Int32Array {
  const width = Math.ceil(labels / GROUP);
  const weights = new Int32Array(width << LABEL_BITS);
  for (let feature = 0; feature <= MASK; feature++)
    for (let label = 0; label < labels; label++) {
      const to = feature * width + Math.floor(label / GROUP);
      // A byte plus its bias: the sign is inverted.
      const weight = (bytes[feature * labels + label] ?? 0) ^ BIAS;
      weights[to] = (weights[to] ?? 0) | (weight << (8 * (label % GROUP)));
    }
  return weights;
}
