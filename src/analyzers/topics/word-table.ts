import { HashTable } from "../learned/hash-table.ts";
import { hashStart, hashUnit, LINE, MARK, NUMBER, Tokens, WORD } from "../learned/tokens.ts";
import { ROOT, stemKey, wordKey } from "../learned/word-keys.ts";

/** What speaks for a topic: a word or a sequence of words, folded; `*` ends the beginning of a word. */
export interface Term {
  readonly text: string;
  /** Hundredths; 0: it says nothing, though it begins as a word does that says something. */
  readonly weight: number;
}

/** Sequences that are followed at one time. */
const ACTIVE_MAX = 4;
/** Shortest beginning of a word that is looked up, of Latin script and of others, and longest, UTF-16 units. */
const STEM_MIN = 4;
const FOREIGN_STEM_MIN = 2;
const STEM_MAX = 24;
const LATIN_END = 0x250;
const HYPHEN = 0x2d;
/** A place that ends no term has no row. */
const NO_ROW = 0;
/** Of a word that is known to say nothing, so that its beginning is not looked up either. */
const EMPTY_ROW = 1;
/** Lowest bit of what is known of a place: words go on from there. */
const GOES_ON = 1;
const HITS = 256;

/** Terms of a text in the order of their ends, in tokens, half open; of `rows` of the table. */
export interface Hits {
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly rows: Int32Array;
}

/** All terms of all topics in one table: a token costs one look-up, and one for each letter where the topics have beginnings of words. */
export class WordTable {
  readonly tokens = new Tokens();
  readonly #places: HashTable;
  readonly #stems: HashTable | null;
  /** The topics of row `r` and their weights stand from `#firsts[r]` to `#firsts[r + 1]`. */
  readonly firsts: Int32Array;
  readonly topics: Int32Array;
  readonly weights: Int32Array;
  readonly #active = new Int32Array(ACTIVE_MAX);
  #activeCount = 0;
  #hits: GrowingHits = {
    count: 0,
    starts: new Int32Array(HITS),
    ends: new Int32Array(HITS),
    rows: new Int32Array(HITS),
  };
  /** First tokens of the sequences that are followed. */
  readonly #begun = new Int32Array(ACTIVE_MAX);

  /** @param lists the terms of each topic */
  constructor(lists: readonly (readonly Term[])[]) {
    const builder = new Builder(this.tokens);
    for (const [topic, terms] of lists.entries()) for (const term of terms) builder.add(term, topic);
    this.#places = new HashTable(builder.places());
    this.#stems = builder.hasStems ? new HashTable(builder.stems()) : null;
    const rows = builder.rows;
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
    const { tokens } = this;
    tokens.read(folded);
    this.#hits.count = 0;
    this.#activeCount = 0;
    for (let at = 0; at < tokens.count; at++) {
      const kind = tokens.kinds[at] ?? 0;
      if (kind === LINE) continue;
      if (kind === MARK && tokens.units[tokens.starts[at] ?? 0] === HYPHEN) continue;
      if (kind === MARK) this.#activeCount = 0;
      this.#pass(at, kind);
    }
    return this.#hits;
  }

  #pass(at: number, kind: number): void {
    const before = this.#activeCount;
    this.#activeCount = 0;
    // Sequences that go on take the places of those that do not, which stand at or behind them.
    for (let index = 0; index < before; index++) this.#step(this.#active[index] ?? 0, this.#begun[index] ?? 0, at);
    const row = this.#step(ROOT, at, at);
    if (row === NO_ROW && kind === WORD && this.#stems !== null) this.#passStems(at, this.#stems);
  }

  /** Goes on from a place by the token at `at`; the row of what ends there. */
  #step(from: number, begun: number, at: number): number {
    const place = wordKey(from, this.tokens.hashes[at] ?? 0);
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

  /** The longest known beginning of the word. */
  #passStems(at: number, stems: HashTable): void {
    const { units, starts, ends } = this.tokens;
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
    if (row <= EMPTY_ROW) return;
    const hits = this.#hits;
    if (hits.count === hits.rows.length) this.#hits = grown(hits);
    const { count, starts, ends, rows } = this.#hits;
    starts[count] = first;
    ends[count] = last + 1;
    rows[count] = row;
    this.#hits.count += 1;
  }
}

type Numbers = Int32Array<ArrayBuffer>;
interface GrowingHits {
  count: number;
  readonly starts: Numbers;
  readonly ends: Numbers;
  readonly rows: Numbers;
}

function grown({ count, starts, ends, rows }: GrowingHits): GrowingHits {
  const twice = (array: Numbers): Numbers => {
    const longer = new Int32Array(array.length * 2);
    longer.set(array);
    return longer;
  };
  return { count, starts: twice(starts), ends: twice(ends), rows: twice(rows) };
}

/** From this weight on a form of a word is looked at for itself: below, forms of one word say the same once. */
const OWN_ROW_MIN = 60;

/** What the regular forms of an English word have in common; not who does it, which may be another word: should, shoulder. */
const familyOf = (word: string): string => word.replace(/(?<=[a-z]{3})(?:ing|ed|es|s|e)$/, "");

/** Collects terms by the places that their words lead to. */
class Builder {
  readonly rows: Map<number, number>[] = [new Map(), new Map()];
  readonly #tokens: Tokens;
  readonly #places = new Map<number, { row: number; goesOn: boolean }>();
  readonly #stems = new Map<number, number>();
  /** Families of words → their row. */
  readonly #families = new Map<string, number>();

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  get hasStems(): boolean {
    return this.#stems.size > 0;
  }

  add({ text, weight }: Term, topic: number): void {
    const isStem = text.endsWith("*");
    const hashes = this.#hashesOf(isStem ? text.slice(0, -1) : text);
    if (hashes.length === 0) return;
    const last = hashes.length - 1;
    let place = ROOT;
    for (const [index, hash] of hashes.entries()) {
      if (isStem && index === last) return this.#addStem(stemKey(place, hash), topic, weight);
      place = wordKey(place, hash);
      const known = this.#places.get(place) ?? { row: NO_ROW, goesOn: false };
      this.#places.set(place, known);
      if (index < last) known.goesOn = true;
      else
        known.row = this.#weigh(
          known.row <= EMPTY_ROW && last === 0 && weight > 0 ? this.#rowOf(text, weight) : known.row,
          topic,
          weight,
        );
    }
  }

  /** Only whole words begin with a stem. */
  #addStem(key: number, topic: number, weight: number): void {
    this.#stems.set(key, this.#weigh(this.#stems.get(key) ?? NO_ROW, topic, weight));
  }

  /** The row of the word's family; a word that says much has one of its own. */
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

  #hashesOf(text: string): readonly number[] {
    this.#tokens.read(text);
    const { count, kinds, hashes } = this.#tokens;
    const all = Array.from({ length: count }, (_, at) => at);
    // Of numbers only the length is known.
    if (all.some((at) => kinds[at] === NUMBER)) return [];
    const words = all.filter((at) => kinds[at] !== MARK && kinds[at] !== LINE);
    // A mark counts where it stands alone.
    return (words.length === 0 ? all : words).map((at) => hashes[at] ?? 0);
  }

  places(): Int32Array {
    return Int32Array.from(
      [...this.#places].flatMap(([key, { row, goesOn }]) =>
        key === 0 ? [] : [key, (row << 1) | (goesOn ? GOES_ON : 0)],
      ),
    );
  }

  stems(): Int32Array {
    return Int32Array.from([...this.#stems].flatMap(([key, row]) => (key === 0 ? [] : [key, row])));
  }
}
