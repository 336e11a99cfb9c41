import { fold } from "../../text/fold.ts";
import { nearTerms } from "./near-terms.ts";
import type { StoredSubject, TopicLexicon } from "./lexicon.ts";
import type { Term } from "./word-table.ts";

/** Weights in hundredths of what is enough alone. */
const STRONG = 120;
const TURN = 75;
const WEAK = 40;
/** A word that the lexicon does not know, a name for the most part, beside others of the topic. */
const UNKNOWN = 60;
/** The topic's own words, each alone, where it has several: together they are enough. */
const OWN = 110;
const OWN_COMMON = 90;
/** Of what speaks for a subject that a topic binds to a name. */
const BOUND_SHARE = 0.55;
/** Commoner words are used for too much to mean one thing. */
const COMMON_RANK = 800;

/** Words of a topic's name that do not say what it is about. */
const FILLERS = new Set(
  "a an and any about of on the to for in with or our your their my all anything everything question questions discussion discussions discussing talk talking topic topics content contents related regarding issues issue information info mentions mention mentioning conversation conversations requests request generation giving give providing provide advice advising tips recommendation recommendations opinion opinions theme themes subject subjects matters matter stuff things other us we".split(
    " ",
  ),
);
const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const PARTS = /\s*(?:,|;|\/|&|\band\b|\bor\b|\bund\b|\bet\b|\by\b|\be\b)\s*/u;

/** What speaks for a topic: of the subjects that its name means, or of its words where it means none that is known. */
export function termsOf(topic: string, lexicon: TopicLexicon): readonly Term[] {
  const name = fold(topic).text.trim();
  const subjects = subjectsOf(name, lexicon);
  return subjects.length > 0
    ? [...subjects.flatMap((subject) => subjectTerms(subject, lexicon)), { text: name, weight: STRONG }]
    : ownTerms(name, lexicon);
}

const contentOf = (name: string): readonly string[] =>
  (name.match(WORD) ?? []).filter((word) => !FILLERS.has(word));

const byNames = new WeakMap<TopicLexicon, ReadonlyMap<string, StoredSubject>>();

function namesIn(lexicon: TopicLexicon): ReadonlyMap<string, StoredSubject> {
  let names = byNames.get(lexicon);
  if (names === undefined) {
    const found = new Map<string, StoredSubject>();
    for (const subject of lexicon.subjects)
      for (const name of subject.names.map((each) => fold(each).text))
        for (const form of [name, contentOf(name).join(" ")]) if (form !== "" && !found.has(form)) found.set(form, subject);
    byNames.set(lexicon, (names = found));
  }
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
    words.map((word) => ({ text: fold(word).text, weight }));
  return [
    ...listed(subject.strong, STRONG),
    ...listed(subject.turns, TURN),
    ...listed(subject.weak, WEAK),
    ...lexicon.wordsOf(subject).map(({ word, weight }) => ({ text: word, weight: Math.round(weight * 100) })),
  ];
}

function ownTerms(name: string, lexicon: TopicLexicon): readonly Term[] {
  const content = contentOf(name);
  const words = content.length > 0 ? content : (name.match(WORD) ?? []);
  const known = words.flatMap((word) => numberIn(word, lexicon) ?? []);
  return [
    ...boundTerms(words, lexicon),
    { text: words.join(" "), weight: STRONG },
    ...words.flatMap((word) => formsOf(word).map((text) => ({ text, weight: ownWeight(word, words, lexicon) }))),
    ...(known.length === 0 ? [] : nearTerms(known, lexicon)),
  ];
}

/** Of a topic that binds a subject to a name (our merger with Initech): what speaks for the subject, not enough without the name. */
function boundTerms(words: readonly string[], lexicon: TopicLexicon): readonly Term[] {
  if (words.every((word) => numberIn(word, lexicon) !== undefined)) return [];
  const subjects = words.flatMap((word) => subjectOf(word, lexicon) ?? []);
  return subjects.flatMap((subject) =>
    subjectTerms(subject, lexicon).map(({ text, weight }) => ({ text, weight: Math.round(weight * BOUND_SHARE) })),
  );
}

function ownWeight(word: string, words: readonly string[], lexicon: TopicLexicon): number {
  if (words.length === 1) return STRONG;
  const number = numberIn(word, lexicon);
  if (number === undefined) return UNKNOWN;
  return Math.round((number < COMMON_RANK ? OWN_COMMON : OWN) / words.length);
}

/** The word and its regular forms. */
function formsOf(word: string): readonly string[] {
  const stem = word.replace(/(?:ing|ers|er|ies|es|s|y|e)$/, "");
  if (!/^[a-z]+$/.test(word) || stem.length < 3) return [word];
  return [word, `${word}s`, ...["ing", "er", "ers", "ed", "es", "s", "y", "ies", "e"].map((ending) => stem + ending)];
}

function numberIn(word: string, lexicon: TopicLexicon): number | undefined {
  return lexicon.numberOf(word) ?? lexicon.numberOf(word.replace(/s$/, ""));
}
