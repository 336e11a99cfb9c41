import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Clock } from "../../core/clock.ts";
import type { Permit } from "../../core/overload.ts";

export interface PartialOptions {
  /** What the messages come on. */
  readonly connection: Duplex;
  /** Absent: nothing bounds what comes. */
  readonly place: Pick<Permit, "keep" | "drop"> | undefined;
  readonly clock: Clock;
  /** From a message's first byte to its last, milliseconds; `null`: however long it takes. */
  readonly timeoutMs: number | null;
  readonly onRefused: (code: "overloaded" | "request_timeout") => void;
}

/** Two bytes in front of a control frame, and four for the mask of one that a client sends. @see RFC 6455 §5.2 */
const CONTROL_BYTES = { server: 2, client: 6 } as const;

/** Pings and pongs in a second. */
const CONTROLS_MAX = 1000;

/**
 * Counts the bytes of messages that are not complete: the socket library keeps them, up to the largest message for each connection,
 * and says nothing of it. That holds for bytes as they are sent: a compressed message would take a thousand times as much.
 */
export class PartialMessages {
  readonly #socket: WebSocket;
  readonly #options: PartialOptions;
  #bytes = 0;
  /** Complete ones. */
  #messages = 0;
  /** Control frames of this second. */
  #controls = 0;
  #controlsSinceMs = -Infinity;
  #cancelTimer: (() => void) | null = null;

  constructor(socket: WebSocket, sender: keyof typeof CONTROL_BYTES, options: PartialOptions) {
    this.#socket = socket;
    this.#options = options;
    // Before the library reads them.
    options.connection.prependListener("data", this.#onData);
    socket.prependListener("message", () => this.#complete());
    for (const kind of ["ping", "pong"] as const)
      socket.on(kind, (data) => this.#onControl(data.length + CONTROL_BYTES[sender]));
  }

  close(): void {
    this.#options.connection.off("data", this.#onData);
    this.#cancelTimer?.();
    this.#forget(this.#bytes);
  }

  readonly #onData = (chunk: Uint8Array): void => {
    this.#bytes += chunk.length;
    if (this.#options.place?.keep(chunk.length) === false) this.#options.onRefused("overloaded");
    else if (this.#cancelTimer === null) this.#arm();
  };

  #onControl(bytes: number): void {
    this.#forget(bytes);
    const nowMs = this.#options.clock.now();
    if (nowMs - this.#controlsSinceMs > 1000) {
      this.#controls = 0;
      this.#controlsSinceMs = nowMs;
    }
    this.#controls += 1;
    if (this.#controls !== CONTROLS_MAX) return;
    this.#options.onRefused("overloaded");
    // At once: each costs more to read than to send.
    this.#socket.terminate();
  }

  #complete(): void {
    this.#messages += 1;
    this.#forget(this.#bytes);
  }

  #forget(bytes: number): void {
    const less = Math.min(bytes, this.#bytes);
    this.#bytes -= less;
    this.#options.place?.drop(less);
  }

  /** One timer for many messages: only one that was there all the time is late. */
  #arm(): void {
    const { clock, timeoutMs, onRefused } = this.#options;
    if (timeoutMs === null) return;
    const messages = this.#messages;
    this.#cancelTimer = clock.after(timeoutMs, () => {
      this.#cancelTimer = null;
      if (this.#bytes === 0) return;
      // Who is not read cannot be late.
      if (this.#messages === messages && !this.#socket.isPaused) onRefused("request_timeout");
      else this.#arm();
    });
  }
}
