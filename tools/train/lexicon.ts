/**
 * npm run train:words
 * Writes src/analyzers/learned/lexicon.json from the word lists. The weights must be trained anew afterwards.
 */
import { writeFileSync } from "node:fs";
import { wordLists } from "./words/lists.ts";
import { storedLexicon } from "./words/store-lexicon.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

export const LEXICON = "src/analyzers/learned/lexicon.json";

/** The file's text, as the formatter would write it. */
export function lexiconFile(): string {
  const { places, stems, sets } = storedLexicon(wordLists());
  const lists = sets.map((set) => `[${set.join(", ")}]`).join(", ");
  return `{\n  "places": "${places}",\n  "stems": "${stems}",\n  "sets": [${lists}]\n}\n`;
}

if (import.meta.main) writeFileSync(LEXICON, lexiconFile());
