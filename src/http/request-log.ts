import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { loggedNotes, type Exchange } from "./exchange.ts";

export interface RequestEnd {
  /** `null`: the caller left before the answer. */
  readonly status: number | null;
  readonly isAborted: boolean;
  /** `clock.now()` when the answer was closed. */
  readonly endedMs: number;
}

/** Counts a request that is over, ends its trace, and writes its log line. */
export function logRequest(
  { id, method, startedMs, notes }: Pick<Exchange, "id" | "method" | "startedMs" | "notes">,
  { status, isAborted, endedMs }: RequestEnd,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): void {
  const { route = null, format = null } = notes;
  const durationMs = endedMs - startedMs;
  metrics.request({ route, format, status, durationMs });
  notes.trace?.end({ requestId: id, status, isAborted, notes });
  // There may be many, and each must be cheap: the log counts them.
  if (notes.errorCode === "overloaded") return;
  const fields = {
    request_id: id,
    method,
    route,
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    aborted: isAborted || undefined,
    ...loggedNotes(notes),
  };
  logger.info(fields, "request");
}
