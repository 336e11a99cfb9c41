import type { Clock } from "../core/clock.ts";

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
