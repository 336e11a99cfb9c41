import type { Span } from "../core/model.ts";
import type { KeywordAutomaton, KeywordHit } from "./match/automaton.ts";
import { decodeAll } from "./decode/decode.ts";
import { decodeRuns } from "./decode/encodings.ts";
import { fold, type Folded } from "./fold/fold.ts";
import { plainOf, type Plain } from "./fold/plain-view.ts";
import { type Decoded, VALUE_RUN } from "./decode/readable.ts";
import { unexplainedIn } from "./fold/invisible.ts";
import type { UnexplainedInvisibles } from "./fold/unexplained-invisibles.ts";
import { RawText } from "./units.ts";

/** A plain view, prepared to be read as a text of its own. */
export interface PlainView extends Plain {
  readonly view: Reading;
}

/** A run of base64 or hex that holds a text. */
export interface EncodedRun {
  readonly disguise: string;
  /** Where the run stands, UTF-16 units. */
  readonly span: Span;
  readonly view: Reading;
}

/**
 * A kind of knowledge about a text, such as its runs of digits. Made by `facet`, asked for by `Reading.of`: the layer that
 * needs it defines it, and the reading keeps it.
 */
export interface Facet<Known> {
  readonly make: (reading: Reading) => Known;
  /** Takes over what was known of a text that this one begins with; absent: it is made anew. */
  readonly advance?: (before: Known, reading: Reading) => Known;
}

/**
 * @param make called once for each reading that is asked
 * @param advance called in its place where a stream's earlier window was asked; it may change and return `before`
 */
export const facet = <Known>(
  make: (reading: Reading) => Known,
  advance?: (before: Known, reading: Reading) => Known,
): Facet<Known> => (advance === undefined ? { make } : { make, advance });

/**
 * A function with a memory for each text: what it has said of a key is not asked again while that text is read. At most `max` keys are
 * known; with one more, all are forgotten. For functions that say the same of a key each time, and never `undefined`.
 */
export const memo = <Key, Value extends {} | null>(max: number, of: (key: Key) => Value): Facet<(key: Key) => Value> =>
  facet(
    () => {
      const known = new Map<Key, Value>();
      return (key) => {
        const last = known.get(key);
        if (last !== undefined) return last;
        const value = of(key);
        if (known.size >= max) known.clear();
        known.set(key, value);
        return value;
      };
    },
    (before) => before,
  );

/** The reading of a text that may begin with one that was read before. */
export function readOn(before: Reading | null | undefined, raw: string, options?: ReadingOptions): Reading {
  if (before == null || !raw.startsWith(before.raw)) return new Reading(raw, options);
  return raw.length === before.raw.length ? before : before.advance(raw);
}

const ANYTHING = /^/;

/**
 * Lets go of the last text that a pattern was matched with: the language keeps it for `RegExp.input`. Called after each evaluation, so
 * that no text outlives its request. All else that is known of a text goes with its reading.
 */
export function forgetLastMatch(): void {
  ANYTHING.test("");
}

/** A column header that stands in the plain view only is not kept for a window of a stream. */
const PLAIN = { hasTables: false };

/** What is known of a text by facet; each value was made by its key. */
type KnownFacets = Map<object, unknown>;

interface ReadingOptions {
  readonly hasTables?: boolean;
}

/**
 * A text prepared once and lazily, read by every analyzer: whatever is known of it belongs to it and goes with it. `raw` is
 * the submitted text; every view maps back to its UTF-16 offsets.
 */
export class Reading extends RawText {
  /** Its lines are those of the submitted text, so it may hold tables. */
  readonly hasTables: boolean;
  #folded: Folded | undefined;
  #decoded: readonly Decoded[] | undefined;
  #plain: PlainView | null | undefined;
  /** The plain view of a text that this one begins with. */
  #plainBefore: Reading | undefined;
  #runs: readonly EncodedRun[] | undefined;
  #unexplained: UnexplainedInvisibles | undefined;
  #known: KnownFacets | undefined;
  /** What was known of beginnings of this text and was not asked for yet. */
  #before: KnownFacets | undefined;

  constructor(raw: string, { hasTables = true }: ReadingOptions = {}) {
    super(raw);
    this.hasTables = hasTables;
  }

  /**
   * The reading of a text that begins with this one, as a stream's next window does. It takes over what facets know; this one
   * is not asked any more.
   */
  advance(raw: string): Reading {
    const next = new Reading(raw, this);
    next.takeUnits(this);
    next.#plainBefore = this.#plain?.view ?? this.#plainBefore;
    const before: KnownFacets = new Map(this.#before);
    for (const [asked, known] of this.#known ?? []) if ("advance" in asked) before.set(asked, known);
    if (before.size > 0) next.#before = before;
    return next;
  }

  /** What the facet says of this text; made when it is first asked for. */
  of<Known>(asked: Facet<Known>): Known {
    const facets = (this.#known ??= new Map<object, unknown>());
    const known = facets.get(asked);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this method adds to the map, and always what the facet made
    if (known !== undefined || facets.has(asked)) return known as Known;
    const made = this.#make(asked);
    facets.set(asked, made);
    return made;
  }

  #make<Known>(asked: Facet<Known>): Known {
    const { make, advance } = asked;
    if (advance === undefined || this.#before?.has(asked) !== true) return make(this);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it comes from the map above, of the reading before
    const before = this.#before.get(asked) as Known;
    this.#before.delete(asked);
    return advance(before, this);
  }

  /** The text as a reader sees it: case, accents, invisible characters and look-alikes undone. */
  get folded(): Folded {
    return (this.#folded ??= fold(this));
  }

  /** Readable pieces that stand in the text in disguise; empty for almost every text. */
  get decoded(): readonly Decoded[] {
    return (this.#decoded ??= decodeAll(this, this.unexplained));
  }

  /** Escapes, typography and invisible characters undone, case kept; `null` when there are none. */
  get plain(): PlainView | null {
    if (this.#plain === undefined) {
      const plain = plainOf(this);
      this.#plain = plain === null ? null : { ...plain, view: readOn(this.#plainBefore, plain.text, PLAIN) };
    }
    return this.#plain;
  }

  /** Base64 and hex runs whose bytes are printable, as texts of their own. */
  get runs(): readonly EncodedRun[] {
    return (this.#runs ??= decodeRuns(this, VALUE_RUN).map(({ disguise, text, span }) => ({
      disguise,
      span,
      view: new Reading(text),
    })));
  }

  /** Invisible characters that nothing in the text accounts for, in order. */
  get unexplained(): UnexplainedInvisibles {
    return (this.#unexplained ??= unexplainedIn(this));
  }

  /** Keyword hits in the raw text, scanned once. */
  hits(automaton: KeywordAutomaton): readonly KeywordHit[] {
    return this.of(automaton.scanned).hits;
  }
}

/** Most decoded pieces that are read as texts of their own. */
const PIECES_MAX = 32;

/** The decoded pieces of a text as texts of their own, so that each is folded and split into tokens once for all policies. */
export const PIECES = facet(({ decoded }) =>
  decoded.slice(0, PIECES_MAX).map(({ text, disguise, span }) => ({ view: new Reading(text), disguise, span })),
);
