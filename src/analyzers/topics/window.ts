import type { Hits, WordTable } from "./word-table.ts";

/** A window is that long at most, in tokens and in UTF-16 units of folded text: some three sentences. */
export const WINDOW_TOKENS = 45;
export const WINDOW_UNITS = 512;

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
  /** Row of the signs that somebody asks for advice or gives it, and the topics that need one. */
  readonly #askTopic: number;
  readonly #asking: readonly number[];
  readonly #isAsking: Uint8Array;

  /** @param options.askTopic the number under which the table has signs of advice */
  constructor(table: WordTable, options: { readonly askTopic: number; readonly asking: readonly number[] }) {
    this.#table = table;
    this.#askTopic = options.askTopic;
    this.#asking = options.asking;
    this.#sums = new Int32Array(options.askTopic + 1);
    this.#counts = new Int32Array(table.rowCount);
    this.#isAsking = new Uint8Array(options.askTopic + 1);
    for (const topic of options.asking) this.#isAsking[topic] = 1;
  }

  /** The strongest window of each topic. */
  read(hits: Hits, part: Part): readonly Strongest[] {
    const { starts, ends } = this.#table.tokens;
    const best = Array.from(this.#sums, () => ({ weight: 0, first: 0, end: 0 }));
    this.#sums.fill(0);
    this.#counts.fill(0);
    let first = 0;
    for (let at = 0; at < hits.count; at++) {
      const token = hits.ends[at] ?? 0;
      const end = ends[token - 1] ?? 0;
      while (first < at && !this.#isWithin(hits.starts[first] ?? 0, { token, end, starts })) this.#remove(hits.rows[first++] ?? 0);
      this.#add(hits.rows[at] ?? 0);
      if (end > part.from && end <= part.until) this.#settle(hits.rows[at] ?? 0, best, { first, end: at + 1 });
    }
    return best.slice(0, this.#askTopic);
  }

  #isWithin(token: number, last: { readonly token: number; readonly end: number; readonly starts: Int32Array }): boolean {
    return last.token - token <= WINDOW_TOKENS && last.end - (last.starts[token] ?? 0) <= WINDOW_UNITS;
  }

  #add(row: number): void {
    this.#counts[row] = (this.#counts[row] ?? 0) + 1;
    if (this.#counts[row] === 1) this.#change(row, 1);
  }

  #remove(row: number): void {
    this.#counts[row] = (this.#counts[row] ?? 0) - 1;
    if (this.#counts[row] === 0) this.#change(row, -1);
  }

  #change(row: number, sign: number): void {
    const { firsts, topics, weights } = this.#table;
    for (let at = firsts[row] ?? 0; at < (firsts[row + 1] ?? 0); at++) {
      const topic = topics[at] ?? 0;
      this.#sums[topic] = (this.#sums[topic] ?? 0) + sign * (weights[at] ?? 0);
    }
  }

  /** Looks at the topics that the row changed. */
  #settle(row: number, best: readonly Strongest[], window: { readonly first: number; readonly end: number }): void {
    const { firsts, topics } = this.#table;
    for (let at = firsts[row] ?? 0; at < (firsts[row + 1] ?? 0); at++) {
      const topic = topics[at] ?? 0;
      if (topic !== this.#askTopic) this.#compare(topic, best, window);
      else for (const asking of this.#asking) this.#compare(asking, best, window);
    }
  }

  #compare(topic: number, best: readonly Strongest[], { first, end }: { readonly first: number; readonly end: number }): void {
    const sum = this.#sums[topic] ?? 0;
    const isUnasked = this.#isAsking[topic] === 1 && (this.#sums[this.#askTopic] ?? 0) === 0;
    const weight = isUnasked ? Math.min(sum, UNASKED_MAX) : sum;
    const strongest = best[topic];
    if (strongest === undefined || weight <= strongest.weight) return;
    strongest.weight = weight;
    strongest.first = first;
    strongest.end = end;
  }
}

/** What speaks for advice on a subject weighs no more while nobody asks and nobody advises. */
const UNASKED_MAX = 60;
