import { type Tokens, WORD } from "./tokens.ts";
import { CONCEPTS_MAX } from "./word-keys.ts";

/** Words that are kept: a language's usual ones, and all that a short text has. */
const SLOTS_BITS = 13;
export const SLOTS = 1 << SLOTS_BITS;
/** Longer words are not kept, UTF-16 units. */
const LENGTH_MAX = 16;
/** Features that a word has by itself: one for all of it, and one for each stretch of its letters, edges included. */
const FEATURES_MAX = LENGTH_MAX + 2;
/** Concepts that are not known yet. */
const UNREAD = 0xff;

/**
 * What is known of the words that were met last, whatever stands around them: texts are made of the same few thousand. A word has
 * one slot that it can be in, and is told by all its letters. What a text has claimed stays until the next text is read.
 */
export class WordMemo {
  /** Slot of each token of the last text; -1: none. */
  slots = new Int32Array(1024);
  /** Counts what was put in a slot: others keep what they know of a word as long as its stamp is the same. */
  readonly stamps = new Float64Array(SLOTS);
  /** Features of the words' own, as many as `featureCounts` says; 0: not known yet. */
  readonly features = new Uint32Array(SLOTS * FEATURES_MAX);
  readonly featureCounts = new Uint8Array(SLOTS);
  /** What the lexicon knows of the place that a word leads to from its root. */
  readonly places = new Int32Array(SLOTS);
  readonly #concepts = new Uint8Array(SLOTS * CONCEPTS_MAX);
  readonly #conceptCounts = new Uint8Array(SLOTS);
  readonly #units = new Uint16Array(SLOTS * LENGTH_MAX);
  readonly #lengths = new Uint8Array(SLOTS);
  /** The text that has claimed a slot. */
  readonly #readings = new Float64Array(SLOTS);
  #reading = 0;
  #stamp = 0;

  /** Finds the slots of a text's words, or claims them. */
  open(tokens: Tokens): void {
    const { kinds, hashes, starts, ends, count } = tokens;
    // As long as the tokens' own buffers, so that they are given up together.
    if (this.slots.length !== starts.length) this.slots = new Int32Array(starts.length);
    this.#reading += 1;
    for (let at = 0; at < count; at++) {
      const start = starts[at] ?? 0;
      const length = (ends[at] ?? 0) - start;
      const isKept = kinds[at] === WORD && length <= LENGTH_MAX;
      this.slots[at] = isKept ? this.#slotOf(tokens.units, { start, length, hash: hashes[at] ?? 0 }) : -1;
    }
  }

  /** First feature of a word's own. */
  featuresFrom(slot: number): number {
    return slot * FEATURES_MAX;
  }

  /** How many concepts the word has by itself; -1: not known yet. */
  conceptCount(slot: number): number {
    const count = this.#conceptCounts[slot] ?? UNREAD;
    return count === UNREAD ? -1 : count;
  }

  conceptAt(slot: number, index: number): number {
    return this.#concepts[slot * CONCEPTS_MAX + index] ?? 0;
  }

  /** @param found the concepts, from `from` on */
  keepConcepts(
    slot: number,
    found: Uint8Array,
    { from, count }: { readonly from: number; readonly count: number },
  ): void {
    for (let index = 0; index < count; index++) this.#concepts[slot * CONCEPTS_MAX + index] = found[from + index] ?? 0;
    this.#conceptCounts[slot] = count;
  }

  #slotOf(units: Uint16Array, { start, length, hash }: Written): number {
    const slot = (hash ^ (hash >>> SLOTS_BITS)) & (SLOTS - 1);
    const from = slot * LENGTH_MAX;
    const known = this.#units;
    if (this.#lengths[slot] === length) {
      let at = 0;
      while (at < length && known[from + at] === units[start + at]) at += 1;
      if (at === length) {
        this.#readings[slot] = this.#reading;
        return slot;
      }
    }
    if (this.#readings[slot] === this.#reading) return -1;
    this.#readings[slot] = this.#reading;
    this.#lengths[slot] = length;
    for (let at = 0; at < length; at++) known[from + at] = units[start + at] ?? 0;
    this.stamps[slot] = this.#stamp += 1;
    this.featureCounts[slot] = 0;
    this.#conceptCounts[slot] = UNREAD;
    return slot;
  }
}

interface Written {
  readonly start: number;
  readonly length: number;
  readonly hash: number;
}
