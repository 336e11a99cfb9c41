import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import { least } from "../core/lists.ts";
import type { Conversation } from "../core/conversation.ts";
import type {
  Applied,
  AppliedStatus,
  EntitySettings,
  Evaluation,
  Finding,
  Mask,
  Origin,
  Side,
  SkipReason,
  Verdict,
  Violation,
} from "../core/model.ts";
import type { ToolCall } from "../core/tool-call.ts";
import type { Work } from "../core/work-budget.ts";
import { forgetLastMatch } from "../text/reading.ts";
import type { Reading } from "../text/reading.ts";
import { isLong, runOffloaded, runnerHere, type Offload, type Runner } from "./offload.ts";
import { isBlocking, thresholdOf } from "./entity-settings.ts";
import { judgeOf, readsCalls, type Guard } from "./guard.ts";
import type { GuardOutcome } from "./run-guard.ts";

export interface EvaluationContext {
  readonly side: Side;
  readonly origin: Origin;
  /** What was said before the text; absent if unknown. */
  readonly conversation?: Conversation;
  /** The text is a part of a tool call. */
  readonly tool?: ToolCall;
  readonly clock: Clock;
  /** What the request may still cost; absent: not limited. */
  readonly work?: Work;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
  /** Where long texts are read; absent: here, as short ones are. */
  readonly offload?: Offload;
}

/**
 * How long guards may take together before the event loop turns, microseconds. Most texts are judged by all of them in less; of one that
 * takes longer each guard has a turn of its own.
 */
const SLICE_US = 8000;

/**
 * Runs every guard on the text: synchronous analyzers one after the other, asynchronous ones in parallel, each under its deadline.
 * A long text is read on another thread if the context provides one; the evaluation is the same.
 * @throws {ServiceError} as a rejection: `overloaded` when too many long texts wait, `too_much_work` before the text is read
 */
export async function evaluate(
  guards: readonly Guard[],
  text: Reading,
  context: EvaluationContext,
): Promise<Evaluation> {
  context.work?.draw(
    "characters",
    text.raw.length * guards.filter((guard) => skipReason(guard, context) === null).length,
  );
  const run = isLong(context, text, guards) ? await runnerFor(guards, text, context) : runnerHere(context.offload);
  const report = new Report(text);
  const whole = { ...context, from: 0 };
  let waiting: Promise<void>[] | null = null;
  let spentUs = 0;
  for (const guard of guards) {
    const reason = skipReason(guard, context);
    if (reason !== null) {
      report.add(guard, { status: "skipped", reason }, { durationUs: 0 });
      continue;
    }
    const outcome = run(guard, text, whole);
    if (outcome instanceof Promise) {
      (waiting ??= []).push(recordLater(report, guard, outcome));
      // Without a judge, a promise means the guard was stopped here and sent to a thread: the slice is used up.
      if (judgeOf(guard) === null) spentUs = SLICE_US;
    } else {
      report.record(guard, outcome);
      spentUs += outcome.durationUs;
    }
    if (spentUs < SLICE_US) continue;
    await context.offload?.yieldToLoop?.();
    spentUs = 0;
  }
  forgetLastMatch();
  if (waiting !== null) await Promise.all(waiting);
  return report.finish({ isRepeatable: waiting === null });
}

function recordLater(report: Report, guard: Guard, outcome: Promise<GuardOutcome>): Promise<void> {
  const recorded = outcome.then((late) => report.record(guard, late));
  // The caller that awaits it sees the rejection; until then it must not count as unhandled.
  recorded.catch(() => undefined);
  return recorded;
}

/** Has the guards read a long text on another thread. The runner that it returns then answers for them. */
export function runnerFor(guards: readonly Guard[], text: Reading, context: EvaluationContext): Promise<Runner> {
  const asked = guards.filter((guard) => skipReason(guard, context) === null);
  return runOffloaded(asked, text, { context: { ...context, from: 0 }, offload: context.offload });
}

/** Why a guard is not asked about a text; `null`: it is. */
export function skipReason(guard: Guard, context: EvaluationContext): SkipReason | null {
  if (guard.state.kind === "skipped") return guard.state.reason;
  if (!runsOn(guard, context.side, context.origin, context.tool !== undefined)) return "out_of_scope";
  return canJudge(guard, context) ? null : whyNot(context);
}

/**
 * Why a guard is skipped that lacks something. A conversation without it has nothing that the policy is about: a chat without a system
 * prompt has none to leak. Without a conversation, the caller or the operator should give it.
 */
export const whyNot = ({ conversation }: Pick<AnalysisContext, "conversation">): SkipReason =>
  conversation === undefined ? "no_configuration" : "out_of_scope";

/**
 * Whether a guard has anything to say about a text. On side `both` (an event that is neither prompt nor response) every policy
 * runs that reads texts.
 * @param isCall the text is a part of a tool call
 */
export function runsOn(guard: Guard, side: Side, origin: Origin, isCall = false): boolean {
  if (readsCalls(guard) && !isCall) return false;
  if (side === "both") return true;
  if (guard.state.kind !== "ready") return false;
  if (!(guard.reads?.[origin] ?? guard.state.analyzer.covers(side, origin))) return false;
  if (guard.scope === "both" || guard.scope === side) return true;
  // A tool's result is untrusted input whichever way it travels.
  return guard.scope === "input" && origin === "tool";
}

/** Whether a guard has all that it needs to judge such a text: a policy that compares needs what it compares with. */
export function canJudge(
  { state }: Guard,
  context: Pick<AnalysisContext, "side" | "origin" | "conversation">,
): boolean {
  return state.kind !== "ready" || state.prepared.canJudge?.(context) !== false;
}

/** The violation that findings amount to; there must be some. */
export function violationOf(guard: Guard, text: Reading, findings: readonly Finding[]): Violation | null {
  const { policy, scope, state } = guard;
  if (state.kind !== "ready" || policy.action === "disabled") return null;
  const { prepared } = state;
  const kept = withFolded(findings, text);
  const blocking = kept.filter((finding) => isBlocking(guard, finding));
  return {
    policy,
    action: blocking.length > 0 ? "block" : "flag",
    scope,
    threshold: guard.entities === undefined ? guard.threshold : least(kept.map((each) => thresholdOf(guard, each))),
    findings: kept,
    ...(blocking.length > 0 && blocking.length < kept.length ? { blocking } : {}),
    details: prepared.details(findings, text),
    masks: masksOf(guard, findings),
  };
}

/** Marks the findings whose place reads otherwise in plain typing. Only violations ask: most texts are plain, and most pass. */
function withFolded(findings: readonly Finding[], { raw, plain }: Reading): readonly Finding[] {
  if (plain === null) return findings;
  return findings.map((finding) => {
    const { span, decoded } = finding;
    if (span === undefined || decoded !== undefined) return finding;
    const seen = plain.text.slice(plain.offset(span.start), plain.offset(span.end));
    return seen === raw.slice(span.start, span.end) ? finding : { ...finding, isFolded: true };
  });
}

export function masksOf(guard: Guard, findings: readonly Finding[]): readonly Mask[] {
  const mask = guard.state.kind === "ready" ? guard.state.prepared.mask : undefined;
  if (mask === undefined) return [];
  const { maskStyle: style, restores, restoreInto: into } = guard.policy;
  const manner = { style, ...(restores ? { restores } : {}), ...(restores && into !== undefined ? { into } : {}) };
  const { entities } = guard;
  const masks: Mask[] = [];
  for (const finding of findings) {
    const { span, score } = finding;
    const type = span === undefined ? null : mask(finding);
    if (span !== undefined && type !== null)
      masks.push({
        start: span.start,
        end: span.end,
        type,
        score,
        ...manner,
        ...ownManner(entities?.get(finding.kind)),
      });
  }
  return masks;
}

const ownManner = ({ mask, maskStyle }: EntitySettings = {}): Partial<Pick<Mask, "style" | "isWritten">> => ({
  ...(maskStyle === undefined ? {} : { style: maskStyle }),
  ...(mask === undefined ? {} : { isWritten: mask }),
});

export function bySeverity(a: Violation, b: Violation): number {
  if (a.action !== b.action) return a.action === "block" ? -1 : 1;
  return a.policy.name < b.policy.name ? -1 : 1;
}

export function worst(violations: readonly Violation[]): Verdict {
  if (violations.length === 0) return "passed";
  return violations.some((violation) => violation.action === "block") ? "blocked" : "flagged";
}

/** Collects the outcome of each guard. */
class Report {
  readonly #text: Reading;
  readonly #violations: Violation[] = [];
  readonly #applied: Applied[] = [];
  readonly #failedClosed: string[] = [];
  readonly #degraded: string[] = [];

  constructor(text: Reading) {
    this.#text = text;
  }

  add(guard: Guard, status: AppliedStatus, { durationUs, score }: Pick<Applied, "durationUs" | "score">): void {
    const common = { policy: guard.policy, scope: guard.scope, durationUs };
    this.#applied.push(score === undefined ? { ...status, ...common } : { ...status, ...common, score });
  }

  record(guard: Guard, outcome: GuardOutcome): void {
    if (outcome.kind === "failed") {
      this.add(guard, { status: "failed", reason: outcome.reason }, outcome);
      (guard.policy.onError === "pass" ? this.#degraded : this.#failedClosed).push(guard.policy.name);
      return;
    }
    const violation = outcome.findings.length === 0 ? null : violationOf(guard, this.#text, outcome.findings);
    if (violation !== null) this.#violations.push(violation);
    this.add(guard, { status: violation === null ? "passed" : "violated" }, outcome);
  }

  /** @param options.isRepeatable whether no analyzer was asynchronous: those cache their own answers */
  finish({ isRepeatable }: Pick<Evaluation, "isRepeatable">): Evaluation {
    const violations = this.#violations.sort(bySeverity);
    return {
      verdict: worst(violations),
      violations,
      applied: this.#applied.sort((a, b) => (a.policy.name < b.policy.name ? -1 : 1)),
      failedClosed: this.#failedClosed.sort(),
      degraded: this.#degraded.sort(),
      isRepeatable: isRepeatable && this.#failedClosed.length + this.#degraded.length === 0,
    };
  }
}
