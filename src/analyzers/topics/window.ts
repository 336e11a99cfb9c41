import type { Hits } from "./hits.ts";
import type { WordTable } from "./word-table.ts";

/** A window is that long at most, in tokens and in UTF-16 units of folded text: some three sentences. */
const WINDOW_TOKENS = 45;
const WINDOW_UNITS = 512;
/** What speaks for a topic that needs a sign weighs no more without it, hundredths. */
const UNSIGNED_MAX = 60;
/** The topic needs no sign. */
export const NO_SIGN = -1;

/** The strongest window of a topic: its weight in hundredths, and its hits, half open. */
export interface Strongest {
  weight: number;
  first: number;
  end: number;
}

/** What of a text counts: windows whose last hit ends behind `from` and not behind `until`, UTF-16 units of folded text. */
export interface Part {
  readonly from: number;
  readonly until: number;
}

/**
 * Adds up what speaks for each topic in the stretches that end at each hit, a term of a stretch once. What a stretch weighs depends on
 * nothing outside it, so a stream sees the same ones.
 */
export class SlidingWindow {
  readonly #table: WordTable;
  readonly #sums: Int32Array;
  /** How often a row's terms stand in the window. */
  readonly #counts: Int32Array;
  /** Topic → the number under which the table has its signs. */
  readonly #signs: readonly number[];
  /** Number of a sign → the topics that need it. */
  readonly #signed: readonly (readonly number[])[];

  /** @param signs of each topic the number under which the table has its signs, or `NO_SIGN`; signs come behind the topics */
  constructor(table: WordTable, signs: readonly number[]) {
    this.#table = table;
    this.#signs = signs;
    const size = Math.max(signs.length - 1, ...signs) + 1;
    this.#signed = Array.from({ length: size }, (_, sign) =>
      signs.flatMap((each, topic) => (each === sign ? [topic] : [])),
    );
    this.#sums = new Int32Array(size);
    this.#counts = new Int32Array(table.rowCount);
  }

  /** The strongest window of each topic. */
  read(hits: Hits, part: Part): readonly Strongest[] {
    const { starts, ends } = this.#table.tokens;
    const best = this.#signs.map(() => ({ weight: 0, first: 0, end: 0 }));
    this.#sums.fill(0);
    this.#counts.fill(0);
    let first = 0;
    for (let at = 0; at < hits.count; at++) {
      const last = hits.ends[at] ?? 0;
      const end = ends[last - 1] ?? 0;
      for (; first < at && !isNear(hits.starts[first] ?? 0, { last, end, starts }); first++)
        this.#count(hits, first, -1);
      this.#count(hits, at, 1);
      if (end > part.from && end <= part.until) this.#settle(hits.rows[at] ?? 0, best, { first, end: at + 1 });
    }
    return best;
  }

  /** Counts a hit in or out; the first and the last one of its row change the sums. */
  #count({ rows }: Hits, hit: number, step: 1 | -1): void {
    const row = rows[hit] ?? 0;
    const before = this.#counts[row] ?? 0;
    this.#counts[row] = before + step;
    if (before + Math.min(step, 0) > 0) return;
    const { firsts, topics, weights } = this.#table;
    for (let at = firsts[row] ?? 0; at < (firsts[row + 1] ?? 0); at++) {
      const topic = topics[at] ?? 0;
      this.#sums[topic] = (this.#sums[topic] ?? 0) + step * (weights[at] ?? 0);
    }
  }

  /** Looks at the topics that the row changed. */
  #settle(row: number, best: readonly Strongest[], window: { readonly first: number; readonly end: number }): void {
    const { firsts, topics } = this.#table;
    for (let at = firsts[row] ?? 0; at < (firsts[row + 1] ?? 0); at++) {
      const topic = topics[at] ?? 0;
      this.#compare(topic, best, window);
      for (const signed of this.#signed[topic] ?? []) this.#compare(signed, best, window);
    }
  }

  #compare(
    topic: number,
    best: readonly Strongest[],
    { first, end }: { readonly first: number; readonly end: number },
  ): void {
    const strongest = best[topic];
    if (strongest === undefined) return;
    const sign = this.#signs[topic] ?? NO_SIGN;
    const isUnsigned = sign !== NO_SIGN && (this.#sums[sign] ?? 0) === 0;
    const weight = isUnsigned ? Math.min(this.#sums[topic] ?? 0, UNSIGNED_MAX) : (this.#sums[topic] ?? 0);
    if (weight <= strongest.weight) return;
    strongest.weight = weight;
    strongest.first = first;
    strongest.end = end;
  }
}

/** Whether a stretch from the token to the end is no longer than a window. */
function isNear(
  token: number,
  { last, end, starts }: { readonly last: number; readonly end: number; readonly starts: Int32Array },
): boolean {
  return last - token <= WINDOW_TOKENS && end - (starts[token] ?? 0) <= WINDOW_UNITS;
}
