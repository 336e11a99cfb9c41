import { HashTable } from "./hash-table.ts";
import { hashStart, hashUnit, LINE, MARK, type Tokens, WORD } from "./tokens.ts";
import { ANY_MARK, ROOT, stemKey, type WordList, wordKey, wordPaths } from "./word-paths.ts";

const HYPHEN = 0x2d;
/** Sequences that are followed at one time. */
const ACTIVE_MAX = 4;
/** Concepts that one token can end. */
const CONCEPTS_MAX = 6;
/** A place in the table: whether words go on, whether the next one may be a stem, and the index of its concepts, 0 for none. */
const GOES_ON = 1;
const HAS_STEMS = 2;
const FLAG_BITS = 2;

/**
 * Finds the concepts of a text: words, stems and sequences of words in many languages, looked up by hash. A token costs a look-up,
 * and one for each letter of a word for the stems, however many words the lists have.
 */
export class Lexicon {
  readonly #places: HashTable;
  readonly #stems: HashTable;
  readonly #sets: readonly (readonly number[])[];
  /** Places reached by the tokens before, from which words go on. */
  #active: number[] = [];
  #following: number[] = [];
  /** Concepts of the token at index `i` stand in `found` from `i * CONCEPTS_MAX`; their number in `counts`. */
  found = new Uint8Array(1024 * CONCEPTS_MAX);
  counts = new Uint8Array(1024);

  constructor(lists: Iterable<WordList>) {
    const { places, stems } = wordPaths(lists);
    const sets = new SetList();
    const known = new Map<number, number>();
    for (const [key, { concepts, goesOn, hasStems }] of places) {
      const flags = (goesOn || hasStems ? GOES_ON : 0) | (hasStems ? HAS_STEMS : 0);
      known.set(key, (sets.indexOf(concepts) << FLAG_BITS) | flags);
    }
    this.#places = new HashTable(known);
    this.#stems = new HashTable(new Map(Array.from(stems, ([key, concepts]) => [key, sets.indexOf(concepts)])));
    this.#sets = sets.list;
  }

  read(text: string, tokens: Tokens): void {
    if (this.counts.length < tokens.count) {
      this.counts = new Uint8Array(tokens.starts.length);
      this.found = new Uint8Array(tokens.starts.length * CONCEPTS_MAX);
    }
    this.#active.length = 0;
    for (let at = 0; at < tokens.count; at++) {
      this.counts[at] = 0;
      const kind = tokens.kinds[at] ?? 0;
      if (kind === LINE) this.#active.length = 0;
      else if (kind === MARK) this.#passMark(text.charCodeAt(tokens.starts[at] ?? 0));
      else this.#passWord(text, tokens, at);
    }
  }

  /** A hyphen inside a word parts it into two; a mark may hide a letter; any other ends what was begun. */
  #passMark(code: number): void {
    const following = this.#following;
    following.length = 0;
    for (const place of this.#active) {
      const next = wordKey(place, ANY_MARK);
      if (this.#places.get(next) >= 0) following.push(next);
      if (code === HYPHEN && following.length < ACTIVE_MAX) following.push(place);
    }
    this.#following = this.#active;
    this.#active = following;
  }

  #passWord(text: string, tokens: Tokens, at: number): void {
    const following = this.#following;
    following.length = 0;
    const hash = tokens.hashes[at] ?? 0;
    for (let index = this.#active.length; index >= 0; index--) {
      const place = index === 0 ? ROOT : (this.#active[index - 1] ?? ROOT);
      const next = wordKey(place, hash);
      const known = this.#places.get(next);
      if (known >= 0) {
        this.#emit(at, known >> FLAG_BITS);
        if ((known & GOES_ON) !== 0 && following.length < ACTIVE_MAX) following.push(next);
      }
      if (tokens.kinds[at] === WORD && (place === ROOT || this.#hasStems(place)))
        this.#passStems(text, tokens, { at, place });
    }
    this.#following = this.#active;
    this.#active = following;
  }

  #hasStems(place: number): boolean {
    const known = this.#places.get(place);
    return known >= 0 && (known & HAS_STEMS) !== 0;
  }

  #passStems(text: string, tokens: Tokens, { at, place }: { readonly at: number; readonly place: number }): void {
    const end = tokens.ends[at] ?? 0;
    let hash = hashStart(WORD);
    for (let unit = tokens.starts[at] ?? 0; unit < end; unit++) {
      hash = hashUnit(hash, text.charCodeAt(unit));
      const set = this.#stems.get(stemKey(place, hash));
      if (set > 0) this.#emit(at, set);
    }
  }

  #emit(at: number, set: number): void {
    if (set === 0) return;
    const from = at * CONCEPTS_MAX;
    for (const concept of this.#sets[set] ?? []) {
      const count = this.counts[at] ?? 0;
      let index = 0;
      while (index < count && this.found[from + index] !== concept) index += 1;
      if (index < count || count === CONCEPTS_MAX) continue;
      this.found[from + count] = concept;
      this.counts[at] = count + 1;
    }
  }

  /** The `index`-th concept of a token. */
  conceptAt(token: number, index: number): number {
    return this.found[token * CONCEPTS_MAX + index] ?? 0;
  }
}

/** Different lists of concepts, each once; the empty one is at 0. */
class SetList {
  readonly list: (readonly number[])[] = [[]];
  readonly #known = new Map<string, number>([["", 0]]);

  indexOf(concepts: readonly number[]): number {
    const sorted = [...concepts].sort((a, b) => a - b).slice(0, CONCEPTS_MAX);
    const key = sorted.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.list.length);
    return this.list.push(sorted) - 1;
  }
}
