import type { LimitStoreEvent } from "../core/limit-store.ts";
import type { Logger } from "./logger.ts";

/** Says in the log that the shared store of limits went away, and that it is back: one line each. */
export function logLimitStore(event: LimitStoreEvent, logger: Logger): void {
  switch (event.kind) {
    case "lost":
      logger.warn({ reason: event.reason }, "limits: the store does not answer");
      return;
    case "back":
      logger.info({ outage_ms: event.outageMs, requests: event.requests }, "limits: the store answers again");
  }
}
