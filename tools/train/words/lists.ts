import { CONCEPTS } from "./concepts/concept.ts";
import { CONCEPT_LANGUAGES } from "./concepts/index.ts";
import { TOXIC_LANGUAGES } from "./toxic-words/index.ts";
import { TOXIC_CLASSES } from "./toxic-words/words.ts";
import type { WordList } from "./word-paths.ts";

/** Every class of words that the learned policies know, in the order of their numbers. */
const NAMES: readonly string[] = [...CONCEPTS, ...TOXIC_CLASSES.map((name) => `toxic ${name}`)];

/** The words of all languages. */
export function* wordLists(): Generator<WordList> {
  for (const { words, matching } of CONCEPT_LANGUAGES)
    for (const [name, text] of Object.entries(words))
      yield { concept: NAMES.indexOf(name), words: openEnded(text, matching) };
  for (const { words, matching } of TOXIC_LANGUAGES)
    for (const [name, text] of Object.entries(words))
      yield { concept: NAMES.indexOf(`toxic ${name}`), words: openEnded(text, matching) };
}

/** Where particles are written to a word (Korean), every word is a stem. */
const openEnded = (words: string, matching: "word" | "substring"): string =>
  matching === "word" ? words : words.replaceAll(/[^\s*](?=\s|$)/g, "$&*");
