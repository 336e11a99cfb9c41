import type { Span } from "../../core/model.ts";
import { GATE_LENGTH, KeywordGate } from "./keyword-gate.ts";
import type { Facet } from "../reading.ts";
import { assignClasses, buildTrie } from "./trie.ts";
import type { RawText } from "../units.ts";

/** One occurrence of a keyword. */
export interface KeywordHit {
  /** Index of the keyword in the list that the automaton was built from. */
  readonly keyword: number;
  /** Offset of its first character, UTF-16 code units. */
  readonly start: number;
  /** Offset after its last character. */
  readonly end: number;
}

/** Only ASCII can stand in a keyword; everything else resets the automaton, unless it is folded to ASCII. */
const ALPHABET = 128;

/**
 * Aho–Corasick over typed arrays: finds every occurrence of every keyword in one pass, ASCII case ignored.
 * Cost is linear in the text plus the number of hits.
 *
 * @see Aho, Corasick: Efficient string matching, CACM 18(6), 1975
 */
export class KeywordAutomaton {
  readonly keywords: readonly string[];
  /**
   * Next state for (state, character class); the highest bit marks states in which a keyword ends. Sixteen bits an entry
   * where the states fit, since the table's size decides how much of it stays in the cache.
   */
  readonly #next: Uint16Array | Uint32Array;
  readonly #hasOutput: number;
  /** Character code → class; 0 is "in no keyword". */
  #classOf: Uint8Array;
  readonly #classes: number;
  /** State → first entry of its chain in `#output`, or -1. */
  readonly #outputHead: Int32Array;
  /** Pairs (keyword, next entry or -1). */
  readonly #output: Int32Array;
  /** Of each keyword, units. */
  readonly #lengths: Uint16Array;
  /** Where a keyword may begin; `null`: anywhere. */
  readonly #gate: KeywordGate | null;
  /** State → number of units that lead to it, up to the length that the gate reads. */
  readonly #depths: Uint8Array;
  /** The hits in all of a text, as `scan` returns them, see `Reading.hits`. For a text that continues another, only the new part is read. */
  readonly scanned: Facet<Scan> = {
    make: (text) => this.#scanOn(NOTHING_READ, text),
    advance: (before, text) => this.#scanOn(before, text),
  };

  /**
   * @param fold Unit → the ASCII unit that it counts as, for texts in which accents or joints do not matter.
   * @throws {TypeError} when a keyword is empty or not ASCII.
   */
  constructor(keywords: readonly string[], fold?: Uint16Array) {
    this.keywords = keywords.map((keyword) => keyword.toLowerCase());
    for (const keyword of this.keywords)
      if (!/^[\u0001-\u007f]+$/.test(keyword)) throw new TypeError("keywords must be non-empty ASCII");
    this.#lengths = Uint16Array.from(this.keywords, ({ length }) => length);
    this.#classOf = new Uint8Array(ALPHABET);
    this.#classes = assignClasses(this.keywords, this.#classOf);
    if (fold !== undefined) this.#classOf = Uint8Array.from(fold, (unit) => this.#classOf[unit] ?? 0);
    const trie = buildTrie(this.keywords, this.#classOf, this.#classes);
    this.#hasOutput = trie.hasOutput;
    this.#next = trie.next;
    this.#outputHead = trie.outputHead;
    this.#output = trie.output;
    this.#depths = trie.depths;
    this.#gate = KeywordGate.of(this.keywords, this.#classOf, this.#classes);
  }

  /**
   * Hits wholly in `[start, end)`, in order of their end; hits that end together come longest first. Of a keyword that is one
   * character again and again, as many hits as a row needs to be seen, not one at each character of the row.
   */
  scan(text: RawText, start = 0, end = text.raw.length): readonly KeywordHit[] {
    const hits: KeywordHit[] = [];
    this.#run(text, { start, end }, { ...START, first: start, hits });
    return hits;
  }

  #scanOn(before: Scan, text: RawText): Scan {
    const end = text.raw.length;
    const hits = before.hits.slice();
    const { state, last, lastAt, row } = this.#run(text, { start: before.end, end }, { ...before, first: 0, hits });
    return { end, hits, state, last, lastAt, row };
  }

  /**
   * Reads on from a place. The automaton only walks where the gate lets a keyword begin: a state that stands for so few units that
   * the gate has looked at them all, and refused, leads nowhere.
   */
  #run({ units }: RawText, { start, end }: Span, from: Beginning): Position {
    const gate = this.#gate;
    const place: Place = { at: start, seen: start, ...from };
    if (gate === null) {
      this.#walkOn(units, place, end);
      return place;
    }
    while (place.at < end) {
      const from = place.at;
      let walked = 0;
      // Where keywords seem to begin everywhere, asking the gate costs more than walking.
      while (place.at < end && place.at - from < STRETCH) {
        if (place.state === 0) place.at = gate.next(units, place.at, end);
        const begun = place.at;
        this.#walk(units, place, { until: Math.min(end, begun + STRETCH), end });
        walked += place.at - begun + GATE_LENGTH;
      }
      if (walked > STRETCH * DENSE_SHARE) this.#walkOn(units, place, Math.min(end, place.at + DENSE_STRETCH));
    }
    return place;
  }

  /** Walks on without asking the gate. */
  #walkOn(units: Uint16Array, place: Place, until: number): void {
    const hasOutput = this.#hasOutput;
    let { state } = place;
    for (let at = place.at; at < until; at++) {
      state = this.#step(state, units[at] ?? 0);
      if (state < hasOutput) continue;
      state -= hasOutput;
      if (at >= place.seen) this.#note(units, { state, at }, place);
    }
    place.at = until;
    place.state = state;
  }

  /** Walks to a place, or to where no keyword is under way: there the state is 0. */
  #walk(units: Uint16Array, place: Place, { until, end }: { readonly until: number; readonly end: number }): void {
    const hasOutput = this.#hasOutput;
    let { state, at } = place;
    /** Where the gate has let a keyword begin. */
    let passed = -1;
    while (at < until) {
      state = this.#step(state, units[at] ?? 0);
      if (state >= hasOutput) {
        state -= hasOutput;
        if (at >= place.seen) this.#note(units, { state, at }, place);
      }
      at += 1;
      const depth = this.#depths[state] ?? 0;
      if (depth >= GATE_LENGTH || at - depth === passed) continue;
      if (this.#mayGoOn(units, { depth, at }, end)) passed = at - depth;
      else {
        place.seen = Math.max(place.seen, at);
        place.at = depth === 0 ? at : at - depth + 1;
        place.state = 0;
        return;
      }
    }
    place.at = at;
    place.state = state;
  }

  /** Whether a keyword may be under way whose first units, so many, end at `at`. */
  #mayGoOn(units: Uint16Array, { depth, at }: { readonly depth: number; readonly at: number }, end: number): boolean {
    return this.#gate === null || (depth > 0 && this.#gate.mayBegin(units, at - depth, end));
  }

  /** The next state, marked where a keyword ends in it. */
  #step(state: number, code: number): number {
    const classOf = this.#classOf;
    return code < classOf.length ? (this.#next[state * this.#classes + (classOf[code] ?? 0)] ?? 0) : 0;
  }

  /** Takes the keywords that end at `at`. */
  #note(units: Uint16Array, { state, at }: { readonly state: number; readonly at: number }, place: Place): void {
    // Only a keyword of one character stays in its state: a long row of it adds nothing to its beginning.
    const isRow = state === place.last && at === place.lastAt + 1;
    place.row = isRow && (place.row > 0 || this.#isAll(units, { state, at }, place.first)) ? place.row + 1 : 0;
    place.last = state;
    place.lastAt = at;
    if (place.row < ROW_MAX) this.#collect(state, at + 1, place.hits);
  }

  /** Whether nothing longer was under way before `at` that the gate has refused: rows are counted as if there were no gate. */
  #isAll(units: Uint16Array, { state, at }: { readonly state: number; readonly at: number }, first: number): boolean {
    if ((this.#depths[state] ?? 0) >= GATE_LENGTH) return true;
    let before = 0;
    for (let from = Math.max(first, at - GATE_LENGTH + 1); from < at; from++)
      before = this.#step(before, units[from] ?? 0) % this.#hasOutput;
    return before === state;
  }

  #collect(state: number, end: number, hits: KeywordHit[]): void {
    for (let entry = this.#outputHead[state] ?? -1; entry >= 0; entry = this.#output[entry + 1] ?? -1) {
      const keyword = this.#output[entry] ?? 0;
      hits.push({ keyword, start: end - (this.#lengths[keyword] ?? 0), end });
    }
  }
}

/** How far it is looked how dense keywords begin, which share of walking counts as dense, and how far is walked then, units. */
const STRETCH = 256;
const DENSE_SHARE = 0.5;
const DENSE_STRETCH = 2048;

/** Where in the automaton a text ends. */
interface Position {
  readonly state: number;
  /** The last state with output, where it was reached, and how often in a row. */
  readonly last: number;
  readonly lastAt: number;
  readonly row: number;
}

/** How a scan begins. */
interface Beginning extends Position {
  /** Where the text begins that counts. */
  readonly first: number;
  readonly hits: KeywordHit[];
}

/** Where a scan stands. */
interface Place {
  readonly first: number;
  at: number;
  /** Hits before it are already noted; this part is walked again only for keywords that continue after it. */
  seen: number;
  state: number;
  last: number;
  lastAt: number;
  row: number;
  readonly hits: KeywordHit[];
}

/** The hits in a text, and where its reading continues. */
interface Scan extends Position {
  readonly end: number;
  readonly hits: readonly KeywordHit[];
}

const START: Position = { state: 0, last: -1, lastAt: -1, row: 0 };
const NOTHING_READ: Scan = { ...START, end: 0, hits: [] };

/** Hits of a keyword such as `aaaaaaaaaa` in one row of its character. */
const ROW_MAX = 16;
