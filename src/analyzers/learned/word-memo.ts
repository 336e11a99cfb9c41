import { Arena } from "../../core/arena.ts";
import { type Tokens, WORD } from "../../text/tokens.ts";
import { letterCount } from "./feature-numbers.ts";
import { hasContinuation } from "./lexicon.ts";

/** Cached words: the usual words of a language, and all of a short text. */
const SLOTS_BITS = 13;
export const SLOTS = 1 << SLOTS_BITS;
/** Longer words are not cached, UTF-16 units. */
const LENGTH_MAX = 16;
/** Concepts that are not known yet. */
const UNREAD = 0xff;

/**
 * The record of a word is contiguous, so that one memory access fetches it. Its offsets, in bytes: the word's units, their number, the
 * number of its concepts, the concepts, the text that uses the slot, the lexicon's flags of the place that the word leads to from the
 * root, whether the word is quiet, the number of its n-gram features, and the stamp.
 */
const RECORD = 64;
const LENGTH_AT = 32;
const COUNT_AT = 33;
const CONCEPTS_AT = 34;
const READING_AT = 40;
const PLACE_AT = 48;
const QUIET_AT = 52;
const LETTERS_AT = 53;
const STAMP_AT = 56;

/** Arena bytes per token in `open`. */
export const KNOWN_BYTES = 5;

/** The words of a text, known before or added. */
export interface KnownWords {
  readonly memo: WordMemo;
  /** Slot of each token; -1: none. */
  readonly slots: Int32Array;
  /** 1 for each token whose word has neither concepts nor continuations, as most do; otherwise 0. */
  readonly quiet: Uint8Array;
  /** Another text has reused a slot with a later stamp. */
  readonly stamp: number;
}

/**
 * Facts about the latest words, independent of their context: most texts use the same few thousand words. A word has exactly one
 * possible slot and is compared letter by letter. The slots that a text uses stay until the next text is read.
 */
export class WordMemo {
  /** Sum over the slots of the last text's tokens. Unused: it keeps the compiler from removing the reads that fill the cache. */
  lengths = 0;
  readonly #bytes = new Uint8Array(SLOTS * RECORD);
  readonly #units = new Uint16Array(this.#bytes.buffer);
  readonly #places = new Int32Array(this.#bytes.buffer);
  readonly #counters = new Float64Array(this.#bytes.buffer);
  #reading = 0;
  #stamp = 0;

  /** Finds or assigns the slots of a text's words. */
  open(tokens: Tokens, arena = new Arena(tokens.count * KNOWN_BYTES)): KnownWords {
    const { kinds, hashes, starts, ends, count } = tokens;
    const slots = arena.int32(count);
    const quiet = arena.bytes(count);
    const bytes = this.#bytes;
    this.#reading += 1;
    this.#fetch(tokens);
    for (let at = 0; at < count; at++) {
      const start = starts[at] ?? 0;
      const length = (ends[at] ?? 0) - start;
      const isKept = kinds[at] === WORD && length <= LENGTH_MAX;
      const slot = isKept ? this.#slotOf(tokens, at, { start, length, hash: hashes[at] ?? 0 }) : -1;
      slots[at] = slot;
      quiet[at] = slot < 0 ? 0 : (bytes[slot * RECORD + QUIET_AT] ?? 0);
    }
    return { memo: this, slots, quiet, stamp: this.#stamp };
  }

  /**
   * Prefetches the slots of all tokens before any of them is compared: the processor fetches many slots at once instead of one after
   * the other.
   */
  #fetch({ hashes, count }: Tokens): void {
    const bytes = this.#bytes;
    let lengths = 0;
    for (let at = 0; at < count; at++) lengths += bytes[slotOf(hashes[at] ?? 0) * RECORD + LENGTH_AT] ?? 0;
    this.lengths = lengths;
  }

  /** Counts slot assignments: other caches of a word are valid while its stamp is the same. */
  stampOf(slot: number): number {
    return this.#counters[(slot * RECORD + STAMP_AT) / 8] ?? 0;
  }

  /** Number of the word's n-gram features; see `letterCount`. */
  letterCount(slot: number): number {
    return this.#bytes[slot * RECORD + LETTERS_AT] ?? 0;
  }

  /** The lexicon's flags of the place that the word leads to from the root. */
  placeOf(slot: number): number {
    return this.#places[(slot * RECORD + PLACE_AT) / 4] ?? 0;
  }

  /** How many concepts the word has by itself; -1: not known yet. */
  conceptCount(slot: number): number {
    const count = this.#bytes[slot * RECORD + COUNT_AT] ?? UNREAD;
    return count === UNREAD ? -1 : count;
  }

  conceptAt(slot: number, index: number): number {
    return this.#bytes[slot * RECORD + CONCEPTS_AT + index] ?? 0;
  }

  /**
   * @param found the concepts, from `from` on
   * @param place the lexicon's flags of the place that the word leads to
   */
  keepConcepts(slot: number, found: Uint8Array, { from, count, place }: Concepts): void {
    const first = slot * RECORD + CONCEPTS_AT;
    for (let index = 0; index < count; index++) this.#bytes[first + index] = found[from + index] ?? 0;
    this.#bytes[slot * RECORD + COUNT_AT] = count;
    this.#bytes[slot * RECORD + QUIET_AT] = count === 0 && !hasContinuation(place) ? 1 : 0;
    this.#places[(slot * RECORD + PLACE_AT) / 4] = place;
  }

  #slotOf(tokens: Tokens, token: number, { start, length, hash }: Written): number {
    const { units } = tokens;
    const slot = slotOf(hash);
    const from = (slot * RECORD) / 2;
    const known = this.#units;
    const reading = (slot * RECORD + READING_AT) / 8;
    if (this.#bytes[slot * RECORD + LENGTH_AT] === length) {
      let at = 0;
      while (at < length && known[from + at] === units[start + at]) at += 1;
      if (at === length) {
        this.#counters[reading] = this.#reading;
        return slot;
      }
    }
    return this.#counters[reading] === this.#reading ? -1 : this.#claim(tokens, token, { start, length, slot });
  }

  #claim(tokens: Tokens, token: number, { start, length, slot }: Claimed): number {
    const bytes = this.#bytes;
    const from = (slot * RECORD) / 2;
    for (let at = 0; at < length; at++) this.#units[from + at] = tokens.units[start + at] ?? 0;
    bytes[slot * RECORD + LENGTH_AT] = length;
    bytes[slot * RECORD + COUNT_AT] = UNREAD;
    bytes[slot * RECORD + LETTERS_AT] = letterCount(tokens, token);
    bytes[slot * RECORD + QUIET_AT] = 0;
    this.#counters[(slot * RECORD + READING_AT) / 8] = this.#reading;
    this.#counters[(slot * RECORD + STAMP_AT) / 8] = this.#stamp += 1;
    return slot;
  }
}

const slotOf = (hash: number): number => (hash ^ (hash >>> SLOTS_BITS)) & (SLOTS - 1);

interface Written {
  readonly start: number;
  readonly length: number;
  readonly hash: number;
}

interface Claimed {
  readonly start: number;
  readonly length: number;
  readonly slot: number;
}

interface Concepts {
  readonly from: number;
  readonly count: number;
  readonly place: number;
}
