import { forgetLater } from "../../../text/reading-memory.ts";
import { unitsOf } from "../../../text/units.ts";
import { isWordCode, WORD_MAX } from "./word-signs.ts";
import { traitsOf } from "./word-traits.ts";

/** Words that are known at once. */
const WORDS_MAX = 512;
/** More than stand around one number and between it and the last one. */
const ROOM = 64;
/** Where reading begins before a number, and how much between two numbers is read for the sake of the second, UTF-16 units. */
const LEAD = 64;
/** Instead of the index of a word: none stands there; and: reading began behind that place. */
const NO_WORD = -1;
export const UNREAD = -2;
/** Besides the traits: a space stands right before the word. */
const AFTER_SPACE = 1 << 14;
const SPACE = 0x20;

/**
 * The words around numbers with their traits, in the order of the text. Each is read once, although every number asks for those on
 * both its sides, and numbers stand close together.
 */
export class WordRow {
  /** Where each word begins and ends, however long it is. */
  readonly starts = new Int32Array(WORDS_MAX);
  readonly ends = new Int32Array(WORDS_MAX);
  readonly traits = new Int32Array(WORDS_MAX);
  #count = 0;
  #raw = "";
  /** The stretch of the text that was read. */
  #from = 0;
  #to = 0;
  /** The word that a number stood behind last. */
  #at = 0;

  readonly #forget = (): void => {
    this.#raw = "";
    this.#from = this.#to = this.#count = this.#at = 0;
  };

  /** Goes on to `place`, with at least `lead` units before it. Indices of words hold until it is called again. */
  open(raw: string, place: number, lead = 0): void {
    const isNear = raw === this.#raw && place - lead >= this.#from && place <= this.#to + LEAD;
    if (this.#raw === "") forgetLater(this.#forget);
    // Also when it is another string of the same units: they would be compared at each number.
    this.#raw = raw;
    if (!isNear || this.#count > WORDS_MAX - ROOM) this.#begin(Math.max(0, place - Math.max(lead, LEAD)));
    this.#fill(place);
  }

  /** Begins to read where a word does, or in the midst of one that is too long anyway. */
  #begin(place: number): void {
    const units = unitsOf(this.#raw);
    const lowest = Math.max(0, place - WORD_MAX - 1);
    let from = place;
    while (from > lowest && isWordCode(units[from - 1] ?? 0)) from -= 1;
    this.#from = this.#to = from;
    this.#count = this.#at = 0;
  }

  /** Reads all words that begin before `place`. */
  #fill(place: number): void {
    if (this.#to >= place) return;
    const units = unitsOf(this.#raw);
    const { length } = this.#raw;
    let at = this.#to;
    while (at < place) {
      const start = at;
      while (at < length && isWordCode(units[at] ?? 0)) at += 1;
      if (at === start) at += 1;
      else this.#push(units, start, at);
    }
    this.#to = at;
  }

  #push(units: Uint16Array, start: number, end: number): void {
    const index = this.#count++;
    this.starts[index] = start;
    this.ends[index] = end;
    this.traits[index] = traitsOf(units, start, end) | (units[start - 1] === SPACE ? AFTER_SPACE : 0);
  }

  /** The word that ends at `end` or goes on there; negative without one. */
  before(end: number): number {
    const { starts } = this;
    let at = Math.min(this.#at, this.#count - 1);
    while (at + 1 < this.#count && (starts[at + 1] ?? 0) < end) at += 1;
    while (at >= 0 && (starts[at] ?? 0) >= end) at -= 1;
    this.#at = Math.max(at, 0);
    if (at < 0) return end <= this.#from && end > 0 ? UNREAD : NO_WORD;
    return (this.ends[at] ?? 0) >= end ? at : NO_WORD;
  }

  /** The word that begins at `start`; negative without one. */
  behind(start: number): number {
    this.#fill(start + 1);
    let at = this.#at;
    while (at < this.#count && (this.starts[at] ?? 0) < start) at += 1;
    return at < this.#count && this.starts[at] === start ? at : NO_WORD;
  }

  /** The word with nothing but a space between it and the one at `at`; negative without one. */
  previous(at: number): number {
    if (((this.traits[at] ?? 0) & AFTER_SPACE) === 0) return NO_WORD;
    if (at === 0) return this.#from > 0 ? UNREAD : NO_WORD;
    return (this.ends[at - 1] ?? 0) + 1 === this.starts[at] ? at - 1 : NO_WORD;
  }

  /** The same behind it. */
  next(at: number): number {
    const start = (this.ends[at] ?? 0) + 1;
    this.#fill(start + 1);
    const next = at + 1;
    const isNext = next < this.#count && this.starts[next] === start;
    return isNext && ((this.traits[next] ?? 0) & AFTER_SPACE) !== 0 ? next : NO_WORD;
  }
}
