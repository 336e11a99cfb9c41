import { firstFrom } from "../../core/lists.ts";
import type { Span } from "../../core/model.ts";
import { PIECES, type Reading } from "../../text/reading.ts";
import type { AnalysisContext } from "../analyzer.ts";
import { FEATURES, type Features } from "./features.ts";
import { LabelModel, type StoredLabels } from "./label-model.ts";
import { type Judged, LinearModel, type Part, type StoredModel } from "./linear-model.ts";
import { lastSentence } from "./sentences.ts";
import { WeightLanes } from "./weight-lanes.ts";

/** `weights.json` of a policy; made by `npm run train`, described in docs/models/learned.md. */
export interface StoredPolicy {
  readonly model: StoredModel;
  readonly labels: StoredLabels;
}

/** The judgement of a learned policy on a text. */
export interface Opinion {
  /** 0..1, to three digits. */
  readonly score: number;
  /** Label → its probability, in the order of the model. */
  readonly labels: ReadonlyMap<string, number>;
  /** The disguise that had to be undone to see it. */
  readonly disguise: string | null;
  /** Words that contributed most to the score, in offsets of the submitted text; all of a disguised piece. */
  readonly evidence: readonly Span[];
}

/** Most reported spans. */
const EVIDENCE_MAX = 16;
/** A word is reported if its weight is at least this share of the heaviest word's. */
const EVIDENCE_SHARE = 0.2;
/** Most tokens between two words that are reported as one span. */
const EVIDENCE_GAP = 2;
/** Below this score, nothing but the score is reported. */
const DETAILS_MIN = 0.3;
const SURE = 0.5;
/** Windows whose labels are computed if only some labels are requested. */
const WINDOWS_MAX = 64;

/**
 * A model with its labels. It judges whole texts and their disguised pieces, and streams sentence by sentence, each with the
 * text released before it.
 */
export class LearnedPolicy {
  readonly #model: LinearModel;
  readonly #labels: LabelModel;

  /** Scores that 5 %, 1 % and 0.2 % of harmless texts exceed. */
  readonly thresholds: StoredModel["thresholds"];

  constructor({ model, labels }: StoredPolicy, lanes = new WeightLanes()) {
    this.#model = new LinearModel(model, lanes);
    this.#labels = new LabelModel(labels);
    this.thresholds = model.thresholds;
  }

  /** Names of its labels. */
  get labels(): readonly string[] {
    return this.#labels.names;
  }

  /** The strongest of the open text and its decoded pieces; with `only`, the strongest for these labels. */
  judge(text: Reading, context: Asked = { from: 0, origin: "user" }, only: ReadonlySet<string> | null = null): Opinion {
    const best = this.#strongest(text, context, only);
    const { score, start, end, disguise, piece, place } = best;
    if (score < DETAILS_MIN) return { score, labels: NO_LABELS, disguise: null, evidence: [] };
    const features = (piece ?? text).of(FEATURES);
    const likely = this.#labels.judge(features, start, end);
    const labels = new Map(this.#labels.names.map((name, index) => [name, likely[index] ?? 0]));
    const evidence = place === null ? this.#evidence(features, { start, end }, text) : [place];
    return { score, labels, disguise, evidence };
  }

  #strongest(text: Reading, { from, isOpen, origin }: Asked, only: ReadonlySet<string> | null): Strongest {
    const until = isOpen === true ? lastSentence(text.raw, from) : text.raw.length;
    const features = text.of(FEATURES);
    const isWhole = from === 0 && until === text.raw.length;
    const isTool = origin === "tool";
    const open = this.#read(features, { isTool, only, part: isWhole ? null : partOf(features, text, { from, until }) });
    let best: Strongest = { ...open, disguise: null, piece: null, place: null };
    for (const { view, disguise, span } of text.of(PIECES)) {
      if (span.end <= from || span.start >= until || span.start < from - LOOKBACK) continue;
      const read = this.#read(view.of(FEATURES), { isTool, only, part: null });
      // A disguise that is sufficient by itself is reported, even if its letters are legible without decoding.
      const isNamed = best.disguise === null && read.rank >= SURE;
      if (read.rank > best.rank ? read.score < DETAILS_MIN : !isNamed) continue;
      best = { ...read, score: Math.max(best.score, read.score), disguise, piece: view, place: span };
    }
    return best;
  }

  #read(features: Features, { isTool, only, part }: Question): Ranked {
    const judged = this.#model.judge(features, part, isTool);
    if (judged === null) return NOTHING;
    const score = rounded(judged.score);
    if (only === null || score < DETAILS_MIN) return { ...judged, score, rank: only === null ? score : 0 };
    const windows = this.#model.judgeAll(features, part, { isTool, min: DETAILS_MIN, max: WINDOWS_MAX });
    const ranked = windows.map((window) => ({
      ...window,
      score: rounded(window.score),
      rank: this.#rank(features, window, only),
    }));
    return ranked.reduce((best, window) => (window.rank > best.rank ? window : best), { ...judged, score, rank: 0 });
  }

  /** A window's evidence for the requested labels: its score times their probability relative to the most probable label. */
  #rank(features: Features, { score, start, end }: Judged, only: ReadonlySet<string>): number {
    const likely = this.#labels.judge(features, start, end);
    const wanted = likely.filter((_, index) => only.has(this.#labels.names[index] ?? ""));
    return (score * Math.max(0, ...wanted)) / Math.max(...likely, Number.MIN_VALUE);
  }

  /** The heaviest words of the window; adjacent ones are merged. */
  #evidence(features: Features, window: Span, text: Reading): readonly Span[] {
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

/** Input of a model in addition to the text. */
type Asked = Pick<AnalysisContext, "from" | "isOpen" | "origin">;

interface Question {
  readonly isTool: boolean;
  readonly only: ReadonlySet<string> | null;
  readonly part: Part | null;
}

/** A window, and how much it counts among others. */
interface Ranked extends Judged {
  readonly rank: number;
}

/** The strongest evidence: the open text, or a decoded piece with its span. */
interface Strongest extends Ranked {
  readonly disguise: string | null;
  readonly piece: Reading | null;
  readonly place: Span | null;
}

/** Released text in which a window can still begin, UTF-16 units: its tokens, if they are as long as words. */
export const LOOKBACK = 1024;

/** The tokens of a part of the submitted text. */
function partOf({ tokens }: Features, { folded }: Reading, { from, until }: { from: number; until: number }): Part {
  /** The first token that begins at or after that offset. */
  const tokenAt = (offset: number): number =>
    firstFrom(tokens.count, (at) => folded.span(tokens.starts[at] ?? 0, tokens.ends[at] ?? 0).start >= offset);
  return { from: tokenAt(from), until: tokenAt(until), least: from <= LOOKBACK ? 0 : tokenAt(from - LOOKBACK) };
}

/** The most probable label; `null` without labels. */
export function likeliest(labels: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  for (const [name, likely] of labels) if (best === null || likely > (labels.get(best) ?? 0)) best = name;
  return best;
}

const NO_LABELS: ReadonlyMap<string, number> = new Map();
const NOTHING = { score: 0, rank: 0, start: 0, end: 0 } as const;
const rounded = (score: number): number => Math.round(score * 1000) / 1000;

/** Policies by the function that reads their weights: a second copy would occupy another lane. */
class SharedPolicies {
  readonly #made = new WeakMap<() => StoredPolicy, LearnedPolicy>();
  /** Those with room for one more model. */
  #lanes = new WeightLanes();

  of(read: () => StoredPolicy, isLone: boolean): LearnedPolicy {
    let policy = this.#made.get(read);
    if (policy === undefined) {
      if (this.#lanes.isFull) this.#lanes = new WeightLanes();
      policy = new LearnedPolicy(read(), isLone ? new WeightLanes() : this.#lanes);
      this.#made.set(read, policy);
    }
    return policy;
  }
}

const POLICIES = new SharedPolicies();

/**
 * The policy with these weights, read and made on first use.
 * @param read one function for each policy
 */
export const sharedPolicy = (read: () => StoredPolicy): LearnedPolicy => POLICIES.of(read, false);

/**
 * The same for a policy that reads other texts than the rest. If no other policy uses the model, its weights stay separate: in shared
 * lanes, every model would take four times the memory.
 */
export const lonePolicy = (read: () => StoredPolicy): LearnedPolicy => POLICIES.of(read, true);
