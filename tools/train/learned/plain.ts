import { FEATURE_MASK } from "../../../src/analyzers/learned/feature-numbers.ts";
import { mix } from "../../../src/analyzers/learned/hash-table.ts";
import { fold } from "../../../src/text/fold/fold.ts";
import { HASH_SEED, stepHash, Tokens } from "../../../src/text/tokens.ts";
import { RawText } from "../../../src/text/units.ts";
import type { Row } from "./rows.ts";
import { type Sample, TEXT_MAX } from "./samples.ts";

/** Longest run of words, and the lengths of character n-grams. */
const WORDS_MAX = 3;
const GRAM_MIN = 3;
const GRAM_MAX = 5;
/** Kinds of features: runs of 1 to 3 words, then n-grams by their length. */
const RUN = 32;
const GRAM = 48;

/**
 * Texts as the simplest model reads them: runs of words and character n-grams, each once, in one window. What is shipped has to be
 * better than a logistic regression over these.
 */
export function plainSamplesOf(rows: readonly Row[]): Sample[] {
  return rows.flatMap((row) => {
    const folded = fold(new RawText(row.text.slice(0, TEXT_MAX))).text;
    const ids = plainIdsOf(folded);
    if (ids.length === 0) return [];
    return [{ row, ids, ends: Uint32Array.of(0, ids.length), windows: Int32Array.of(0, 1) }];
  });
}

function plainIdsOf(folded: string): Uint32Array {
  const ids = new Set<number>();
  const { hashes, count } = new Tokens(folded);
  for (let at = 0; at < count; at++) {
    let hash = 0;
    for (let back = 0; back < WORDS_MAX && at - back >= 0; back++) {
      hash = mix(hash, hashes[at - back] ?? 0);
      ids.add(mix(hash, RUN + back) & FEATURE_MASK);
    }
  }
  const letters = folded.replaceAll(/\s+/g, " ");
  for (let at = 0; at < letters.length; at++) {
    let hash = HASH_SEED;
    for (let length = 1; length <= GRAM_MAX && at + length <= letters.length; length++) {
      hash = stepHash(hash, letters.charCodeAt(at + length - 1));
      if (length >= GRAM_MIN) ids.add(mix(hash, GRAM + length) & FEATURE_MASK);
    }
  }
  return Uint32Array.from(ids);
}
