/** Writes src/analyzers/learned/lexicon.json from the word lists: `npm run train:words`; the weights must be trained anew behind it. */
import { writeFileSync } from "node:fs";
import { wordLists } from "./words/lists.ts";
import { storedLexicon } from "./words/store-lexicon.ts";

export const LEXICON = "src/analyzers/learned/lexicon.json";

/** The file's text, as the formatter would write it. */
export function lexiconFile(): string {
  const { places, stems, sets } = storedLexicon(wordLists());
  const lists = sets.map((set) => `[${set.join(", ")}]`).join(", ");
  return `{\n  "places": "${places}",\n  "stems": "${stems}",\n  "sets": [${lists}]\n}\n`;
}

if (import.meta.main) writeFileSync(LEXICON, lexiconFile());
