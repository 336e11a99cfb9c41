import type { WebSocket } from "ws";
import type { Clock } from "../../core/clock.ts";

/** Bytes that may wait in a connection before its source waits too. */
const BUFFERED_MAX_BYTES = 64 * 1024;

/** Codes that a close frame may carry. @see RFC 6455 §7.4 */
function isCloseCode(code: number): boolean {
  if (code >= 3000 && code <= 4999) return true;
  return code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006;
}

/** "No status": a close frame without a code. */
const NO_STATUS = 1005;
/** Longest reason of a close frame, bytes. @see RFC 6455 §5.5 */
const REASON_MAX_BYTES = 123;

export interface PeerOptions {
  readonly clock: Clock;
  /** How long a peer may take nothing while something waits for it, milliseconds. */
  readonly stallMs: number;
}

/** One side of an inspected connection, as the other side's messages see it. */
export class Peer {
  readonly #socket: WebSocket;
  readonly #options: PeerOptions;
  readonly #controls = new Map<"ping" | "pong", Uint8Array>();

  constructor(socket: WebSocket, options: PeerOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /** Resolves when the peer can take more, or is gone. One that takes nothing for too long is cut. */
  async send(data: Uint8Array | string, options: { readonly isBinary: boolean }): Promise<void> {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    const sent = new Promise<void>((resolve) => {
      socket.send(data, { binary: options.isBinary }, () => resolve());
    });
    if (socket.bufferedAmount <= BUFFERED_MAX_BYTES) return;
    const cancel = this.#options.clock.after(this.#options.stallMs, () => socket.terminate());
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    socket.once("close", resolve);
    await Promise.race([sent, gone]);
    socket.off("close", resolve);
    cancel();
  }

  /**
   * A ping or pong of the other side. Of many that come together the last goes on, which answers them all (RFC 6455 §5.5.3): a flood
   * of them would keep the event loop. One to a peer that takes nothing is dropped: then no answer is the answer.
   */
  control(kind: "ping" | "pong", data: Uint8Array): void {
    if (this.#controls.size === 0) this.#options.clock.after(0, this.#sendControls);
    this.#controls.set(kind, data);
  }

  readonly #sendControls = (): void => {
    const socket = this.#socket;
    for (const [kind, data] of this.#controls)
      if (socket.readyState === socket.OPEN && socket.bufferedAmount <= BUFFERED_MAX_BYTES) socket[kind](data);
    this.#controls.clear();
  };

  /** Says good-bye with the other side's words; a code that cannot be sent cuts the connection, as it was cut there. */
  close(code: number, reason: Uint8Array | string): void {
    const socket = this.#socket;
    if (code === NO_STATUS) socket.close();
    else if (isCloseCode(code)) socket.close(code, Buffer.from(reason).subarray(0, REASON_MAX_BYTES));
    else socket.terminate();
  }

  cut(): void {
    this.#socket.terminate();
  }
}
