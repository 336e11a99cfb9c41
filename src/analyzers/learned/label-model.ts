import type { Span } from "../../core/model.ts";
import { AROUND, hashedFeature, NO_FEATURE } from "./dense-features.ts";
import type { Features } from "./features.ts";
import { dampingOf } from "./linear-model.ts";
import { OWN_MAX, writeOwn } from "./word-features.ts";

/** The labels' weights are hashed into that many bits: they only tell apart what is found already. */
export const LABEL_BITS = 16;
const MASK = (1 << LABEL_BITS) - 1;

/** What kind of thing was found: one weight for each label and feature. */
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
  readonly #weights: Int8Array;
  /** Features of the word that is looked at. */
  readonly #word = new Uint32Array(OWN_MAX);

  /** @throws {TypeError} when the stored labels do not fit this code. */
  constructor(stored: StoredLabels) {
    const bytes = Buffer.from(stored.data, "base64");
    if (bytes.length !== stored.names.length << LABEL_BITS)
      throw new TypeError("the learned labels do not fit the code");
    this.names = stored.names;
    this.#scale = stored.scale;
    this.#biases = stored.biases;
    this.#weights = new Int8Array(new Uint8Array(bytes).buffer);
  }

  /** How likely each label is for a window of tokens that something was found in, 0..1. */
  judge(features: Features, start: number, end: number): readonly number[] {
    const { tokens, around, further, furtherEnds, own } = features;
    const sums = new Int32Array(this.names.length);
    this.#add(around, { start: start * AROUND, end: end * AROUND }, sums);
    this.#add(further, { start: furtherEnds[start] ?? 0, end: furtherEnds[end] ?? 0 }, sums);
    for (let token = start; token < end; token++)
      if ((own[token] ?? -1) >= 0) this.#add(this.#word, { start: 0, end: writeOwn(tokens, token, this.#word) }, sums);
    const count = (features.ends[end] ?? 0) - (features.ends[start] ?? 0);
    const factor = this.#scale * dampingOf(count);
    return Array.from(sums, (sum, label) => 1 / (1 + Math.exp(-(sum * factor + (this.#biases[label] ?? 0)))));
  }

  /** Adds the labels' weights of features to their sums. */
  #add(features: Uint32Array, { start, end }: Span, sums: Int32Array): void {
    const count = sums.length;
    const weights = this.#weights;
    for (let at = start; at < end; at++) {
      const feature = features[at] ?? NO_FEATURE;
      if (feature === NO_FEATURE) continue;
      const from = (hashedFeature(feature) & MASK) * count;
      for (let label = 0; label < count; label++) sums[label] = (sums[label] ?? 0) + (weights[from + label] ?? 0);
    }
  }
}
