import type { StoreEvent } from "../core/store-target.ts";
import type { Logger } from "./logger.ts";

/** Says in the log that the store of records went away, and that it is back: one line each. */
export function logStore(event: StoreEvent, logger: Logger): void {
  switch (event.kind) {
    case "lost":
      logger.error({ reason: event.reason }, "records: the store does not take any");
      return;
    case "back":
      logger.info({ outage_ms: event.outageMs }, "records: the store takes them again");
  }
}
