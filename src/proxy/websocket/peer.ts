import type { WebSocket, RawData } from "ws";
import type { Clock } from "../../core/clock.ts";
import type { Permit } from "../../core/overload.ts";
import type { Duplex } from "node:stream";

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

interface PeerOptions {
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

  /** Resolves when the peer can take more, or has disconnected. One that takes nothing for too long is cut. */
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
   * A ping or pong of the other side. Of many that come together the last is forwarded, which answers them all (RFC 6455 §5.5.3): a flood
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

  /** Closes with the other side's code and reason; a code that cannot be sent cuts the connection, as it was cut there. */
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

export interface QueuedFrame {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** Bytes of messages that may wait before their sender is read no further. */
const WAITING_MAX_BYTES = 64 * 1024;

/** What a message costs besides its bytes. */
const FRAME_BYTES = 256;
const costOf = ({ data }: QueuedFrame): number => data.length + FRAME_BYTES;

interface InboxOptions {
  readonly handle: (frame: QueuedFrame) => Promise<void>;
  /** Has room for what waits; absent: nothing bounds it. */
  readonly place: Pick<Permit, "keep" | "drop"> | undefined;
  /** There is no room for a message. */
  readonly onOverload: () => void;
  /** All that has come is handled. */
  readonly onIdle: () => void;
  readonly onError: (error: unknown) => void;
}

/** The messages of one peer, handled one after the other in their order. */
export class Inbox {
  readonly #socket: WebSocket;
  readonly #options: InboxOptions;
  readonly #frames: QueuedFrame[] = [];
  #waitingBytes = 0;
  #run: Promise<void> | null = null;
  #isClosed = false;

  constructor(socket: WebSocket, options: InboxOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on("message", (data, isBinary) => this.#add({ data: toBuffer(data), isBinary }));
  }

  /** Resolves when all that has come is handled. */
  async drained(): Promise<void> {
    while (this.#run !== null) await this.#run;
  }

  get isBusy(): boolean {
    return this.#run !== null;
  }

  /** Drops what waits, and what comes. */
  close(): void {
    this.#isClosed = true;
    for (const frame of this.#frames.splice(0)) this.#forget(frame);
    this.#socket.resume();
  }

  #add(frame: QueuedFrame): void {
    if (this.#isClosed) return;
    if (this.#options.place?.keep(costOf(frame)) === false) {
      this.#options.onOverload();
      return;
    }
    this.#frames.push(frame);
    this.#waitingBytes += costOf(frame);
    if (this.#waitingBytes > WAITING_MAX_BYTES) this.#socket.pause();
    this.#run ??= this.#handleAll();
  }

  #forget(frame: QueuedFrame): void {
    this.#waitingBytes -= costOf(frame);
    this.#options.place?.drop(costOf(frame));
  }

  async #handleAll(): Promise<void> {
    try {
      for (let frame = this.#frames.shift(); frame !== undefined; frame = this.#frames.shift()) {
        await this.#options.handle(frame);
        this.#forget(frame);
        if (this.#waitingBytes <= WAITING_MAX_BYTES && this.#socket.isPaused) this.#socket.resume();
      }
    } catch (error: unknown) {
      this.close();
      this.#options.onError(error);
    } finally {
      this.#run = null;
      this.#options.onIdle();
    }
  }
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

interface PartialOptions {
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
      // A peer that is not read cannot be late.
      if (this.#messages === messages && !this.#socket.isPaused) onRefused("request_timeout");
      else this.#arm();
    });
  }
}
