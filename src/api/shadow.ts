import { isLong, runnerHere, type Runner } from "../engine/offload.ts";
import { runnerFor, type EvaluationContext } from "../engine/evaluate.ts";
import type { Guard } from "../engine/guard.ts";
import { topScore } from "../engine/stream-report.ts";
import { askShadow, outcomeOf, type ShadowOutcome, type ShadowQuestion } from "../engine/shadow-policies.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Assessment } from "./evaluate-turn.ts";
import type { ApiService } from "./service.ts";

/** Shadow policies that have been asked about a text. */
interface AskedShadows {
  /** Resolves when the policies that ask no judge have run; `null`: they have. */
  readonly ready: Promise<void> | null;
  /** What is known by now. A policy still asking a judge is reported as not awaited; its answer goes to log and metrics when it comes. */
  readonly take: (exchange: Exchange) => readonly ShadowOutcome[];
}

/** Asks the shadow policies about a text and the prompts before it. */
export function askShadows(
  service: ApiService,
  { shadows, text, side, origin, session }: Assessment,
  signal: AbortSignal,
): AskedShadows | Promise<AskedShadows> {
  const context = { side, origin, clock: service.clock, signal, offload: service.longTexts.background };
  const ask = (earlier: readonly string[]): AskedShadows => askAll(shadows, { text, earlier }, { service, context });
  if (session === undefined || shadows.length === 0) return ask([]);
  const earlier = service.sessions.recent(session.key, session.turns - 1);
  // Shadow policies fail no request.
  return earlier instanceof Promise ? earlier.catch(() => []).then(ask) : ask(earlier);
}

/** Policies that ask a judge are not awaited: the answer to the caller includes what has come. */
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
