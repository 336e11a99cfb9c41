import { RawText } from "../../../src/text/units.ts";
import { joinHash, Lexicon, packAttributes, type Role } from "../../../src/analyzers/pii/names/lexicon.ts";
import { GAP, NameWords, SHAPE } from "../../../src/analyzers/pii/names/words.ts";
import { KIND, kindOf } from "../../../src/text/letters.ts";
import { hashWord, Words } from "../../../src/text/tokens.ts";
import type { Evidence } from "./silver.ts";
import { COMMON_GIVEN, COMMON_PLACES, COMMON_SURNAMES } from "./common-names.ts";
import { FUNCTION_WORDS } from "./function-words.ts";
import { HOMONYMS } from "./homonyms.ts";
import { ENGLISH_SURNAMES, MORE_GIVEN, MORE_PLACES, MORE_SURNAMES, ROMANISED_NAMES } from "./more-names.ts";
import { germanNouns } from "./ordinary.ts";
import { GERMAN_NOUNS } from "./synthetic/german.ts";
import { inflectedPlaces } from "./inflected-places.ts";
import { calendarWords, cities, countries, nameSources } from "./names-data.ts";
import { FEASTS, GREETINGS, NAMED_PRODUCTS, PRODUCTS } from "./products.ts";
import { ROLE_WORDS } from "./roles.ts";

/** Slots of the shipped table; more than `FILL` of them are not used: a search would be long. */
const SLOTS = 6 * 2 ** 15;
const FILL = 0.8;

interface Entry {
  /** In how many locales it is a given name, a surname. */
  given: number;
  surname: number;
  /** Kinds of places: 1 a word of a longer name, 2 to 4 a town by size, 5 a region, 6 a country. */
  place: number;
  small: number;
  capital: number;
  role: Role;
}

/** Words and phrases → what is known of them. */
class Entries {
  readonly byHash = new Map<number, Entry>();

  at(hash: number): Entry {
    let entry = this.byHash.get(hash);
    if (entry === undefined)
      this.byHash.set(hash, (entry = { given: 0, surname: 0, place: 0, small: 0, capital: 0, role: "none" }));
    return entry;
  }
}

/** Words as the tokeniser cuts them; none when a script without case is in it. */
export function wordsOf(name: string): readonly string[] {
  const words = name.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => kindOf(word.charCodeAt(0)) === KIND.uncased) ? [] : words;
}

/** What the texts say of the use of words. */
export interface Corpus {
  readonly texts: readonly string[];
  readonly german: readonly string[];
}

/** Sightings in lower case that a word counts for that is known to be ordinary. */
const HOMONYM_USES = 15;

/** Builds the table of what is known of words: the lists themselves are not kept. */
export function buildLexicon(corpus: Corpus, evidence: ReadonlyMap<number, Evidence> = new Map()): Lexicon {
  const entries = new Entries();
  addPeople(entries);
  addPlaces(entries);
  addRoles(entries);
  countWords(entries, corpus.texts);
  for (const [noun, count] of germanNouns(corpus.german)) addNoun(entries.at(hashWord(noun)), count);
  for (const word of new Set([...HOMONYMS, ...GERMAN_NOUNS])) entries.at(hashWord(word)).small += HOMONYM_USES;
  for (const name of COMMON_GIVEN["vi"] ?? []) evenOut(entries.at(hashWord(name)));
  for (const [hash, found] of evidence) addEvidence(entries, hash, found);
  return pack(entries);
}

function addPeople(entries: Entries): void {
  const add = (lists: readonly (readonly string[])[], kind: "given" | "surname"): void => {
    for (const list of lists) {
      const hashes = new Set(list.flatMap(wordsOf).filter(isNameWord).map(hashWord));
      for (const hash of hashes) entries.at(hash)[kind] += 1;
    }
  };
  const sources = nameSources();
  // Variants of one language count once.
  const byLanguage = Map.groupBy(sources, ({ locale }) => locale.slice(0, 2));
  // What is common in a language counts twice, as if two lists had it.
  add([MORE_GIVEN, ROMANISED_NAMES.given, ...twice(COMMON_GIVEN)], "given");
  add([MORE_SURNAMES, ENGLISH_SURNAMES, ...twice(COMMON_SURNAMES)], "surname");
  add(
    [...byLanguage.values()].map((list) => list.flatMap(({ given }) => given)),
    "given",
  );
  add(
    [...byLanguage.values()].map((list) => list.flatMap(({ surnames }) => surnames)),
    "surname",
  );
}

const twice = (lists: Readonly<Record<string, readonly string[]>>): readonly (readonly string[])[] =>
  Object.values(lists).flatMap((names) => [names, names]);

const isNameWord = (word: string): boolean => word.length > 1 && kindOf(word.charCodeAt(0)) === KIND.upper;

function addPlaces(entries: Entries): void {
  const known = cities().toSorted((a, b) => b.population - a.population);
  for (const { name, population } of known) {
    const words = wordsOf(name);
    const size = population >= 200_000 ? 4 : population >= 15_000 ? 3 : 2;
    if (words.length > 1 && population < 8000) continue;
    if (words.length === 1 && population < 2500) continue;
    addPlace(entries, words, size);
  }
  for (const { cities, states, countries: nations } of nameSources()) {
    for (const name of cities) addPlace(entries, wordsOf(name), 2);
    for (const name of states) addPlace(entries, wordsOf(name), 5);
    for (const name of nations) addPlace(entries, wordsOf(name), 6);
  }
  for (const name of MORE_PLACES) addPlace(entries, wordsOf(name), 5);
  for (const name of COMMON_PLACES) addPlace(entries, wordsOf(name), 4);
  const inflected = inflectedPlaces();
  for (const name of inflected.towns) addForm(entries, name, 4);
  for (const name of inflected.countries) addForm(entries, name, 6);
  for (const list of countries().values()) for (const name of list) addPlace(entries, wordsOf(name), 6);
}

/** A form that is a name of something else stays that. */
function addForm(entries: Entries, name: string, kind: number): void {
  const hash = hashWord(name);
  const known = entries.byHash.get(hash);
  if (known === undefined || known.given + known.surname === 0) raise(entries.at(hash), kind);
}

function addPlace(entries: Entries, words: readonly string[], kind: number): void {
  if (words.length === 0 || words.length > 3) return;
  let phrase = 0;
  for (const [index, word] of words.entries()) {
    const hash = hashWord(word);
    phrase = index === 0 ? hash : joinHash(phrase, hash);
    if (words.length > 1 && word.length > 2) raise(entries.at(hash), 1);
  }
  raise(entries.at(phrase), kind);
}

function raise(entry: Entry, place: number): void {
  entry.place = Math.max(entry.place, place);
}

function addRoles(entries: Entries): void {
  const add = (role: Role, words: readonly string[]): void => {
    for (const word of words) {
      const hash = hashWord(word);
      if (word !== "" && entries.at(hash).role === "none") entries.at(hash).role = role;
    }
  };
  for (const [role, words] of ROLE_WORDS) add(role, words.split(/\s+/));
  add("greeting", GREETINGS);
  add("calendar", [...FEASTS, ...calendarWords()]);
  add("product", NAMED_PRODUCTS);
  add("stop", PRODUCTS);
  // A word that is a common name somewhere stays what it is.
  add(
    "stop",
    FUNCTION_WORDS.filter((word) => !isFrequentName(entries.at(hashWord(word)))),
  );
}

/** A noun has a capital wherever it stands: all its uses count as if it had none. */
function addNoun(entry: Entry, count: number): void {
  if (isFrequentName(entry)) return;
  entry.small += entry.capital + count;
  entry.capital = 0;
}

/** Without its accents a Vietnamese name looks like ordinary words; with them it is one. */
function evenOut(entry: Entry): void {
  entry.capital = Math.max(entry.capital, entry.small);
}

const isFrequentName = ({ given, surname, place }: Entry): boolean => given > 1 || surname > 1 || place > 2;

/** Counts how words are written where no sentence begins, and how often they are at all. */
function countWords(entries: Entries, texts: readonly string[]): void {
  const nothing = new Lexicon(new Uint32Array(1));
  for (const text of texts.filter(isCased))
    for (let from = 0; from < text.length; from += 8000) {
      const tokens = new NameWords(new Words(new RawText(text.slice(from, from + 8000))), nothing);
      for (let at = 1; at < tokens.count; at++) countWord(entries, tokens, at);
    }
}

/** A sentence as people write it who use capitals. */
const SENTENCE = /^\p{Lu}[^.!?\n]{12,}[.!?]$/u;

/** Texts in which names would be written small tell nothing. */
function isCased(text: string): boolean {
  if (SENTENCE.test(text)) return true;
  const capitals = text.match(/(?<=\p{Ll},? )\p{Lu}\p{Ll}/gu)?.length ?? 0;
  const sentences = text.match(/[.!?] \p{Lu}/gu)?.length ?? 0;
  return capitals * 400 + sentences * 300 > text.length && /^\P{L}*\p{Lu}/u.test(text);
}

function countWord(entries: Entries, tokens: NameWords, at: number): void {
  const shape = tokens.shape[at];
  const gap = tokens.gap[at];
  const hash = tokens.hash[at] ?? 0;
  if (shape === SHAPE.lower) {
    if (gap === GAP.space || gap === GAP.comma || gap === GAP.newline || gap === GAP.stop) entries.at(hash).small += 1;
  } else if (shape === SHAPE.capital && gap === GAP.space && tokens.shape[at - 1] === SHAPE.lower) {
    // What has an article is a noun, as German writes them.
    const isNoun = entries.byHash.get(tokens.hash[at - 1] ?? 0)?.role === "article";
    entries.at(hash)[isNoun ? "small" : "capital"] += 1;
  }
}

/** Sure sightings of a word as a name before a first model's opinion counts, and their least share of all sightings. */
const SURE = 3;
const SHARE = { person: 0.12, place: 0.3 } as const;

/** A word that a first model was sure to be a name now and then, and that is not written small, becomes one. */
function addEvidence(entries: Entries, hash: number, { person, place, total }: Evidence): void {
  const entry = entries.at(hash);
  if (entry.role !== "none") return;
  if (entry.small > 0.5 * (entry.small + entry.capital)) return;
  if (person >= SURE && person >= SHARE.person * total && entry.given + entry.surname < 2)
    entry.surname = person >= 8 ? 4 : 2;
  if (place >= SURE && place >= SHARE.place * total) raise(entry, place >= 8 ? 3 : 2);
}

/** Uses of a word before it counts as seen, as usual, as frequent. */
const USES = [3, 20, 200] as const;

function pack(entries: Entries): Lexicon {
  const lexicon = new Lexicon(new Uint32Array(SLOTS));
  const ranked = [...entries.byHash].toSorted(([a, x], [b, y]) => rank(y) - rank(x) || a - b);
  let used = 0;
  for (const [hash, entry] of ranked) {
    if (rank(entry) === 0 || used >= SLOTS * FILL) break;
    if (lexicon.insert(hash, packed(entry))) used += 1;
  }
  process.stdout.write(`lexicon: ${used} of ${ranked.length} words\n`);
  return lexicon;
}

/** What is left out first when the table is full: rare words, then small towns. */
function rank(entry: Entry): number {
  const uses = entry.small + entry.capital;
  const known = entry.given * 100 + entry.surname * 100 + (entry.place >= 3 ? 100 : entry.place * 6);
  return (entry.role === "none" ? 0 : 10_000) + known + Math.min(uses < 4 ? 0 : uses, 1000);
}

function packed(entry: Entry): number {
  const uses = entry.small + entry.capital;
  const share = entry.small / Math.max(1, uses);
  return packAttributes({
    given: bucket(entry.given, [1, 2, 5]),
    surname: bucket(entry.surname, [1, 2, 4]),
    place: entry.place,
    common: bucket(uses, USES),
    small: uses < 3 ? 0 : share >= 0.9 ? 3 : share >= 0.35 ? 2 : 1,
    role: isStop(entry) ? "stop" : entry.role,
  });
}

/** A frequent word that is written small and names nothing. */
function isStop({ role, small, capital, given, surname, place }: Entry): boolean {
  const isFree = role === "none" && given + surname === 0 && place < 2;
  return isFree && small >= USES[2] && capital <= small * 0.03;
}

function bucket(value: number, steps: readonly number[]): number {
  return steps.filter((step) => value >= step).length;
}
