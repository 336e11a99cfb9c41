import type { Clock } from "../core/clock.ts";
import { toServiceError } from "../core/errors.ts";
import { describeError, type Logger } from "../telemetry/logger.ts";
import type { Exchange } from "./exchange.ts";
import { sendError } from "./reply.ts";

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
