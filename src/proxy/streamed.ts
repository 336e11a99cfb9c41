import type { SseEvent } from "../codecs/sse.ts";
import { SseParser, type SseParse } from "../codecs/sse-parser.ts";
import { ServiceError } from "../core/errors.ts";
import type { Answering } from "./answering.ts";
import { decodeStream } from "./content-coding.ts";
import { sendRefusal, sendUnavailable, sendUnread, unavailableMessage } from "./reply.ts";
import { openChecks } from "./stream-checks.ts";
import { StreamRelay } from "./stream-relay.ts";
import { StreamWriter } from "./stream-writer.ts";
import { readUpstreamError } from "./upstream.ts";

/** Checks a server-sent answer on its way: bytes → events → texts → guard → events. */
export async function relayStream(answering: Answering): Promise<void> {
  const { exchange, answer, codec, completion } = answering;
  const { upstream, runtime } = exchange;
  const stream = codec.openStream(completion);
  const checks = openChecks(exchange);
  const relay = new StreamRelay({
    codec: stream,
    checks,
    request: completion,
    textMaxChars: runtime.config.server.textMaxChars,
    heldMaxChars: upstream.responseMaxBytes,
    passesUnread: upstream.unread === "pass",
  });
  const writer = new StreamWriter(exchange, answer, { isHolding: () => relay.isHolding, settle: checks.settle });
  const session: Session = { answering, relay, writer, errorEvent: stream.errorEvent, settle: checks.settle };
  try {
    await pump(session);
  } catch (error: unknown) {
    await fail(session, error);
  } finally {
    writer.stop();
    if (relay.unreadEvents > 0) logUnread(exchange, relay.unreadEvents);
  }
}

function logUnread({ logger, id, upstream }: Answering["exchange"], events: number): void {
  logger.warn({ request_id: id, upstream: upstream.name, events }, "unread events passed");
}

interface Session {
  readonly answering: Answering;
  readonly relay: StreamRelay;
  readonly writer: StreamWriter;
  readonly errorEvent: (code: string, message: string, status: number) => SseEvent;
  readonly settle: () => void;
}

async function pump(session: Session): Promise<void> {
  const { answering, relay, writer } = session;
  const { exchange, answer } = answering;
  const parser = new SseParser({ eventMaxBytes: exchange.upstream.eventMaxBytes });
  const coding = answer.headers["content-encoding"];
  for await (const chunk of decodeStream(answer.body, typeof coding === "string" ? coding : undefined)) {
    if (!(await take(session, parser.push(chunk)))) return;
  }
  if (!(await take(session, parser.end()))) return;
  await relay.end();
  if (relay.state.kind === "open") await writer.end(relay.take());
  else await conclude(session);
}

/** False when the stream is over. */
async function take(session: Session, parsed: SseParse): Promise<boolean> {
  const { relay, writer } = session;
  await relay.push(parsed.events);
  if (relay.state.kind !== "open") {
    await conclude(session);
    return false;
  }
  await writer.write(relay.take());
  if (parsed.ok) return true;
  // What cannot be cut into events cannot be passed on in order either, whatever `unread` says.
  await unread(session, parsed.reason === "event_too_large" ? "event too large" : "not UTF-8");
  return false;
}

/** Ends a stream that the checks have stopped; nothing more is wanted of the upstream. */
async function conclude(session: Session): Promise<void> {
  const { answering, relay, writer } = session;
  const { exchange, answer } = answering;
  const { state } = relay;
  exchange.abort.abort();
  session.settle();
  switch (state.kind) {
    case "blocked": {
      const released = relay.take();
      // Nothing has gone out yet: one clear answer is better than a stream that only ends.
      if (!writer.hasBegun && released === "") sendRefusal(exchange, state.policies, answer.headers);
      else await writer.end(released + state.refusal);
      return;
    }
    case "unavailable":
      if (writer.hasBegun) await endWithError(session, "guardrail_unavailable", unavailableMessage(state.policies));
      else sendUnavailable(exchange, state.policies);
      return;
    case "unread":
      await unread(session, state.reason);
      return;
    case "open":
      return;
  }
}

async function unread(session: Session, reason: string): Promise<void> {
  const { exchange } = session.answering;
  exchange.abort.abort();
  if (session.writer.hasBegun)
    await endWithError(session, "guardrail_unread", `The guardrail cannot read this answer: ${reason}`);
  else sendUnread(exchange, 502, reason);
}

/** Clients take a stream that merely stops for a complete answer: the failure is told as an event of the format. */
async function endWithError(session: Session, code: string, message: string): Promise<void> {
  const { exchange } = session.answering;
  exchange.notes.errorCode = code;
  await session.writer.end(session.errorEvent(code, message, 502).raw);
}

/** The upstream broke off. What was not decided by then does not leave. */
async function fail(session: Session, error: unknown): Promise<void> {
  const { exchange } = session.answering;
  if (exchange.response.destroyed) return;
  const failure = readUpstreamError(error);
  if (!session.writer.hasBegun) throw failure;
  await endWithError(session, failure.code, new ServiceError(failure.code).message);
}
