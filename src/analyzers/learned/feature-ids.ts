import { AROUND, hashedFeature, NO_FEATURE } from "./dense-features.ts";
import type { Features } from "./features.ts";
import { OWN_MAX, writeOwn } from "./word-features.ts";

/**
 * All features of what was read last by the hashes that a model is trained by, those of words that are kept among them, in the order
 * of training: a token's shape, its word, its neighbours, its letters, its concepts. Those of token `i` begin at `ends[i]`.
 */
export function idsOf({ tokens, around, further, furtherEnds, ends, own }: Features): Uint32Array {
  const ids = new Uint32Array(ends[tokens.count] ?? 0);
  const ownFeatures = new Uint32Array(OWN_MAX);
  for (let at = 0; at < tokens.count; at++) {
    const [shape, ...beside] = around.subarray(at * AROUND, (at + 1) * AROUND).filter((id) => id !== NO_FEATURE);
    if (shape === undefined) continue;
    const rest = [...further.subarray(furtherEnds[at] ?? 0, furtherEnds[at + 1] ?? 0)];
    const isKept = (own[at] ?? -1) >= 0;
    const [word = 0, ...letters] = isKept
      ? ownFeatures.subarray(0, writeOwn(tokens, at, ownFeatures))
      : rest.splice(0, 1);
    ids.set([shape, word, ...beside, ...letters, ...rest].map(hashedFeature), ends[at] ?? 0);
  }
  return ids;
}
