import type { Span } from "../core/model.ts";
import type { KeywordAutomaton, KeywordHit } from "./match/automaton.ts";
import { decodeAll } from "./decode/decode.ts";
import { decodeRuns } from "./decode/encodings.ts";
import { fold, type Folded } from "./fold/fold.ts";
import { plainOf, type Plain } from "./fold/plain-view.ts";
import { type Decoded, VALUE_RUN } from "./decode/readable.ts";

/** A plain view, prepared to be read as a text of its own. */
export interface PlainView extends Plain {
  readonly view: Text;
}

/** A run of base64 or hex that holds a text. */
export interface EncodedRun {
  readonly disguise: string;
  /** Where the run stands, UTF-16 units. */
  readonly span: Span;
  readonly view: Text;
}

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
  #plain: PlainView | null | undefined;
  #runs: readonly EncodedRun[] | undefined;

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

  /** Escapes, typography and invisible characters undone, case kept; `null` when there are none. */
  get plain(): PlainView | null {
    if (this.#plain === undefined) {
      const plain = plainOf(this.raw);
      this.#plain = plain === null ? null : { ...plain, view: new Text(plain.text) };
    }
    return this.#plain;
  }

  /** Base64 and hex runs whose bytes are printable, as texts of their own. */
  get runs(): readonly EncodedRun[] {
    return (this.#runs ??= decodeRuns(this.raw, VALUE_RUN).map(({ disguise, text, span }) => ({
      disguise,
      span,
      view: new Text(text),
    })));
  }

  /** Keyword hits in the raw text. Scanned once per automaton: all built-in detectors share one. */
  hits(automaton: KeywordAutomaton): readonly KeywordHit[] {
    if (this.#automaton === automaton) return this.#hits;
    const hits = automaton.scanAll(this.raw);
    if (this.#automaton === undefined) {
      this.#automaton = automaton;
      this.#hits = hits;
    }
    return hits;
  }
}
