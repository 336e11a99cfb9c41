import { Lexicon } from "./lexicon.ts";
import stored from "./lexicon.json" with { type: "json" };

let shared: Lexicon | undefined;

/** The words of all languages, read on first use. */
export const vocabulary = (): Lexicon => (shared ??= new Lexicon(stored));
