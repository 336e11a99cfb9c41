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

/** @throws what `late` makes, when there is no answer within `limitMs`; what is waited for goes on */
export async function inTime<Value>(
  answer: Promise<Value>,
  { clock, limitMs, late }: { readonly clock: Clock; readonly limitMs: number; readonly late: () => Error },
): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(late());
  // Timers come before sockets: where the process itself was busy, the answer may lie there unread for one turn more.
  let cancel = clock.after(limitMs, () => (cancel = clock.after(0, giveUp)));
  try {
    return await Promise.race([answer, promise]);
  } finally {
    cancel();
  }
}
