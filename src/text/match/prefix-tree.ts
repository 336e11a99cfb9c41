import type { Span } from "../../core/model.ts";
import type { KeywordHit } from "./automaton.ts";
import { KeywordGate } from "./keyword-gate.ts";
import { assignClasses, insertAll } from "./trie.ts";

/**
 * Finds the keywords that begin at one place. Where only some places of a text count, as the beginnings of its words, that is several
 * times as quick as an automaton that follows a keyword from every place.
 */
export class PrefixTree {
  /** Unit → class; 0 is "in no keyword". */
  readonly #classOf: Uint8Array;
  readonly #classes: number;
  /** State and class → the next state; 0: no keyword continues like this. */
  readonly #next: Uint16Array;
  /** State → the keyword that ends in it, or -1. */
  readonly #keywordAt: Int32Array;
  readonly #lengths: Uint8Array;
  /** Where a keyword may begin: the table of states is far larger than the processor's nearest cache. */
  readonly #gate: KeywordGate | null;

  /**
   * @param keywords Different ones in lower-case ASCII, at most 255 units long.
   * @param fold Unit → the ASCII unit that it counts as.
   * @throws {TypeError} when a keyword is no such one, or there are too many.
   */
  constructor(keywords: readonly string[], fold: Uint16Array) {
    if (!keywords.every((keyword) => KEYWORD.test(keyword))) throw new TypeError("keywords must be lower-case ASCII");
    const classOf = new Uint8Array(128);
    this.#classes = assignClasses(keywords, classOf);
    this.#classOf = Uint8Array.from(fold, (unit) => classOf[unit] ?? 0);
    const { next, outputHead, output, used } = insertAll(keywords, classOf, this.#classes);
    if (used > STATES_MAX) throw new TypeError("too many keywords");
    this.#next = Uint16Array.from(next.subarray(0, used * this.#classes));
    this.#keywordAt = outputHead.subarray(0, used).map((head) => (head < 0 ? -1 : (output[head] ?? -1)));
    this.#lengths = Uint8Array.from(keywords, ({ length }) => length);
    this.#gate = KeywordGate.of(keywords, this.#classOf, this.#classes);
  }

  /** Adds the keywords that begin at `start` and end at `end` or before, the shortest first. */
  find(units: Uint16Array, { start, end }: Span, hits: KeywordHit[]): void {
    if (this.#gate !== null && !this.#gate.mayBegin(units, start, end)) return;
    const classOf = this.#classOf;
    let state = 0;
    for (let at = start; at < end; at++) {
      const code = units[at] ?? 0;
      state = code < classOf.length ? (this.#next[state * this.#classes + (classOf[code] ?? 0)] ?? 0) : 0;
      if (state === 0) return;
      const keyword = this.#keywordAt[state] ?? -1;
      if (keyword >= 0) hits.push({ keyword, start, end: start + (this.#lengths[keyword] ?? 0) });
    }
  }
}

const KEYWORD = /^[\u0001-@[-\u007f]{1,255}$/;
const STATES_MAX = 2 ** 16;
