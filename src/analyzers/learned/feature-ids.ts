import type { Features } from "./features.ts";

/**
 * All feature numbers of what was read last, those of words that are kept among them, in the order that a model is trained in: a
 * token's shape, its word, its neighbours, its letters, its concepts. Those of token `i` begin at `ends[i]`.
 */
export function idsOf({ tokens, words, context, contextEnds, ends, own, leads }: Features): Uint32Array {
  const ids = new Uint32Array(ends[tokens.count] ?? 0);
  for (let at = 0; at < tokens.count; at++) {
    const [first, last] = [contextEnds[at] ?? 0, contextEnds[at + 1] ?? 0];
    const slot = own[at] ?? -1;
    const to = ends[at] ?? 0;
    if (slot < 0) {
      ids.set(context.subarray(first, last), to);
      continue;
    }
    const from = words.featuresFrom(slot);
    const [word = 0, ...letters] = words.features.subarray(from, from + (words.featureCounts[slot] ?? 0));
    const before = first + 1 + (leads[at] ?? 0);
    const beside = context.subarray(first + 1, before);
    ids.set([context[first] ?? 0, word, ...beside, ...letters, ...context.subarray(before, last)], to);
  }
  return ids;
}
