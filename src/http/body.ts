import type { IncomingMessage } from "node:http";
import { joinChunks } from "../core/chunks.ts";
import type { Clock } from "../core/clock.ts";
import type { Place } from "../core/overload.ts";
import { watchPace } from "./body-pace.ts";

export type BodyResult =
  | { readonly kind: "body"; readonly bytes: Buffer }
  | { readonly kind: "too_large" }
  /** The deadline passed before the last byte, or the bytes came too slowly. */
  | { readonly kind: "timeout" }
  /** There is no room for it beside the others. */
  | { readonly kind: "overloaded" }
  /** The client went away, or broke the framing. */
  | { readonly kind: "aborted" };

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds from now until the body must be complete. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** 0: any pace will do. */
  readonly minBytesPerSecond: number;
  /** Of the request, which needs none while its body comes; absent: nothing bounds what comes. */
  readonly place?: Place | undefined;
}

/** Whether the request says that it has one. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Reads a request's body whole, and never holds more than `maxBytes` of it. */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<BodyResult> {
  const announced = request.headers["content-length"];
  // Known before the first byte is read: nothing of it is.
  if (announced !== undefined && Number(announced) > limits.maxBytes) return Promise.resolve({ kind: "too_large" });
  if (request.destroyed) return Promise.resolve({ kind: "aborted" });
  if (request.complete) return Promise.resolve(takeBody(request, limits.maxBytes));
  return new Promise((resolve) => {
    const reader = new BodyReader(request, limits, resolve);
    reader.start();
  });
}

/** A body that has come while the request waited for its turn: nothing has to be listened for. */
function takeBody(request: IncomingMessage, maxBytes: number): BodyResult {
  request.on("error", ignore);
  const chunks: Buffer[] = [];
  let length = 0;
  for (let chunk = readChunk(request); chunk !== null; chunk = readChunk(request)) {
    chunks.push(chunk);
    length += chunk.length;
  }
  return length > maxBytes ? { kind: "too_large" } : { kind: "body", bytes: joinChunks(chunks, length) };
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
    this.#length += chunk.length;
    if (this.#length > this.#limits.maxBytes) this.#finish({ kind: "too_large" });
    else if (this.#limits.place?.keep(chunk.length) === false) this.#finish({ kind: "overloaded" });
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
    // A socket error may still come; unheard, it would end the process.
    this.#request.on("error", ignore);
    if (result.kind !== "body") this.#request.pause();
    this.#resolve(result);
  }
}

/** The outcome was told already. */
function ignore(): void {}

/** So much of a body, bytes, has begun to come in earnest. */
const BEGUN_BYTES = 16 * 1024;

/**
 * Waits until a body that is passed on as it comes is here, or a good part of it: half a request shall hold neither a place nor a
 * connection to the provider.
 */
export function bodyBegun(
  request: IncomingMessage,
  { clock, minBytesPerSecond, place }: Pick<BodyLimits, "clock" | "minBytesPerSecond" | "place">,
): Promise<"begun" | Exclude<BodyResult["kind"], "body" | "too_large">> {
  if (!hasBody(request) || hasBegun(request)) return Promise.resolve("begun");
  place?.leave();
  return new Promise((resolve) => {
    const finish = (outcome: "begun" | "timeout" | "aborted"): void => {
      stop();
      request.off("readable", look).off("close", leave).off("error", leave);
      request.on("error", ignore);
      resolve(outcome === "begun" && place?.retake() === false ? "overloaded" : outcome);
    };
    const look = (): void => {
      if (hasBegun(request)) finish("begun");
    };
    const leave = (): void => finish("aborted");
    const stop = watchPace(request, { clock, minBytesPerSecond, onSlow: () => finish("timeout") });
    request.on("readable", look).on("close", leave).on("error", leave);
  });
}

const hasBegun = (request: IncomingMessage): boolean => request.complete || request.readableLength >= BEGUN_BYTES;
