import { LINE, MARK, NUMBER, Tokens } from "../learned/tokens.ts";
import { ROOT, stemKey, wordKey } from "../learned/word-keys.ts";

/** What speaks for a topic: a word or a sequence of words, folded; `*` ends the beginning of a word. */
export interface Term {
  readonly text: string;
  /** Hundredths; 0: it says nothing, though it begins as a word does that says something. */
  readonly weight: number;
}

/** A place that ends no term has no row. */
export const NO_ROW = 0;
/** Of a word that is known to say nothing, so that its beginning is not looked up either. */
export const EMPTY_ROW = 1;
/** Lowest bit of what is known of a place: words go on from there. */
export const GOES_ON = 1;

/** From this weight on a form of a word is looked at for itself: below, forms of one word say the same once. */
const OWN_ROW_MIN = 60;

/** What the regular forms of an English word have in common; not who does it, which may be another word: should, shoulder. */
const familyOf = (word: string): string => word.replace(/(?<=[a-z]{3})(?:ing|ed|es|s|e)$/, "");

/** Collects terms by the places that their words lead to. */
export class TermRows {
  readonly rows: Map<number, number>[] = [new Map(), new Map()];
  readonly #tokens = new Tokens();
  readonly #places = new Map<number, { row: number; goesOn: boolean }>();
  readonly #stems = new Map<number, number>();
  /** Families of words → their row. */
  readonly #families = new Map<string, number>();

  get hasStems(): boolean {
    return this.#stems.size > 0;
  }

  add({ text, weight }: Term, topic: number): void {
    const isStem = text.endsWith("*");
    const hashes = this.#hashesOf(isStem ? text.slice(0, -1) : text);
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
      const known = this.#places.get(place) ?? { row: NO_ROW, goesOn: false };
      this.#places.set(place, known);
      if (index < hashes.length - 1) {
        known.goesOn = true;
        continue;
      }
      const isNew = known.row <= EMPTY_ROW && hashes.length === 1 && weight > 0;
      known.row = this.#weigh(isNew ? this.#rowOf(text, weight) : known.row, topic, weight);
    }
  }

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
