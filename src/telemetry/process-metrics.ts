import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metric } from "./exposition.ts";
import { readMetric } from "./families.ts";

/** How often the event loop's delay is sampled, ms. Its timer is what it costs. */
const RESOLUTION_MS = 20;
const QUANTILES = [50, 90, 99] as const;

/** What is known of the process, by the names that Prometheus' clients share. It costs nothing before a scrape, except the delay's timer. */
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
