import { isTooMuchWork, WorkBudget } from "../../core/work-budget.ts";
import type { ClientMessage, ConnectionCodec, MessageFailure } from "../../codecs/message-codec.ts";
import { isObject } from "../../codecs/shared/json-read.ts";
import { withTexts } from "../../codecs/shared/body-edits.ts";
import { parseInTurns } from "../../core/json.ts";
import { ServiceError, type ErrorCode } from "../../core/errors.ts";
import type { JsonObject } from "../../core/model.ts";
import type { Limiter } from "../../state/limiter.ts";
import { limitRefusal, takeProxied } from "../admission.ts";
import { plantCanary } from "../checks/canary-line.ts";
import type { CheckingExchange } from "../context.ts";
import { inspectRequest } from "../checks/request-inspection.ts";
import type { RecentTurns } from "../checks/joined-turns.ts";
import { refusalOf } from "../proxy-reply.ts";
import { CLOSE, tooLong, unavailable, unreadMessageFailure, type Counts, type Failure } from "./failure.ts";
import type { QueuedFrame } from "./peer.ts";

/** What becomes of a client's message. */
type ClientOutcome =
  | { readonly kind: "forward"; readonly data: Buffer | string; readonly isBinary: boolean }
  /** It goes no further, and the client receives an error. */
  | { readonly kind: "reply"; readonly body: JsonObject }
  /** Nor does the connection. */
  | { readonly kind: "fail"; readonly failure: Failure };

interface ClientContext {
  readonly exchange: CheckingExchange;
  readonly codec: ConnectionCodec;
  readonly limiter: Limiter;
  readonly counts: Counts;
  readonly recent: RecentTurns;
  /** Why no answer may begin; `null`: one may. */
  readonly refusesAnswers: ErrorCode | null;
}

/** Checks a message on its way to the provider. */
export async function checkClientFrame(frame: QueuedFrame, context: ClientContext): Promise<ClientOutcome> {
  if (frame.isBinary) return unread(frame, context, { reason: "binary message", close: CLOSE.unsupported });
  // Each message has a budget of its own.
  const work = new WorkBudget(context.exchange.runtime.config.server.requestWork);
  let body: JsonObject | null = null;
  try {
    const parsed = await parseInTurns(
      frame.data.toString(),
      { work },
      context.exchange.longTexts.newRequests.yieldToLoop,
    );
    body = parsed.ok && isObject(parsed.value) ? parsed.value : null;
    if (body === null) return unread(frame, context, { reason: "message", close: CLOSE.refused });
    return await checkBody(frame, body, { ...context, exchange: { ...context.exchange, work } });
  } catch (error: unknown) {
    if (!(error instanceof ServiceError) || !isTooMuchWork(error)) throw error;
    context.exchange.tally.unavailable();
    return { kind: "reply", body: context.codec.errorFor(body, error) };
  }
}

async function checkBody(frame: QueuedFrame, body: JsonObject, context: ClientContext): Promise<ClientOutcome> {
  const read = context.codec.readClient(body, context.exchange.work);
  if (!read.ok) return unread(frame, context, { reason: read.reason, close: CLOSE.refused });
  if (!context.exchange.conversation.hasRoom(read.value.slots)) return { kind: "fail", failure: tooLong() };
  const failure = refuse(read.value, context) ?? (await spend(read.value, context));
  if (failure !== null) {
    context.exchange.tally.unread();
    return { kind: "reply", body: context.codec.errorFor(body, failure) };
  }
  return inspected(frame, body, { context, message: read.value });
}

/** What forbids a message before its text is looked at. */
function refuse({ slots, unreadParts, isRequest }: ClientMessage, context: ClientContext): MessageFailure | null {
  const { exchange } = context;
  if (slots.some(({ text }) => text.length > exchange.runtime.config.server.textMaxChars))
    return new ServiceError("text_too_long");
  if (unreadParts.length > 0 && exchange.upstream.unreadParts === "deny")
    return unreadMessageFailure(exchange, "parts without text");
  return isRequest && context.refusesAnswers !== null ? new ServiceError(context.refusesAnswers) : null;
}

/** Takes a unit of the limit for what begins an answer. */
async function spend(
  { unreadParts, isRequest }: ClientMessage,
  { exchange, limiter, counts }: ClientContext,
): Promise<MessageFailure | null> {
  const refusal = isRequest ? limitRefusal(await takeProxied(exchange, limiter)) : null;
  if (refusal === null && unreadParts.length > 0) counts.unreadParts += 1;
  return refusal;
}

async function inspected(
  frame: QueuedFrame,
  body: JsonObject,
  { context, message }: { readonly context: ClientContext; readonly message: ClientMessage },
): Promise<ClientOutcome> {
  const { exchange, codec, recent } = context;
  const { slots, isContinued } = message;
  const inspection = await inspectRequest(exchange, { slots }, isContinued ? recent.texts : []);
  switch (inspection.kind) {
    case "block":
      return { kind: "reply", body: codec.refusalFor(body, refusalOf(exchange, inspection)) };
    case "unavailable":
      return { kind: "fail", failure: unavailable(inspection.policies) };
    case "pass": {
      message.accept();
      if (isContinued) recent.addTurns(slots);
      const changes = plantCanary(exchange, slots, inspection.changes);
      const data = changes.length === 0 ? frame.data : JSON.stringify(withTexts(body, changes));
      return { kind: "forward", data, isBinary: false };
    }
  }
}

function unread(
  { data, isBinary }: QueuedFrame,
  { exchange, counts }: ClientContext,
  { reason, close }: { readonly reason: string; readonly close: number },
): ClientOutcome {
  counts.unread += 1;
  if (exchange.upstream.unread === "pass") return { kind: "forward", data, isBinary };
  return { kind: "fail", failure: { ...unreadMessageFailure(exchange, reason), close } };
}
