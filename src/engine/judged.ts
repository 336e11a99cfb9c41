import type { AnalysisContext, Preparation, PreparedAnalyzer } from "../analyzers/analyzer.ts";
import { inquiryOf, NO_JUDGE, type Inquiry } from "../analyzers/inquiry.ts";
import type { Judge, JudgeAnswer } from "../core/judge-model.ts";
import { mapped } from "../core/steps.ts";
import type { Finding, Policy, ScoreBand } from "../core/model.ts";
import { disguiseOf } from "../text/fold/fold.ts";
import { Reading } from "../text/reading.ts";

export type Readiness =
  | { readonly kind: "ready"; readonly prepared: PreparedAnalyzer; readonly judge: Judge | null }
  /** Only a judge can decide, and there is none. */
  | { readonly kind: "no_judge" }
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string };

/** Puts the judge that a policy asks for in place of its detector, or after it. */
export function withJudge(
  preparation: Extract<Preparation, { readonly kind: "ready" | "judged" }>,
  options: { readonly policy: Policy; readonly judge: Judge | null; readonly threshold: number },
): Readiness {
  const { policy, judge } = options;
  const wanted = policy.judge ?? null;
  // Of policies that can do without, only those that name a judge have one.
  if (preparation.kind === "ready" && wanted === null)
    return { kind: "ready", prepared: preparation.analyzer, judge: null };
  const inquiry = inquiryOf(preparation);
  if (inquiry === undefined) return invalid("judge", NO_JUDGE.findsValues(policy.name));
  if (judge === null) return wanted === null ? { kind: "no_judge" } : invalid("judge", NO_JUDGE.unknown(wanted.name));
  const reason = judge.whyNot(inquiry.question);
  if (reason !== null) return invalid("judge", reason);
  const judging = { judge, inquiry, timeoutMs: policy.timeoutMs };
  if (preparation.kind === "ready") {
    const prepared = besideDetector(judging, preparation.analyzer, options);
    return { kind: "ready", prepared, judge };
  }
  return wanted?.mode === "after"
    ? invalid("judge_mode", NO_JUDGE.hasNoDetector(policy.name))
    : { kind: "ready", prepared: judgedAlone(judging, preparation.details), judge };
}

function besideDetector(
  judging: Judging,
  local: PreparedAnalyzer,
  { policy, threshold }: { readonly policy: Policy; readonly threshold: number },
): PreparedAnalyzer {
  return policy.judge?.mode === "alone"
    ? judgedAlone(judging, local.details)
    : judgedAfter(judging, local, policy.judge?.band ?? defaultBand(threshold));
}

const invalid = (path: string, reason: string): Readiness => ({ kind: "invalid", path, reason });

interface Judging {
  readonly judge: Judge;
  readonly inquiry: Inquiry;
  /** The policy's deadline. */
  readonly timeoutMs: number;
}

type Found = readonly Finding[] | Promise<readonly Finding[]>;

/**
 * A policy that a judge decides alone. It needs the whole text: a rule may be about all of it, and a question for each
 * sentence of a stream would cost as many times as much.
 */
function judgedAlone(judging: Judging, details: PreparedAnalyzer["details"]): PreparedAnalyzer {
  const { inquiry } = judging;
  return {
    lookback: Number.POSITIVE_INFINITY,
    analyze: (text, context) => mapped(ask(judging, text, context), (answer) => inquiry.findings(answer, text)),
    details,
  };
}

/**
 * A policy whose detector decides first. Where its score is uncertain the judge's answer replaces it; otherwise
 * no judge is asked. On a stream the judge reads what the detector does: whole sentences and what came before them.
 */
function judgedAfter(judging: Judging, local: PreparedAnalyzer, band: ScoreBand): PreparedAnalyzer {
  const review = (found: readonly Finding[], text: Reading, context: AnalysisContext): Found => {
    const score = found[0]?.score ?? 0;
    if (score < band.low || score > band.high) return found;
    const read = context.isOpen === true ? decidedPart(local, text, context) : text;
    return mapped(ask(judging, read, context), (answer) => rescored(found, { answer, text: read, judging }));
  };
  return {
    ...local,
    review,
    analyze: (text, context) => mapped(local.analyze(text, context), (found) => review(found, text, context)),
  };
}

/** Halfway from the threshold to either end. */
const defaultBand = (threshold: number): ScoreBand => ({ low: threshold / 2, high: (1 + threshold) / 2 });

/** What of an open text the detector decides now. */
function decidedPart(local: PreparedAnalyzer, text: Reading, { from, conversation }: AnalysisContext): Reading {
  const until = local.stableUntil?.(text, from, conversation) ?? text.raw.length - local.lookback;
  return until >= text.raw.length ? text : new Reading(text.raw.slice(0, Math.max(until, from)));
}

function ask(
  { judge, inquiry, timeoutMs }: Judging,
  text: Reading,
  context: AnalysisContext,
): JudgeAnswer | Promise<JudgeAnswer> {
  const { question } = inquiry;
  // Nothing is said where nothing is written.
  if (text.raw.trim() === "") return { score: 0, parts: question.parts.map(() => 0) };
  return judge.ask({ question, text: readableText(text), origin: context.origin, timeoutMs, signal: context.signal });
}

/** Disguised pieces that are shown undone. */
const PIECES_MAX = 32;

/** The text as submitted, followed by what it holds in disguise: a judge does not decode what a detector does. */
function readableText(text: Reading): string {
  const pieces = text.decoded.slice(0, PIECES_MAX).map((piece) => piece.text);
  if (disguiseOf(text.raw) !== null) pieces.push(text.folded.text);
  return pieces.length === 0 ? text.raw : [text.raw, ...pieces].join("\n\n");
}

/** The judge's answer in the place of the detector's score; the places that the detector named stay. */
function rescored(
  found: readonly Finding[],
  { answer, text, judging }: { readonly answer: JudgeAnswer; readonly text: Reading; readonly judging: Judging },
): readonly Finding[] {
  const [whole] = found;
  if (whole === undefined || found.length === 1) return judging.inquiry.findings(answer, text);
  return found.map((finding) => ({ ...finding, score: scaled(finding.score, whole.score, answer.score) }));
}

/** A label that was half as likely as the text's score stays half as likely. */
function scaled(score: number, before: number, after: number): number {
  return before === 0 ? after : Math.min(1, Math.round(((score * after) / before) * 1000) / 1000);
}
