import type { KeywordHit } from "../../../text/match/automaton.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { findAtHits, valueAt } from "../find-at-hits.ts";

/** BIP-39 phrases have 12 to 24 words of 3 to 8 letters. */
const WORDS_MIN = 12;
/** Their number grows by 32 bits of entropy, three words. */
const WORDS_STEP = 3;
const PHRASE_MAX = 24 * 9;
/** Between the label and the first word, UTF-16 units. */
const GAP = 40;
const PHRASE = new RegExp(
  String.raw`[^a-z\r\n]{0,8}(?:(?:phrase|words?|is|for my wallet|of my wallet|backup)[^a-z\r\n]{1,8}){0,2}(?:\r?\n){0,2}["'\x60]?([a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){${WORDS_MIN - 1},23})(?![A-Za-z])`,
  "y",
);
const OPEN =
  /^[^a-z\r\n]{0,8}(?:(?:phrase|words?|is|for my wallet|of my wallet|backup)[^a-z\r\n]{1,8}){0,2}(?:\r?\n){0,2}["'`]?(?:[a-z]{1,8}[ ,]{1,2}){0,24}[a-z]{0,9}$/;
// Words of every sentence that the list of BIP-39 does not hold.
const SENTENCE =
  /\b(?:the|and|for|your|are|was|but|from|have|has|been|not|which|these|our|their|his|her|its|were|should|would|must|may|please|any)$/;
const sample = "ribbon velvet orchard canyon lunar pepper drastic mango tiger ocean quarter zebra";

/** The words that a wallet is restored from. */
export const SEED_PHRASE: SpanDetector = {
  id: "seed-phrase",
  placeholder: "SEED_PHRASE",
  keywords: [
    "mnemonic",
    "seed phrase",
    "recovery phrase",
    "backup phrase",
    "secret phrase",
    "wallet phrase",
    "seed words",
  ],
  maxLength: PHRASE_MAX + 8,
  source: "https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki",
  about: { name: "words that a wallet is restored from", form: "12 to 24 words after a label" },
  find: findAtHits(({ raw }, hit) => readPhrase(raw, hit)),
  stableUntil: ({ raw }, hits) => {
    for (const hit of hits)
      if (hit.end + GAP + PHRASE_MAX + 8 > raw.length && OPEN.test(raw.slice(hit.end))) return hit.end;
    return raw.length;
  },
  examples: {
    hits: [
      [`my seed phrase is ${sample}`, sample],
      [`my seed phrase is ${sample} please help`, sample],
      [`MNEMONIC="${sample}"`, sample],
    ],
    misses: [
      "mnemonic: a word that helps the memory of those who learn many things by heart every day",
      "seed phrase: ribbon velvet orchard",
    ],
  },
};

function readPhrase(raw: string, hit: KeywordHit): Match | null {
  const phrase = valueAt(PHRASE, raw, hit.end);
  if (phrase === null) return null;
  const { start, text } = phrase;
  const words = [...text.matchAll(/[a-z]+/g)];
  const stop = words.findIndex(([word]) => SENTENCE.test(word));
  const count = stop < 0 ? words.length : stop;
  const last = words[count - (count % WORDS_STEP) - 1];
  if (count < WORDS_MIN || last === undefined) return null;
  return { start, end: start + last.index + last[0].length, score: 0.9 };
}
