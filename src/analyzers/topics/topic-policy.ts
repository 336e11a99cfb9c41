import { firstFrom } from "../../core/lists.ts";
import type { Span } from "../../core/model.ts";
import { PIECES, type Reading } from "../../text/reading.ts";
import { type Tokens, TOKENS } from "../../text/tokens.ts";
import { topicLexicon } from "./lexicon.ts";
import { topicTerms } from "./topic-terms.ts";
import { Hits, type Term, WordTable } from "./word-table.ts";

/** The score of a text for a topic. */
export interface TopicOpinion {
  /** Its index in the metadata. */
  readonly topic: number;
  /** 0..1, to three digits. */
  readonly score: number;
  /** Words that contribute to it, in offsets of the submitted text; all of a disguised piece. */
  readonly evidence: readonly Span[];
}

/** Most reported spans of a topic. */
const EVIDENCE_MAX = 16;
/** Topics with a lower score are not reported. */
const SCORE_MIN = 0.3;
/** Sufficient weight of a window, hundredths, and the steepness of the score around it. */
const ENOUGH = 70;
const STEEPNESS = 3;
/** Least weight of a term that counts as evidence, hundredths. */
const NAMED_MIN = 15;

/** Scores a text for all configured topics in one pass. */
export class TopicPolicy {
  readonly #table: WordTable;
  readonly #window: SlidingWindow;

  constructor(topics: readonly string[]) {
    const lexicon = topicLexicon();
    const known = topics.map((topic) => topicTerms(topic, lexicon));
    const lists = known.map(({ terms }) => terms);
    const signs = known.map(({ signs: own }) => {
      if (own.length === 0) return NO_SIGN;
      const list = own.map((text): Term => ({ text, weight: 1 }));
      return lists.push(list) - 1;
    });
    this.#table = new WordTable(lists);
    this.#window = new SlidingWindow(this.#table, signs);
  }

  /** Probable topics of the part of the text. @param part UTF-16 units of the submitted text */
  judge(text: Reading, { from, until }: { readonly from: number; readonly until: number }): readonly TopicOpinion[] {
    const { folded } = text;
    const place = (start: number, end: number): Span => folded.span(start, end);
    const part = { from: foldedAt(text, from), until: foldedAt(text, until) };
    const opinions = new Map(this.#read(text.of(TOKENS), part, place).map((opinion) => [opinion.topic, opinion]));
    for (const { view, span } of text.of(PIECES)) {
      if (span.end <= from || span.end > until) continue;
      const whole = { from: 0, until: view.folded.text.length };
      for (const opinion of this.#read(view.of(TOKENS), whole, () => span))
        if (opinion.score > (opinions.get(opinion.topic)?.score ?? 0))
          opinions.set(opinion.topic, { ...opinion, evidence: [span] });
    }
    return [...opinions.values()].sort((a, b) => b.score - a.score || a.topic - b.topic);
  }

  #read(tokens: Tokens, part: Part, place: (start: number, end: number) => Span): readonly TopicOpinion[] {
    const hits = new Hits(this.#table, tokens);
    const windows = this.#window.read(hits, part);
    return windows.flatMap((window, topic) => {
      const score = scoreOf(window.weight);
      return score < SCORE_MIN ? [] : [{ topic, score, evidence: this.#evidence(hits, { topic, window }, place) }];
    });
  }

  #evidence(
    hits: Hits,
    { topic, window }: { readonly topic: number; readonly window: Strongest },
    place: (start: number, end: number) => Span,
  ): readonly Span[] {
    const { starts, ends } = hits.tokens;
    const spans: Span[] = [];
    for (let at = window.first; at < window.end && spans.length < EVIDENCE_MAX; at++) {
      if (this.#table.weightOf(hits.rows[at] ?? 0, topic) < NAMED_MIN) continue;
      const span = place(starts[hits.starts[at] ?? 0] ?? 0, ends[(hits.ends[at] ?? 1) - 1] ?? 0);
      if (span.end > span.start) addSpan(spans, span);
    }
    return spans;
  }
}

/** A sequence replaces its words. */
function addSpan(spans: Span[], span: Span): void {
  while ((spans.at(-1)?.start ?? -1) >= span.start) spans.pop();
  if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span);
}

const scoreOf = (weight: number): number =>
  weight === 0 ? 0 : Math.round(1000 / (1 + Math.exp(-STEEPNESS * (weight / ENOUGH - 1)))) / 1000;

/** The first offset in the folded text at or after an offset in the submitted text. */
function foldedAt({ raw, folded }: Reading, offset: number): number {
  if (offset >= raw.length) return folded.text.length;
  return firstFrom(folded.text.length, (at) => folded.span(at, at + 1).start >= offset);
}

/** Longest window, in tokens and in UTF-16 units of folded text: about three sentences. */
const WINDOW_TOKENS = 45;
const WINDOW_UNITS = 512;
/** Most weight of a topic that requires a sign but lacks it, hundredths. */
const UNSIGNED_MAX = 60;
/** The topic needs no sign. */
const NO_SIGN = -1;

/** The strongest window of a topic: its weight in hundredths, and its hits, half open. */
interface Strongest {
  weight: number;
  first: number;
  end: number;
}

/** The windows that count: their last hit ends after `from` and not after `until`, UTF-16 units of folded text. */
interface Part {
  readonly from: number;
  readonly until: number;
}

/**
 * Sums the evidence for each topic in the stretches that end at each hit, counting each term once. The weight of a stretch depends
 * on nothing outside it, so a stream has the same stretches.
 */
class SlidingWindow {
  readonly #table: WordTable;
  readonly #sums: Int32Array;
  /** Number of a row's terms in the window. */
  readonly #counts: Int32Array;
  /** Topic → the number under which the table has its signs. */
  readonly #signs: readonly number[];
  /** Number of a sign → the topics that need it. */
  readonly #signed: readonly (readonly number[])[];

  /** @param signs of each topic the number under which the table has its signs, or `NO_SIGN`; signs come after the topics */
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
    const { starts, ends } = hits.tokens;
    const best = this.#signs.map(() => ({ weight: 0, first: 0, end: 0 }));
    this.#sums.fill(0);
    this.#counts.fill(0);
    let first = 0;
    for (let at = 0; at < hits.rows.length; at++) {
      const last = hits.ends[at] ?? 0;
      const end = ends[last - 1] ?? 0;
      for (; first < at && !isNear(hits.starts[first] ?? 0, { last, end, starts }); first++)
        this.#count(hits, first, -1);
      this.#count(hits, at, 1);
      if (end > part.from && end <= part.until) this.#updateBest(hits.rows[at] ?? 0, best, { first, end: at + 1 });
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

  /** Updates the strongest windows of the topics that the row changed. */
  #updateBest(row: number, best: readonly Strongest[], window: { readonly first: number; readonly end: number }): void {
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
