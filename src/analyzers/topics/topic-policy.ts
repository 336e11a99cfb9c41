import { firstFrom } from "../../core/lists.ts";
import { RawText } from "../../text/units.ts";
import type { Span } from "../../core/model.ts";
import { fold } from "../../text/fold/fold.ts";
import type { Reading } from "../../text/reading.ts";
import type { Hits } from "./hits.ts";
import { topicLexicon } from "./lexicon.ts";
import { topicTerms } from "./topic-terms.ts";
import { NO_SIGN, SlidingWindow, type Strongest } from "./window.ts";
import type { Term } from "./term-rows.ts";
import { WordTable } from "./word-table.ts";

/** How much a text is about a topic. */
export interface TopicOpinion {
  /** Its place in the metadata. */
  readonly topic: number;
  /** 0..1, to three digits. */
  readonly score: number;
  /** Words that carry it, in offsets of the submitted text; of a disguised piece all of it. */
  readonly evidence: readonly Span[];
}

/** Most places that are named for a topic. */
const EVIDENCE_MAX = 16;
/** Disguised pieces that are read. */
const PIECES_MAX = 32;
/** Topics with a lower score are not named. */
const SCORE_MIN = 0.3;
/** Weight of a window that is enough, hundredths, and how fast more makes the score surer. */
const ENOUGH = 70;
const STEEPNESS = 3;
/** A term that weighs less, in hundredths, is no evidence. */
const NAMED_MIN = 15;

/** Finds how much a text is about each of some topics, in one reading whatever their number. */
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

  /** Topics that the part of the text is likely about. @param part UTF-16 units of the submitted text */
  judge(text: Reading, { from, until }: { readonly from: number; readonly until: number }): readonly TopicOpinion[] {
    const { folded } = text;
    const place = (start: number, end: number): Span => folded.span(start, end);
    const part = { from: foldedAt(text, from), until: foldedAt(text, until) };
    const opinions = new Map(this.#read(folded.text, part, place).map((opinion) => [opinion.topic, opinion]));
    for (const { text: piece, span } of text.decoded.slice(0, PIECES_MAX)) {
      if (span.end <= from || span.end > until) continue;
      const shown = fold(new RawText(piece)).text;
      for (const opinion of this.#read(shown, { from: 0, until: shown.length }, () => span))
        if (opinion.score > (opinions.get(opinion.topic)?.score ?? 0))
          opinions.set(opinion.topic, { ...opinion, evidence: [span] });
    }
    return [...opinions.values()].sort((a, b) => b.score - a.score || a.topic - b.topic);
  }

  #read(
    folded: string,
    part: { readonly from: number; readonly until: number },
    place: (start: number, end: number) => Span,
  ): readonly TopicOpinion[] {
    const hits = this.#table.read(folded);
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
    const { starts, ends } = this.#table.tokens;
    const spans: Span[] = [];
    for (let at = window.first; at < window.end && spans.length < EVIDENCE_MAX; at++) {
      if (this.#table.weightOf(hits.rows[at] ?? 0, topic) < NAMED_MIN) continue;
      const span = place(starts[hits.starts[at] ?? 0] ?? 0, ends[(hits.ends[at] ?? 1) - 1] ?? 0);
      if (span.end > span.start) addSpan(spans, span);
    }
    return spans;
  }
}

/** A sequence takes the place of the words that it is made of. */
function addSpan(spans: Span[], span: Span): void {
  while ((spans.at(-1)?.start ?? -1) >= span.start) spans.pop();
  if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span);
}

const scoreOf = (weight: number): number =>
  weight === 0 ? 0 : Math.round(1000 / (1 + Math.exp(-STEEPNESS * (weight / ENOUGH - 1)))) / 1000;

/** The first offset of the folded text that stands at or behind an offset of the submitted one. */
function foldedAt({ raw, folded }: Reading, offset: number): number {
  if (offset >= raw.length) return folded.text.length;
  return firstFrom(folded.text.length, (at) => folded.span(at, at + 1).start >= offset);
}
