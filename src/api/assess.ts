import { guardrailUnavailable } from "../core/errors.ts";
import type { Evaluation, Outcome } from "../core/model.ts";
import { type ShadowOutcome, askShadow, outcomeOf, type ShadowQuestion } from "../engine/shadow-policies.ts";
import type { Exchange } from "../http/exchange.ts";
import { evaluateTurn, callOutcome, type Assessment } from "./evaluate-turn.ts";
import type { ApiService } from "./service.ts";
import { isLong, runnerHere, type Runner } from "../engine/offload.ts";
import { runnerFor, type EvaluationContext } from "../engine/evaluate.ts";
import type { Guard } from "../engine/guard.ts";
import { topScore } from "../engine/stream-report.ts";

export interface Assessed {
  readonly evaluation: Evaluation;
  readonly shadows: readonly ShadowOutcome[];
  /** The policies that acted. */
  readonly guards: readonly Guard[];
}

/**
 * Evaluates a text for an exchange, and observes the evaluation: shadow policies, metrics, trace, headers. A policy that could not run and
 * fails open is named in `x-guardrail-degraded`; `conclude` refuses where one that fails closed could not.
 */
export async function assess(exchange: Exchange, service: ApiService, assessment: Assessment): Promise<Assessed> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  exchange.response.once("close", abort);
  exchange.notes.trace?.follow(controller.signal);
  const startedMs = service.clock.now();
  const evaluating = evaluateTurn(service, assessment, controller.signal);
  // After the policies that act.
  const asking = askShadows(service, assessment, controller.signal);
  const evaluation = await evaluating;
  const asked = asking instanceof Promise ? await asking : asking;
  if (asked.ready !== null) await asked.ready;
  exchange.response.off("close", abort);
  const shadows = asked.take(exchange);
  observe(exchange, service, { evaluation, assessment, startedMs });
  return { evaluation, shadows, guards: assessment.guards };
}

/** Reports an evaluation: metrics, trace, notes for the log, and the header for policies that could not run. */
function observe(
  { notes, headers }: Exchange,
  { clock, metrics }: Pick<ApiService, "clock" | "metrics">,
  { evaluation, assessment: { side, origin }, startedMs }: Observed,
): void {
  const asset = notes.assetId ?? "";
  metrics.evaluation(evaluation, { surface: "api", asset, side, durationMs: clock.now() - startedMs });
  notes.trace?.evaluated(evaluation, { side, origin, startedMs });
  notes.violated = evaluation.violations.map((violation) => violation.policy.name);
  if (evaluation.degraded.length === 0) return;
  notes.degraded = evaluation.degraded;
  headers["x-guardrail-degraded"] = evaluation.degraded.join(", ");
}

interface Observed {
  readonly evaluation: Evaluation;
  readonly assessment: Assessment;
  readonly startedMs: number;
}

/**
 * Ends an assessment: saves it, then reports it in log and metrics. If the caller gets no verdict for any reason, all of them say
 * `unavailable`: a refused call must never count as `passed`.
 * @throws {ServiceError} `guardrail_unavailable` when a policy that fails closed could not run; what `save` throws
 */
export async function conclude(
  exchange: Exchange,
  { metrics }: Pick<ApiService, "metrics">,
  { evaluation, save }: { readonly evaluation: Evaluation; readonly save: () => Promise<void> },
): Promise<void> {
  let outcome: Outcome = "unavailable";
  try {
    await save();
    requireVerdict(evaluation);
    outcome = callOutcome(evaluation);
  } finally {
    reportOutcome(exchange, metrics, outcome);
  }
}

/** Reports a call's outcome in log and metrics, and in a header if the answer's body does not state it. */
export function reportOutcome({ headers, notes }: Exchange, metrics: ApiService["metrics"], outcome: Outcome): void {
  if (outcome === "unavailable" || outcome === "unread") headers["x-guardrail-verdict"] = outcome;
  notes.verdict = outcome;
  metrics.verdict("api", notes.assetId ?? "", outcome);
}

function requireVerdict({ failedClosed }: Evaluation): void {
  if (failedClosed.length > 0) throw guardrailUnavailable(failedClosed);
}

/** Shadow policies that run on a text. */
interface AskedShadows {
  /** Resolves when the policies without a judge have run; `null`: they have already. */
  readonly ready: Promise<void> | null;
  /** The outcomes so far. A policy that still waits for its judge is reported as not awaited; its answer goes to log and metrics later. */
  readonly take: (exchange: Exchange) => readonly ShadowOutcome[];
}

/** Runs the shadow policies on a text and the prompts before it. */
function askShadows(
  service: ApiService,
  { shadows, text, side, origin, session }: Assessment,
  signal: AbortSignal,
): AskedShadows | Promise<AskedShadows> {
  const context = { side, origin, clock: service.clock, signal, offload: service.longTexts.background };
  const ask = (earlier: readonly string[]): AskedShadows => askAll(shadows, { text, earlier }, { service, context });
  if (session === undefined || shadows.length === 0) return ask([]);
  const earlier = service.sessions.recent(session.key, session.turns - 1);
  // Shadow policies never fail a request.
  return earlier instanceof Promise ? earlier.catch(() => []).then(ask) : ask(earlier);
}

/** The answer to the caller does not wait for policies that ask a judge; it includes the outcomes so far. */
function askAll(
  guards: readonly Guard[],
  question: ShadowQuestion,
  { service, context }: { readonly service: ApiService; readonly context: EvaluationContext },
): AskedShadows {
  const known = new Map<Guard, ShadowOutcome>();
  const late = new Map<Guard, Promise<ShadowOutcome>>();
  const ask = (run: Runner): void => {
    for (const guard of guards) {
      const asked = askShadow(guard, { ...question, run }, context);
      if (asked instanceof Promise) late.set(guard, asked);
      else known.set(guard, asked);
    }
    for (const [guard, asked] of late) void asked.then((outcome) => known.set(guard, outcome));
  };
  const isOffloaded = guards.length > 0 && isLong(context, question.text, guards);
  const ready = isOffloaded ? runnerFor(guards, question.text, context).then(ask) : null;
  if (ready === null) ask(runnerHere(context.offload));
  const { side } = context;
  const take = (exchange: Exchange): readonly ShadowOutcome[] => {
    const asset = exchange.notes.assetId ?? "";
    const count = (outcome: ShadowOutcome): void => service.metrics.shadow([outcome.applied], { asset, side });
    for (const outcome of known.values()) count(outcome);
    for (const [guard, asked] of late) {
      if (known.has(guard)) continue;
      void asked.then((outcome) => {
        count(outcome);
        service.logger.info({ request_id: exchange.id, ...logged(outcome) }, "shadow policy answered late");
      });
    }
    return guards.map((guard) => known.get(guard) ?? outcomeOf(guard, { status: "skipped", reason: "not_awaited" }, 0));
  };
  return { ready, take };
}

/** Names and numbers; never what was found. */
function logged({ applied, violation }: ShadowOutcome): Record<string, string | number> {
  const { policy, status, durationUs } = applied;
  return {
    policy: policy.name,
    policy_id: policy.id,
    outcome: status,
    ...("reason" in applied ? { reason: applied.reason } : {}),
    ...(violation === null ? {} : { action: violation.action, score: topScore(violation) }),
    duration_us: durationUs,
  };
}
