import { mapped } from "../core/steps.ts";
import type { Applied, AppliedStatus, Violation } from "../core/model.ts";
import type { Reading } from "../text/reading.ts";
import { skipReason, violationOf, type EvaluationContext } from "./evaluate.ts";
import type { Runner } from "./offload.ts";
import type { Guard } from "./guard.ts";
import { askOneJoined, joinTexts, readsJoined, type JoinedOutcome } from "./joined.ts";
import { joinedViolation, turnsOf } from "./joined-evaluation.ts";
import { runGuard, type GuardOutcome } from "./run-guard.ts";

/** The outcome of a shadow policy for a text. */
export interface ShadowOutcome {
  readonly applied: Applied;
  /** What it would have said, had it acted; `null` where it is not violated. */
  readonly violation: Violation | null;
}

export interface ShadowQuestion {
  readonly text: Reading;
  /** What the user said before, oldest first. */
  readonly earlier: readonly string[];
  /** Knows what another thread found in a long text; absent: none read it. */
  readonly run?: Runner;
}

/** Asks a shadow policy about a text; returns a promise only if its analyzer is asynchronous. Never throws or rejects. */
export function askShadow(
  guard: Guard,
  { text, earlier, run = runGuard }: ShadowQuestion,
  context: EvaluationContext,
): ShadowOutcome | Promise<ShadowOutcome> {
  const reason = skipReason(guard, context);
  if (reason !== null) return outcomeOf(guard, { status: "skipped", reason }, 0);
  try {
    const alone = mapped(run(guard, text, { ...context, from: 0 }), (outcome) => shadowOutcome(guard, text, outcome));
    const asked = mapped(alone, (outcome) => withEarlier(guard, { text, earlier, outcome }, context));
    return asked instanceof Promise ? asked.catch(() => broken(guard)) : asked;
  } catch {
    return broken(guard);
  }
}

export const outcomeOf = ({ policy, scope }: Guard, status: AppliedStatus, durationUs: number): ShadowOutcome => ({
  applied: { ...status, policy, scope, durationUs },
  violation: null,
});

/** A fault of a policy that no one relies on fails no request. */
const broken = (guard: Guard): ShadowOutcome => outcomeOf(guard, { status: "failed", reason: "error" }, 0);

function shadowOutcome(guard: Guard, text: Reading, outcome: GuardOutcome): ShadowOutcome {
  if (outcome.kind === "failed")
    return outcomeOf(guard, { status: "failed", reason: outcome.reason }, outcome.durationUs);
  return reported(guard, outcome.findings.length === 0 ? null : violationOf(guard, text, outcome.findings), outcome);
}

function reported(
  guard: Guard,
  violation: Violation | null,
  { durationUs, score }: Pick<Applied, "durationUs" | "score">,
): ShadowOutcome {
  const status = violation === null ? "passed" : "violated";
  const { applied } = outcomeOf(guard, { status }, durationUs);
  return { applied: score === undefined ? applied : { ...applied, score }, violation };
}

/** What the text says only together with those before it counts as it does for policies that act. */
function withEarlier(
  guard: Guard,
  { text, earlier, outcome }: ShadowQuestion & { readonly outcome: ShadowOutcome },
  { clock, signal }: EvaluationContext,
): ShadowOutcome | Promise<ShadowOutcome> {
  if (outcome.applied.status !== "passed" || earlier.length === 0 || !readsJoined(guard)) return outcome;
  const joined = joinTexts(earlier, [text.raw]);
  const turns = turnsOf(earlier, joined);
  return mapped(askOneJoined(guard, joined, { clock, signal }), ({ outcome: said, isViolated }: JoinedOutcome) => {
    if (said.kind === "failed") return shadowOutcome(guard, text, said);
    const { score } = outcome.applied;
    const measured = { durationUs: said.durationUs, ...(score === undefined ? {} : { score }) };
    return reported(guard, isViolated ? joinedViolation(guard, said.findings, { text, turns }) : null, measured);
  });
}
