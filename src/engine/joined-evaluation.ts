import type { Applied, AppliedStatus, Evaluation, Finding, Json, JsonObject, Violation } from "../core/model.ts";
import type { Reading } from "../text/reading.ts";
import { bySeverity, violationOf, worst, type EvaluationContext } from "./evaluate.ts";
import type { Guard } from "./guard.ts";
import { askJoined, joinTexts, readsJoined, type JoinedOutcome, type JoinedText } from "./joined.ts";

export interface EvaluatedTurn {
  readonly guards: readonly Guard[];
  readonly text: Reading;
  /** What the user said before, oldest first. */
  readonly earlier: readonly string[];
  /** What the policies say of the text alone. */
  readonly evaluation: Evaluation;
}

/**
 * Adds what a prompt says only together with the prompts before it. Such a violation has `turns` in its details, how many were
 * read as one; its offsets are those that lie in the submitted text. Whatever is violated by the text alone stays as it is.
 */
export async function withEarlierTurns(
  { guards, text, earlier, evaluation }: EvaluatedTurn,
  context: Pick<EvaluationContext, "clock" | "signal" | "work">,
): Promise<Evaluation> {
  const open = new Set(evaluation.applied.filter(({ status }) => status === "passed").map(({ policy }) => policy.id));
  const asking = guards.filter((guard) => open.has(guard.policy.id) && readsJoined(guard));
  if (asking.length === 0 || earlier.length === 0) return evaluation;
  const joined = joinTexts(earlier, [text.raw]);
  context.work?.draw("characters", joined.joined.length * asking.length);
  const asked = await askJoined(asking, joined, context);
  const turns = turnsOf(earlier, joined);
  return asked.reduce((merged, outcome) => merge(merged, outcome, { text, turns }), evaluation);
}

export interface Turns {
  readonly count: number;
  /** Where the submitted text begins in the joined one. */
  readonly start: number;
}

export const turnsOf = (earlier: readonly string[], { borders: [start = 0] }: JoinedText): Turns => ({
  count: earlier.length + 1,
  start,
});

/** What a prompt violates only together with those before it. */
export function joinedViolation(
  guard: Guard,
  findings: readonly Finding[],
  { text, turns }: { readonly text: Reading; readonly turns: Turns },
): Violation | null {
  const own = violationOf(guard, text, inText(findings, turns.start, text.raw.length));
  return own === null ? null : { ...own, joined: "turns", details: withTurns(own, turns.count) };
}

function merge(
  evaluation: Evaluation,
  { guard, outcome, isViolated }: JoinedOutcome,
  { text, turns }: { readonly text: Reading; readonly turns: Turns },
): Evaluation {
  const { policy } = guard;
  if (outcome.kind === "failed") {
    const list = policy.onError === "pass" ? "degraded" : "failedClosed";
    const failed = { status: "failed", reason: outcome.reason } as const;
    const names = [...evaluation[list], policy.name].sort();
    return { ...evaluation, applied: withStatus(evaluation, guard, failed), [list]: names, isRepeatable: false };
  }
  const own = isViolated ? joinedViolation(guard, outcome.findings, { text, turns }) : null;
  if (own === null) return evaluation;
  const violations = [...evaluation.violations, own].sort(bySeverity);
  const applied = withStatus(evaluation, guard, { status: "violated" });
  return { ...evaluation, violations, applied, verdict: worst(violations) };
}

function withStatus({ applied }: Evaluation, { policy, scope }: Guard, status: AppliedStatus): readonly Applied[] {
  return applied.map((entry) => {
    if (entry.policy !== policy) return entry;
    const { durationUs, score } = entry;
    const common = { policy, scope, durationUs };
    return score === undefined || status.status === "failed"
      ? { ...status, ...common }
      : { ...status, ...common, score };
  });
}

/** Findings about the whole, and what of the evidence stands in the submitted text. */
function inText(findings: readonly Finding[], start: number, length: number): readonly Finding[] {
  return findings.flatMap((finding) => {
    const { span } = finding;
    if (span === undefined) return [finding];
    const own = { start: Math.max(0, span.start - start), end: Math.min(length, span.end - start) };
    return own.end > own.start ? [{ ...finding, span: own }] : [];
  });
}

function withTurns({ details }: Violation, turns: number): Json {
  return isObject(details) ? { ...details, turns } : details;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
