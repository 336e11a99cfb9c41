/** Time, injected: nothing below `app` reads a global clock or sets a global timer. */
export interface Clock {
  /** Milliseconds on a monotonic scale; only differences mean anything. */
  readonly now: () => number;
  /** Milliseconds since the Unix epoch. */
  readonly epochMs: () => number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. Never keeps the process alive. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** Polls until a condition no longer holds, for a bounded time. */
export async function waitWhile(
  isSo: () => boolean,
  { clock, maxMs, pollMs }: { readonly clock: Clock; readonly maxMs: number; readonly pollMs: number },
): Promise<void> {
  const endMs = clock.now() + maxMs;
  while (isSo() && clock.now() < endMs) await pause(clock, pollMs);
}

/** @param signal ends the pause early, without an error */
export function pause({ after }: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = after(delayMs, end);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** The pause that a `Retry-After` header in seconds asks for; 0: none, or a date. */
export const retryAfterMs = (header: unknown): number =>
  typeof header === "string" && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : 0;

/** @throws the error of `late`, when there is no answer within `limitMs`; the work itself continues */
export async function inTime<Value>(
  answer: Promise<Value>,
  { clock, limitMs, late }: { readonly clock: Clock; readonly limitMs: number; readonly late: () => Error },
): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(late());
  // Timers run before sockets are read: after a busy phase the answer may arrive one turn later.
  let cancel = clock.after(limitMs, () => (cancel = clock.after(0, giveUp)));
  try {
    return await Promise.race([answer, promise]);
  } finally {
    cancel();
  }
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/;

/** The time that `2026-11-22` or `2026-11-22T10:00:00Z` means, milliseconds since the epoch; `null`: there is no such time. */
export function parseUtcTime(text: string): number | null {
  const day = TIME.exec(text)?.[1];
  if (day === undefined) return null;
  const epochMs = Date.parse(text);
  // `Date.parse` takes the 30th of February for the 2nd of March.
  const isReal = !Number.isNaN(epochMs) && new Date(Date.parse(day)).toISOString().startsWith(day);
  return isReal ? epochMs : null;
}
