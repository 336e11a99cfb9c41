import { type Metric, readMetric, Counter, Histogram } from "./families.ts";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { TASK_ENDS, type TaskEnd, type ThreadState } from "../core/threads.ts";

/** State of the running service; read on demand. */
interface Gauges {
  /** Requests whose answer is not over, proxied ones included. */
  readonly requests: () => number;
  /** Proxied exchanges, open WebSockets included. */
  readonly exchanges: () => number;
  /** Bounded requests: those whose answer has not begun, and streams. */
  readonly bounded: { readonly requests: number; readonly streams: number };
  readonly isDraining: () => boolean;
  /** False when the newest configuration was refused. */
  readonly isConfigCurrent: () => boolean;
  /** Of the configuration in force. */
  readonly configDigest: () => string;
  /** Keys in use that end soon. */
  readonly expiringKeys: () => number;
}

/** As `/readyz` and the log show it. */
const DIGEST_SHOWN = 12;

export function appMetrics(gauges: Gauges): readonly Metric[] {
  const { requests, exchanges, bounded, isDraining, isConfigCurrent, configDigest, expiringKeys } = gauges;
  return [
    readMetric(
      {
        name: "sallyport_in_flight",
        help: "Requests under way, and among them proxied exchanges; open WebSockets count as exchanges. unanswered: what server.max_requests bounds; stream: what server.max_streams bounds.",
        labels: ["kind"],
      },
      () => [
        [requests(), "request"] as const,
        [exchanges(), "exchange"] as const,
        [bounded.requests, "unanswered"] as const,
        [bounded.streams, "stream"] as const,
      ],
    ),
    readMetric({ name: "sallyport_draining", help: "1 after a signal to stop, else 0.", merge: "min" }, () => [
      [isDraining() ? 1 : 0],
    ]),
    readMetric(
      {
        name: "sallyport_config_last_reload_successful",
        help: "0 while the newest configuration was refused, else 1.",
        merge: "min",
      },
      () => [[isConfigCurrent() ? 1 : 0]],
    ),
    readMetric(
      { name: "sallyport_keys_expiring", help: "Valid keys that expire within seven days.", merge: "max" },
      () => [[expiringKeys()]],
    ),
    readMetric(
      {
        name: "sallyport_config_info",
        help: "1; the digest names the configuration in force.",
        labels: ["digest"],
        merge: "max",
      },
      () => [[1, configDigest().slice(0, DIGEST_SHOWN)]],
    ),
  ];
}

/** Sampling interval of the event loop's delay, ms. */
const RESOLUTION_MS = 20;
const QUANTILES = [50, 90, 99] as const;

/** Process metrics under Prometheus' common names. They cost nothing between scrapes, except the delay's timer. */
export function processMetrics(): readonly Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const startedSeconds = performance.timeOrigin / 1000;
  return [
    readMetric(
      { name: "process_cpu_seconds_total", help: "CPU time, user and system, seconds.", type: "counter" },
      () => {
        const { user, system } = process.cpuUsage();
        return [[(user + system) / 1e6]];
      },
    ),
    readMetric({ name: "process_resident_memory_bytes", help: "Resident memory, bytes." }, () => [
      [process.memoryUsage.rss()],
    ]),
    readMetric(
      { name: "process_start_time_seconds", help: "Start of the process, seconds since the epoch.", merge: "first" },
      () => [[startedSeconds]],
    ),
    readMetric({ name: "nodejs_heap_size_used_bytes", help: "Heap in use, bytes." }, () => [
      [process.memoryUsage().heapUsed],
    ]),
    readMetric(
      {
        name: "sallyport_event_loop_delay_seconds",
        help: "Delay of the event loop since the last scrape, seconds: its quantiles and, as quantile 1, its maximum.",
        labels: ["quantile"],
        merge: "max",
      },
      () => {
        const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
        const known = QUANTILES.map((each) => [seconds(delay.percentile(each)), String(each / 100)] as const);
        const all = [...known, [seconds(delay.max), "1"] as const];
        delay.reset();
        return all;
      },
    ),
  ];
}

/** Seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of long texts and their threads. */
export class ThreadMetrics {
  readonly metrics: readonly Metric[];
  readonly #texts = new Counter({
    name: "sallyport_long_texts_total",
    help: "Texts for the analysis threads by how they ended: done, failed (the thread was lost, or the service closed), timeout, abandoned (the caller disconnected), refused (too many waited).",
    labels: ["outcome"],
  });
  readonly #lost = new Counter({
    name: "sallyport_analysis_threads_lost_total",
    help: "Analysis threads that broke, ran out of memory, could not be started or took too long for a text.",
  });
  readonly #wait = new Histogram({
    name: "sallyport_long_text_wait_seconds",
    help: "How long a text waited for an analysis thread, seconds; starting the first thread included.",
    buckets: BUCKETS,
  });

  constructor() {
    this.metrics = [this.#texts, this.#lost, this.#wait];
    for (const end of TASK_ENDS) this.#texts.show(end);
  }

  ended(end: TaskEnd): void {
    this.#texts.add(end);
  }

  lost(): void {
    this.#lost.add();
  }

  begun(waitMs: number): void {
    this.#wait.observe(waitMs / 1000);
  }
}

/** State of the threads; read on demand. */
export function threadGauges(state: ThreadState): readonly Metric[] {
  return [
    readMetric({ name: "sallyport_long_texts_waiting", help: "Texts that wait for an analysis thread." }, () => [
      [state.waiting],
    ]),
    readMetric(
      {
        name: "sallyport_analysis_threads",
        help: "Analysis threads: all, starting ones included, and among them those that read a text.",
        labels: ["state"],
      },
      () => [[state.threads, "all"] as const, [state.busy, "busy"] as const],
    ),
  ];
}
