import type { KeywordAutomaton, KeywordHit } from "./automaton.ts";
import { decodeAll } from "./decode.ts";
import type { Decoded } from "./encodings.ts";
import { fold, type Folded } from "./fold.ts";

/**
 * A text prepared once and lazily, read by every analyzer. `raw` is the submitted text; every view maps back to its
 * UTF-16 offsets.
 */
export class Text {
  readonly raw: string;
  #automaton: KeywordAutomaton | undefined;
  #hits: readonly KeywordHit[] = [];
  #folded: Folded | undefined;
  #decoded: readonly Decoded[] | undefined;

  constructor(raw: string) {
    this.raw = raw;
  }

  /** The text as a reader sees it: case, accents, invisible characters and look-alikes undone. */
  get folded(): Folded {
    return (this.#folded ??= fold(this.raw));
  }

  /** Readable pieces that stand in the text in disguise; empty for almost every text. */
  get decoded(): readonly Decoded[] {
    return (this.#decoded ??= decodeAll(this.raw));
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
