import type { StreamCodec } from "../../codecs/codec.ts";
import type { EventParse, StreamFraming } from "../../codecs/framing/framing.ts";
import { pause, type Clock } from "../../core/clock.ts";
import { guardrailUnavailable, ServiceError } from "../../core/errors.ts";
import { isTooMuchWork } from "../../core/work-budget.ts";
import { TOO_MUCH_WORK } from "../body/answer-body.ts";
import type { Answering } from "../context.ts";
import { STAGE } from "../scheduling.ts";
import type { StreamOutcome } from "../../telemetry/metrics.ts";
import { decodeStream } from "../body/content-coding.ts";
import { answerHeader } from "../upstream/headers.ts";
import { sendRefusal, sendUnavailable, sendUnread, noteFailure } from "../proxy-reply.ts";
import { refuseUnread } from "../unread.ts";
import { StreamFacts } from "../upstream/provider-call.ts";
import { openStreamChecks } from "./stream-checks.ts";
import { StreamRelay } from "./stream-relay.ts";
import { StreamWriter } from "./stream-writer.ts";
import { readUpstreamError } from "../upstream/upstream-client.ts";
import type { UpstreamBody } from "../../core/upstream-port.ts";
import type { Load } from "../../core/overload.ts";

/** Checks a streamed answer on its way: bytes → events → texts → guard → events. */
export async function relayStream(answering: Answering, framing: StreamFraming): Promise<void> {
  const { exchange, answer, codec, completion } = answering;
  const { upstream, runtime } = exchange;
  const stream = codec.openStream(completion, framing);
  const checks = openStreamChecks(exchange, { remembers: false });
  const relay = new StreamRelay({
    codec: stream,
    checks,
    request: completion,
    textMaxChars: runtime.config.server.textMaxChars,
    bufferedMaxChars: upstream.responseMaxBytes,
    passesUnread: upstream.unread === "pass",
    endsOnce: true,
    work: exchange.answerWork,
    yieldToLoop: () => pause(exchange.clock, 0),
  });
  const updateTally = (): void => {
    checks.updateTally();
    if (relay.unreadEvents > 0) exchange.tally.unread();
  };
  const hooks = { isBuffering: () => relay.isBuffering, updateTally };
  const writer = new StreamWriter(exchange, answer, { framing, ...hooks });
  const call = exchange.trace?.call ?? null;
  const facts = call?.isRecording === true ? new StreamFacts(call, codec.genAi) : null;
  const session: StreamSession = { answering, framing, relay, writer, codec: stream, updateTally, facts };
  let hasFailed = false;
  try {
    await pump(session);
  } catch (error: unknown) {
    hasFailed = !isTooMuchWork(error);
    if (hasFailed) await fail(session, error);
    else await giveUp(session);
  } finally {
    writer.stop();
    facts?.end();
    checks.report();
    exchange.metrics.streamEnded(codec.format, streamOutcome(session, hasFailed));
    if (relay.unreadEvents > 0) logUnread(exchange, relay.unreadEvents);
  }
}

/** @param hasFailed the upstream broke off, or the client left */
function streamOutcome(
  { answering: { exchange }, relay: { state } }: StreamSession,
  hasFailed: boolean,
): StreamOutcome {
  if (hasFailed) return exchange.response.destroyed ? "abandoned" : "failed";
  if (exchange.tally.failure === "guardrail_unread") return "unread";
  return state.kind === "open" ? "complete" : state.kind;
}

function logUnread({ logger, id, upstream }: Answering["exchange"], events: number): void {
  logger.warn({ request_id: id, upstream: upstream.name, events }, "unread events passed");
}

interface StreamSession {
  readonly answering: Answering;
  readonly framing: StreamFraming;
  readonly relay: StreamRelay;
  readonly writer: StreamWriter;
  readonly codec: StreamCodec;
  readonly updateTally: () => void;
  /** `null`: not needed. */
  readonly facts: StreamFacts | null;
}

/** Cut into events in one turn of the event loop: others wait a millisecond. */
const TURN_BYTES = 64 * 1024;

/**
 * Streams that deliver this many events in one turn of the event loop are read, checked and written stage by stage: the code of a stage
 * and its tables stay in the processor's caches, which is worth more than the wait.
 */
const TOGETHER = 8;

async function pump(session: StreamSession): Promise<void> {
  const { answering, relay, writer } = session;
  const { exchange, answer } = answering;
  const pace = new StreamPace(exchange, answer.body);
  const parser = session.framing.open({ eventMaxBytes: exchange.upstream.eventMaxBytes });
  for await (const chunk of decodeStream(answer.body, answerHeader(answer.headers, "content-encoding"))) {
    for (let at = 0; at < chunk.length; at += TURN_BYTES) {
      if (at > 0) await pause(exchange.clock, 0);
      const parsed = parser.push(chunk.subarray(at, at + TURN_BYTES));
      if (parsed.events.length > TOGETHER) await STAGE;
      const feeding = feed(session, parsed);
      if (!(feeding instanceof Promise ? await feeding : feeding)) return;
    }
    const gathering = pace.gather(chunk.length);
    if (gathering !== null) await gathering;
  }
  if (!(await feed(session, parser.end()))) return;
  await relay.end();
  if (relay.state.kind === "open") await writer.end(relay.takeReady(), null);
  else await endStopped(session);
}

/** False when the stream is over. A promise only where there is something to wait for: that costs turns of the loop. */
function feed(session: StreamSession, parsed: EventParse): boolean | Promise<boolean> {
  session.facts?.see(parsed.events);
  const pushing = session.relay.push(parsed.events) ?? (parsed.events.length > TOGETHER ? STAGE : null);
  return pushing === null ? passOn(session, parsed) : pushing.then(() => passOn(session, parsed));
}

function passOn(session: StreamSession, parsed: EventParse): boolean | Promise<boolean> {
  const { relay, writer } = session;
  if (relay.state.kind !== "open") return endStopped(session).then(() => false);
  const writing = writer.write(relay.takeReady());
  if (!parsed.ok) return cutShort(session, parsed.reason, writing);
  return writing === null ? true : writing.then(() => true);
}

/** What cannot be cut into events cannot be passed on in order either, whatever `unread` says. */
async function cutShort(
  session: StreamSession,
  reason: keyof typeof CUT_SHORT,
  writing: Promise<void> | null,
): Promise<boolean> {
  await writing;
  await unread(session, CUT_SHORT[reason]);
  return false;
}

const CUT_SHORT = {
  event_too_large: "event too large",
  invalid_json: "event",
  invalid_utf8: "not UTF-8",
  no_events: "no events",
} as const;

/** Ends a stream that the checks have stopped; nothing more is wanted of the upstream. */
async function endStopped(session: StreamSession): Promise<void> {
  const { answering, relay, writer } = session;
  const { exchange, answer } = answering;
  const { state } = relay;
  exchange.abort.abort();
  session.updateTally();
  switch (state.kind) {
    case "blocked": {
      const released = relay.takeReady();
      // Nothing was sent yet: one clear answer is better than a stream that only ends.
      if (!writer.hasBegun && released.length === 0) sendRefusal(exchange, state, answer.headers);
      else await writer.end(released, relay.refusal());
      return;
    }
    case "unavailable":
      if (writer.hasBegun)
        await endWithError(session, "guardrail_unavailable", guardrailUnavailable(state.policies).message);
      else sendUnavailable(exchange, state.policies);
      return;
    case "unread":
      await unread(session, state.reason);
      return;
    case "open":
      return;
  }
}

/** It takes more work than an answer may: what was not decided by then does not leave. */
async function giveUp(session: StreamSession): Promise<void> {
  session.updateTally();
  await unread(session, TOO_MUCH_WORK);
}

async function unread(session: StreamSession, reason: string): Promise<void> {
  const { exchange } = session.answering;
  exchange.abort.abort();
  if (session.writer.hasBegun)
    await endWithError(session, "guardrail_unread", refuseUnread(exchange, "answer", reason));
  else sendUnread(exchange, 502, reason);
}

/** Clients take a stream that merely stops for a complete answer: the failure is sent as an event of the format. */
async function endWithError(session: StreamSession, code: string, message: string): Promise<void> {
  noteFailure(session.answering.exchange, code);
  await session.writer.end([], session.codec.errorEvents(code, message, 502));
}

/** The upstream broke off. What was not decided by then does not leave. */
async function fail(session: StreamSession, error: unknown): Promise<void> {
  const { exchange } = session.answering;
  if (exchange.response.destroyed) return;
  const failure = readUpstreamError(error);
  if (!session.writer.hasBegun) throw failure;
  exchange.abort.abort();
  await endWithError(session, failure.code, new ServiceError(failure.code).message);
}

/** Pieces that are taken at once, whatever the load: the beginning is what a user waits for. */
const AT_ONCE = 8;
/** Bytes; a larger piece has been buffered by a sender already. */
const SMALL_MAX = 4096;
/** Longest time that pieces are collected for, ms: text that appears thirty times a second looks steady. */
const GATHER_MAX_MS = 30;
/** From which load on pieces are gathered, and from which on for the longest time. */
const CALM = 0.25;
const FULL = 0.5;

/**
 * When the next piece of a stream is taken. A provider sends token by token, and each piece has its price, however small it is:
 * while the process is busy those that come within a moment are taken together, so that many streams at once delay no
 * other's beginning. How a stream is cut never changes what leaves of it.
 */
export class StreamPace {
  readonly #load: Load;
  readonly #clock: Clock;
  #taken = 0;
  #isOver = false;
  /** Ends the current wait. */
  #wake = (): void => {};

  constructor({ load, clock }: { readonly load: Load; readonly clock: Clock }, body: Pick<UpstreamBody, "onceOver">) {
    this.#load = load;
    this.#clock = clock;
    body.onceOver(() => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** Waits while the next pieces are gathered, after one of so many bytes, but not beyond the stream's end; `null`: they are taken as they come. */
  gather(bytes: number): Promise<void> | null {
    const gatherMs = this.#gatherMs(bytes);
    if (gatherMs === 0 || this.#isOver) return null;
    return new Promise((resolve) => {
      const cancel = this.#clock.after(gatherMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  #gatherMs(bytes: number): number {
    this.#taken += 1;
    if (this.#taken < AT_ONCE || bytes > SMALL_MAX) return 0;
    const busy = this.#load.busy();
    return busy <= CALM ? 0 : GATHER_MAX_MS * Math.min(1, (busy - CALM) / (FULL - CALM));
  }
}
