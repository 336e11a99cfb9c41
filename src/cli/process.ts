import type { Clock } from "../core/clock.ts";
import { performance } from "node:perf_hooks";
import type { Load } from "../core/overload.ts";
import { setFlagsFromString } from "node:v8";

/** The machine's time: what the process edge injects into everything below. */
export const systemClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** How old what is known of the load may be, ms. */
const SAMPLE_MS = 50;

/** The load of this process: what the process edge injects. It is measured when it is asked for. */
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
 * Calls after which V8 compiles a function for good; by itself it waits for 3,000. Most functions here are called once or
 * twice for each request: a service that gets one in a second would run half compiled for an hour.
 */
const CALLS = 600;
/** The first release of Node that is known to have the option: others would say that they do not. */
const NODE_MIN = 26;

/** Called when the service is ready: of what a start runs nothing is worth it. By code, so that each way to start the service has it. */
export function compileSooner(): void {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MIN)
    setFlagsFromString(`--invocation-count-for-turbofan=${CALLS}`);
}
