import type { Config } from "./config/config-model.ts";
import type { Clock } from "./core/clock.ts";
import { FixedWindowLimiter } from "./state/fixed-window.ts";
import type { LocalWindows } from "./state/limiter.ts";
import { SessionTurns, type Sessions } from "./state/session-turns.ts";
import { UsageCounts, type UsageTable } from "./state/usage-counts.ts";
import { openStore } from "./store/open-store.ts";
import type { RecordStore } from "./store/record-store.ts";
import type { Logger } from "./telemetry/logger.ts";
import type { Metrics } from "./telemetry/metrics.ts";
import { logStore } from "./telemetry/event-log.ts";

/** What there is one of, however many processes serve: a process that is alone has it, workers ask the one that leads them. */
export interface Ports {
  readonly windows: LocalWindows;
  readonly sessions: Sessions;
  readonly keyUsage: UsageTable;
  readonly store: RecordStore;
  /** What all processes have counted, in Prometheus' text format. */
  readonly exposition: () => string | Promise<string>;
}

export interface PortDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Instead of the configured one. */
  readonly store?: RecordStore;
}

/** Of a process that is alone. @throws {Error} when the store cannot be opened */
export function ownPorts(config: Pick<Config, "limits" | "store">, { clock, logger, metrics, store }: PortDeps): Ports {
  return {
    windows: new FixedWindowLimiter({ windowSeconds: config.limits.windowSeconds, clock }),
    sessions: new SessionTurns({ clock }),
    keyUsage: new UsageCounts({ clock }),
    exposition: () => metrics.expose(),
    store: store ?? openStore(config.store, { clock, report: (event) => logStore(event, logger) }),
  };
}
