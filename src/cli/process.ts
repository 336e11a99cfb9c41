import type { Clock } from "../core/clock.ts";
import { performance } from "node:perf_hooks";
import type { Load } from "../core/overload.ts";
import { setFlagsFromString } from "node:v8";

/** The machine's time, which the process edge injects everywhere else. */
export const systemClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** How long a measured load is reused, ms. */
const SAMPLE_MS = 50;

/** The load of this process, measured on demand. */
export function processLoad(): Load {
  let before = performance.eventLoopUtilization();
  let sampledMs = performance.now();
  let busy = 0;
  return {
    busy: () => {
      const nowMs = performance.now();
      if (nowMs - sampledMs < SAMPLE_MS) return busy;
      const current = performance.eventLoopUtilization();
      busy = performance.eventLoopUtilization(current, before).utilization;
      before = current;
      sampledMs = nowMs;
      return busy;
    },
  };
}

/**
 * Calls after which V8 optimizes a function; its default is 3,000. Most functions here run once or twice a request, so at one
 * request a second the service would run unoptimized for an hour.
 */
const CALLS = 600;
/** The first release of Node that is known to accept the option: others print a warning. */
const NODE_MIN = 26;

/** Called when the service is ready, since start-up code is not worth optimizing. In code, so that it applies however the service starts. */
export function compileSooner(): void {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MIN)
    setFlagsFromString(`--invocation-count-for-turbofan=${CALLS}`);
}
