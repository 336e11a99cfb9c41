import { hashedFeature } from "./dense-features.ts";
import type { Features } from "./features.ts";
import { OWN_MAX, writeOwn } from "./word-features.ts";

/**
 * All features of what was read last by the hashes that a model is trained by, those of words that are kept among them, in the order
 * of training: a token's shape, its word, its neighbours, its letters, its concepts. Those of token `i` begin at `ends[i]`.
 */
export function idsOf({ tokens, context, contextEnds, ends, own, leads }: Features): Uint32Array {
  const ids = new Uint32Array(ends[tokens.count] ?? 0);
  const words = new Uint32Array(OWN_MAX);
  for (let at = 0; at < tokens.count; at++) {
    const around = context.subarray(contextEnds[at] ?? 0, contextEnds[at + 1] ?? 0).map(hashedFeature);
    const to = ends[at] ?? 0;
    if ((own[at] ?? -1) < 0) {
      ids.set(around, to);
      continue;
    }
    const [word = 0, ...letters] = words.subarray(0, writeOwn(tokens, at, words));
    const before = 1 + (leads[at] ?? 0);
    ids.set([around[0] ?? 0, word, ...around.subarray(1, before), ...letters, ...around.subarray(before)], to);
  }
  return ids;
}
