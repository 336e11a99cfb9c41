import type { JudgeAsked, JudgeEvent } from "../core/judge-model.ts";
import { describeError, type Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

export interface JudgeReports {
  readonly report: (event: JudgeEvent) => void;
  readonly asked: (asked: JudgeAsked) => void;
  readonly trace: Tracing["judge"];
}

/** What becomes of judges, for the log, the metrics and the traces. */
export function judgeReports(logger: Logger, { judges }: Metrics, { judge: trace }: Tracing): JudgeReports {
  const report = (event: JudgeEvent): void => {
    logJudge(event, logger);
    if (event.kind !== "failed") judges.breaker(event.judge, event.kind === "opened");
  };
  return { report, asked: (asked) => judges.asked(asked), trace };
}

/** Tells of local models that cannot be run. */
export function logUnloadable(loading: Promise<void>, logger: Logger): void {
  loading.catch((error: unknown) => logger.error({ error: describeError(error) }, "judge cannot be loaded"));
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
