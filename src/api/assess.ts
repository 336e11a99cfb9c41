import { ServiceError } from "../core/errors.ts";
import type { Evaluation, Outcome } from "../core/model.ts";
import type { ShadowOutcome } from "../engine/shadow-policies.ts";
import type { Exchange } from "../http/exchange.ts";
import { evaluateTurn, outcomeOf, type Assessment } from "./evaluate-turn.ts";
import type { ApiService } from "./service.ts";
import { askShadows } from "./shadow.ts";

export interface Assessed {
  readonly evaluation: Evaluation;
  readonly shadows: readonly ShadowOutcome[];
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
  // The acting policies have been asked first.
  const asking = askShadows(service, assessment, controller.signal);
  const evaluation = await evaluating;
  const asked = asking instanceof Promise ? await asking : asking;
  if (asked.ready !== null) await asked.ready;
  exchange.response.off("close", abort);
  const shadows = asked.take(exchange);
  observe(exchange, service, { evaluation, assessment, startedMs });
  return { evaluation, shadows };
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
 * Ends an assessment: saves it, then reports it in log and metric. Whatever keeps its caller from a verdict makes it `unavailable` in all
 * of them: `passed` must not stand on what was refused.
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
    outcome = outcomeOf(evaluation);
  } finally {
    reportOutcome(exchange, metrics, outcome);
  }
}

/** What a call came to, in header, log and metric. The header only where there is no answer that says it. */
export function reportOutcome({ headers, notes }: Exchange, metrics: ApiService["metrics"], outcome: Outcome): void {
  if (outcome === "unavailable" || outcome === "unread") headers["x-guardrail-verdict"] = outcome;
  notes.verdict = outcome;
  metrics.verdict("api", notes.assetId ?? "", outcome);
}

function requireVerdict({ failedClosed }: Evaluation): void {
  if (failedClosed.length === 0) return;
  const detail = `A guardrail policy could not be evaluated: ${failedClosed.join(", ")}`;
  throw new ServiceError("guardrail_unavailable", { detail });
}
