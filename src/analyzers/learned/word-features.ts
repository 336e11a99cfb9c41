import { FEATURE_MASK } from "./dense-features.ts";
import { mix } from "./hash-table.ts";
import { hashUnit, type Tokens } from "./tokens.ts";

/** Kinds of features that keep their own hashes; see `features.ts` for the others. */
const WORD_ONE = 1;
const LETTERS = 4;

/** Letters of a word that make one feature; fewer where a sign says more: scripts without vowels or of syllables, Hangul. */
const GRAM = 4;
const gramOf = (code: number): number => (code >= 0xac00 ? 2 : code >= 0x590 ? 3 : GRAM);
/** Stands for what is before and behind a word. */
const EDGE = 0x5f;

/** The token alone. */
export const wordFeature = (hash: number): number => mix(hash, WORD_ONE) & FEATURE_MASK;

/** Stretches of a few units, with the edges of the word: how many there are. */
export function letterCount({ units, starts, ends }: Tokens, at: number): number {
  const start = starts[at] ?? 0;
  const size = (ends[at] ?? 0) - start + 2;
  const gram = gramOf(units[start] ?? 0);
  return size <= gram ? 0 : size - gram + 1;
}

/** Writes the features of a word's letters down from `to` on, one for each of its units at most; returns where they end. */
export function writeLetters({ units, starts, ends }: Tokens, at: number, { features, from }: Target): number {
  const start = starts[at] ?? 0;
  const end = ends[at] ?? 0;
  const gram = gramOf(units[start] ?? 0);
  let to = from;
  if (end - start + 2 <= gram) return to;
  for (let first = start - 1; first + gram <= end + 1; first++) {
    let hash = LETTERS;
    for (let unit = first; unit < first + gram; unit++)
      hash = hashUnit(hash, unit < start || unit >= end ? EDGE : (units[unit] ?? 0));
    features[to] = mix(hash, LETTERS) & FEATURE_MASK;
    to += 1;
  }
  return to;
}

interface Target {
  readonly features: Uint32Array;
  readonly from: number;
}

/** Most features of a word that is kept: one for all of it, and one for each stretch of its letters, edges included. */
export const OWN_MAX = 18;

/**
 * Writes down the features that a word that is kept has whatever stands around it, itself first.
 * @param features has room for `OWN_MAX`
 * @returns how many there are
 */
export function writeOwn(tokens: Tokens, at: number, features: Uint32Array): number {
  features[0] = wordFeature(tokens.hashes[at] ?? 0);
  return writeLetters(tokens, at, { features, from: 1 });
}
