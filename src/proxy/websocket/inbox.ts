import type { Permit } from "../../core/overload.ts";
import type { RawData, WebSocket } from "ws";

export interface QueuedFrame {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** Bytes of messages that may wait before their sender is read no further. */
const WAITING_MAX_BYTES = 64 * 1024;

/** What a message costs besides its bytes. */
const FRAME_BYTES = 256;
const costOf = ({ data }: QueuedFrame): number => data.length + FRAME_BYTES;

export interface InboxOptions {
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
