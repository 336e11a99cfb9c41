import type { JudgeAsked, JudgeEvent } from "../core/judge.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

export interface JudgeReports {
  readonly report: (event: JudgeEvent) => void;
  readonly asked: (asked: JudgeAsked) => void;
}

/** What becomes of judges, for the log and the metrics. */
export function judgeReports(logger: Logger, { judges }: Metrics): JudgeReports {
  const report = (event: JudgeEvent): void => {
    logJudge(event, logger);
    if (event.kind !== "failed") judges.breaker(event.judge, event.kind === "opened");
  };
  return { report, asked: (asked) => judges.asked(asked) };
}

function logJudge(event: JudgeEvent, logger: Logger): void {
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
