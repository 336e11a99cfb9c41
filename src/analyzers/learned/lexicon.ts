import { CONCEPT_BITS } from "./dense-features.ts";
import { HashTable } from "./hash-table.ts";
import { IS_BIG_ENDIAN } from "../../text/units.ts";
import { hashStart, hashUnit, LINE, MARK, type Tokens, WORD } from "./tokens.ts";
import { ANY_MARK, CONCEPTS_MAX, FLAG_BITS, GOES_ON, HAS_STEMS, leadsOn, ROOT, stemKey, wordKey } from "./word-keys.ts";
import type { WordMemo } from "./word-memo.ts";

const HYPHEN = 0x2d;
/** Sequences that are followed at one time. */
const ACTIVE_MAX = 4;

/** `lexicon.json`; made by `npm run train` from the word lists in tools/train/words. */
export interface StoredLexicon {
  /** Base64 of pairs of 32-bit numbers, little endian: a place's key, and what is known of it (see `word-keys.ts`). */
  readonly places: string;
  /** … of a place and the beginning of a word, and the index of the concepts of words that begin so. */
  readonly stems: string;
  /** Lists of concepts, ascending; the empty one first. */
  readonly sets: readonly (readonly number[])[];
}

/**
 * Finds the concepts of a text: words, stems and sequences of words in many languages, looked up by hash. A token costs a look-up,
 * and one for each letter of a word for the stems, however many words the lists have.
 */
export class Lexicon {
  readonly #places: HashTable;
  readonly #stems: HashTable;
  readonly #sets: readonly (readonly number[])[];
  /** Places reached by the tokens before, from which words go on; `ROOT` first. */
  #active = new Places();
  #following = new Places();
  /** Concepts of the token at index `i` stand in `found` from `i * CONCEPTS_MAX`; their number in `counts`. */
  found = new Uint8Array(1024 * CONCEPTS_MAX);
  counts = new Uint8Array(1024);

  /** @throws {TypeError} when the stored lists do not fit this code. */
  constructor({ places, stems, sets }: StoredLexicon) {
    if (sets.some((set) => set.some((concept) => concept >= 1 << CONCEPT_BITS)))
      throw new TypeError("the learned lexicon does not fit the code");
    this.#places = new HashTable(pairsOf(places));
    this.#stems = new HashTable(pairsOf(stems));
    this.#sets = sets;
  }

  /** @param words what is known of the tokens' words, and what is kept of them */
  read(tokens: Tokens, words: WordMemo | null = null): void {
    // As long as the tokens' own buffers, so that they are given up together.
    if (this.counts.length !== tokens.starts.length) {
      this.counts = new Uint8Array(tokens.starts.length);
      this.found = new Uint8Array(tokens.starts.length * CONCEPTS_MAX);
    }
    const { count } = tokens;
    const quiet = words?.quiet ?? NOT_QUIET;
    this.counts.fill(0, 0, count);
    this.#active.clear();
    for (let at = 0; at < count; at++) {
      // Half of all words: nothing goes on to it, and by itself it says nothing.
      if (quiet[at] === 1 && this.#active.count === 1) continue;
      this.#pass(tokens, at, words);
    }
  }

  #pass(tokens: Tokens, at: number, words: WordMemo | null): void {
    const kind = tokens.kinds[at] ?? 0;
    if (kind === LINE) this.#active.clear();
    else if (kind === MARK) this.#passMark(tokens.units[tokens.starts[at] ?? 0] ?? 0);
    else this.#passWord(tokens, at, words);
  }

  /** A hyphen inside a word parts it into two; a mark may hide a letter; any other ends what was begun. */
  #passMark(code: number): void {
    const active = this.#active;
    if (active.count === 1) return;
    const following = this.#following;
    following.clear();
    for (let index = 1; index < active.count; index++) {
      const place = active.keys[index] ?? ROOT;
      const next = wordKey(place, ANY_MARK);
      const known = this.#places.get(next);
      if (known >= 0) following.add(next, known);
      if (code === HYPHEN) following.add(place, active.flags[index] ?? 0);
    }
    this.#following = active;
    this.#active = following;
  }

  #passWord(tokens: Tokens, at: number, words: WordMemo | null): void {
    const active = this.#active;
    const following = this.#following;
    following.clear();
    this.#goOn(tokens, at);
    const slot = words?.slots[at] ?? -1;
    if (words === null || slot < 0) this.#followAll(ROOT, tokens, at);
    else if (words.conceptCount(slot) < 0) this.#learn(tokens, at, { slot, words });
    else this.#recall(tokens, at, { slot, words });
    this.#following = active;
    this.#active = following;
  }

  /** Takes the token as the next word from all places that the ones before have reached, the last first. */
  #goOn(tokens: Tokens, at: number): void {
    const { keys, flags, count } = this.#active;
    for (let index = count - 1; index > 0; index--) {
      const place = keys[index] ?? ROOT;
      if (((flags[index] ?? 0) & HAS_STEMS) === 0) this.#follow(place, tokens, at);
      else this.#followAll(place, tokens, at);
    }
  }

  /** Follows a place by the token, and by the stems that a word begins with. */
  #followAll(place: number, tokens: Tokens, at: number): number {
    const known = this.#follow(place, tokens, at);
    if (tokens.kinds[at] === WORD) this.#passStems(place, tokens, at);
    return known;
  }

  /** Takes the token as the next word from a place; returns what is known of where that leads. */
  #follow(place: number, tokens: Tokens, at: number): number {
    const next = wordKey(place, tokens.hashes[at] ?? 0);
    const known = this.#places.get(next);
    if (known >= 0) {
      this.#emit(at, known >> FLAG_BITS);
      if ((known & GOES_ON) !== 0) this.#following.add(next, known);
    }
    return known;
  }

  /** Follows the root and its stems for a word that is kept, and keeps what that says. */
  #learn(tokens: Tokens, at: number, { slot, words }: Kept): void {
    const isAlone = this.counts[at] === 0;
    const known = this.#followAll(ROOT, tokens, at);
    if (!isAlone) return;
    words.keepConcepts(slot, this.found, { from: at * CONCEPTS_MAX, count: this.counts[at] ?? 0, place: known });
  }

  /** The same as following the root and its stems, for a word of which that is kept. */
  #recall(tokens: Tokens, at: number, { slot, words }: Kept): void {
    const place = words.placeOf(slot);
    if (leadsOn(place)) this.#following.add(wordKey(ROOT, tokens.hashes[at] ?? 0), place);
    const count = words.conceptCount(slot);
    if (this.counts[at] === 0) {
      const from = at * CONCEPTS_MAX;
      for (let index = 0; index < count; index++) this.found[from + index] = words.conceptAt(slot, index);
      this.counts[at] = count;
    } else for (let index = 0; index < count; index++) this.#add(at, words.conceptAt(slot, index));
  }

  #passStems(place: number, { units, starts, ends }: Tokens, at: number): void {
    const end = ends[at] ?? 0;
    let hash = hashStart(WORD);
    for (let unit = starts[at] ?? 0; unit < end; unit++) {
      hash = hashUnit(hash, units[unit] ?? 0);
      const set = this.#stems.get(stemKey(place, hash));
      if (set > 0) this.#emit(at, set);
    }
  }

  #emit(at: number, set: number): void {
    if (set === 0) return;
    for (const concept of this.#sets[set] ?? []) this.#add(at, concept);
  }

  #add(at: number, concept: number): void {
    const from = at * CONCEPTS_MAX;
    const count = this.counts[at] ?? 0;
    let index = 0;
    while (index < count && this.found[from + index] !== concept) index += 1;
    if (index < count || count === CONCEPTS_MAX) return;
    this.found[from + count] = concept;
    this.counts[at] = count + 1;
  }

  /** The `index`-th concept of a token. */
  conceptAt(token: number, index: number): number {
    return this.found[token * CONCEPTS_MAX + index] ?? 0;
  }
}

/** Of a text whose words nothing is known of. */
const NOT_QUIET = new Uint8Array(0);

/** A word that is kept. */
interface Kept {
  readonly slot: number;
  readonly words: WordMemo;
}

function pairsOf(data: string): Int32Array {
  const bytes = new Uint8Array(Buffer.from(data, "base64"));
  if (IS_BIG_ENDIAN) Buffer.from(bytes.buffer).swap32();
  return new Int32Array(bytes.buffer);
}

/** A few places and their flags, the root among them. */
class Places {
  readonly keys = new Int32Array(ACTIVE_MAX + 1);
  readonly flags = new Int32Array(ACTIVE_MAX + 1).fill(HAS_STEMS);
  count = 1;

  clear(): void {
    this.count = 1;
  }

  /** Beyond the bound a place is dropped. */
  add(key: number, flags: number): void {
    if (this.count > ACTIVE_MAX) return;
    this.keys[this.count] = key;
    this.flags[this.count] = flags;
    this.count += 1;
  }
}
