import { dampingOf } from "./damping.ts";
import type { Features } from "./features.ts";
import { WeightLanes } from "./weight-lanes.ts";

/**
 * The second set of weights of a model: summed over a whole text, where many slight signs count that no window has together. The sum
 * is added to that of each window.
 */
export interface StoredWhole {
  /** Real weight of a stored one of 1, in the units of the window's sum. */
  readonly scale: number;
  /** Least sum that counts: harmless words around an attack, however many, take away no more. */
  readonly floor: number;
  /** SHA-256 of the bytes in `data`, hexadecimal. */
  readonly digest: string;
  /** Base64 of a signed byte for each feature, by the last `WHOLE_BITS` of its hash. */
  readonly data: string;
}

/** Fewer than windows have: a whole text has many features, and what a few of them share evens out. */
export const WHOLE_BITS = 18;

/** Most tokens that are judged as a whole: the texts that models are trained on have no more. */
const SEGMENT_MAX = 4000;

/** What to add to windows, by the token that they end with. */
export interface Segments {
  readonly at: (token: number) => number;
}

export const NO_SEGMENTS: Segments = { at: () => 0 };

export class WholeModel {
  readonly #lanes = new WeightLanes(WHOLE_BITS);
  readonly #lane: number;
  readonly #scale: number;
  readonly #floor: number;

  /** @throws {TypeError} when the stored model does not fit this code. */
  constructor({ data, scale, floor }: StoredWhole) {
    const bytes = Buffer.from(data, "base64");
    if (bytes.length !== 1 << WHOLE_BITS) throw new TypeError("the learned weights of whole texts do not fit the code");
    this.#lane = this.#lanes.add(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    this.#scale = scale;
    this.#floor = floor;
  }

  /** Reads these tokens, half open; more than `SEGMENT_MAX` as equal segments. */
  read(features: Features, start: number, end: number): Segments {
    const sums = this.#lanes.sumsOf(features);
    const tokens = Math.max(1, end - start);
    const size = Math.ceil(tokens / Math.ceil(tokens / SEGMENT_MAX));
    const added: number[] = [];
    for (let from = start; from < end; from += size) {
      const to = Math.min(end, from + size);
      const count = (features.ends[to] ?? 0) - (features.ends[from] ?? 0);
      added.push(Math.max(this.#floor, sums.between(this.#lane, from, to) * this.#scale * dampingOf(count)));
    }
    return { at: (token) => added[Math.floor((token - start) / size)] ?? 0 };
  }
}
