import type { Clock } from "../core/clock.ts";
import type { JudgeAsked, JudgeEvent } from "../core/judge-model.ts";
import type { LimitStoreEvent, StoreEvent } from "../core/stores.ts";
import type { ShedReason } from "../core/overload.ts";
import type { ThreadEvent } from "../core/threads.ts";
import { type Logger, describeError } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

/** Logs the loss and the return of the record store, one line each. @param store its place, without a password */
export function logStore(event: StoreEvent, store: string, logger: Logger): void {
  switch (event.kind) {
    case "lost":
      logger.error({ store, reason: event.reason }, "records: the store does not take any");
      return;
    case "back":
      logger.info({ store, outage_ms: event.outageMs }, "records: the store takes them again");
  }
}

export interface JudgeReports {
  readonly report: (event: JudgeEvent) => void;
  readonly asked: (asked: JudgeAsked) => void;
  readonly trace: Tracing["judge"];
}

/** Reports of judges to log, metrics and traces. */
export function judgeReports(logger: Logger, { judges }: Metrics, { judge: trace }: Tracing): JudgeReports {
  const report = (event: JudgeEvent): void => {
    logJudge(event, logger);
    if (event.kind !== "failed") judges.breaker(event.judge, event.kind === "opened");
  };
  return { report, asked: (asked) => judges.asked(asked), trace };
}

/** Counts what becomes of alerts, and logs those that no one got. */
export function alertReports(logger: Logger, metrics: Metrics) {
  const outcome = (alert: string, what: string, reason?: string): void => {
    metrics.alert(alert, what);
    if (what === "failed") logger.warn({ alert, reason }, "alert could not be delivered");
  };
  return { outcome };
}

/** Logs local models that cannot be run. */
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

/** Logs the loss and the return of the shared limit store, one line each. */
export function logLimitStore(event: LimitStoreEvent, logger: Logger): void {
  switch (event.kind) {
    case "lost":
      logger.warn({ reason: event.reason }, "limits: the store does not answer");
      return;
    case "back":
      logger.info({ outage_ms: event.outageMs, requests: event.requests }, "limits: the store answers again");
  }
}

/** How often refused requests are logged, milliseconds: a line for each would cost more than the refusal. */
const LINE_EVERY_MS = 10_000;

export interface ShedLogOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "shed">;
}

/** Counts requests that are refused for overload. Logs the first one, then counts at intervals, then the end. */
export class ShedLog {
  readonly #options: ShedLogOptions;
  #counts = new Map<ShedReason, number>();
  #total = 0;
  #isLogging = false;

  constructor(options: ShedLogOptions) {
    this.#options = options;
  }

  readonly shed = (reason: ShedReason): void => {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    this.#total += 1;
    this.#options.metrics.shed(reason);
    if (this.#isLogging) return;
    this.#isLogging = true;
    this.#options.logger.warn({ reason }, "overloaded: requests are refused");
    this.#options.clock.after(LINE_EVERY_MS, this.#logCounts);
  };

  readonly #logCounts = (): void => {
    const { clock, logger } = this.#options;
    if (this.#counts.size === 0) {
      logger.info({ refused: this.#total }, "no longer overloaded");
      this.#total = 0;
      this.#isLogging = false;
      return;
    }
    logger.warn({ refused: Object.fromEntries(this.#counts) }, "overloaded: requests were refused");
    this.#counts = new Map();
    clock.after(LINE_EVERY_MS, this.#logCounts);
  };
}

/** Counts long texts by outcome, and logs lost threads. */
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
