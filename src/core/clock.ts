/** Time, injected: nothing below `app` reads a global clock or sets a global timer. */
export interface Clock {
  /** Milliseconds on a monotonic scale; only differences mean anything. */
  readonly now: () => number;
  /** Milliseconds since the Unix epoch. */
  readonly epochMs: () => number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. Never keeps the process alive. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

export function pause({ after }: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => void after(delayMs, resolve));
}
