import type { ChosenGuards } from "../access/inline-guards.ts";
import type { AssetRuntime } from "../access/runtime.ts";
import { sessionKey } from "../access/callers.ts";
import type { ApiKey } from "../config/config-model.ts";
import type { Evaluation, Origin, Outcome, Side } from "../core/model.ts";
import type { Work } from "../core/work-budget.ts";
import { evaluate } from "../engine/evaluate.ts";
import { withEarlierTurns } from "../engine/joined-evaluation.ts";
import type { Reading } from "../text/reading.ts";
import type { ApiService } from "./service.ts";

export interface Assessment extends ChosenGuards {
  readonly text: Reading;
  readonly side: Side;
  readonly origin: Origin;
  /** What the request may cost. */
  readonly work: Work;
  /** The session whose earlier prompts are judged with the text; absent: the text is judged alone. */
  readonly session?: JoinedSession;
}

interface JoinedSession {
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

/** Evaluates a text alone, then with the prompts before it. A blocked prompt is not joined with later ones: it gets no answer. */
export async function evaluateTurn(
  { clock, sessions, longTexts }: Pick<ApiService, "clock" | "sessions" | "longTexts">,
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

/** An evaluation's outcome for its caller: without the policies that fail closed there is no verdict. */
export const callOutcome = ({ failedClosed, verdict }: Evaluation): Outcome =>
  failedClosed.length > 0 ? "unavailable" : verdict;
