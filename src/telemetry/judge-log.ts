import type { JudgeEvent } from "../core/judge.ts";
import type { Logger } from "./logger.ts";

/** Says in the log what became of a judge. */
export function logJudge(event: JudgeEvent, logger: Logger): void {
  switch (event.kind) {
    case "opened":
      logger.warn({ judge: event.judge }, "judge is left alone for a while: it fails");
      return;
    case "closed":
      logger.info({ judge: event.judge }, "judge answers again");
      return;
    case "failed":
      logger.warn({ judge: event.judge, reason: event.reason, count: event.count }, "judge failed");
  }
}
