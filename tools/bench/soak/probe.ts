/** Loaded before the service (`node --import`): tells its parent every few seconds what the process holds, by the process's own word. */
import { readdirSync } from "node:fs";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";

/** As the service's own metric does. */
const RESOLUTION_MS = 20;
const INTERVAL_MS = 2000;

/** What the process says of itself. Memory in bytes. */
export interface ProbeSample {
  readonly atMs: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly sockets: number;
  readonly files: number;
  /** How long the event loop has had work to do since its start, milliseconds. */
  readonly activeMs: number;
  /** Delay of the event loop since the measurement began, milliseconds: p50, p90, p99, maximum. */
  readonly delays: readonly number[];
  /** The most processor time of the event loop's thread between two of its timers, milliseconds: what it was held, however busy the machine. */
  readonly heldMs: number;
}

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let heldMs = 0;
let lastUsage = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(lastUsage);
  lastUsage = process.threadCpuUsage();
  heldMs = Math.max(heldMs, (user + system) / 1000);
}, RESOLUTION_MS).unref();
const milliseconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);

function sample(): ProbeSample {
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    atMs: performance.timeOrigin + performance.now(),
    rss,
    heapUsed,
    external,
    sockets: process.getActiveResourcesInfo().filter((name) => name.startsWith("TCPSocket")).length,
    files: openFiles(),
    activeMs: performance.eventLoopUtilization().active,
    delays: [...[50, 90, 99].map((share) => milliseconds(delay.percentile(share))), milliseconds(delay.max)],
    heldMs,
  };
}

function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return Number.NaN; // No /proc on this system.
  }
}

const tell = (): void => void process.send?.(sample());
setInterval(tell, INTERVAL_MS).unref();
process.on("message", (message) => {
  if (message === "begin") {
    delay.reset();
    heldMs = 0;
  }
  tell();
});
process.channel?.unref();
