import type { KeywordAutomaton, KeywordHit } from "./automaton.ts";

/**
 * A text prepared once and lazily, read by every analyzer. `raw` is the submitted text; every view maps back to its
 * UTF-16 offsets.
 */
export class Text {
  readonly raw: string;
  #automaton: KeywordAutomaton | undefined;
  #hits: readonly KeywordHit[] = [];

  constructor(raw: string) {
    this.raw = raw;
  }

  /** Keyword hits in the raw text. Scanned once per automaton: all built-in detectors share one. */
  hits(automaton: KeywordAutomaton): readonly KeywordHit[] {
    if (this.#automaton === automaton) return this.#hits;
    const hits = automaton.scan(this.raw);
    if (this.#automaton === undefined) {
      this.#automaton = automaton;
      this.#hits = hits;
    }
    return hits;
  }
}
