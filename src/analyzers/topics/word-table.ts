import { hashStart, LINE, MARK, NUMBER, stepHash, Tokens, WORD } from "../../text/tokens.ts";
import { HashTable } from "../learned/hash-table.ts";
import { ROOT, stemKey, wordKey } from "../learned/lexicon.ts";

/** Sequences that are followed at one time. */
const ACTIVE_MAX = 4;
/** Shortest beginning of a word that is looked up, of Latin script and of others, and longest, UTF-16 units. */
const STEM_MIN = 4;
const FOREIGN_STEM_MIN = 2;
const STEM_MAX = 24;
const LATIN_END = 0x250;
const HYPHEN = 0x2d;
const APOSTROPHE = 0x27;
const SMALL_S = 0x73;

/** Evidence for a topic: a word or a sequence of words, folded; `*` ends the beginning of a word. */
export interface Term {
  readonly text: string;
  /** Hundredths; 0: no evidence, although it begins like a word that is. */
  readonly weight: number;
}

/** A place that ends no term has no row. */
const NO_ROW = 0;
/** For a word that is known to be no evidence, so that its beginning is not looked up either. */
const EMPTY_ROW = 1;
/** Lowest bit of a place's flags: longer sequences continue from there. */
const CONTINUES = 1;

/** From this weight, a form of a word counts separately; below, all forms of a word count once. */
const OWN_ROW_MIN = 60;

/** The common part of an English word's regular forms; not of agent nouns, which may be another word: should, shoulder. */
const familyOf = (word: string): string => word.replace(/(?<=[a-z]{3})(?:ing|ed|es|s|e)$/, "");

/** All terms of all topics in one table: a token costs one look-up, and one for each letter where the topics have beginnings of words. */
export class WordTable {
  readonly #places: HashTable;
  readonly #stems: HashTable | null;
  /** The topics of row `r` and their weights are at `#firsts[r]` to `#firsts[r + 1]`. */
  readonly firsts: Int32Array;
  readonly topics: Int32Array;
  readonly weights: Int32Array;

  /** @param lists the terms of each topic */
  constructor(lists: readonly (readonly Term[])[]) {
    const terms = new TermRows();
    for (const [topic, list] of lists.entries()) for (const term of list) terms.add(term, topic);
    this.#places = new HashTable(terms.places());
    this.#stems = terms.hasStems ? new HashTable(terms.stems()) : null;
    const { rows } = terms;
    this.firsts = new Int32Array(rows.length + 1);
    for (const [row, topics] of rows.entries()) this.firsts[row + 1] = (this.firsts[row] ?? 0) + topics.size;
    this.topics = Int32Array.from(rows.flatMap((topics) => [...topics.keys()]));
    this.weights = Int32Array.from(rows.flatMap((topics) => [...topics.values()]));
  }

  get rowCount(): number {
    return this.firsts.length - 1;
  }

  /** Weight of a row's terms for a topic, hundredths. */
  weightOf(row: number, topic: number): number {
    for (let at = this.firsts[row] ?? 0; at < (this.firsts[row + 1] ?? 0); at++)
      if (this.topics[at] === topic) return this.weights[at] ?? 0;
    return 0;
  }

  /** The row of a place that is reached from another one by a token, and whether words go on from there; -1: none is. */
  known(place: number): number {
    return this.#places.get(place);
  }

  /** The row of the longest known beginning of a word. */
  stemRow({ units, starts, ends }: Tokens, at: number): number {
    if (this.#stems === null) return NO_ROW;
    const start = starts[at] ?? 0;
    const end = Math.min(ends[at] ?? 0, start + STEM_MAX);
    const least = start + ((units[start] ?? 0) < LATIN_END ? STEM_MIN : FOREIGN_STEM_MIN);
    let hash = hashStart(WORD);
    let found = NO_ROW;
    for (let unit = start; unit < end; unit++) {
      hash = stepHash(hash, units[unit] ?? 0);
      if (unit + 1 < least) continue;
      const row = this.#stems.get(stemKey(ROOT, hash));
      if (row > NO_ROW) found = row;
    }
    return found;
  }
}

/** A sequence that has begun: the place that its tokens have led to, and the first of them. */
interface Begun {
  readonly place: number;
  readonly first: number;
}

/** The terms of a text in the order of their ends, in tokens, half open; of rows of a table. */
export class Hits {
  readonly tokens: Tokens;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly rows: number[] = [];
  readonly #table: WordTable;
  #active: Begun[] = [];

  constructor(table: WordTable, tokens: Tokens) {
    this.#table = table;
    this.tokens = tokens;
    const { kinds, units, starts, count } = tokens;
    for (let at = 0; at < count; at++) {
      const kind = kinds[at] ?? 0;
      if (kind === LINE) continue;
      if (kind === MARK && units[starts[at] ?? 0] === HYPHEN) continue;
      if (kind === MARK) this.#active = [];
      this.#pass(at, kind);
    }
  }

  #pass(at: number, kind: number): void {
    const before = this.#active;
    if (before.length > 0) this.#active = [];
    for (const { place, first } of before) this.#step(place, first, at);
    const row = this.#step(ROOT, at, at);
    if (row !== NO_ROW || kind !== WORD) return;
    this.#passPossessive(at);
    this.#add(at, at, this.#table.stemRow(this.tokens, at));
  }

  /** Advances from a place by the token at `at`; returns the row of the term that ends there. */
  #step(from: number, first: number, at: number): number {
    const place = wordKey(from, this.tokens.hashes[at] ?? 0);
    const known = this.#table.known(place);
    if (known < 0) return NO_ROW;
    this.#add(first, at, known >> 1);
    if ((known & CONTINUES) !== 0 && this.#active.length < ACTIVE_MAX) this.#active.push({ place, first });
    return known >> 1;
  }

  /** The word before an apostrophe and an s. */
  #passPossessive(at: number): void {
    const { units, starts, ends } = this.tokens;
    const end = (ends[at] ?? 0) - 2;
    if (units[end] !== APOSTROPHE || units[end + 1] !== SMALL_S) return;
    let hash = hashStart(WORD);
    for (let unit = starts[at] ?? 0; unit < end; unit++) hash = stepHash(hash, units[unit] ?? 0);
    const known = this.#table.known(wordKey(ROOT, hash));
    if (known >= 0) this.#add(at, at, known >> 1);
  }

  #add(first: number, last: number, row: number): void {
    if (row <= EMPTY_ROW) return;
    this.starts.push(first);
    this.ends.push(last + 1);
    this.rows.push(row);
  }
}

/** Collects terms by the places that their words lead to. */
class TermRows {
  readonly rows: Map<number, number>[] = [new Map(), new Map()];
  readonly #places = new Map<number, { row: number; continues: boolean }>();
  readonly #stems = new Map<number, number>();
  /** Families of words → their row. */
  readonly #families = new Map<string, number>();

  get hasStems(): boolean {
    return this.#stems.size > 0;
  }

  add({ text, weight }: Term, topic: number): void {
    const isStem = text.endsWith("*");
    const hashes = hashesOf(isStem ? text.slice(0, -1) : text);
    const [first] = hashes;
    if (first === undefined) return;
    // Only a word by itself may be the beginning of one.
    if (isStem && hashes.length === 1) this.#addStem(stemKey(ROOT, first), topic, weight);
    else this.#addSequence(hashes, { text, weight }, topic);
  }

  #addSequence(hashes: readonly number[], { text, weight }: Term, topic: number): void {
    let place = ROOT;
    for (const [index, hash] of hashes.entries()) {
      place = wordKey(place, hash);
      const known = this.#places.get(place) ?? { row: NO_ROW, continues: false };
      this.#places.set(place, known);
      if (index < hashes.length - 1) {
        known.continues = true;
        continue;
      }
      const isNew = known.row <= EMPTY_ROW && hashes.length === 1 && weight > 0;
      known.row = this.#weigh(isNew ? this.#rowOf(text, weight) : known.row, topic, weight);
    }
  }

  #addStem(key: number, topic: number, weight: number): void {
    this.#stems.set(key, this.#weigh(this.#stems.get(key) ?? NO_ROW, topic, weight));
  }

  /** The row of the word's family; a word of high weight has its own. */
  #rowOf(word: string, weight: number): number {
    if (weight >= OWN_ROW_MIN || !/^[a-z]{4,}$/.test(word)) return NO_ROW;
    const family = familyOf(word);
    const row = this.#families.get(family) ?? this.rows.push(new Map()) - 1;
    this.#families.set(family, row);
    return row;
  }

  /** The row with the topic's weight in it, a new one where there was none; the greatest weight counts. */
  #weigh(row: number, topic: number, weight: number): number {
    if (weight === 0) return row === NO_ROW ? EMPTY_ROW : row;
    const own = row <= EMPTY_ROW ? this.rows.push(new Map()) - 1 : row;
    const weights = this.rows[own];
    weights?.set(topic, Math.max(weight, weights.get(topic) ?? 0));
    return own;
  }

  places(): Int32Array {
    return Int32Array.from(
      [...this.#places].flatMap(([key, { row, continues }]) =>
        key === 0 ? [] : [key, (row << 1) | (continues ? CONTINUES : 0)],
      ),
    );
  }

  stems(): Int32Array {
    return Int32Array.from([...this.#stems].flatMap(([key, row]) => (key === 0 ? [] : [key, row])));
  }
}

/** Hashes of the words of a term. */
function hashesOf(text: string): readonly number[] {
  const { count, kinds, hashes } = new Tokens(text);
  const all = Array.from({ length: count }, (_, at) => at);
  // Only the length of numbers is known.
  if (all.some((at) => kinds[at] === NUMBER)) return [];
  const words = all.filter((at) => kinds[at] !== MARK && kinds[at] !== LINE);
  // A mark counts if it is alone.
  return (words.length === 0 ? all : words).map((at) => hashes[at] ?? 0);
}
