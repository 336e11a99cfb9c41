import { attributes, type Lexicon } from "../../../src/analyzers/pii/names/lexicon.ts";
import { hashWord } from "../../../src/text/tokens.ts";
import type { PlainText, Sample } from "./samples.ts";
import { generator } from "./trainer.ts";

/**
 * Sentences without a name, as people write them: with words of the sentence in its first place, in title case, all capitals or
 * all small. That a word has a capital says little in such places, and a word that is sometimes a name is mostly none.
 */

/** Sentences of each language. */
const SENTENCES = { en: 5000, other: 900 } as const;
const WEIGHT = 0.25;
const LENGTH = { min: 12, max: 220 } as const;
const WORDS_MIN = 3;
export const ORDINARY_SOURCE = "ordinary";
/** Sightings after an article from which a German word with a capital is a noun. */
const NOUN_MIN = 2;

const ARTICLES = new Set(
  "der die das dem den des ein eine einem einen eines einer kein keine keinen keinem im am zum zur beim vom ins mein meine meinen meinem meiner dein deine ihre ihren ihrem ihrer seine seinen seinem seiner unsere unseren jede jeder jedes jeden diese dieser dieses diesen diesem viele vielen alle allen einige einigen mehrere mehreren verschiedene verschiedenen welche welcher welches welchen ohne mit für pro".split(
    " ",
  ),
);

export function ordinarySamples(texts: readonly PlainText[], lexicon: Lexicon, seed: number): readonly Sample[] {
  const random = generator(seed);
  const nouns = new Set(germanNouns(texts.filter(({ lang }) => lang === "de").map(({ text }) => text)).keys());
  const byLanguage = new Map<string, Set<string>>();
  for (const { text, lang } of texts)
    for (const sentence of sentencesOf(text)) {
      if (!isOrdinary(sentence, lang === "de" ? nouns : null)) continue;
      const known = byLanguage.get(lang);
      if (known === undefined) byLanguage.set(lang, new Set([sentence]));
      else known.add(sentence);
    }
  return [...byLanguage].flatMap(([lang, set]) => {
    const list = evenly([...set], lang === "en" ? SENTENCES.en : SENTENCES.other);
    return list.flatMap((sentence) => variants(sentence, lexicon, random));
  });
}

function evenly(list: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, index) => list[Math.floor(index * step)] ?? "");
}

const sentencesOf = (text: string): readonly string[] =>
  text
    .slice(0, 4000)
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((sentence) => sentence.trim());

/** Whether it begins with a capital and has no other, but `I` and German nouns. */
function isOrdinary(sentence: string, nouns: ReadonlySet<string> | null): boolean {
  if (sentence.length < LENGTH.min || sentence.length > LENGTH.max) return false;
  if (!/^\p{Lu}\p{Ll}/u.test(sentence) || /[{}<>@\\|=_#]|:\/\//.test(sentence)) return false;
  const words = sentence.match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < WORDS_MIN) return false;
  return words.every(
    (word, index) => index === 0 || word === "I" || !/\p{Lu}/u.test(word) || nouns?.has(word) === true,
  );
}

/** Nouns of German texts, which are written with a capital everywhere, and how often each follows an article. */
export function germanNouns(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [, before = "", noun = ""] of text.matchAll(/(?<=^|\s)(\p{L}+) (\p{Lu}\p{Ll}{2,})(?!\p{L})/gu))
      if (ARTICLES.has(before.toLowerCase())) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count >= NOUN_MIN));
}

/** What choices of a question begin with. */
const LETTERS = "ABCDEF";

function variants(sentence: string, lexicon: Lexicon, random: () => number): readonly Sample[] {
  const texts = [sentence, ...beheaded(sentence, lexicon, random)];
  const style = random();
  const longest = texts.at(random() < 0.5 ? 0 : -1) ?? sentence;
  if (style < 0.3) texts.push(longest.toLowerCase());
  else if (style < 0.5) texts.push(inTitleCase(longest));
  else if (style < 0.6) texts.push(longest.toUpperCase());
  else if (style < 0.75) texts.push(`${LETTERS.charAt(Math.floor(random() * LETTERS.length))}. ${sentence}`);
  return texts.map((text) => ({ text, spans: [], weight: WEIGHT, source: ORDINARY_SOURCE, hasPlaces: true }));
}

/** The sentence from a later word on: from one that may be a name where there is one, and from any. */
function beheaded(sentence: string, lexicon: Lexicon, random: () => number): readonly string[] {
  const words = [...sentence.matchAll(/[\p{L}\p{M}]{2,}/gu)].slice(1, -1);
  if (words.length === 0) return [];
  const named = words.filter(([word]) => attributes.isName(lexicon.lookup(hashWord(word))));
  const lists = named.length > 0 ? [named, words] : [words];
  const starts = lists.map((list) => list[Math.floor(random() * list.length)]?.index ?? 0);
  return [...new Set(starts)].map((at) => sentence.charAt(at).toUpperCase() + sentence.slice(at + 1));
}

const inTitleCase = (sentence: string): string =>
  sentence.replaceAll(/(?<![\p{L}\p{M}'’])\p{Ll}(?=\p{L}{3})/gu, (letter) => letter.toUpperCase());
