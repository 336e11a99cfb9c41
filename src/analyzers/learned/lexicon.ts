import { HashTable, mix } from "./hash-table.ts";
import { hashStart, hashUnit, LINE, MARK, type Tokens, WORD } from "./tokens.ts";
import { ANY_MARK, ROOT, type WordList, wordTrie } from "./word-trie.ts";

const HYPHEN = 0x2d;
/** Sequences that are followed at one time. */
const ACTIVE_MAX = 4;
/** Concepts that one token can end. */
const CONCEPTS_MAX = 6;
/** Sets keys of stems apart from those of words. */
const STEM = 0x5bd1e995;

/**
 * Finds the concepts of a text: words, stems and sequences of words in many languages, looked up by hash. A token costs a look-up,
 * and one for each letter of a word for the stems, however many words the lists have.
 */
export class Lexicon {
  readonly #words: HashTable;
  readonly #stems: HashTable;
  /** State → index of the concepts that end there. */
  readonly #ending: readonly number[];
  readonly #goesOn: Uint8Array;
  readonly #hasStems: Uint8Array;
  readonly #sets: readonly (readonly number[])[];
  #active: number[] = [];
  #following: number[] = [];
  /** Concepts of the token at index `i` stand in `found` from `i * CONCEPTS_MAX`; their number in `counts`. */
  found = new Uint8Array(1024 * CONCEPTS_MAX);
  counts = new Uint8Array(1024);

  constructor(lists: Iterable<WordList>) {
    const states = wordTrie(lists);
    const sets = new Map<string, number>();
    const list: (readonly number[])[] = [];
    const indexOf = (concepts: ReadonlySet<number>): number => {
      const sorted = [...concepts].sort((a, b) => a - b).slice(0, CONCEPTS_MAX);
      const known = sets.get(sorted.join());
      if (known !== undefined) return known;
      sets.set(sorted.join(), list.length);
      return list.push(sorted) - 1;
    };
    const words = new Map<number, number>();
    const stems = new Map<number, number>();
    for (const state of states) {
      for (const [hash, next] of state.next) words.set(mix(state.id, hash), next.id);
      for (const [hash, concepts] of state.stems) stems.set(mix(state.id ^ STEM, hash), indexOf(concepts));
    }
    this.#words = new HashTable(words);
    this.#stems = new HashTable(stems);
    this.#ending = states.map(({ concepts }) => (concepts.size === 0 ? -1 : indexOf(concepts)));
    this.#goesOn = Uint8Array.from(states, ({ next, stems: ends }) => Number(next.size + ends.size > 0));
    this.#hasStems = Uint8Array.from(states, ({ stems: ends }) => Number(ends.size > 0));
    this.#sets = list;
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
    for (const state of this.#active) {
      const next = this.#words.get(mix(state, ANY_MARK));
      if (next >= 0) following.push(next);
      if (code === HYPHEN && following.length < ACTIVE_MAX) following.push(state);
    }
    this.#following = this.#active;
    this.#active = following;
  }

  #passWord(text: string, tokens: Tokens, at: number): void {
    const following = this.#following;
    following.length = 0;
    const hash = tokens.hashes[at] ?? 0;
    for (let index = this.#active.length; index >= 0; index--) {
      const state = index === 0 ? ROOT : (this.#active[index - 1] ?? ROOT);
      const next = this.#words.get(mix(state, hash));
      if (next >= 0) {
        this.#emit(at, this.#ending[next] ?? -1);
        if (this.#goesOn[next] === 1 && following.length < ACTIVE_MAX) following.push(next);
      }
      if (this.#hasStems[state] === 1 && tokens.kinds[at] === WORD) this.#passStems(text, tokens, { at, state });
    }
    this.#following = this.#active;
    this.#active = following;
  }

  #passStems(text: string, tokens: Tokens, { at, state }: { readonly at: number; readonly state: number }): void {
    const end = tokens.ends[at] ?? 0;
    let hash = hashStart(WORD);
    for (let unit = tokens.starts[at] ?? 0; unit < end; unit++) {
      hash = hashUnit(hash, text.charCodeAt(unit));
      this.#emit(at, this.#stems.get(mix(state ^ STEM, hash)));
    }
  }

  #emit(at: number, set: number): void {
    if (set < 0) return;
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
