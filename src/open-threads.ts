import { availableParallelism } from "node:os";
import type { Config } from "./config/config-model.ts";
import type { Clock } from "./core/clock.ts";
import type { ThreadBounds } from "./core/threads.ts";
import type { Logger } from "./telemetry/logger.ts";
import type { Metrics } from "./telemetry/metrics.ts";
import { threadReports } from "./telemetry/event-log.ts";
import { threadGauges } from "./telemetry/thread-metrics.ts";
import { AnalysisThreads } from "./threads/analysis-threads.ts";
import { LoopTurns } from "./threads/loop-turns.ts";
import { threadCount } from "./threads/thread-count.ts";
import { openThread } from "./threads/thread-port.ts";

/** What a configuration says of the threads. */
export function threadBounds({ server }: Config): ThreadBounds {
  const cores = availableParallelism();
  const workers = server.workers === "auto" ? cores : server.workers;
  return { threads: threadCount(server.analysisThreads, { cores, workers }), queueMax: server.analysisQueueMax };
}

/** The threads that long texts are read in, watched by log and metrics. None is started before there is a text for it. */
export function openThreads(
  config: Config,
  { clock, logger, metrics }: { readonly clock: Clock; readonly logger: Logger; readonly metrics: Metrics },
): AnalysisThreads {
  const report = threadReports(logger, metrics);
  const threads = new AnalysisThreads(threadBounds(config), {
    clock,
    open: openThread,
    report,
    turns: new LoopTurns(),
  });
  metrics.include(threadGauges(threads));
  return threads;
}
