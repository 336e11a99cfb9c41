import type { AssetRuntime } from "../access/runtime.ts";
import { sessionKey } from "../access/session-key.ts";
import type { ApiKey } from "../config/config-model.ts";
import { ServiceError } from "../core/errors.ts";
import type { Evaluation, Origin, Outcome, Side } from "../core/model.ts";
import { effectiveGuards, effectiveShadows } from "../engine/effective.ts";
import { evaluate } from "../engine/evaluate.ts";
import type { Guard } from "../engine/guard.ts";
import { withEarlierTurns } from "../engine/joined-evaluation.ts";
import type { ShadowOutcome } from "../engine/shadow-policies.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Work } from "../core/work-budget.ts";
import type { Text } from "../text/text.ts";
import { badRequest } from "./request-gate.ts";
import type { PolicyItem } from "./schemas.ts";
import { askShadows, type AskedShadows } from "./shadow.ts";
import type { ApiService } from "./service.ts";

/** The policies that are effective for a request: those that act, and those that only watch. */
export interface ChosenGuards {
  readonly guards: readonly Guard[];
  readonly shadows: readonly Guard[];
}

/**
 * The asset's guards with the request's inline policies.
 * @throws {ServiceError} `bad_request` when the list is malformed or the asset takes none
 */
export function chooseGuards(
  asset: AssetRuntime,
  items: readonly PolicyItem[],
  { path, service }: { readonly path: string; readonly service: ApiService },
): ChosenGuards {
  if (items.length === 0) return asset;
  const mode = asset.asset.inlinePolicies;
  if (mode === "deny") throw badRequest(path, "must be absent: inline policies are not accepted for this asset");
  const inline = service.inlineGuards.read(items, { path, judge: asset.judge ?? null });
  return {
    guards: effectiveGuards(asset.guards, inline, mode),
    shadows: effectiveShadows(asset.shadows, inline, mode),
  };
}

export interface Assessment extends ChosenGuards {
  readonly text: Text;
  readonly side: Side;
  readonly origin: Origin;
  /** What the request may cost. */
  readonly work: Work;
  /** Whose earlier prompts the text is judged with; absent: it is judged alone. */
  readonly session?: Session;
}

interface Session {
  /** Of `sessionKey`. */
  readonly key: string;
  /** Prompts that are judged together, the newest included. */
  readonly turns: number;
}

/**
 * The session of a prompt; nothing where the asset judges each by itself, or the text is no user's.
 * @param sessionId as the caller sent it
 */
export function sessionOf(
  { asset }: AssetRuntime,
  key: ApiKey,
  { sessionId, side, origin }: { readonly sessionId: string | null | undefined } & Pick<Assessment, "side" | "origin">,
): Pick<Assessment, "session"> {
  const isPrompt = side === "input" && origin === "user";
  if (!isPrompt || asset.sessionTurns < 2 || (sessionId ?? "") === "") return {};
  return { session: { key: sessionKey(key, asset.id, sessionId ?? ""), turns: asset.sessionTurns } };
}

export interface Assessed {
  readonly evaluation: Evaluation;
  readonly shadows: readonly ShadowOutcome[];
}

/** What an evaluation comes to for its caller: without the policies that fail closed there is no verdict. */
export const outcomeOf = ({ failedClosed, verdict }: Evaluation): Outcome =>
  failedClosed.length > 0 ? "unavailable" : verdict;

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

/**
 * Evaluates a text for an exchange. A policy that could not run and fails open is named in `x-guardrail-degraded`; `conclude` refuses where
 * one that fails closed could not.
 */
export async function assess(exchange: Exchange, service: ApiService, assessment: Assessment): Promise<Assessed> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  exchange.response.once("close", abort);
  exchange.notes.trace?.follow(controller.signal);
  const { clock, metrics } = service;
  const { notes, headers } = exchange;
  const startedMs = clock.now();
  const evaluating = evaluateTurn(service, assessment, controller.signal);
  const asking = askInBackground(service, assessment, controller.signal);
  const evaluation = await evaluating;
  const asked = asking instanceof Promise ? await asking : asking;
  if (asked.ready !== null) await asked.ready;
  exchange.response.off("close", abort);
  const shadows = asked.take(exchange);
  const { side, origin } = assessment;
  const asset = notes.assetId ?? "";
  metrics.evaluation(evaluation, { surface: "api", asset, side, durationMs: clock.now() - startedMs });
  notes.trace?.evaluated(evaluation, { side, origin, startedMs });
  notes.violated = evaluation.violations.map((violation) => violation.policy.name);
  if (evaluation.degraded.length > 0) {
    notes.degraded = evaluation.degraded;
    headers["x-guardrail-degraded"] = evaluation.degraded.join(", ");
  }
  return { evaluation, shadows };
}

/** Beside the policies that act: they have been asked first. */
function askInBackground(
  service: ApiService,
  { shadows, text, side, origin, session }: Assessment,
  signal: AbortSignal,
): AskedShadows | Promise<AskedShadows> {
  const context = { side, origin, clock: service.clock, signal, offload: service.longTexts.background };
  const ask = (earlier: readonly string[]): AskedShadows =>
    askShadows(shadows, { text, earlier }, { service, context });
  if (session === undefined || shadows.length === 0) return ask([]);
  const earlier = service.sessions.recent(session.key, session.turns - 1);
  // What only watches fails no request.
  return earlier instanceof Promise ? earlier.catch(() => []).then(ask) : ask(earlier);
}

/** Alone, then with the prompts before it. Later prompts are not judged with a blocked one: it gets no answer. */
async function evaluateTurn(
  { clock, sessions, longTexts }: ApiService,
  { guards, text, side, origin, session, work }: Assessment,
  signal: AbortSignal,
): Promise<Evaluation> {
  const alone = await evaluate(guards, text, { side, origin, clock, work, signal, offload: longTexts.newRequests });
  if (session === undefined || alone.verdict === "blocked") return alone;
  const earlier = await sessions.recent(session.key, session.turns - 1);
  const evaluation = await withEarlierTurns({ guards, text, earlier, evaluation: alone }, { clock, work, signal });
  const isAnswered = evaluation.verdict !== "blocked" && evaluation.failedClosed.length === 0;
  if (isAnswered) await sessions.add(session.key, text.raw, session.turns - 1);
  return evaluation;
}
