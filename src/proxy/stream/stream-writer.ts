import type { AnswerHeaders } from "../../core/upstream-port.ts";
import type { Framing, SseEvent } from "../../codecs/framing/framing.ts";
import { drained } from "../../http/stalled.ts";
import type { ProxyExchange } from "../context.ts";
import { BYTES_FIELDS, clientHeaders } from "../upstream/headers.ts";
import { guardrailHeaders, note, PROMPT_ONLY } from "../proxy-reply.ts";

/** Longest silence towards the client while events are buffered: proxies and clients cut idle connections after a minute or less. */
const HEARTBEAT_MS = 15_000;

interface StreamHooks {
  readonly framing: Framing;
  /** Events wait for a decision. */
  readonly isBuffering: () => boolean;
  /** Brings the verdict up to date for the headers and, later, the log line. */
  readonly updateTally: () => void;
}

/** The client's side of a stream: headers with the first bytes, back-pressure, and heartbeats while events are buffered. */
export class StreamWriter {
  readonly #exchange: ProxyExchange;
  readonly #upstream: { readonly status: number; readonly headers: AnswerHeaders };
  readonly #hooks: StreamHooks;
  #lastMs: number;
  #isFirst = true;
  /** Text of the last event. */
  #last = "";
  #cancelHeartbeat: () => void = () => {};

  constructor(
    exchange: ProxyExchange,
    upstream: { readonly status: number; readonly headers: AnswerHeaders },
    hooks: StreamHooks,
  ) {
    this.#exchange = exchange;
    this.#upstream = upstream;
    this.#hooks = hooks;
    this.#lastMs = exchange.clock.now();
    this.#arm(HEARTBEAT_MS);
  }

  get hasBegun(): boolean {
    return this.#exchange.response.headersSent;
  }

  /** Resolves when the client can take more, or has disconnected; `null`: it can, as most often. */
  write(events: readonly SseEvent[]): Promise<void> | null {
    const text = this.#wire(events);
    return text === "" || this.#send(text) ? null : drained(this.#exchange.response);
  }

  /** @param ours events with which we end the stream, so that its framing must be closed too; `null`: it has ended itself */
  async end(events: readonly SseEvent[], ours: readonly SseEvent[] | null): Promise<void> {
    this.stop();
    const { framing } = this.#hooks;
    const rest = this.#wire(events);
    const text = ours === null ? rest : rest + framing.seam(this.#last) + this.#wire(ours) + framing.close;
    if (text !== "" && !this.#send(text)) await drained(this.#exchange.response);
    const { response } = this.#exchange;
    if (!this.hasBegun) this.#begin();
    this.#hooks.updateTally();
    note(this.#exchange);
    response.end();
  }

  #wire(events: readonly SseEvent[]): string {
    let text = "";
    for (const event of events) {
      text += this.#hooks.framing.wire(event, this.#isFirst);
      this.#isFirst = false;
      this.#last = event.raw;
    }
    return text;
  }

  stop(): void {
    this.#cancelHeartbeat();
  }

  #send(text: string): boolean {
    const { response, clock } = this.#exchange;
    if (!this.hasBegun) this.#begin();
    this.#lastMs = clock.now();
    return response.write(text);
  }

  #begin(): void {
    const { response } = this.#exchange;
    if (response.destroyed) return;
    this.#exchange.onBegin();
    this.#hooks.updateTally();
    const headers = clientHeaders(this.#upstream.headers, BYTES_FIELDS);
    response.writeHead(this.#upstream.status, { ...headers, ...guardrailHeaders(this.#exchange), ...PROMPT_ONLY });
  }

  #arm(delayMs: number): void {
    this.#cancelHeartbeat = this.#exchange.clock.after(delayMs, () => {
      const silentMs = this.#exchange.clock.now() - this.#lastMs;
      // A client that does not take what it has needs no sign of life.
      const isDue = silentMs >= HEARTBEAT_MS && this.#hooks.isBuffering() && !this.#exchange.response.writableNeedDrain;
      if (isDue) this.#send(this.#hooks.framing.heartbeat);
      this.#arm(isDue || silentMs >= HEARTBEAT_MS ? HEARTBEAT_MS : HEARTBEAT_MS - silentMs);
    });
  }
}
