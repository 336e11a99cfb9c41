import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import { PatternStop } from "../analyzers/patterns/pattern-meter.ts";
import { StepLimitError } from "../analyzers/step-meter.ts";
import { ServiceError } from "../core/errors.ts";
import type { FailReason, Finding } from "../core/model.ts";
import type { Reading } from "../text/reading.ts";
import { thresholdOf } from "./entity-settings.ts";
import { isScore, type Guard } from "./guard.ts";

/** The result of running one guard. */
export type GuardOutcome =
  | {
      readonly kind: "findings";
      readonly findings: readonly Finding[];
      readonly durationUs: number;
      /** The highest score, be it below the threshold; absent: there is none. */
      readonly score?: number;
    }
  | {
      readonly kind: "failed";
      readonly reason: FailReason;
      readonly durationUs: number;
      /** Its patterns or detectors were stopped at `AnalysisContext.stepsMax`: a caller with more time may ask again. */
      readonly isTooExpensive?: true;
    };

/** Runs one ready guard. Never rejects: a failure is an outcome. */
export function runGuard(guard: Guard, text: Reading, asked: AnalysisContext): GuardOutcome | Promise<GuardOutcome> {
  const { state } = guard;
  if (state.kind !== "ready") return { kind: "findings", findings: [], durationUs: 0 };
  const { clock } = asked;
  const startedMs = clock.now();
  const context = limited(guard, text, { context: asked, startedMs });
  try {
    const found = state.prepared.analyze(text, context);
    if (found instanceof Promise) return underDeadline(guard, text, { found, context, startedMs });
    return toOutcome(guard, text, { found, context, durationUs: elapsedUs(clock, startedMs) });
  } catch (error) {
    return failed(error, elapsedUs(clock, startedMs));
  }
}

/** Texts up to this length are read within a policy's deadline, longer ones within as many times that. UTF-16 units. */
const DEADLINE_CHARS = 32_768;

/** Built-in detectors take what the text takes; patterns from configuration or callers are stopped at the policy's deadline. */
function limited(
  { policy, state }: Guard,
  { raw }: Reading,
  { context, startedMs }: { readonly context: AnalysisContext; readonly startedMs: number },
): AnalysisContext {
  if (state.kind !== "ready" || state.patterns === undefined) return context;
  const deadlineMs = startedMs + policy.timeoutMs * Math.max(1, raw.length / DEADLINE_CHARS);
  return { ...context, deadlineMs };
}

/** Continues with what a guard's own detector found on another thread. Never rejects. */
export function reviewGuard(
  guard: Guard,
  text: Reading,
  { outcome, context }: { readonly outcome: FoundOutcome; readonly context: AnalysisContext },
): GuardOutcome | Promise<GuardOutcome> {
  const { state } = guard;
  const { findings, durationUs } = outcome;
  if (state.kind !== "ready") return outcome;
  const startedMs = context.clock.now() - durationUs / 1000;
  try {
    const found = state.prepared.review?.(findings, text, context) ?? findings;
    if (found instanceof Promise) return underDeadline(guard, text, { found, context, startedMs });
    return toOutcome(guard, text, { found, context, durationUs });
  } catch (error) {
    return failed(error, durationUs);
  }
}

type FoundOutcome = Extract<GuardOutcome, { readonly kind: "findings" }>;

/** What a guard's detector finds, not yet judged. Never rejects. */
export async function detect(guard: Guard, text: Reading, asked: AnalysisContext): Promise<GuardOutcome> {
  const { clock } = asked;
  const startedMs = clock.now();
  const context = limited(guard, text, { context: asked, startedMs });
  try {
    const findings = guard.state.kind === "ready" ? await guard.state.prepared.analyze(text, context) : [];
    return { kind: "findings", findings, durationUs: elapsedUs(clock, startedMs) };
  } catch (error) {
    return failed(error, elapsedUs(clock, startedMs));
  }
}

const elapsedUs = (clock: Clock, startedMs: number): number =>
  Math.max(0, Math.round((clock.now() - startedMs) * 1000));

function underDeadline(
  guard: Guard,
  text: Reading,
  run: { readonly found: Promise<readonly Finding[]>; readonly context: AnalysisContext; readonly startedMs: number },
): Promise<GuardOutcome> {
  const { found, context, startedMs } = run;
  const { clock, signal } = context;
  const since = (): number => elapsedUs(clock, startedMs);
  return new Promise((resolve) => {
    const fail = (reason: FailReason): void => finish({ kind: "failed", reason, durationUs: since() });
    const onAbort = (): void => fail("error");
    const cancel = clock.after(guard.policy.timeoutMs, () => fail("timeout"));
    const finish = (outcome: GuardOutcome): void => {
      cancel();
      signal.removeEventListener("abort", onAbort);
      resolve(outcome);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    found
      .then((findings) => finish(toOutcome(guard, text, { found: findings, context, durationUs: since() })))
      // Also catches errors thrown while findings are filtered.
      .catch((error: unknown) => fail(failReason(error)));
  });
}

function failed(error: unknown, durationUs: number): GuardOutcome {
  const isTooExpensive =
    error instanceof StepLimitError || (error instanceof PatternStop && error.reason === "step_limit");
  return { kind: "failed", reason: failReason(error), durationUs, ...(isTooExpensive ? { isTooExpensive } : {}) };
}

function failReason(error: unknown): FailReason {
  if (error instanceof PatternStop && error.reason === "timeout") return "timeout";
  if (error instanceof ServiceError && error.code === "upstream_timeout") return "timeout";
  return error instanceof ServiceError && error.status >= 502 ? "unavailable" : "error";
}

/** Keeps the findings that count. A finding outside the text or without a score is the analyzer's error, and fails it. */
function toOutcome(
  guard: Guard,
  text: Reading,
  {
    found,
    context,
    durationUs,
  }: { readonly found: readonly Finding[]; readonly context: AnalysisContext; readonly durationUs: number },
): GuardOutcome {
  if (found.length === 0) return { kind: "findings", findings: found, durationUs };
  if (!found.every((finding) => isSound(finding, text.raw.length)))
    return { kind: "failed", reason: "error", durationUs };
  const sifted = guard.state.kind === "ready" ? guard.state.filter(found, text.raw, context) : found;
  // The first finding of a score carries it; the evidence for it counts only if the score does.
  const whole = isScore(guard) ? (sifted[0]?.score ?? 0) : null;
  const findings =
    whole === null
      ? sifted.filter((finding) => finding.score >= thresholdOf(guard, finding))
      : sifted.filter(() => whole >= guard.threshold);
  if (sifted.length === 0) return { kind: "findings", findings, durationUs };
  const score = whole ?? sifted.reduce((top, finding) => Math.max(top, finding.score), 0);
  return { kind: "findings", findings, durationUs, score };
}

function isSound({ score, span }: Finding, length: number): boolean {
  if (!(score >= 0 && score <= 1)) return false;
  return span === undefined || (span.start >= 0 && span.start < span.end && span.end <= length);
}
