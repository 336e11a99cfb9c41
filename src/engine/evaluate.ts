import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import type { Conversation } from "../core/conversation.ts";
import { ServiceError } from "../core/errors.ts";
import type {
  Applied,
  AppliedStatus,
  Evaluation,
  FailReason,
  Finding,
  Mask,
  Origin,
  Side,
  SkipReason,
  Verdict,
  Violation,
} from "../core/model.ts";
import type { ToolCall } from "../core/tool-call.ts";
import type { Text } from "../text/text.ts";
import { isScore, readsCalls, type Guard } from "./guard.ts";

export interface EvaluationContext {
  readonly side: Side;
  readonly origin: Origin;
  /** What was said before the text; absent where nobody knows. */
  readonly conversation?: Conversation;
  /** The text is a part of a tool call. */
  readonly tool?: ToolCall;
  readonly clock: Clock;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

/** What running one guard gave. */
export type GuardOutcome =
  | { readonly kind: "findings"; readonly findings: readonly Finding[]; readonly durationUs: number }
  | { readonly kind: "failed"; readonly reason: FailReason; readonly durationUs: number };

/** Runs every guard on the text: synchronous analyzers one after the other, asynchronous ones in parallel, each under its deadline. */
export async function evaluate(guards: readonly Guard[], text: Text, context: EvaluationContext): Promise<Evaluation> {
  const report = new Report(text);
  let waiting: Promise<void>[] | null = null;
  for (const guard of guards) {
    const reason = skipReason(guard, context);
    if (reason !== null) {
      report.add(guard, { status: "skipped", reason }, 0);
      continue;
    }
    const outcome = runGuard(guard, text, { ...context, from: 0 });
    if (outcome instanceof Promise) (waiting ??= []).push(outcome.then((late) => report.settle(guard, late)));
    else report.settle(guard, outcome);
  }
  if (waiting !== null) await Promise.all(waiting);
  return report.finish({ isRepeatable: waiting === null });
}

/** Why a guard is not asked about a text; `null`: it is. */
export function skipReason(guard: Guard, context: EvaluationContext): SkipReason | null {
  if (guard.state.kind === "skipped") return guard.state.reason;
  if (!runsOn(guard, context.side, context.origin, context.tool !== undefined)) return "out_of_scope";
  return canJudge(guard, context) ? null : "no_configuration";
}

/**
 * Whether a guard has anything to say about a text. On side `both` (an event that is neither prompt nor response) every policy
 * runs that reads texts.
 * @param isCall the text is a part of a tool call
 */
export function runsOn(guard: Guard, side: Side, origin: Origin, isCall = false): boolean {
  if (readsCalls(guard) && !isCall) return false;
  if (side === "both") return true;
  if (guard.state.kind !== "ready" || !guard.state.analyzer.covers(side, origin)) return false;
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

/** Runs one ready guard. Never rejects: a failure is an outcome. */
export function runGuard(guard: Guard, text: Text, context: AnalysisContext): GuardOutcome | Promise<GuardOutcome> {
  const { state } = guard;
  if (state.kind !== "ready") return { kind: "findings", findings: [], durationUs: 0 };
  const { clock } = context;
  const startedMs = clock.now();
  try {
    const found = state.prepared.analyze(text, context);
    if (found instanceof Promise) return underDeadline(guard, text, { found, context, startedMs });
    return judge(guard, text, { found, durationUs: elapsedUs(clock, startedMs) });
  } catch (error) {
    return { kind: "failed", reason: failReason(error), durationUs: elapsedUs(clock, startedMs) };
  }
}

const elapsedUs = (clock: Clock, startedMs: number): number =>
  Math.max(0, Math.round((clock.now() - startedMs) * 1000));

function underDeadline(
  guard: Guard,
  text: Text,
  run: { readonly found: Promise<readonly Finding[]>; readonly context: AnalysisContext; readonly startedMs: number },
): Promise<GuardOutcome> {
  const { found, context, startedMs } = run;
  const { clock, signal } = context;
  const since = (): number => elapsedUs(clock, startedMs);
  return new Promise((resolve) => {
    const failed = (reason: FailReason): void => finish({ kind: "failed", reason, durationUs: since() });
    const onAbort = (): void => failed("error");
    const cancel = clock.after(guard.policy.timeoutMs, () => failed("timeout"));
    const finish = (outcome: GuardOutcome): void => {
      cancel();
      signal.removeEventListener("abort", onAbort);
      resolve(outcome);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    found
      .then((findings) => finish(judge(guard, text, { found: findings, durationUs: since() })))
      // Also of what was found: an answer that is none must not go unheard.
      .catch((error: unknown) => failed(failReason(error)));
  });
}

function failReason(error: unknown): FailReason {
  if (error instanceof ServiceError && error.code === "upstream_timeout") return "timeout";
  return error instanceof ServiceError && error.status >= 502 ? "unavailable" : "error";
}

/** Keeps the findings that count. A finding outside the text or without a score is the analyzer's error, and fails it. */
function judge(
  guard: Guard,
  text: Text,
  { found, durationUs }: { readonly found: readonly Finding[]; readonly durationUs: number },
): GuardOutcome {
  if (found.length === 0) return { kind: "findings", findings: found, durationUs };
  if (!found.every((finding) => isSound(finding, text.raw.length)))
    return { kind: "failed", reason: "error", durationUs };
  const sifted = guard.state.kind === "ready" ? guard.state.sieve(found, text.raw) : found;
  // The first finding of a score carries it; the evidence behind it stands or falls with it.
  const findings = sifted.filter(({ score }) => (isScore(guard) ? (sifted[0]?.score ?? 0) : score) >= guard.threshold);
  return { kind: "findings", findings, durationUs };
}

function isSound({ score, span }: Finding, length: number): boolean {
  if (!(score >= 0 && score <= 1)) return false;
  return span === undefined || (span.start >= 0 && span.start < span.end && span.end <= length);
}

/** The violation that findings amount to; there must be some. */
export function violationOf(guard: Guard, text: Text, findings: readonly Finding[]): Violation | null {
  const { policy, scope, state } = guard;
  if (state.kind !== "ready" || policy.action === "disabled") return null;
  const { prepared } = state;
  return {
    policy,
    action: policy.action,
    scope,
    findings,
    details: prepared.details(findings, text),
    masks: masksOf(guard, findings),
  };
}

export function masksOf(guard: Guard, findings: readonly Finding[]): readonly Mask[] {
  const mask = guard.state.kind === "ready" ? guard.state.prepared.mask : undefined;
  if (mask === undefined) return [];
  const { maskStyle: style, restores } = guard.policy;
  const manner = restores ? { style, restores } : { style };
  return findings.flatMap((finding) => {
    const type = finding.span === undefined ? null : mask(finding);
    return finding.span === undefined || type === null
      ? []
      : [{ ...finding.span, type, score: finding.score, ...manner }];
  });
}

/** The violation in a text that may not be altered: where its policy would mask it blocks. */
export function sealed(violation: Violation): Violation {
  const wouldMask = violation.policy.mask && violation.masks.length > 0;
  return wouldMask ? { ...violation, action: "block" } : violation;
}

export function bySeverity(a: Violation, b: Violation): number {
  if (a.action !== b.action) return a.action === "block" ? -1 : 1;
  return a.policy.name < b.policy.name ? -1 : 1;
}

export function worst(violations: readonly Violation[]): Verdict {
  if (violations.length === 0) return "passed";
  return violations.some((violation) => violation.action === "block") ? "blocked" : "flagged";
}

/** Gathers what became of each guard. */
class Report {
  readonly #text: Text;
  readonly #violations: Violation[] = [];
  readonly #applied: Applied[] = [];
  readonly #failedClosed: string[] = [];
  readonly #degraded: string[] = [];

  constructor(text: Text) {
    this.#text = text;
  }

  add(guard: Guard, status: AppliedStatus, durationUs: number): void {
    this.#applied.push({ ...status, policy: guard.policy, scope: guard.scope, durationUs });
  }

  settle(guard: Guard, outcome: GuardOutcome): void {
    if (outcome.kind === "failed") {
      this.add(guard, { status: "failed", reason: outcome.reason }, outcome.durationUs);
      (guard.policy.onError === "pass" ? this.#degraded : this.#failedClosed).push(guard.policy.name);
      return;
    }
    const violation = outcome.findings.length === 0 ? null : violationOf(guard, this.#text, outcome.findings);
    if (violation !== null) this.#violations.push(violation);
    this.add(guard, { status: violation === null ? "passed" : "violated" }, outcome.durationUs);
  }

  /** @param options.isRepeatable whether no analyzer had to be waited for: what is asked elsewhere is remembered there */
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
