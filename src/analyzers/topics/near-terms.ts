import type { Near, TopicLexicon } from "./lexicon.ts";
import type { Term } from "./term-rows.ts";

/** Words as near to the middle of the topic's words are looked at. */
const CANDIDATE_MIN = 0.3;
/** Relatives by WordNet that are nearer to the middle are taken into it. */
const RELATIVE_MIN = 0.3;
/** … of a topic of one rare word, whose vector says little. */
const RARE_RELATIVE_MIN = 0.1;
const RARE_RANK = 12_000;
/** Nearest words that stand for the topic beside its own. */
const DRAWN = 8;
/** How near a word is: the mean of its nearest few among those that stand for the topic. */
const NEAREST = 3;
/** Nearness at which a word begins to count, and at which it counts in full; distinctness likewise. */
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
/** Words up to these ranks by frequency say nothing, or less. */
const STOP_RANK = 150;
const COMMON_RANK = 2500;
const COMMON_SHARE = 0.6;
/** Letters of a part of a compound. */
const PART_MIN = 3;
const HEAD_SHARE = 0.7;

/**
 * Words that are used where a topic is talked about: near its words by vectors and by WordNet. Of several words the last one says less: space travel
 * is more like space than like travel. @param known the topic's words by number
 */
export function nearTerms(known: readonly number[], lexicon: TopicLexicon): readonly Term[] {
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
    const weight = Math.round(WEIGHT_MAX * share * (number < COMMON_RANK ? COMMON_SHARE : 1));
    if (weight >= WEIGHT_MIN) terms.push({ text: lexicon.words[number] ?? "", weight });
  }
  const listed = isOne ? [...relatives, ...lexicon.relatedTo(formsOf(known[0] ?? 0, lexicon))] : [];
  const own = listed.filter((number) => number >= COMMON_RANK);
  const beyond = own.flatMap((number) =>
    lexicon.relativesOf(number).filter((each) => each >= COMMON_RANK && lexicon.nearness(each, number) >= RELATIVE_MIN),
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
function formsOf(number: number, lexicon: TopicLexicon): readonly number[] {
  const word = lexicon.words[number] ?? "";
  const stem = word.replace(/(?:ing|e?s|y)$/, "");
  const part = number >= RARE_RANK ? (lexicon.words[partOf(word, lexicon) ?? -1] ?? word) : word;
  return [word, stem, part, `${stem}s`, `${part}s`].flatMap((form) => lexicon.numberOf(form) ?? []);
}

/** The first of two known words that a compound is made of. */
function partOf(word: string, lexicon: TopicLexicon): number | undefined {
  for (let end = word.length - PART_MIN; end >= PART_MIN; end--) {
    const part = lexicon.numberOf(word.slice(0, end));
    if (part !== undefined && part >= COMMON_RANK && lexicon.numberOf(word.slice(end)) !== undefined) return part;
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
