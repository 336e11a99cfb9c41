import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { ConnectionCodec } from "../../codecs/message-codec.ts";
import { ServiceError, toServiceError, type ErrorCode } from "../../core/errors.ts";
import { loggedNotes } from "../../http/exchange.ts";
import { describeError } from "../../telemetry/logger.ts";
import type { StreamOutcome } from "../../telemetry/metrics.ts";
import type { Limiter } from "../../state/limiter.ts";
import type { CheckingExchange } from "../context.ts";
import { RecentTurns } from "../checks/joined-turns.ts";
import { note, noteFailure } from "../proxy-reply.ts";
import { checkClientFrame } from "./client-frames.ts";
import { unreadAnswer, CLOSE, failureOf, refused, tooLong, type Counts, type Failure } from "./failure.ts";
import { Inbox, type QueuedFrame, PartialMessages, Peer } from "./peer.ts";
import { ServerLanes, type ServerOutcome } from "./server-lanes.ts";

interface SessionParts {
  readonly exchange: CheckingExchange;
  readonly codec: ConnectionCodec;
  readonly limiter: Limiter;
  readonly client: WebSocket;
  readonly server: WebSocket;
  /** What the two stand on. */
  readonly connections: { readonly client: Duplex; readonly server: Duplex };
  /** Whether what is said from here on could be recorded, where it must be. */
  readonly isRecordable: () => boolean;
  /** Called once, when both connections are closed. */
  readonly onEnd: () => void;
}

const TEXT = { isBinary: false } as const;
/** What the socket library says of a message over its bound. */
const TOO_LARGE = "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
/** "Closed abnormally": no close frame came. */
const ABNORMAL = 1006;

/** One inspected connection: two sockets, and between them every message checked in its order. */
export class SocketSession {
  readonly #parts: SessionParts;
  readonly #client: Peer;
  readonly #server: Peer;
  readonly #fromClient: Inbox;
  readonly #fromServer: Inbox;
  readonly #partial: readonly PartialMessages[];
  readonly #lanes: ServerLanes;
  readonly #counts: Counts = { client: 0, server: 0, unread: 0, unreadParts: 0, refused: 0 };
  readonly #recent: RecentTurns;
  readonly #startedMs: number;
  #openSockets = 2;
  /** Both sides have received the end. */
  #isFailed = false;
  #isDraining = false;
  #clientCode: number | null = null;
  #goneFirst: "client" | "server" | null = null;
  #serverFailure: Failure | null = null;

  constructor(parts: SessionParts) {
    const { exchange, codec, client, server } = parts;
    this.#parts = parts;
    const { clock } = exchange;
    this.#startedMs = clock.now();
    const options = { clock, stallMs: exchange.upstream.bodyTimeoutMs };
    this.#client = new Peer(client, options);
    this.#server = new Peer(server, options);
    this.#recent = new RecentTurns(exchange.upstream.joinedTurns);
    this.#lanes = new ServerLanes(exchange, codec, this.#counts);
    const onError = (error: unknown): void => this.#crash(error);
    const common = {
      place: exchange.place,
      onOverload: () => this.#fail(refused("overloaded")),
      onIdle: () => this.#endIfQuiet(),
      onError,
    };
    this.#partial = this.#watchPartial();
    this.#fromClient = new Inbox(client, { handle: (frame) => this.#clientFrame(frame), ...common });
    this.#fromServer = new Inbox(server, { handle: (frame) => this.#serverFrame(frame), ...common });
    for (const kind of ["ping", "pong"] as const) {
      client.on(kind, (data) => this.#server.control(kind, data));
      server.on(kind, (data) => this.#client.control(kind, data));
    }
    // The close that follows explains the error, except for this one.
    client.on("error", () => {});
    server.on("error", (error) => {
      if ("code" in error && error.code === TOO_LARGE) this.#serverFailure = unreadAnswer(exchange, "event too large");
    });
    client.on("close", (code, reason) => void this.#clientClosed(code, reason).catch(onError));
    server.on("close", (code, reason) => void this.#serverClosed(code, reason).catch(onError));
  }

  #watchPartial(): readonly PartialMessages[] {
    const { exchange, client, server, connections } = this.#parts;
    const { clock, place, runtime } = exchange;
    const common = { clock, place, onRefused: (code: ErrorCode) => this.#fail(refused(code)) };
    const { requestTimeoutMs } = runtime.config.server;
    return [
      new PartialMessages(client, "client", { ...common, connection: connections.client, timeoutMs: requestTimeoutMs }),
      new PartialMessages(server, "server", { ...common, connection: connections.server, timeoutMs: null }),
    ];
  }

  /** The service goes away: begins no answer any more, and ends as soon as none is under way. */
  drain(): void {
    this.#isDraining = true;
    this.#endIfQuiet();
  }

  /** Closes both sides: the service shuts down. */
  close(): void {
    if (this.#isFailed) return;
    this.#isFailed = true;
    this.#stop();
    for (const peer of [this.#client, this.#server]) peer.close(CLOSE.goingAway, "The service is shutting down");
  }

  /** Ends both sides at once. */
  cut(): void {
    this.close();
    for (const peer of [this.#client, this.#server]) peer.cut();
  }

  #endIfQuiet(): void {
    const isBusy = this.#fromClient.isBusy || this.#fromServer.isBusy || this.#lanes.isBuffering;
    if (this.#isDraining && !isBusy && this.#parts.codec.isQuiet()) this.close();
  }

  async #clientFrame(frame: QueuedFrame): Promise<void> {
    const { exchange, codec, limiter } = this.#parts;
    this.#counts.client += 1;
    const [counts, recent, refusesAnswers] = [this.#counts, this.#recent, this.#refusesAnswers()];
    const outcome = await checkClientFrame(frame, { exchange, codec, limiter, counts, recent, refusesAnswers });
    switch (outcome.kind) {
      case "forward":
        await this.#server.send(outcome.data, outcome);
        return;
      case "reply":
        this.#counts.refused += 1;
        await this.#client.send(JSON.stringify(outcome.body), TEXT);
        return;
      case "fail":
        this.#fail(outcome.failure);
    }
  }

  #refusesAnswers(): ErrorCode | null {
    if (this.#isDraining) return "draining";
    return this.#parts.isRecordable() ? null : "store_unavailable";
  }

  async #serverFrame(frame: QueuedFrame): Promise<void> {
    const { upstream } = this.#parts.exchange;
    const { data, isBinary } = frame;
    this.#counts.server += 1;
    if (!isBinary && data.length <= upstream.eventMaxBytes) {
      await this.#deliver(await this.#lanes.push(data.toString()));
    } else if (upstream.unread === "pass") {
      await this.#deliver(this.#lanes.pass(frame));
    } else {
      this.#counts.unread += 1;
      const { exchange } = this.#parts;
      const binary = (): Failure => unreadAnswer(exchange, "binary message", CLOSE.unsupported);
      this.#fail(isBinary ? binary() : unreadAnswer(exchange, "event too large"));
    }
  }

  async #deliver({ messages, failure }: ServerOutcome): Promise<void> {
    for (const message of messages) await this.#client.send(message, { isBinary: typeof message !== "string" });
    this.#countEnds();
    for (const command of this.#parts.codec.takeCommands()) await this.#server.send(JSON.stringify(command), TEXT);
    if (failure !== null) this.#fail(failure);
    else if (this.#parts.exchange.conversation.isFull) this.#fail(tooLong());
  }

  /** Sends the client the error, and ends both sides. */
  #fail(failure: Failure): void {
    if (this.#isFailed) return;
    this.#isFailed = true;
    noteFailure(this.#parts.exchange, failure.code);
    const body = this.#parts.codec.errorFor(null, failure);
    void this.#client.send(JSON.stringify(body), TEXT);
    this.#client.close(failure.close, failure.code);
    this.#server.close(CLOSE.goingAway, "");
    this.#stop();
  }

  /** A fault of this program. */
  #crash(error: unknown): void {
    const { logger, id, upstream } = this.#parts.exchange;
    const { status, message } = toServiceError(error);
    logger.error({ request_id: id, upstream: upstream.name, error: describeError(error) }, "inspected socket failed");
    this.#fail({ code: "internal", message, status, close: CLOSE.failed });
  }

  async #clientClosed(code: number, reason: Buffer): Promise<void> {
    this.#clientCode ??= code;
    this.#goneFirst ??= "client";
    this.#fromServer.close();
    // What the client said before it disconnected is still forwarded.
    if (code !== ABNORMAL) await this.#fromClient.drained();
    this.#server.close(code, reason);
    this.#closed();
  }

  async #serverClosed(code: number, reason: Buffer): Promise<void> {
    this.#goneFirst ??= "server";
    await this.#fromServer.drained();
    if (!this.#isFailed) await this.#deliver(await this.#lanes.end());
    this.#fromClient.close();
    // A client that has disconnected receives nothing.
    if (code === ABNORMAL && this.#clientCode === null) this.#fail(this.#serverFailure ?? BROKEN);
    else this.#client.close(code, reason);
    this.#closed();
  }

  #stop(): void {
    this.#fromClient.close();
    this.#fromServer.close();
  }

  #closed(): void {
    this.#openSockets -= 1;
    if (this.#openSockets > 0) return;
    const { exchange, onEnd } = this.#parts;
    exchange.abort.abort();
    this.#stop();
    for (const partial of this.#partial) partial.close();
    this.#lanes.close();
    this.#countUnfinished();
    if (this.#counts.unread > 0) exchange.tally.unread();
    note(exchange);
    onEnd();
    this.#log();
  }

  #countEnds(): void {
    const { metrics, notes } = this.#parts.exchange;
    for (const end of this.#parts.codec.ends.take()) metrics.streamEnded(notes.format ?? "", end);
  }

  /** Answers that the end of the connection has cut off. */
  #countUnfinished(): void {
    this.#countEnds();
    const { metrics, notes, tally } = this.#parts.exchange;
    const known = CUT_OFF.get(tally.failure ?? "");
    const end = known ?? (this.#goneFirst === "client" && !this.#isFailed ? "abandoned" : "failed");
    for (let left = this.#parts.codec.ends.underWay; left > 0; left--) metrics.streamEnded(notes.format ?? "", end);
  }

  #log(): void {
    const { exchange } = this.#parts;
    const { logger, clock, notes, upstream, id } = exchange;
    const fields = {
      request_id: id,
      upstream: upstream.name,
      duration_ms: Math.round(clock.now() - this.#startedMs),
      close_code: this.#clientCode,
      client_messages: this.#counts.client,
      server_messages: this.#counts.server,
      refused_messages: this.#counts.refused,
      unread_messages: this.#counts.unread,
      unread_parts: this.#counts.unreadParts,
      ...loggedNotes(notes),
    };
    logger.info(fields, "websocket");
  }
}

/** What cut an answer off, by the failure that ended the connection. */
const CUT_OFF: ReadonlyMap<string, StreamOutcome> = new Map<string, StreamOutcome>([
  ["guardrail_unavailable", "unavailable"],
  ["guardrail_unread", "unread"],
]);

const BROKEN = failureOf(new ServiceError("upstream_disconnected"), CLOSE.failed);
