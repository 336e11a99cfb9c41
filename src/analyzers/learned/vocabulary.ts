import { storedJson } from "../stored.ts";
import { Lexicon } from "./lexicon.ts";
import type stored from "./lexicon.json";

const read = storedJson<typeof stored>(new URL("./lexicon.json", import.meta.url));

let shared: Lexicon | undefined;

/** The words of all languages, read on first use. */
export const vocabulary = (): Lexicon => (shared ??= new Lexicon(read()));
