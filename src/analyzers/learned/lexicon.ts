import { Arena } from "../../core/arena.ts";
import { hashStart, LINE, MARK, stepHash, type Tokens, WORD } from "../../text/tokens.ts";
import { IS_BIG_ENDIAN } from "../../text/units.ts";
import { CONCEPT_BITS } from "./feature-numbers.ts";
import { HashTable, mix } from "./hash-table.ts";
import type { KnownWords, WordMemo } from "./word-memo.ts";

/** The state before any token. */
export const ROOT = 0;
/** Stands for any one mark that hides a letter. */
export const ANY_MARK = 0x23232323;
/** Separates the keys of stems from those of words. */
const STEM = 0x5bd1e995;

/** Key of the place that a token leads to from another one. */
export const wordKey = (place: number, hash: number): number => mix(place, hash);
export const stemKey = (place: number, hash: number): number => mix(place ^ STEM, hash);
/** Flags of a place: whether sequences continue, whether the next word may be a stem; then the index of its concepts, 0 for none. */
export const CONTINUES = 1;
export const HAS_STEMS = 2;
export const FLAG_BITS = 2;
/** Whether sequences continue from a place with these flags; -1 is no place. */
export const hasContinuation = (known: number): boolean => known >= 0 && (known & CONTINUES) !== 0;
/** Concepts that one token can end. */
export const CONCEPTS_MAX = 6;
/** Arena bytes per token for the concepts of a text. */
export const CONCEPT_BYTES: number = CONCEPTS_MAX + 1;

const HYPHEN = 0x2d;
/** Sequences that are followed at one time. */
const ACTIVE_MAX = 4;

/** `lexicon.json`; made by `npm run train` from the word lists in tools/train/words. */
export interface StoredLexicon {
  /** Base64 of pairs of 32-bit numbers, little endian: a place's key, and its flags (see `CONTINUES`). */
  readonly places: string;
  /** … of a place and the beginning of a word, and the index of the concepts of words that begin so. */
  readonly stems: string;
  /** Lists of concepts, ascending; the empty one first. */
  readonly sets: readonly (readonly number[])[];
}

/** Words, stems and sequences of words in many languages with their concepts, by hash. */
export class Lexicon {
  readonly places: HashTable;
  readonly stems: HashTable;
  readonly sets: readonly (readonly number[])[];

  /** @throws {TypeError} when the stored lists do not fit this code. */
  constructor({ places, stems, sets }: StoredLexicon) {
    if (sets.some((set) => set.some((concept) => concept >= 1 << CONCEPT_BITS)))
      throw new TypeError("the learned lexicon does not fit the code");
    this.places = new HashTable(pairsOf(places));
    this.stems = new HashTable(pairsOf(stems));
    this.sets = sets;
  }
}

/**
 * The concepts of a text. A token costs one look-up, plus one for each letter for the stems, regardless of the size of the lexicon.
 */
export class Concepts {
  /** Concepts of the token at index `i` stand in `#found` from `i * CONCEPTS_MAX`; their number in `counts`. */
  readonly counts: Uint8Array;
  readonly #found: Uint8Array;
  readonly #places: HashTable;
  readonly #stems: HashTable;
  readonly #sets: Lexicon["sets"];
  readonly #tokens: Tokens;
  readonly #words: KnownWords | null;
  /** Places reached by the tokens before, from which words go on; `ROOT` first. */
  #active = new Places();
  #following = new Places();

  /** @param words what is known of the tokens' words */
  constructor(
    lexicon: Lexicon,
    tokens: Tokens,
    words: KnownWords | null = null,
    arena = new Arena(tokens.count * CONCEPT_BYTES),
  ) {
    const { count } = tokens;
    this.counts = arena.bytes(count);
    this.#found = arena.bytes(count * CONCEPTS_MAX);
    this.#places = lexicon.places;
    this.#stems = lexicon.stems;
    this.#sets = lexicon.sets;
    this.#tokens = tokens;
    this.#words = words;
    const quiet = words?.quiet ?? NOT_QUIET;
    for (let at = 0; at < count; at++) {
      // Half of all words: no sequence begins with them, and alone they have no concept.
      if (quiet[at] === 1 && this.#active.count === 1) continue;
      this.#pass(at);
    }
  }

  /** The `index`-th concept of a token. */
  at(token: number, index: number): number {
    return this.#found[token * CONCEPTS_MAX + index] ?? 0;
  }

  #pass(at: number): void {
    const { kinds, units, starts } = this.#tokens;
    const kind = kinds[at] ?? 0;
    if (kind === LINE) this.#active.clear();
    else if (kind === MARK) this.#passMark(units[starts[at] ?? 0] ?? 0);
    else this.#passWord(at);
  }

  /** A hyphen inside a word splits it; a mark may hide a letter; any other mark ends the active sequences. */
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

  #passWord(at: number): void {
    const active = this.#active;
    const following = this.#following;
    following.clear();
    this.#goOn(at);
    const words = this.#words;
    const slot = words?.slots[at] ?? -1;
    if (words === null || slot < 0) this.#followAll(ROOT, at);
    else if (words.memo.conceptCount(slot) < 0) this.#learn(at, slot, words.memo);
    else this.#recall(at, slot, words.memo);
    this.#following = active;
    this.#active = following;
  }

  /** Advances all active places by the token, the last first. */
  #goOn(at: number): void {
    const { keys, flags, count } = this.#active;
    for (let index = count - 1; index > 0; index--) {
      const place = keys[index] ?? ROOT;
      if (((flags[index] ?? 0) & HAS_STEMS) === 0) this.#follow(place, at);
      else this.#followAll(place, at);
    }
  }

  /** Follows a place by the token, and by the stems that a word begins with. */
  #followAll(place: number, at: number): number {
    const known = this.#follow(place, at);
    if (this.#tokens.kinds[at] === WORD) this.#passStems(place, at);
    return known;
  }

  /** Advances a place by the token; returns the flags of the new place. */
  #follow(place: number, at: number): number {
    const next = wordKey(place, this.#tokens.hashes[at] ?? 0);
    const known = this.#places.get(next);
    if (known >= 0) {
      this.#emit(at, known >> FLAG_BITS);
      if ((known & CONTINUES) !== 0) this.#following.add(next, known);
    }
    return known;
  }

  /** Follows the root and its stems for a cached word, and caches the result. */
  #learn(at: number, slot: number, memo: WordMemo): void {
    const isAlone = this.counts[at] === 0;
    const known = this.#followAll(ROOT, at);
    if (!isAlone) return;
    memo.keepConcepts(slot, this.#found, { from: at * CONCEPTS_MAX, count: this.counts[at] ?? 0, place: known });
  }

  /** Equivalent to following the root and its stems, from the cached result. */
  #recall(at: number, slot: number, memo: WordMemo): void {
    const place = memo.placeOf(slot);
    if (hasContinuation(place)) this.#following.add(wordKey(ROOT, this.#tokens.hashes[at] ?? 0), place);
    const count = memo.conceptCount(slot);
    if (this.counts[at] === 0) {
      const from = at * CONCEPTS_MAX;
      for (let index = 0; index < count; index++) this.#found[from + index] = memo.conceptAt(slot, index);
      this.counts[at] = count;
    } else for (let index = 0; index < count; index++) this.#add(at, memo.conceptAt(slot, index));
  }

  #passStems(place: number, at: number): void {
    const { units, starts, ends } = this.#tokens;
    const end = ends[at] ?? 0;
    let hash = hashStart(WORD);
    for (let unit = starts[at] ?? 0; unit < end; unit++) {
      hash = stepHash(hash, units[unit] ?? 0);
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
    while (index < count && this.#found[from + index] !== concept) index += 1;
    if (index < count || count === CONCEPTS_MAX) return;
    this.#found[from + count] = concept;
    this.counts[at] = count + 1;
  }
}

/** For a text without cached words. */
const NOT_QUIET = new Uint8Array(0);

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

  /** Beyond the bound, places are dropped. */
  add(key: number, flags: number): void {
    if (this.count > ACTIVE_MAX) return;
    this.keys[this.count] = key;
    this.flags[this.count] = flags;
    this.count += 1;
  }
}
