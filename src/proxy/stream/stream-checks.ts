import { readsConversation } from "../../engine/guard.ts";
import { runsOn } from "../../engine/evaluate.ts";
import { createStreamGuard } from "../../engine/stream-guard.ts";
import type { GuardStep, Stepping } from "../../engine/stream-step.ts";
import type { CheckedIngress } from "../context.ts";
import { streamLooks } from "../../records/known-places.ts";
import { inspectTexts } from "../checks/inspect.ts";
import type { JudgedText } from "../checks/judged-text.ts";
import { paidFor } from "../checks/text-checks.ts";
import { refusalOf } from "../reply.ts";
import type { KeptStream } from "../record/kept-texts.ts";
import { forgetTexts } from "../../text/reading-memory.ts";
import { ShadowedAnswer } from "../checks/shadow-checks.ts";
import type { ChannelStep, StreamChecks, WholeText } from "./stream-contract.ts";

export interface OpenChecks extends StreamChecks {
  /** Tells the exchange's tally what the stream's guard knows so far. */
  readonly settle: () => void;
  /** Tells metrics and the trace, where there was text, and the exchange's record what became of each policy; once, when the stream is over. */
  readonly report: () => void;
}

/**
 * The asset's guards on one streamed answer.
 * @param remembers whether later answers are judged beside this one: over a connection nobody says it again
 */
export function openChecks(exchange: CheckedIngress, { remembers }: { readonly remembers: boolean }): OpenChecks {
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
  return {
    ...(isAsked ? { heard: (text: WholeText) => conversation.hear(text) } : {}),
    push: (channel, text, pushed) => {
      hasText = true;
      work.draw("characters", text.length * readers);
      kept?.grow(channel, text);
      shadowed?.grow(channel, text);
      const step = guard.push(channel, text, pushed);
      const isEnd = pushed.ends === "text";
      if (kept !== null) noteStep(kept, channel, { step, isEnd });
      if (isEnd) shadowed?.end(channel);
      else if (pushed.ends === "part") shadowed?.endPart(channel);
      return toSteps(step);
    },
    endPart: (channel) => {
      const step = guard.endPart(channel);
      if (kept !== null) noteStep(kept, channel, { step, isEnd: false });
      shadowed?.endPart(channel);
      return toSteps(step);
    },
    end: (channel) => {
      const step = guard.end(channel);
      if (kept !== null) noteStep(kept, channel, { step, isEnd: true });
      shadowed?.end(channel);
      return toSteps(step);
    },
    wholes: (items) => {
      recording?.addAnswer(items);
      return inspectTexts(paidFor(exchange), items.map(sided));
    },
    refusal: (policies) => refusalOf(exchange, policies),
    settle: () => tally.add(guard.summary()),
    report: () => {
      const summary = guard.summary();
      // A stream that broke off has ended none of its texts.
      forgetTexts();
      shadowed?.close();
      if (hasText) metrics.policies(summary.applied, { asset: asset.asset.id, side: "output" });
      recording?.streamed(summary);
      kept?.over(streamLooks(summary.applied));
      if (hasText) trace?.evaluated(summary, { side: "output", origin: "assistant", isStream: true, startedMs });
    },
    meter: { now: clock.now, released: (heldMs, chars) => metrics.released(heldMs, chars) },
  };
}

/** What the provider repeats of the request is judged as the request was. */
const sided = (item: WholeText): JudgedText => ({
  ...item,
  side: item.origin === "assistant" || item.origin === "tool" ? "output" : "input",
});

interface NotedStep {
  readonly step: Stepping;
  readonly isEnd: boolean;
}

/** What is waited for comes behind later texts of its channel: its record looks for itself then. */
function noteStep(kept: KeptStream, channel: string, { step, isEnd }: NotedStep): void {
  if (step instanceof Promise) kept.lose(channel);
  else if (step.kind === "release" && step.maskable.length > 0) kept.found(channel, step.maskable);
  if (isEnd) kept.end(channel, !(step instanceof Promise) && step.kind === "release");
}

function toSteps(step: Stepping): ChannelStep | Promise<ChannelStep> {
  return step instanceof Promise ? step.then(toStep) : toStep(step);
}

function toStep(step: GuardStep): ChannelStep {
  const { decided, edits } = step;
  if (step.kind === "release") return { decided, edits, stop: null };
  const policies = step.violations.map(({ policy }) => policy.name);
  // A block needs a violation; without one a fail-closed policy could not run, which is no policy decision.
  const isBlock = policies.length > 0;
  const stop = isBlock
    ? ({ kind: "block", policies } as const)
    : ({ kind: "unavailable", policies: step.failedClosed } as const);
  return { decided, edits, stop };
}
