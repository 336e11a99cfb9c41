import { CONCEPTS } from "./concepts/concept.ts";
import { CONCEPT_LANGUAGES } from "./concepts/index.ts";
import type { WordLanguage } from "./language.ts";
import { TOXIC_LANGUAGES } from "./toxic-words/index.ts";
import { TOXIC_CLASSES } from "./toxic-words/words.ts";
import type { WordList } from "./word-paths.ts";

/** Sets the classes of abuse apart: some are called as a concept is. */
const TOXIC = "toxic ";
/** Every class of words that the learned policies know, in the order of their numbers. */
const NAMES: readonly string[] = [...CONCEPTS, ...TOXIC_CLASSES.map((name) => TOXIC + name)];

/** The words of all languages. */
export function* wordLists(): Generator<WordList> {
  for (const [kind, languages] of [
    ["", CONCEPT_LANGUAGES],
    [TOXIC, TOXIC_LANGUAGES],
  ] as const)
    for (const { words, matching } of languages)
      for (const [name, text] of Object.entries(words))
        yield { concept: NAMES.indexOf(kind + name), words: openEnded(text, matching) };
}

/** Where particles are written to a word (Korean), every word is a stem. */
const openEnded = (words: string, matching: WordLanguage<unknown>["matching"]): string =>
  matching === "word" ? words : words.replaceAll(/[^\s*](?=\s|$)/g, "$&*");
