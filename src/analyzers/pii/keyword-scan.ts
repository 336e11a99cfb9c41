import { KeywordAutomaton } from "../../text/match/automaton.ts";
import type { Facet, Reading } from "../../text/reading.ts";
import { type CleanStretch, cleanStretch } from "./clean-stretch.ts";

/** How far ahead is read at once, UTF-16 units: where numbers stand close together, each asks for a little more. */
const AHEAD = 1024;

/**
 * A look for labels by the stems that each of them holds, which is cheap where numbers stand close together: each stretch of a
 * text is read once. Labels beyond ASCII are not looked for, so any sign beyond it may be of one.
 */
export class StemLook {
  readonly #automaton: KeywordAutomaton;
  /** 1: the sign may be of a label that has no stem. */
  readonly #isSign = new Uint8Array(128);
  readonly #stemMax: number;
  /** What is known of a text: nothing that is looked for stands in that stretch. */
  readonly #clean: Facet<CleanStretch>;

  /** `stems`: ASCII; `signs`: of ASCII, one of which every label has that holds no stem. */
  constructor(stems: readonly string[], signs: string) {
    this.#automaton = new KeywordAutomaton(stems);
    for (const sign of signs) this.#isSign[sign.charCodeAt(0)] = 1;
    const stemMax = Math.max(...stems.map((stem) => stem.length));
    this.#stemMax = stemMax;
    this.#clean = cleanStretch(stemMax);
  }

  /** Whether a label may stand in `[start, end)`. */
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

  /** Reads on where nothing stands in `[from, to)`: the next look will ask for more. */
  #readAhead(reading: Reading, from: number, to: number): void {
    const plain = this.#plainEnd(reading, to, Math.min(reading.raw.length, to + AHEAD));
    const [next] = this.#automaton.scan(reading, Math.max(from, to - this.#stemMax), plain);
    reading.of(this.#clean).note(from, next === undefined ? plain : next.end - 1);
  }

  /** Where the first sign of a label, or beyond ASCII, stands in `[start, end)`; `end` without one. */
  #plainEnd({ units }: Reading, start: number, end: number): number {
    const isSign = this.#isSign;
    let at = start;
    while (at < end && isSign[units[at] ?? 0] === 0) at += 1;
    return at;
  }
}
