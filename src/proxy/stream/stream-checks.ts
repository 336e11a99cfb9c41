import { readsConversation } from "../../engine/guard.ts";
import { runsOn } from "../../engine/evaluate.ts";
import { createStreamGuard } from "../../engine/stream-guard.ts";
import type { GuardStep, MaybeGuardStep } from "../../engine/stream-step.ts";
import type { CheckingExchange } from "../context.ts";
import { streamLooks } from "../../records/known-places.ts";
import { blockReason, foundKinds } from "../checks/block-reason.ts";
import { inspectTexts } from "../checks/inspect.ts";
import type { CheckedText } from "../checks/checked-text.ts";
import { paidFor } from "../checks/text-checks.ts";
import { refusalOf } from "../proxy-reply.ts";
import type { KeptStream } from "../record/kept-texts.ts";
import { forgetLastMatch } from "../../text/reading.ts";
import { ShadowedAnswer } from "../checks/shadow-checks.ts";
import type { ChannelStep, StreamChecks, WholeText } from "./stream-contract.ts";

export interface OpenStreamChecks extends StreamChecks {
  /** Updates the exchange's tally with what the stream's guard knows so far. */
  readonly updateTally: () => void;
  /** Reports the outcome of each policy to the record and, if there was text, to metrics and trace; once, at the end of the stream. */
  readonly report: () => void;
}

/**
 * The asset's guards on one streamed answer.
 * @param remembers whether later answers are checked beside this one: over a connection it is not repeated
 */
export function openStreamChecks(
  exchange: CheckingExchange,
  { remembers }: { readonly remembers: boolean },
): OpenStreamChecks {
  const { asset, clock, metrics, trace, abort, book, tally, conversation, recording, shadow } = exchange;
  const { textMaxChars: pendingMaxChars } = exchange.runtime.config.server;
  const { answerWork: work, longTexts } = exchange;
  const ports = { clock, signal: abort.signal, book, conversation, work, offload: longTexts.guaranteed };
  const guard = createStreamGuard(asset.guards, { ...ports, pendingMaxChars });
  const isAsked = remembers && asset.guards.some(readsConversation);
  const kept = recording?.answer.openStream() ?? null;
  const shadowed = shadow === null ? null : new ShadowedAnswer(shadow, pendingMaxChars);
  const readers = asset.guards.filter((each) => runsOn(each, "output", "assistant")).length;
  const startedMs = clock.now();
  let hasText = false;
  const noted = (channel: string, step: MaybeGuardStep, ends?: "part" | "text"): ChannelStep | Promise<ChannelStep> => {
    if (kept !== null) noteStep(kept, channel, { step, isEnd: ends === "text" });
    if (ends === "text") shadowed?.end(channel);
    else if (ends === "part") shadowed?.endPart(channel);
    return step instanceof Promise ? step.then(toStep) : toStep(step);
  };
  return {
    ...(isAsked ? { completed: (text: WholeText) => conversation.addAnswerText(text) } : {}),
    push: (channel, text, pushed) => {
      hasText = true;
      work.draw("characters", text.length * readers);
      kept?.grow(channel, text);
      shadowed?.grow(channel, text);
      return noted(channel, guard.push(channel, text, pushed), pushed.ends);
    },
    endPart: (channel) => noted(channel, guard.endPart(channel), "part"),
    end: (channel) => noted(channel, guard.end(channel), "text"),
    wholes: (items) => {
      recording?.addAnswer(items);
      return inspectTexts(paidFor(exchange), items.map(sided));
    },
    refusal: (reason) => refusalOf(exchange, reason),
    updateTally: () => {
      const { verdict, violations, degraded } = guard.summary();
      tally.count({ verdict, policies: violations.map(({ policy }) => policy.name), degraded });
    },
    report: () => {
      const summary = guard.summary();
      // A stream that broke off has ended none of its texts.
      forgetLastMatch();
      shadowed?.close();
      if (hasText) metrics.policies(summary.applied, { asset: asset.asset.id, side: "output" });
      recording?.streamed(summary);
      kept?.over(streamLooks(summary.applied));
      if (hasText) trace?.evaluated(summary, { side: "output", origin: "assistant", isStream: true, startedMs });
    },
    meter: { now: clock.now, released: (delayMs, chars) => metrics.released(delayMs, chars) },
  };
}

/** What the provider repeats of the request is checked as the request was. */
const sided = (item: WholeText): CheckedText => ({
  ...item,
  side: item.origin === "assistant" || item.origin === "tool" ? "output" : "input",
});

/** What is awaited comes after later texts of its channel: its record searches for itself then. */
function noteStep(
  kept: KeptStream,
  channel: string,
  { step, isEnd }: { readonly step: MaybeGuardStep; readonly isEnd: boolean },
): void {
  if (step instanceof Promise) kept.lose(channel);
  else if (step.kind === "release" && step.maskable.length > 0) kept.found(channel, step.maskable);
  if (isEnd) kept.end(channel, !(step instanceof Promise) && step.kind === "release");
}

function toStep(step: GuardStep): ChannelStep {
  const { decided, edits } = step;
  if (step.kind === "release") return { decided, edits, stop: null };
  const policies = step.violations.map(({ policy }) => policy.name);
  // A block needs a violation; without one a fail-closed policy could not run, which is no policy decision.
  const isBlock = policies.length > 0;
  const stop = isBlock
    ? ({ kind: "block", ...blockReason(policies, foundKinds(step.violations)) } as const)
    : ({ kind: "unavailable", policies: step.failedClosed } as const);
  return { decided, edits, stop };
}
