import { performance } from "node:perf_hooks";
import type { Load } from "../core/load.ts";

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
