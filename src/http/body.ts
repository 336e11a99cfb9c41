import type { IncomingMessage } from "node:http";
import { costOfChunk, joinChunks, SMALL_CHUNKS_BYTES, type Permit } from "../core/overload.ts";
import type { Clock } from "../core/clock.ts";

export type BodyResult =
  | { readonly kind: "body"; readonly bytes: Buffer }
  /** Over the bound, or in so many small chunks that it costs more. */
  | { readonly kind: "too_large" }
  /** The deadline passed before the last byte, or the bytes arrived too slowly. */
  | { readonly kind: "timeout" }
  /** There is no memory left for it. */
  | { readonly kind: "overloaded" }
  /** The client disconnected, or broke the framing. */
  | { readonly kind: "aborted" };

interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds from now until the body must be complete. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** 0: no minimum. */
  readonly minBytesPerSecond: number;
  /** The request's permit, released while the body arrives; absent: memory is not bounded. */
  readonly place?: Permit | undefined;
}

/** Whether the request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Reads a request's body whole, and never holds more than `maxBytes` of it. */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<BodyResult> {
  const announced = request.headers["content-length"];
  // Refused before the first byte is read.
  if (announced !== undefined && Number(announced) > limits.maxBytes) return Promise.resolve({ kind: "too_large" });
  if (request.destroyed) return Promise.resolve({ kind: "aborted" });
  if (request.complete) return Promise.resolve(takeBody(request, limits));
  return new Promise((resolve) => {
    const reader = new BodyReader(request, limits, resolve);
    reader.start();
  });
}

/** A body that is complete already, since the request waited for its turn: no listeners are needed. */
function takeBody(request: IncomingMessage, { maxBytes, place }: Pick<BodyLimits, "maxBytes" | "place">): BodyResult {
  request.on("error", ignore);
  const chunks: Buffer[] = [];
  let length = 0;
  for (let chunk = readChunk(request); chunk !== null; chunk = readChunk(request)) {
    chunks.push(chunk);
    length += chunk.length;
  }
  if (length > maxBytes) return { kind: "too_large" };
  return place?.keep(length) === false ? { kind: "overloaded" } : { kind: "body", bytes: joinChunks(chunks, length) };
}

function readChunk(request: IncomingMessage): Buffer | null {
  const chunk: unknown = request.read();
  return Buffer.isBuffer(chunk) ? chunk : null;
}

class BodyReader {
  readonly #request: IncomingMessage;
  readonly #limits: BodyLimits;
  readonly #resolve: (result: BodyResult) => void;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #cost = 0;
  #cancelTimer: () => void = () => {};
  #stopPace: () => void = () => {};

  constructor(request: IncomingMessage, limits: BodyLimits, resolve: (result: BodyResult) => void) {
    this.#request = request;
    this.#limits = limits;
    this.#resolve = resolve;
  }

  start(): void {
    const { clock, timeoutMs, minBytesPerSecond, place } = this.#limits;
    place?.leave();
    this.#cancelTimer = clock.after(timeoutMs, this.#onTimeout);
    this.#stopPace = watchPace(this.#request, { clock, minBytesPerSecond, onSlow: this.#onTimeout });
    this.#request.on("data", this.#onData).on("end", this.#onEnd).on("error", this.#onAbort).on("close", this.#onAbort);
  }

  readonly #onData = (chunk: Buffer): void => {
    const { maxBytes, place } = this.#limits;
    const cost = costOfChunk(chunk);
    this.#length += chunk.length;
    this.#cost += cost;
    const isTooLarge = this.#length > maxBytes || this.#cost > maxBytes + SMALL_CHUNKS_BYTES;
    if (isTooLarge) this.#finish({ kind: "too_large" });
    else if (place?.keep(cost) === false) this.#finish({ kind: "overloaded" });
    else this.#chunks.push(chunk);
  };

  readonly #onEnd = (): void => {
    if (this.#limits.place?.retake() === false) this.#finish({ kind: "overloaded" });
    else this.#finish({ kind: "body", bytes: joinChunks(this.#chunks, this.#length) });
  };

  readonly #onAbort = (): void => this.#finish({ kind: "aborted" });

  readonly #onTimeout = (): void => this.#finish({ kind: "timeout" });

  #finish(result: BodyResult): void {
    this.#cancelTimer();
    this.#stopPace();
    this.#request
      .off("data", this.#onData)
      .off("end", this.#onEnd)
      .off("close", this.#onAbort)
      .off("error", this.#onAbort);
    // A late socket error without a listener would end the process.
    this.#request.on("error", ignore);
    if (result.kind !== "body") {
      this.#request.pause();
      this.#chunks.length = 0;
      this.#limits.place?.drop(this.#cost);
    }
    this.#resolve(result);
  }
}

/** The outcome is already reported. */
function ignore(): void {}

/** Received bytes from which a body counts as begun. Until then it waits in small, uncounted pieces. */
const BEGUN_BYTES = 4096;

/**
 * Waits until a relayed body is complete or well under way, so that a slow request holds neither a permit nor a connection to the
 * provider.
 */
export function bodyBegun(
  request: IncomingMessage,
  { clock, minBytesPerSecond, place }: Pick<BodyLimits, "clock" | "minBytesPerSecond" | "place">,
): Promise<"begun" | Exclude<BodyResult["kind"], "body" | "too_large">> {
  const seen = request.socket.bytesRead;
  const hasBegun = (): boolean =>
    request.complete || request.readableLength >= BEGUN_BYTES || request.socket.bytesRead - seen >= BEGUN_BYTES;
  if (!hasBody(request) || hasBegun()) return Promise.resolve("begun");
  place?.leave();
  return new Promise((resolve) => {
    const finish = (outcome: "begun" | "timeout" | "aborted"): void => {
      stop();
      request.off("readable", look).off("close", leave).off("error", leave);
      request.on("error", ignore);
      resolve(outcome === "begun" && place?.retake() === false ? "overloaded" : outcome);
    };
    const look = (): void => {
      if (hasBegun()) finish("begun");
    };
    const leave = (): void => finish("aborted");
    const stop = watchPace(request, { clock, minBytesPerSecond, onSlow: () => finish("timeout") });
    request.on("readable", look).on("close", leave).on("error", leave);
  });
}

/** Measuring interval, milliseconds: longer than a lost packet or a busy radio link delays a body. */
const WINDOW_MS = 5000;

interface PaceOptions {
  readonly clock: Clock;
  /** 0: no minimum. */
  readonly minBytesPerSecond: number;
  /** Called once, when an interval brings too few bytes. */
  readonly onSlow: () => void;
}

/**
 * Watches how fast the body of a request arrives. An interval in which the service itself did not read does not count.
 * @returns stops watching, which also ends with the body
 */
export function watchPace(request: IncomingMessage, { clock, minBytesPerSecond, onSlow }: PaceOptions): () => void {
  if (minBytesPerSecond === 0 || request.complete) return () => {};
  const wanted = (minBytesPerSecond * WINDOW_MS) / 1000;
  let seen = request.socket.bytesRead;
  const look = (): void => {
    if (request.complete || request.destroyed) return;
    const { bytesRead } = request.socket;
    const isTaken = request.readableLength < request.readableHighWaterMark;
    if (isTaken && bytesRead - seen < wanted) {
      onSlow();
      return;
    }
    seen = bytesRead;
    cancel = clock.after(WINDOW_MS, look);
  };
  let cancel = clock.after(WINDOW_MS, look);
  return () => cancel();
}
