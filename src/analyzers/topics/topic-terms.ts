import { RawText } from "../../text/units.ts";
import { fold } from "../../text/fold/fold.ts";
import { isAdvice, SIGNS_OF_ADVICE } from "./advice.ts";
import type { StoredSubject, TopicLexicon } from "./lexicon.ts";
import { nearTerms } from "./near-terms.ts";
import type { Term } from "./term-rows.ts";

/** Weights in hundredths; a text is about a topic from 70 on. */
const STRONG = 120;
const TURN = 75;
const WEAK = 40;
/** A word that the lexicon does not know, a name for the most part, beside others of the topic. */
const UNKNOWN = 35;
/** The topic's own words, each alone, where it has several: together they are enough. */
const OWN = 90;
const OWN_COMMON = 64;
/** Other words of the same stem, and letters of a stem. */
const OTHER_FORM = 55;
const STEM_MIN = 4;
/** Commoner words are used for too much to mean one thing. */
const COMMON_RANK = 1000;

/** Words of a topic's name that do not say what it is about. */
const FILLERS = new Set(
  "a an and any about of on the to for in with or our your their my all anything everything question questions discussion discussions discussing talk talking topic topics content contents related regarding issues issue information info mentions mention mentioning conversation conversations requests request generation giving give providing provide advice advising tips recommendation recommendations opinion opinions theme themes subject subjects matters matter stuff things other us we online general".split(
    " ",
  ),
);
const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const PARTS = /\s*(?:,|;|\/|&|\band\b|\bor\b|\bund\b|\bet\b|\by\b|\be\b)\s*/u;

/** What speaks for a topic. */
export interface TopicTerms {
  readonly terms: readonly Term[];
  /** Without one of them in the same stretch nothing is enough; none: it needs none. */
  readonly signs: readonly string[];
}

/** What speaks for a topic: of the subjects that its name means, or of its words where it means none that is known. */
export function topicTerms(topic: string, lexicon: TopicLexicon): TopicTerms {
  const name = fold(new RawText(topic)).text.trim();
  const subjects = subjectsOf(name, lexicon);
  const own = subjects.length > 0 ? subjectsTerms(name, subjects, lexicon) : ownTerms(name, lexicon);
  // A name that must stand there is sign enough.
  return isAdvice(name) && own.signs.length === 0 ? { terms: own.terms, signs: SIGNS_OF_ADVICE } : own;
}

const subjectsTerms = (name: string, subjects: readonly StoredSubject[], lexicon: TopicLexicon): TopicTerms => ({
  terms: [{ text: name, weight: STRONG }, ...subjects.flatMap((subject) => subjectTerms(subject, lexicon))],
  signs: [],
});

/** English words that begin as words of other languages do: investigate, investir. What they say they say for themselves. */
function namesakes(words: readonly string[], lexicon: TopicLexicon): readonly Term[] {
  const stems = words.flatMap((word) => (word.endsWith("*") ? [fold(new RawText(word.slice(0, -1))).text] : []));
  return stems.flatMap((stem) => lexicon.beginningWith(stem).map((text) => ({ text, weight: 0 })));
}

const contentOf = (name: string): readonly string[] => (name.match(WORD) ?? []).filter((word) => !FILLERS.has(word));

const byNames = new WeakMap<TopicLexicon, ReadonlyMap<string, StoredSubject>>();

function namesIn(lexicon: TopicLexicon): ReadonlyMap<string, StoredSubject> {
  const known = byNames.get(lexicon);
  if (known !== undefined) return known;
  const forms = lexicon.subjects.flatMap((subject) =>
    subject.names
      .map((name) => fold(new RawText(name)).text)
      .flatMap((name): readonly (readonly [string, StoredSubject])[] => [
        [name, subject],
        [contentOf(name).join(" "), subject],
      ]),
  );
  // Of a name that two subjects have, the first one counts.
  const names = new Map(forms.filter(([form]) => form !== "").reverse());
  byNames.set(lexicon, names);
  return names;
}

/** The subjects that a name means, or all that its parts mean. */
function subjectsOf(name: string, lexicon: TopicLexicon): readonly StoredSubject[] {
  const whole = subjectOf(name, lexicon);
  if (whole !== undefined) return [whole];
  const parts = name.split(PARTS).filter((part) => contentOf(part).length > 0);
  const found = parts.map((part) => subjectOf(part, lexicon));
  return found.flatMap((subject) => (found.includes(undefined) || subject === undefined ? [] : [subject]));
}

function subjectOf(name: string, lexicon: TopicLexicon): StoredSubject | undefined {
  const names = namesIn(lexicon);
  const content = contentOf(name).join(" ");
  for (const form of [name, content, `${content}s`, content.replace(/s$/, ""), content.replace(/ies$/, "y")]) {
    const subject = form === "" ? undefined : names.get(form);
    if (subject !== undefined) return subject;
  }
  return undefined;
}

function subjectTerms(subject: StoredSubject, lexicon: TopicLexicon): readonly Term[] {
  const listed = (words: readonly string[], weight: number): readonly Term[] =>
    words.map((word) => ({ text: fold(new RawText(word)).text, weight }));
  return [
    ...namesakes([...subject.strong, ...subject.weak], lexicon),
    ...listed(subject.strong, STRONG),
    ...listed(subject.turns, TURN),
    ...listed(subject.weak, WEAK),
    ...lexicon.wordsOf(subject).map(({ word, weight }) => ({ text: word, weight: Math.round(weight * 100) })),
  ];
}

/** Of a topic that binds a subject to a name (our merger with Initech) nothing is enough without the name. */
function ownTerms(name: string, lexicon: TopicLexicon): TopicTerms {
  const content = contentOf(name);
  const words = content.length > 0 ? content : (name.match(WORD) ?? []);
  const known = words.flatMap((word) => numberIn(word, lexicon) ?? []);
  const names = words.filter((word) => numberIn(word, lexicon) === undefined);
  const isBound = names.length > 0 && known.length > 0;
  const subjects = isBound ? words.flatMap((word) => subjectOf(word, lexicon) ?? []) : [];
  const terms = [
    { text: words.join(" "), weight: STRONG },
    ...words.flatMap((word) => formsOf(word, ownWeight(word, words, lexicon))),
    ...subjects.flatMap((subject) => subjectTerms(subject, lexicon)),
    ...(known.length === 0 ? [] : nearTerms(known, lexicon)),
  ];
  return { terms, signs: isBound ? names : [] };
}

function ownWeight(word: string, words: readonly string[], lexicon: TopicLexicon): number {
  if (words.length === 1) return STRONG;
  const number = numberIn(word, lexicon);
  if (number === undefined) return UNKNOWN;
  return Math.round((number < COMMON_RANK ? OWN_COMMON : OWN) / words.length);
}

/** The word, and its regular forms: who does or did it says as much as the word, other forms of its stem less. */
function formsOf(word: string, weight: number): readonly Term[] {
  const stem = word.replace(/(?:ing|ers|er|ies|es|s|y|e)$/, "");
  const same = [word, `${word}s`];
  if (!/^[a-z]+$/.test(word) || stem.length < STEM_MIN) return same.map((text) => ({ text, weight }));
  const others = ["", "es", "s", "y", "ies", "e", "ing"].map((ending) => stem + ending);
  return [
    ...[...same, `${stem}er`, `${stem}ers`, `${stem}ed`].map((text) => ({ text, weight })),
    ...others.map((text) => ({ text, weight: Math.min(weight, OTHER_FORM) })),
  ];
}

function numberIn(word: string, lexicon: TopicLexicon): number | undefined {
  return lexicon.numberOf(word) ?? lexicon.numberOf(word.replace(/s$/, ""));
}
