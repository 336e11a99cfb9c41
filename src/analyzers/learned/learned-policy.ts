import type { Span } from "../../core/model.ts";
import { fold } from "../../text/fold.ts";
import type { Text } from "../../text/text.ts";
import type { AnalysisContext } from "../analyzer.ts";
import type { Features } from "./features.ts";
import { LabelModel, type StoredLabels } from "./label-model.ts";
import { type Judged, LinearModel, type Part, type StoredModel } from "./linear-model.ts";
import { featuresOf } from "./reader.ts";
import { lastSentence } from "./sentences.ts";

/** `weights.json` of a policy; made by `npm run train`, described in docs/models/learned.md. */
export interface StoredPolicy {
  readonly model: StoredModel;
  readonly labels: StoredLabels;
}

/** What a learned policy says of a text. */
export interface Opinion {
  /** 0..1, to three digits. */
  readonly score: number;
  /** Label → how likely it is, in the order of the model. */
  readonly labels: ReadonlyMap<string, number>;
  /** The disguise that had to be undone to see it. */
  readonly disguise: string | null;
  /** Words that carried the score, in offsets of the submitted text; of a disguised piece all of it. */
  readonly evidence: readonly Span[];
}

/** Most places that are named. */
const EVIDENCE_MAX = 16;
/** A word is named that weighs at least that share of the heaviest. */
const EVIDENCE_SHARE = 0.2;
/** Tokens between two words that are named as one. */
const EVIDENCE_GAP = 2;
/** Below, a text has a score and nothing else. */
const DETAILS_MIN = 0.3;
const SURE = 0.5;
/** Disguised pieces that are read. */
const PIECES_MAX = 32;

/**
 * A model with its labels, asked about whole texts and about what stands in them in disguise. Of a stream it is asked
 * sentence by sentence, each with what has been released before it.
 */
export class LearnedPolicy {
  readonly #model: LinearModel;
  readonly #labels: LabelModel;

  constructor(stored: StoredPolicy) {
    this.#model = new LinearModel(stored.model);
    this.#labels = new LabelModel(stored.labels);
  }

  get labels(): readonly string[] {
    return this.#labels.names;
  }

  /** The strongest of what the text says openly and of its decoded pieces. */
  judge(text: Text, context: Asked = { from: 0, origin: "user" }): Opinion {
    const best = this.#strongest(text, context);
    const { score, start, end, disguise, piece, place } = best;
    if (score < DETAILS_MIN) return { score, labels: NO_LABELS, disguise: null, evidence: [] };
    const features = featuresOf(piece ?? text.folded.text);
    const likely = this.#labels.judge(features, start, end);
    const labels = new Map(this.#labels.names.map((name, index) => [name, likely[index] ?? 0]));
    const evidence = place === null ? this.#evidence(features, { start, end }, text) : [place];
    return { score, labels, disguise, evidence };
  }

  #strongest(text: Text, { from, isOpen, origin }: Asked): Strongest {
    const until = isOpen === true ? lastSentence(text.raw) : text.raw.length;
    const features = featuresOf(text.folded.text);
    const isWhole = from === 0 && until === text.raw.length;
    const isTool = origin === "tool";
    const open = this.#read(features, isTool, isWhole ? undefined : partOf(features, text, { from, until }));
    let best: Strongest = { ...open, disguise: null, piece: null, place: null };
    for (const { text: piece, disguise, span } of text.decoded.slice(0, PIECES_MAX)) {
      if (span.end <= from || span.start >= until) continue;
      const folded = fold(piece).text;
      const read = this.#read(featuresOf(folded), isTool);
      // A disguise that alone is enough is named, even where its letters can be made out without undoing it.
      const isTelling =
        read.score > best.score ? read.score >= DETAILS_MIN : best.disguise === null && read.score >= SURE;
      if (isTelling) best = { ...read, disguise, piece: folded, place: span };
    }
    return best;
  }

  #read(features: Features, isTool: boolean, part?: Part): Judged {
    const judged = this.#model.judge(features, part, isTool);
    return judged === null ? NOTHING : { ...judged, score: Math.round(judged.score * 1000) / 1000 };
  }

  /** The heaviest words of the window, merged where they stand together. */
  #evidence(features: Features, window: Span, text: Text): readonly Span[] {
    const { tokens } = features;
    const limit = EVIDENCE_SHARE * this.#heaviest(features, window);
    const spans: { start: number; end: number }[] = [];
    let lastAt = Number.NEGATIVE_INFINITY;
    for (let at = window.start; at < window.end; at++) {
      const weight = this.#model.weightOf(features, at);
      if (weight <= 0 || weight < limit) continue;
      const { start, end } = text.folded.span(tokens.starts[at] ?? 0, tokens.ends[at] ?? 0);
      const last = spans.at(-1);
      if (last !== undefined && at - lastAt <= EVIDENCE_GAP) last.end = Math.max(last.end, end);
      else spans.push({ start, end });
      lastAt = at;
    }
    return spans.filter(({ start, end }) => end > start).slice(0, EVIDENCE_MAX);
  }

  #heaviest(features: Features, { start, end }: Span): number {
    let heaviest = 0;
    for (let at = start; at < end; at++) heaviest = Math.max(heaviest, this.#model.weightOf(features, at));
    return heaviest;
  }
}

/** What a model must know besides the text. */
type Asked = Pick<AnalysisContext, "from" | "isOpen" | "origin">;

/** What says most: the open text, or a decoded piece of it, folded, with its place. */
interface Strongest extends Judged {
  readonly disguise: string | null;
  readonly piece: string | null;
  readonly place: Span | null;
}

/** Released text that a window can still begin in, UTF-16 units: its tokens, were they not longer than words are. */
export const LOOKBACK = 1024;

/** The tokens of a part of the submitted text. */
function partOf({ tokens }: Features, { folded }: Text, { from, until }: { from: number; until: number }): Part {
  /** The first token that begins at that offset or behind it. */
  const tokenAt = (offset: number): number => {
    let low = 0;
    for (let high = tokens.count; low < high;) {
      const middle = (low + high) >> 1;
      if (folded.span(tokens.starts[middle] ?? 0, tokens.ends[middle] ?? 0).start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { from: tokenAt(from), until: tokenAt(until) };
}

/** The label that is likeliest; `null` without labels. */
export function likeliest(labels: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  for (const [name, likely] of labels) if (best === null || likely > (labels.get(best) ?? 0)) best = name;
  return best;
}

const NO_LABELS: ReadonlyMap<string, number> = new Map();
const NOTHING = { score: 0, start: 0, end: 0 } as const;
