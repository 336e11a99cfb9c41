import { RawText } from "../../text/units.ts";
import { fold } from "../../text/fold/fold.ts";
import type { Near, StoredSubject, TopicLexicon } from "./lexicon.ts";
import type { Term } from "./word-table.ts";

/** Weights in hundredths; a text is about a topic from 70 on. */
const STRONG = 120;
const TURN = 75;
const WEAK = 40;
/** A word that the lexicon does not know, usually a name, beside other words of the topic. */
const UNKNOWN = 35;
/** Each of the topic's own words if it has several: together they are sufficient. */
const OWN = 90;
const OWN_COMMON = 64;
/** Other words of the same stem, and letters of a stem. */
const OTHER_FORM = 55;
const STEM_MIN = 4;
/** More frequent words have too many meanings. */
const COMMON_RANK = 1000;

/** Words of a topic's name that do not say what it is about. */
const FILLERS = new Set(
  "a an and any about of on the to for in with or our your their my all anything everything question questions discussion discussions discussing talk talking topic topics content contents related regarding issues issue information info mentions mention mentioning conversation conversations requests request generation giving give providing provide advice advising tips recommendation recommendations opinion opinions theme themes subject subjects matters matter stuff things other us we online general".split(
    " ",
  ),
);
const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const PARTS = /\s*(?:,|;|\/|&|\band\b|\bor\b|\bund\b|\bet\b|\by\b|\be\b)\s*/u;

/** The evidence for a topic. */
export interface TopicTerms {
  readonly terms: readonly Term[];
  /** One of them is required in the same stretch; empty: none is required. */
  readonly signs: readonly string[];
}

/** Topics with these names mean asking for or giving advice, not mentioning the subject. Folded. */
const ADVICE =
  /advice|advis|counsel|consult|recommendation|\btips?\b|berat|\brat\b|conseil|consej|asesor|conselh|aconselh|consigl|consulen|advies|porad|doradz|tavsiye|danism|совет|консульт|建议|咨询|アドバイス|助言|相談|نصائح|استشار|सलाह/u;

const isAdvice = (topic: string): boolean => ADVICE.test(topic);

/** Words of asking for or giving advice, folded; written for this list. `*` ends the beginning of a word. */
const SIGNS_OF_ADVICE: readonly string[] = [
  ..."? ？ ؟ i me my mine myself i'm i've im we us our you your yours you're should shall advise advice recommend recommended recommends suggest tell help better best must ought need needs".split(
    " ",
  ),
  ..."ich mir mich mein meine meinen meinem meiner soll sollte sollten darf empfehl* rat* hilf*".split(" "),
  ..."je j'ai moi mon ma mes dois devrais puis-je conseil* recommand* vous".split(" "),
  ..."yo mi mis debo deberia puedo recomien* recomend* aconsej* tengo me".split(" "),
  ..."eu meu minha meus devo posso recomend* aconselh* tenho".split(" "),
  ..."io mio mia miei devo dovrei posso consigl* ho".split(" "),
  ..."ik mijn mij moet mag zou raad* aanbevel* kan".split(" "),
  ..."ja moj moja moje mam powinienem powinnam moge porad* polec*".split(" "),
  ..."ben benim bana meli* mali* oner* tavsiye*".split(" "),
  ..."я мне мой моя мои меня у меня можно ли стоит ли посовет* рекоменд* следует".split(" "),
  ..."我 我的 你 您 应该 可以 建议 吗 怎么 私 僕 俺 です ます べき ですか ませんか".split(" "),
  ..."أنا لي عندي هل يجب ينصح انصح मैं मुझे मेरा मेरी मेरे क्या चाहिए".split(" "),
];

/** The evidence for a topic: from the subjects that its name means, or from its words if it means no known subject. */
export function topicTerms(topic: string, lexicon: TopicLexicon): TopicTerms {
  const name = fold(new RawText(topic)).text.trim();
  const subjects = subjectsOf(name, lexicon);
  const own = subjects.length > 0 ? subjectsTerms(name, subjects, lexicon) : ownTerms(name, lexicon);
  // A required name is a sufficient sign.
  return isAdvice(name) && own.signs.length === 0 ? { terms: own.terms, signs: SIGNS_OF_ADVICE } : own;
}

const subjectsTerms = (name: string, subjects: readonly StoredSubject[], lexicon: TopicLexicon): TopicTerms => ({
  terms: [{ text: name, weight: STRONG }, ...subjects.flatMap((subject) => subjectTerms(subject, lexicon))],
  signs: [],
});

/** English words that begin like words of other languages: investigate, investir. They have their own weights. */
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
  // If two subjects share a name, the first one counts.
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

/** A topic that ties a subject to a name (our merger with Initech) requires the name. */
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

/** The word and its regular forms: agent nouns and past forms weigh as much as the word, other forms of its stem less. */
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

/** Least similarity of candidate words to the mean of the topic's words. */
const CANDIDATE_MIN = 0.3;
/** WordNet relatives above this similarity to the mean are added to it. */
const RELATIVE_MIN = 0.3;
/** … for a topic of one rare word, whose vector is unreliable. */
const RARE_RELATIVE_MIN = 0.1;
const RARE_RANK = 12_000;
/** Nearest words that represent the topic in addition to its own. */
const DRAWN = 8;
/** A word's similarity is the mean over this many nearest words that represent the topic. */
const NEAREST = 3;
/** Similarity from which a word counts, and from which it counts in full; distinctness likewise. */
const NEAR_FROM = 0.42;
const NEAR_TO = 0.75;
const DISTINCT_FROM = 1.5;
const DISTINCT_TO = 3.5;
/** Hundredths. */
const WEIGHT_MAX = 80;
const WEIGHT_MIN = 6;
/** Of a word's relatives by WordNet, and of theirs. */
const RELATIVE_WEIGHT = 50;
const BEYOND_WEIGHT = 22;
/** Words up to these frequency ranks count for nothing, or less. */
const STOP_RANK = 150;
const COMMON_NEAR_RANK = 2500;
const COMMON_SHARE = 0.6;
/** Letters of a part of a compound. */
const PART_MIN = 3;
const HEAD_SHARE = 0.7;

/**
 * Words that are typical of a topic: near its words by vectors and by WordNet. If there are several, the last one weighs less: space travel
 * is more like space than like travel. @param known the topic's words by number
 */
function nearTerms(known: readonly number[], lexicon: TopicLexicon): readonly Term[] {
  const isOne = known.length === 1;
  const relatives = isOne ? relativesOf(known[0] ?? 0, lexicon) : [];
  const centre = lexicon.centreOf([...known, ...relatives], isOne ? [] : [...known.slice(1).map(() => 1), HEAD_SHARE]);
  const candidates: Near[] = [];
  lexicon.eachNear(centre, CANDIDATE_MIN, (near) => candidates.push(near));
  const drawn = [...candidates].sort((a, b) => b.nearness - a.nearness).slice(0, DRAWN);
  const members = [...new Set([...(isOne ? known : []), ...relatives, ...drawn.map(({ number }) => number)])];
  const terms: Term[] = [];
  for (const { number, distinctness } of candidates) {
    if (number < STOP_RANK) continue;
    const nearness = nearnessOf(number, members, lexicon);
    const share = within(nearness, NEAR_FROM, NEAR_TO) * within(distinctness, DISTINCT_FROM, DISTINCT_TO);
    const weight = Math.round(WEIGHT_MAX * share * (number < COMMON_NEAR_RANK ? COMMON_SHARE : 1));
    if (weight >= WEIGHT_MIN) terms.push({ text: lexicon.words[number] ?? "", weight });
  }
  const listed = isOne ? [...relatives, ...lexicon.relatedTo(relatedFormsOf(known[0] ?? 0, lexicon))] : [];
  const own = listed.filter((number) => number >= COMMON_NEAR_RANK);
  const beyond = own.flatMap((number) =>
    lexicon
      .relativesOf(number)
      .filter((each) => each >= COMMON_NEAR_RANK && lexicon.nearness(each, number) >= RELATIVE_MIN),
  );
  const weighed = (numbers: readonly number[], weight: number): readonly Term[] =>
    numbers.map((number) => ({ text: lexicon.words[number] ?? "", weight }));
  return [...terms, ...weighed(own, RELATIVE_WEIGHT), ...weighed(beyond, BEYOND_WEIGHT)];
}

/** Relatives by WordNet; of a rare word, its parts as well and what WordNet has beside the first. */
function relativesOf(number: number, lexicon: TopicLexicon): readonly number[] {
  const relatives = lexicon.relativesOf(number);
  const isRare = number >= RARE_RANK;
  const near = relatives.filter(
    (each) => lexicon.nearness(each, number) >= (isRare ? RARE_RELATIVE_MIN : RELATIVE_MIN),
  );
  const part = isRare ? partOf(lexicon.words[number] ?? "", lexicon) : undefined;
  return part === undefined ? near : [...near, part, ...lexicon.relativesOf(part)];
}

/** The word and its forms, and those of its first part where it is a rare compound. */
function relatedFormsOf(number: number, lexicon: TopicLexicon): readonly number[] {
  const word = lexicon.words[number] ?? "";
  const stem = word.replace(/(?:ing|e?s|y)$/, "");
  const part = number >= RARE_RANK ? (lexicon.words[partOf(word, lexicon) ?? -1] ?? word) : word;
  return [word, stem, part, `${stem}s`, `${part}s`].flatMap((form) => lexicon.numberOf(form) ?? []);
}

/** The first of the two known words of a compound. */
function partOf(word: string, lexicon: TopicLexicon): number | undefined {
  for (let end = word.length - PART_MIN; end >= PART_MIN; end--) {
    const part = lexicon.numberOf(word.slice(0, end));
    if (part !== undefined && part >= COMMON_NEAR_RANK && lexicon.numberOf(word.slice(end)) !== undefined) return part;
  }
  return undefined;
}

function nearnessOf(number: number, members: readonly number[], lexicon: TopicLexicon): number {
  const near = members.map((member) => (member === number ? 0 : lexicon.nearness(number, member)));
  return (
    near
      .sort((a, b) => b - a)
      .slice(0, NEAREST)
      .reduce((sum, each) => sum + each, 0) / NEAREST
  );
}

const within = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));
