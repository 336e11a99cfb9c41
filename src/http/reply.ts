import type { IncomingMessage } from "node:http";
import type { Clock } from "../core/clock.ts";
import { toServiceError, type ServiceError } from "../core/errors.ts";
import type { Exchange } from "./exchange.ts";
import { errorBody, JSON_TYPE } from "./server.ts";
import { endWith, drained } from "./stalled.ts";
import { describeError, type Logger } from "../telemetry/logger.ts";

/** Answers with an encoded JSON document. */
export const sendJson = (exchange: Exchange, status: number, body: string): void =>
  sendText(exchange, status, { type: JSON_TYPE, body });

export function sendText(exchange: Exchange, status: number, text: TypedText): void {
  writeHead(exchange, status, text);
  endWith(exchange.response, text.body);
}

interface TypedText {
  /** Media type. */
  readonly type: string;
  readonly body: string;
}

function writeHead({ response, headers }: Exchange, status: number, { type, body }: TypedText): void {
  headers["content-type"] = type;
  headers["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
}

/** How much of a refused body is read and dropped to keep the connection open. */
const DROPPED_BODY_MAX_BYTES = 64 * 1024;
/** How long a refused client may continue to send before its connection is closed. */
const LINGER_MS = 1000;
/** Default `Retry-After` of a refusal for overload. */
export const RETRY_SECONDS = "2";

/**
 * Answers with the error's public message. If much of the request's body is still to come, the connection ends with the answer.
 */
export function sendError(exchange: Exchange, error: unknown, clock: Clock): void {
  const failure = toServiceError(error);
  sendErrorBody(exchange, failure, { body: errorBody(failure.message), clock });
}

/** The same with a body in another format than the service's own. */
export function sendErrorBody(
  exchange: Exchange,
  failure: ServiceError,
  { body, clock }: { readonly body: string; readonly clock: Clock },
): void {
  const { request, response, headers } = exchange;
  exchange.notes.errorCode = failure.code;
  if (failure.code === "overloaded") headers["Retry-After"] ??= RETRY_SECONDS;
  if (response.headersSent) {
    // Half an answer cannot be withdrawn; closing the connection is the only honest end.
    response.destroy();
    return;
  }
  if (!isBodyPending(request) && failure.code !== "request_timeout") {
    sendJson(exchange, failure.status, body);
    return;
  }
  headers["connection"] = "close";
  writeHead(exchange, failure.status, { type: JSON_TYPE, body });
  endAfterRequest(exchange, body, clock);
}

function isBodyPending(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed) return false;
  if (request.headers["transfer-encoding"] !== undefined) return true;
  return Number(request.headers["content-length"] ?? 0) > DROPPED_BODY_MAX_BYTES;
}

/**
 * Writes the body of an answer while the request's body still arrives. Closing a socket with unread data resets it, and the client
 * may lose the answer: so the answer is sent whole, and the end waits, within a bound, until the client stops sending.
 */
export function endAfterRequest(
  { request, response }: Pick<Exchange, "request" | "response">,
  body: string,
  clock: Clock,
): void {
  response.write(body);
  const end = (): void => {
    cancel();
    if (!response.writableEnded) response.end();
  };
  const cancel = clock.after(LINGER_MS, end);
  request.once("end", end).once("error", end).once("close", end);
  request.resume();
}

/** Answers with the error's public message; our own failures also go to the log. */
export function fail(
  exchange: Exchange,
  error: unknown,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): void {
  const failure = toServiceError(error);
  if (failure.status >= 500) {
    const fields = { request_id: exchange.id, code: failure.code, error: describeError(failure) };
    logger[failure.code === "internal" ? "error" : "warn"](fields, "request failed");
  }
  sendError(exchange, failure, clock);
}

/**
 * Streams text at the reader's pace: the next chunk is made after the last one is sent, with a turn of the event loop between them.
 * A disconnect ends it. A failure before the first chunk is answered as usual; a later one must close the connection, so that half an
 * answer never looks complete: the error is thrown in both cases.
 */
export async function sendChunks(exchange: Exchange, type: string, chunks: AsyncIterable<string>): Promise<void> {
  const { request, response, headers } = exchange;
  const iterator = chunks[Symbol.asyncIterator]();
  let chunk = await iterator.next();
  headers["content-type"] = type;
  response.writeHead(200, headers);
  // A HEAD has no body: nothing more is made for it.
  while (chunk.done !== true && request.method !== "HEAD" && !response.destroyed) {
    if (!response.write(chunk.value)) await drained(response);
    await new Promise((resolve) => setImmediate(resolve));
    if (!response.destroyed) chunk = await iterator.next();
  }
  await iterator.return?.();
  response.end();
}
