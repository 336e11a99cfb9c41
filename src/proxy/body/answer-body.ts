import type { UpstreamBody } from "../../core/upstream-port.ts";
import { costOfChunk, joinChunks, SMALL_CHUNKS_BYTES, type Permit } from "../../core/overload.ts";
import { ServiceError } from "../../core/errors.ts";
import type { AnswerBatch } from "../scheduling.ts";

/** The connection that a body comes on. */
interface BodySource {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly abort: (reason: Error) => void;
}

/**
 * A piece of at least this many bytes is delivered with the rest of its batch. A smaller one, a token of a stream that a user watches, is delivered at once: it would wait
 * for all others, and its work is too small to be done in stages.
 */
const LARGE_PIECE = 4096;

/** Bytes that wait for a reader before the upstream is paused. */
const WAITING_MAX = 64 * 1024;

interface WholeBounds {
  readonly maxBytes: number;
  readonly place: Pick<Permit, "keep"> | undefined;
}

type Piece = IteratorResult<Uint8Array, undefined>;
const END: Piece = { done: true, value: undefined };

interface Reader<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** The caller also serves other readers: only the reader of an unreadable body sees its error. */
function settle<Result>({ resolve, reject }: Reader<Result>, read: () => Result): void {
  try {
    resolve(read());
  } catch (error) {
    reject(error instanceof Error ? error : new Error("unreadable body", { cause: error }));
  }
}

/**
 * The body of an upstream's answer, for one reader: whole, or by iterating as it comes, where each piece is all that has come by then.
 * No stream of Node: every answer has one, and its events cost more than all that is done with the bytes of a short one.
 */
export class AnswerBody implements UpstreamBody, AsyncIterableIterator<Uint8Array, undefined> {
  readonly #source: BodySource;
  readonly #batch: AnswerBatch;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #cost = 0;
  #state: "open" | "ended" | Error = "open";
  #isPaused = false;
  #piece: Reader<Piece> | null = null;
  #isWaking = false;
  #whole: (Reader<Uint8Array | null> & WholeBounds) | null = null;
  readonly #onOver: (() => void)[] = [];

  /** @param batch the answers that resume with this one */
  constructor(source: BodySource, batch: AnswerBatch) {
    this.#source = source;
    this.#batch = batch;
  }

  /** Bytes have come. */
  push(chunk: Uint8Array): void {
    if (this.#state !== "open" || chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.#cost += costOfChunk(chunk);
    if (this.#whole !== null) {
      this.#boundWhole(costOfChunk(chunk));
      return;
    }
    if (this.#piece !== null) this.#wake();
    // Also where the reader waits for its batch.
    if (this.#length >= WAITING_MAX) this.#pause();
  }

  /** All bytes have come. */
  end(): void {
    this.#close("ended");
  }

  /** The body broke off. An iterating reader gets what came before, at once: a process that ends does not wait for another turn of the loop. */
  fail(error: Error): void {
    this.#close(error);
  }

  destroy(error: Error): void {
    if (this.#state !== "open") return;
    this.#chunks = [];
    this.#length = 0;
    this.#close(error);
    this.#source.abort(error);
  }

  onceOver(run: () => void): void {
    if (this.#state === "open") this.#onOver.push(run);
    else run();
  }

  whole(maxBytes: number, place?: Pick<Permit, "keep">): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      this.#whole = { resolve, reject, maxBytes, place };
      this.#resume();
      this.#boundWhole(this.#cost);
      if (this.#state !== "open") this.#giveWhole();
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Piece> {
    if (this.#length > 0) return Promise.resolve(this.#take());
    if (this.#state === "ended") return Promise.resolve(END);
    if (this.#state !== "open") return Promise.reject(this.#state);
    return new Promise((resolve, reject) => {
      this.#piece = { resolve, reject };
    });
  }

  /** The reader wants no more. */
  return(): Promise<Piece> {
    this.destroy(new Error("the answer is not read to its end"));
    return Promise.resolve(END);
  }

  #close(state: "ended" | Error): void {
    if (this.#state !== "open") return;
    this.#state = state;
    if (this.#whole !== null) this.#wakeWhole();
    else if (state !== "ended") queueMicrotask(this.#givePiece);
    else if (this.#piece !== null) this.#wake();
    for (const run of this.#onOver.splice(0)) run();
  }

  #boundWhole(more: number): void {
    const whole = this.#whole;
    if (whole === null) return;
    const isTooLarge = this.#length > whole.maxBytes || this.#cost > whole.maxBytes + SMALL_CHUNKS_BYTES;
    const hasRoom = isTooLarge || whole.place?.keep(more) !== false;
    if (!isTooLarge && hasRoom) return;
    this.#whole = null;
    if (!hasRoom) {
      const error = new ServiceError("overloaded");
      whole.reject(error);
      this.destroy(error);
      return;
    }
    this.#chunks = [];
    this.#length = 0;
    this.#pause();
    whole.resolve(null);
  }

  #wakeWhole(): void {
    if (this.#state === "ended") this.#batch.join(this.#giveWhole);
    else this.#giveWhole();
  }

  readonly #giveWhole = (): void => {
    const whole = this.#whole;
    this.#whole = null;
    if (whole === null) return;
    if (this.#state instanceof Error) whole.reject(this.#state);
    else settle(whole, () => this.#bytes());
  };

  /** After all that comes with it: pieces of one read are delivered together. */
  #wake(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    if (this.#length < LARGE_PIECE) queueMicrotask(this.#givePiece);
    else this.#batch.join(this.#givePiece);
  }

  readonly #givePiece = (): void => {
    const piece = this.#piece;
    this.#isWaking = false;
    this.#piece = null;
    if (piece === null) return;
    if (this.#length > 0) settle(piece, () => this.#take());
    else if (this.#state instanceof Error) piece.reject(this.#state);
    else piece.resolve(END);
  };

  #take(): Piece {
    const value = this.#bytes();
    this.#resume();
    return { done: false, value };
  }

  #bytes(): Uint8Array {
    const bytes = joinChunks(this.#chunks, this.#length);
    this.#chunks = [];
    this.#length = 0;
    return bytes;
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#source.pause();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#state === "open") this.#source.resume();
  }
}

/** Why an answer is not read to its end. It is never passed on unread then, whatever `unread` says. */
export const TOO_MUCH_WORK = "too much work";
