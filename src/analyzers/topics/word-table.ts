import { HashTable } from "../learned/hash-table.ts";
import { hashStart, hashUnit, LINE, MARK, type Tokens, WORD } from "../learned/tokens.ts";
import { ROOT, stemKey, wordKey } from "../learned/word-keys.ts";
import { addHit, type Hits, type Reading, readingOf } from "./hits.ts";
import { EMPTY_ROW, GOES_ON, NO_ROW, type Term, TermRows } from "./term-rows.ts";

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
/** All terms of all topics in one table: a token costs one look-up, and one for each letter where the topics have beginnings of words. */
export class WordTable {
  readonly #places: HashTable;
  readonly #stems: HashTable | null;
  /** The topics of row `r` and their weights stand from `#firsts[r]` to `#firsts[r + 1]`. */
  readonly firsts: Int32Array;
  readonly topics: Int32Array;
  readonly weights: Int32Array;
  readonly #active = new Int32Array(ACTIVE_MAX);
  #activeCount = 0;
  #reading: Reading = readingOf();
  /** First tokens of the sequences that are followed. */
  readonly #begun = new Int32Array(ACTIVE_MAX);

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

  /** How much the terms of a row speak for a topic, hundredths. */
  weightOf(row: number, topic: number): number {
    for (let at = this.firsts[row] ?? 0; at < (this.firsts[row + 1] ?? 0); at++)
      if (this.topics[at] === topic) return this.weights[at] ?? 0;
    return 0;
  }

  /** Reads a folded text; the hits are valid until the next text is read. */
  read(folded: string): Hits {
    this.#reading = readingOf();
    const { tokens, hits } = this.#reading;
    tokens.read(folded);
    hits.count = 0;
    this.#activeCount = 0;
    for (let at = 0; at < tokens.count; at++) {
      const kind = tokens.kinds[at] ?? 0;
      if (kind === LINE) continue;
      if (kind === MARK && tokens.units[tokens.starts[at] ?? 0] === HYPHEN) continue;
      if (kind === MARK) this.#activeCount = 0;
      this.#pass(at, kind);
    }
    return this.#reading.hits;
  }

  #pass(at: number, kind: number): void {
    const before = this.#activeCount;
    this.#activeCount = 0;
    // Sequences that go on take the places of those that do not, which stand at or behind them.
    for (let index = 0; index < before; index++) this.#step(this.#active[index] ?? 0, this.#begun[index] ?? 0, at);
    const row = this.#step(ROOT, at, at);
    if (row !== NO_ROW || kind !== WORD) return;
    this.#passPossessive(at);
    if (this.#stems !== null) this.#passStems(at, this.#stems);
  }

  /** Goes on from a place by the token at `at`; the row of what ends there. */
  #step(from: number, begun: number, at: number): number {
    const place = wordKey(from, this.#reading.tokens.hashes[at] ?? 0);
    const known = this.#places.get(place);
    if (known < 0) return NO_ROW;
    this.#hit(begun, at, known >> 1);
    if ((known & GOES_ON) !== 0 && this.#activeCount < ACTIVE_MAX) {
      this.#active[this.#activeCount] = place;
      this.#begun[this.#activeCount] = begun;
      this.#activeCount += 1;
    }
    return known >> 1;
  }

  /** The word before an apostrophe and an s. */
  #passPossessive(at: number): void {
    const { units, starts, ends } = this.#reading.tokens;
    const end = (ends[at] ?? 0) - 2;
    if (units[end] !== APOSTROPHE || units[end + 1] !== SMALL_S) return;
    let hash = hashStart(WORD);
    for (let unit = starts[at] ?? 0; unit < end; unit++) hash = hashUnit(hash, units[unit] ?? 0);
    const known = this.#places.get(wordKey(ROOT, hash));
    if (known >= 0) this.#hit(at, at, known >> 1);
  }

  /** The longest known beginning of the word. */
  #passStems(at: number, stems: HashTable): void {
    const { units, starts, ends } = this.#reading.tokens;
    const start = starts[at] ?? 0;
    const end = Math.min(ends[at] ?? 0, start + STEM_MAX);
    const least = start + ((units[start] ?? 0) < LATIN_END ? STEM_MIN : FOREIGN_STEM_MIN);
    let hash = hashStart(WORD);
    let found = NO_ROW;
    for (let unit = start; unit < end; unit++) {
      hash = hashUnit(hash, units[unit] ?? 0);
      if (unit + 1 < least) continue;
      const row = stems.get(stemKey(ROOT, hash));
      if (row > NO_ROW) found = row;
    }
    this.#hit(at, at, found);
  }

  #hit(first: number, last: number, row: number): void {
    if (row > EMPTY_ROW) addHit(this.#reading, { first, end: last + 1, row });
  }

  /** The tokens of the text that was read last. */
  get tokens(): Tokens {
    return this.#reading.tokens;
  }
}
