import { hashWord } from "../../text/tokens.ts";
import { attributes } from "../pii/names/lexicon.ts";
import { nameModel } from "../pii/names/decoder.ts";
import { ANDS } from "./keys.ts";
import { storedJson } from "../stored.ts";
import type stored from "./ordinary.json";
import { WordSet } from "./word-set.ts";

/** Letters that English adds to a word; without them a longer word may be an ordinary one. */
const ENDINGS = ["s", "es", "d", "ed", "er", "ers", "ing", "ly", "y"];
const STEM_MIN = 3;

const read = storedJson<typeof stored>(new URL("./ordinary.json", import.meta.url));
let shared: WordSet | undefined;
const ordinary = (): WordSet => (shared ??= WordSet.read(read()));

/** Whether the word is one that texts write small: English above all, and what is frequent in some forty languages. */
export const isOrdinary = (word: string): boolean => ordinary().has(word);

/** How frequent each word of a name must be, 0..3, for the words together to be ordinary: `best buy`, not `coca cola`. */
const COMMON_MIN = 2;

/** Whether a name is made of ordinary words only, so that they need not mean it. */
export function isOrdinaryName(words: readonly string[]): boolean {
  if (!words.every(isOrdinary)) return false;
  const telling = words.filter((word) => !ANDS.includes(word));
  // Three such words in a row hardly meet by chance.
  if (telling.length > 2) return false;
  // Written with an "and" two words are a phrase sooner than a name: salt and pepper.
  return (
    telling.length === 1 ||
    telling.length < words.length ||
    telling.every((word) => attributes.common(nameModel().lexicon.lookup(hashWord(word))) >= COMMON_MIN)
  );
}

/** Whether anything is known of the word, as an ordinary one, a form of one, or a name of a person or place: then it is no misspelling. */
export function isKnown(word: string): boolean {
  if (isOrdinary(word) || nameModel().lexicon.lookup(hashWord(word)) !== 0) return true;
  return ENDINGS.some((ending) => {
    if (!word.endsWith(ending) || word.length < ending.length + STEM_MIN) return false;
    const stem = word.slice(0, word.length - ending.length);
    // coded, coding: code; planned, planning: plan
    return isOrdinary(stem) || isOrdinary(`${stem}e`) || (isDoubled(stem) && isOrdinary(stem.slice(0, -1)));
  });
}

const isDoubled = (stem: string): boolean => stem.at(-1) === stem.at(-2);
