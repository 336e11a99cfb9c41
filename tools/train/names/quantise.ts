import type { NameModel } from "../../../src/analyzers/pii/names/decoder.ts";
import type { Lexicon } from "../../../src/analyzers/pii/names/lexicon.ts";
import type { Weights } from "./trainer.ts";

/** Weights beyond that are cut: rare, and a byte resolves the rest better. */
const WEIGHT_MAX = 2.5;

/** Rounds the weights to signed bytes. */
export function quantise({ weights, transitions }: Weights, lexicon: Lexicon, caution: number): NameModel {
  const scale = WEIGHT_MAX / 127;
  const entries = new Int32Array(weights.length / 4);
  for (let entry = 0; entry < entries.length; entry++) {
    let packed = 0;
    for (let part = 0; part < 4; part++) {
      const rounded = Math.round((weights[entry * 4 + part] ?? 0) / scale);
      packed |= (Math.max(-127, Math.min(127, rounded)) & 0xff) << (8 * part);
    }
    entries[entry] = packed;
  }
  const rounded = Array.from(transitions, (value) => Math.round(value * 1000) / 1000);
  return { lexicon, weights: entries, scale, transitions: rounded, caution };
}
