import type { Duplex } from "node:stream";
import type { MessageCodec } from "../../codecs/message-codec.ts";
import type { Clock } from "../../core/clock.ts";
import { ServiceError } from "../../core/errors.ts";
import type { Limiter } from "../../state/limiter.ts";
import { openConnectionExchange, type CheckingExchange, type ProxyIngress } from "../context.ts";
import { paidFor } from "../checks/text-checks.ts";
import type { VerdictMemo } from "../checks/verdict-memo.ts";
import { refuseUpgrade, relayRefusal } from "./upgrade.ts";
import { upstreamAddress } from "../upstream/upstream-address.ts";
import { accept, dial, type Dialled } from "./handshake.ts";
import { SocketSession } from "./session.ts";

/** How long peers may take to close when the service shuts down, milliseconds. */
const CLOSE_WAIT_MS = 1000;

interface InspectedDeps {
  readonly limiter: Limiter;
  readonly clock: Clock;
  /** Whether what is said could be recorded, where it must be. */
  readonly isRecordable: (ingress: ProxyIngress) => boolean;
  /** Receives each opened connection, when it is over. */
  readonly ended: (exchange: CheckingExchange) => void;
}

/** WebSockets whose messages are read: both sides end here. */
export class InspectedSockets {
  readonly #deps: InspectedDeps;
  readonly #opening = new Set<() => void>();
  readonly #open = new Set<SocketSession>();
  readonly #waiting = new Set<() => void>();
  readonly #opened = new WeakSet<ProxyIngress>();
  #isDraining = false;

  constructor(deps: InspectedDeps) {
    this.#deps = deps;
  }

  /** Connections under way, those that are being opened included. */
  get count(): number {
    return this.#opening.size + this.#open.size;
  }

  /** Whether the client's handshake was completed, so that `ended` reports the connection. */
  hasOpened(ingress: ProxyIngress): boolean {
    return this.#opened.has(ingress);
  }

  /** The provider comes first: as long as it has not agreed, a plain answer is possible. */
  open(ingress: ProxyIngress, codec: MessageCodec, { socket, head, memo }: Incoming): void {
    if (ingress.upstream.target.kind === "mock") {
      refuseUpgrade(ingress, socket, new ServiceError("not_found"));
      return;
    }
    socket.on("error", () => socket.destroy());
    const address = upstreamAddress(ingress.upstream, ingress);
    try {
      const stop = dial(ingress, { codec, address }, (dialled) => {
        socket.off("close", abandon).off("end", abandon).off("data", abandon);
        this.#opening.delete(abandon);
        if (dialled.kind === "open") ingress.trace?.call?.answered(101);
        else if (dialled.kind === "refused") ingress.trace?.call?.answered(dialled.refused.status);
        if (!socket.destroyed) this.#finish(ingress, codec, { socket, head, memo, dialled });
        else if (dialled.kind === "open") dialled.socket.terminate();
      });
      const abandon = (): void => {
        this.#opening.delete(abandon);
        stop();
        socket.destroy();
      };
      this.#opening.add(abandon);
      // Read on, or the end would not be seen. Data before our 101 breaks the protocol: give up.
      socket.once("close", abandon).once("end", abandon).once("data", abandon);
    } catch {
      // The library takes no subprotocol that is malformed, or offered twice.
      refuseUpgrade(ingress, socket, MALFORMED);
    }
  }

  /** No answer begins any more; connections end as soon as none is under way. */
  drain(): void {
    this.#isDraining = true;
    for (const session of this.#open) session.drain();
  }

  /** Ends everything; a peer that does not close in time is cut. */
  async close(): Promise<void> {
    for (const abandon of this.#opening) abandon();
    for (const session of this.#open) session.close();
    await this.#quiet();
    for (const session of this.#open) session.cut();
    await this.#quiet();
  }

  /** Resolves when no connection is open, or after a while. */
  async #quiet(): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#deps.clock.after(CLOSE_WAIT_MS, resolve);
    this.#waiting.add(resolve);
    await promise;
    this.#waiting.delete(resolve);
    cancel();
  }

  #forget(session: SocketSession): void {
    this.#open.delete(session);
    if (this.#open.size === 0) for (const wake of this.#waiting) wake();
  }

  #finish(
    ingress: ProxyIngress,
    codec: MessageCodec,
    { dialled, ...incoming }: Incoming & { readonly dialled: Dialled },
  ): void {
    switch (dialled.kind) {
      case "failed": {
        const fields = { request_id: ingress.id, upstream: ingress.upstream.name, code: dialled.error.code };
        ingress.logger.warn(fields, "inspected socket could not be opened");
        refuseUpgrade(ingress, incoming.socket, dialled.error);
        return;
      }
      case "refused":
        relayRefusal(ingress, incoming.socket, dialled.refused);
        return;
      case "open":
        this.#start(ingress, codec, { ...incoming, dialled });
    }
  }

  #start(ingress: ProxyIngress, codec: MessageCodec, { socket, head, memo, dialled }: Opened): void {
    const { socket: server, connection, headers } = dialled;
    const client = accept(ingress, { socket, head }, { upstream: server, headers });
    ingress.notes.status = client === null ? 400 : 101;
    if (client === null) {
      server.terminate();
      return;
    }
    ingress.onBegin();
    this.#opened.add(ingress);
    // A connection was taken on, and a refusal would end it: its long texts wait in any case.
    const exchange = openConnectionExchange(paidFor(ingress), memo);
    const session: SocketSession = new SocketSession({
      exchange,
      codec: codec.open({ readsTools: ingress.upstream.readsTools }),
      limiter: this.#deps.limiter,
      client,
      server,
      connections: { client: socket, server: connection },
      isRecordable: () => this.#deps.isRecordable(exchange),
      onEnd: () => {
        this.#deps.ended(exchange);
        this.#forget(session);
      },
    });
    this.#open.add(session);
    if (this.#isDraining) session.drain();
  }
}

interface Incoming {
  readonly socket: Duplex;
  /** What came after the request. */
  readonly head: Buffer;
  readonly memo: VerdictMemo;
}

interface Opened extends Incoming {
  readonly dialled: Dialled & { readonly kind: "open" };
}

const MALFORMED = { status: 400, code: "invalid_request", message: "The WebSocket subprotocols are malformed" };
