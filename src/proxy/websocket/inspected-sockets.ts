import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Limiter } from "../../access/admit.ts";
import type { MessageCodec } from "../../codecs/message-codec.ts";
import { openChecked, type ProxyIngress } from "../context.ts";
import type { AnswerHeaders } from "../headers.ts";
import type { VerdictMemo } from "../verdict-memo.ts";
import { refuseUpgrade, relayRefusal } from "../upgrade.ts";
import { accept, dial, type Dialled } from "./handshake.ts";
import { Session } from "./session.ts";

/** WebSockets whose messages are read: both sides end here. */
export class InspectedSockets {
  readonly #limiter: Limiter;
  /** Cuts what is open, or being opened. */
  readonly #open = new Set<() => void>();

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  /** Connections under way, those that are being opened included. */
  get count(): number {
    return this.#open.size;
  }

  /** The provider comes first: as long as it has not agreed, a plain answer is possible. */
  open(ingress: ProxyIngress, codec: MessageCodec, { socket, head, memo }: Incoming): void {
    const { target } = ingress.upstream;
    if (target.kind === "mock") {
      refuseUpgrade(ingress, socket, NOT_FOUND);
      return;
    }
    socket.on("error", () => socket.destroy());
    const address = target.url;
    try {
      const stop = dial(ingress, { codec, address }, (dialled) => {
        socket.off("close", abandon).off("end", abandon).off("data", abandon);
        this.#open.delete(abandon);
        if (!socket.destroyed) this.#settle(ingress, codec, { socket, head, memo, dialled });
        else if (dialled.kind === "open") dialled.socket.terminate();
      });
      const abandon = (): void => {
        this.#open.delete(abandon);
        stop();
        socket.destroy();
      };
      this.#open.add(abandon);
      // Read on, or the end would not be seen. A client that speaks before the switch is none.
      socket.once("close", abandon).once("end", abandon).once("data", abandon);
    } catch {
      // The library takes no subprotocol that is malformed, or offered twice.
      refuseUpgrade(ingress, socket, MALFORMED);
    }
  }

  close(): void {
    for (const cut of this.#open) cut();
  }

  #settle(
    ingress: ProxyIngress,
    codec: MessageCodec,
    { dialled, ...incoming }: Incoming & { readonly dialled: Dialled },
  ): void {
    switch (dialled.kind) {
      case "failed": {
        const { status, code, message } = dialled.error;
        const fields = { request_id: ingress.id, upstream: ingress.upstream.name, code };
        ingress.logger.warn(fields, "inspected socket could not be opened");
        refuseUpgrade(ingress, incoming.socket, { status, code, message });
        return;
      }
      case "refused":
        relayRefusal(ingress, incoming.socket, dialled.refused);
        return;
      case "open":
        this.#start(ingress, codec, { ...incoming, server: dialled.socket, headers: dialled.headers });
    }
  }

  #start(ingress: ProxyIngress, codec: MessageCodec, { socket, head, memo, server, headers }: Opened): void {
    const client = accept(ingress, { socket, head }, { upstream: server, headers });
    ingress.notes.status = client === null ? 400 : 101;
    if (client === null) {
      server.terminate();
      return;
    }
    const session = new Session({
      exchange: openChecked(ingress, memo),
      conversation: codec.open({ readsTools: ingress.upstream.readsTools }),
      limiter: this.#limiter,
      client,
      server,
      onEnd: () => this.#open.delete(cut),
    });
    const cut = (): void => session.cut();
    this.#open.add(cut);
  }
}

interface Incoming {
  readonly socket: Duplex;
  /** What came behind the request. */
  readonly head: Buffer;
  readonly memo: VerdictMemo;
}

interface Opened extends Incoming {
  readonly server: WebSocket;
  readonly headers: AnswerHeaders;
}

const NOT_FOUND = { status: 404, code: "not_found", message: "Not found" };
const MALFORMED = { status: 400, code: "invalid_request", message: "The WebSocket subprotocols are malformed" };
