import type { ThreadEvent } from "../core/threads.ts";
import { describeError, type Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

/** Counts what becomes of long texts, and tells the log of threads that are lost. */
export function threadReports(logger: Logger, { threads }: Pick<Metrics, "threads">): (event: ThreadEvent) => void {
  return (event) => {
    switch (event.kind) {
      case "begun":
        threads.begun(event.waitMs);
        return;
      case "ended":
        threads.ended(event.end);
        return;
      case "lost":
        threads.lost();
        logger.error({ error: describeError(event.error) }, "analysis thread lost");
    }
  };
}
