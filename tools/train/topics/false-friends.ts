import { fold } from "../../../src/text/fold/fold.ts";
import type { Seed } from "./seeds.ts";
import { RawText } from "../../../src/text/units.ts";

/** Shorter words of Latin script, and beginnings of words, mean too much in too many languages. Letters. */
const WORD_MIN = 4;
const STEM_MIN = 4;

type Foreign = Pick<Seed, "names" | "strong" | "weak">;

/**
 * The words of other languages that are not English words of another subject: accents are folded away, so that a Turkish day looks like a gun.
 * @param words.related English words of the subject
 */
export function withoutFalseFriends(
  foreign: Foreign | undefined,
  words: { readonly english: readonly string[]; readonly related: ReadonlySet<string> },
): Foreign | undefined {
  if (foreign === undefined) return undefined;
  const isClear = (term: string): boolean => isClearIn(fold(new RawText(term)).text, words);
  return { names: foreign.names, strong: foreign.strong.filter(isClear), weak: foreign.weak.filter(isClear) };
}

function isClearIn(
  term: string,
  { english, related }: { readonly english: readonly string[]; readonly related: ReadonlySet<string> },
): boolean {
  // A sequence of words is no accident, and other scripts have no English words.
  if (term.includes(" ") || !/^[a-z'*-]+$/.test(term)) return true;
  if (!term.endsWith("*")) return term.length >= WORD_MIN && (related.has(term) || !english.includes(term));
  const stem = term.slice(0, -1);
  if (stem.length < STEM_MIN) return false;
  // English words are known to the lexicon, and say what they say for themselves.
  if (stem.length > STEM_MIN) return true;
  return english.every((word) => !word.startsWith(stem)) || [...related].some((word) => word.startsWith(stem));
}
