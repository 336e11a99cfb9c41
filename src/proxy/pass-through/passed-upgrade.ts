import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { ServiceError } from "../../core/errors.ts";
import type { ProxyIngress } from "../context.ts";
import { KeyRedaction } from "../key-redaction.ts";
import { guardrailHeaders } from "../proxy-reply.ts";
import { refuseUpgrade, noteStatus } from "../websocket/upgrade.ts";
import { readUpstreamError } from "../upstream/upstream-client.ts";

/** An upgrade on its way to a provider, unread: what the library does not watch until the provider has agreed. */
export class PassedUpgrade {
  readonly #exchange: ProxyIngress;
  readonly #client: Socket;
  #isAnswered = false;
  #cancelDeadline = (): void => {};

  constructor(exchange: ProxyIngress, client: Socket) {
    this.#exchange = exchange;
    this.#client = client;
  }

  /** Sets the deadlines, and gives the attempt up when the client leaves. */
  attach(outgoing: ClientRequest): void {
    const client = this.#client;
    const leave = (): void => {
      outgoing.destroy();
      client.destroy();
    };
    // Read, or the end would not be seen; what a hasty client has said stays for the provider.
    const look = (): void => void (client.readableLength === 0 && client.read());
    client.on("readable", look).once("end", leave).once("close", leave);
    this.#limitWait(outgoing);
    outgoing.prependOnceListener("upgrade", (answer) => {
      client.off("readable", look).off("end", leave).off("close", leave);
      this.#answered(answer);
    });
    outgoing.prependOnceListener("response", (answer) => {
      this.#answered(answer);
      answer.setTimeout(this.#exchange.upstream.bodyTimeoutMs, () => outgoing.destroy());
      answer.once("aborted", () => client.destroy());
    });
    outgoing.once("close", () => this.#cancelDeadline());
  }

  /** What the library reports: before the provider's answer one of ours is possible, afterwards only the end is. */
  fail(error: Error): void {
    const client = this.#client;
    if (this.#isAnswered || !client.writable) client.destroy();
    else refuseUpgrade(this.#exchange, client, readUpstreamError(error));
  }

  #limitWait(outgoing: ClientRequest): void {
    const { clock, upstream } = this.#exchange;
    const timeOut = (): void => void outgoing.destroy(new ServiceError("upstream_timeout"));
    const isSecure = upstream.target.kind === "url" && upstream.target.url.protocol === "https:";
    this.#cancelDeadline = clock.after(upstream.connectTimeoutMs, timeOut);
    outgoing.once("socket", (socket) => {
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        this.#cancelDeadline();
        if (!this.#isAnswered) this.#cancelDeadline = clock.after(upstream.headersTimeoutMs, timeOut);
      });
    });
  }

  #answered(answer: IncomingMessage): void {
    this.#isAnswered = true;
    this.#exchange.onBegin();
    this.#cancelDeadline();
    if (answer.statusCode !== undefined) {
      noteStatus(this.#exchange, answer.statusCode);
      this.#exchange.trace?.call?.answered(answer.statusCode);
    }
    for (const name of Object.keys(answer.headers)) if (name.startsWith("x-guardrail-")) delete answer.headers[name];
    const shown = KeyRedaction.of(this.#exchange.upstream.apiKey)?.headers(answer.headers);
    Object.assign(answer.headers, shown, guardrailHeaders(this.#exchange));
  }
}
