import type { Clock } from "../../src/core/clock.ts";

/** Real time, with timers that keep no test alive. */
export const realClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Real time in which waits of some lengths take others: `{ 10_000: 30 }` shortens those of ten seconds. */
export const retimed = (waits: Readonly<Record<number, number>>): Clock => ({
  ...realClock,
  after: (delayMs, run) => realClock.after(waits[delayMs] ?? delayMs, run),
});

export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due, in order. */
  readonly advance: (byMs: number) => void;
  /** Moves time on as a busy loop does: what has fallen due by then runs at its end, late. */
  readonly stall: (byMs: number) => void;
}

/** Time that moves only when a test says so. */
export function createManualClock(epochMs = 1_700_000_000_000): ManualClock {
  let nowMs = 0;
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  return {
    now: () => nowMs,
    epochMs: () => epochMs + nowMs,
    after: (delayMs, run) => {
      const timer = { atMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (byMs) => {
      const endMs = nowMs + byMs;
      for (;;) {
        const due = [...timers].filter((timer) => timer.atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        timers.delete(due);
        nowMs = Math.max(nowMs, due.atMs);
        due.run();
      }
      nowMs = endMs;
    },
    stall: (byMs) => {
      nowMs += byMs;
      for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}

/** A manual clock whose wall time can be set, as by hand or by a time server; what is monotonic goes on. */
export function createJumpyClock(): ManualClock & { readonly jump: (byMs: number) => void } {
  const manual = createManualClock();
  let offsetMs = 0;
  return { ...manual, epochMs: () => manual.epochMs() + offsetMs, jump: (byMs) => void (offsetMs += byMs) };
}
