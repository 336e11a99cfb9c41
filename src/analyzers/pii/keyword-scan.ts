import { KeywordAutomaton } from "../../text/match/automaton.ts";
import type { Facet, Reading } from "../../text/reading.ts";
import { type CleanStretch, cleanStretch } from "./clean-stretch.ts";

/** Look-ahead of each read, UTF-16 units: numbers that are close together each request a little more. */
const AHEAD = 1024;

/**
 * A search for labels by their stems, which is cheap for numbers that are close together: each stretch of a text is read once.
 * Non-ASCII labels are not searched for, so any non-ASCII character may belong to one.
 */
export class StemLook {
  readonly #automaton: KeywordAutomaton;
  /** 1: the character may belong to a label without a stem. */
  readonly #isSign = new Uint8Array(128);
  readonly #stemMax: number;
  /** A stretch of the text that is known to hold no label. */
  readonly #clean: Facet<CleanStretch>;

  /** `stems`: ASCII; `signs`: ASCII characters, one of which occurs in every label without a stem. */
  constructor(stems: readonly string[], signs: string) {
    this.#automaton = new KeywordAutomaton(stems);
    for (const sign of signs) this.#isSign[sign.charCodeAt(0)] = 1;
    const stemMax = Math.max(...stems.map((stem) => stem.length));
    this.#stemMax = stemMax;
    this.#clean = cleanStretch(stemMax);
  }

  /** Whether there may be a label in `[start, end)`. */
  mayHold(reading: Reading, start: number, end: number): boolean {
    const from = Math.max(0, start);
    const to = Math.min(reading.raw.length, end);
    const clean = reading.of(this.#clean);
    const fresh = clean.knownTo(from);
    if (fresh >= to) return false;
    if (this.#plainEnd(reading, fresh, to) < to) return true;
    const [nearest] = this.#automaton.scan(reading, clean.lookFrom(from), to);
    // Hits come in order of their ends: before the end of the first there is none.
    if (nearest !== undefined) clean.note(from, nearest.end - 1);
    else this.#readAhead(reading, from, to);
    return nearest !== undefined;
  }

  /** Reads ahead if `[from, to)` holds no label: the next search will request more. */
  #readAhead(reading: Reading, from: number, to: number): void {
    const plain = this.#plainEnd(reading, to, Math.min(reading.raw.length, to + AHEAD));
    const [next] = this.#automaton.scan(reading, Math.max(from, to - this.#stemMax), plain);
    reading.of(this.#clean).note(from, next === undefined ? plain : next.end - 1);
  }

  /** Offset of the first label character or non-ASCII character in `[start, end)`; `end` without one. */
  #plainEnd({ units }: Reading, start: number, end: number): number {
    const isSign = this.#isSign;
    let at = start;
    while (at < end && isSign[units[at] ?? 0] === 0) at += 1;
    return at;
  }
}
