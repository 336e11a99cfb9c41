import { LRUCache } from "lru-cache";
import type { Clock } from "../core/clock.ts";

export interface Admission {
  readonly admitted: boolean;
  readonly limit: number;
  /** Requests that the window still admits. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

interface Window {
  readonly openedMs: number;
  readonly endsMs: number;
  used: number;
}

/** Live windows at once: keys × endpoints. Some 100 bytes each. */
const WINDOWS_MAX = 100_000;

/**
 * Fixed windows in memory: a window opens with its key's first request, admits at most `limit` requests and ends
 * `windowSeconds` later to the millisecond; the request at that very moment opens the next.
 *
 * The table is bounded. Keys are known callers, so it is full only if an operator has more callers than `maxWindows`;
 * then a new key waits until a window ends, because forgetting a live one would admit more than its limit.
 */
export class FixedWindowLimiter {
  readonly #clock: Clock;
  readonly #maxWindows: number;
  readonly #windows: LRUCache<string, Window>;
  #windowMs: number;
  /** No window ends before it, so looking for ended ones is vain. */
  #sweepAtMs = 0;

  constructor(options: { readonly windowSeconds: number; readonly clock: Clock; readonly maxWindows?: number }) {
    this.#clock = options.clock;
    this.#windowMs = options.windowSeconds * 1000;
    this.#maxWindows = options.maxWindows ?? WINDOWS_MAX;
    this.#windows = new LRUCache({ max: this.#maxWindows });
  }

  /** Windows that open from now on are that long; open ones end as they were begun. */
  set windowSeconds(seconds: number) {
    this.#windowMs = seconds * 1000;
    this.#sweepAtMs = 0;
  }

  /** Counts one request of `key` and says whether it is admitted. A refused request does not count. */
  take(key: string, limit: number): Admission {
    const nowMs = this.#clock.now();
    const window = this.#current(key, nowMs);
    if (window === null)
      return { admitted: false, limit, remaining: 0, resetSeconds: this.#secondsUntil(this.#sweepAtMs, nowMs) };
    const admitted = window.used < limit;
    if (admitted) window.used += 1;
    return {
      admitted,
      limit,
      remaining: Math.max(0, limit - window.used),
      resetSeconds: this.#secondsUntil(window.endsMs, nowMs),
    };
  }

  /** The key's open window, a new one, or `null` when the table is full of open ones. */
  #current(key: string, nowMs: number): Window | null {
    const known = this.#windows.get(key);
    if (known !== undefined && nowMs < known.endsMs) return known;
    if (known === undefined && this.#windows.size >= this.#maxWindows && !this.#sweep(nowMs)) return null;
    const window = { openedMs: nowMs, endsMs: nowMs + this.#windowMs, used: 0 };
    this.#windows.set(key, window);
    return window;
  }

  /** Drops ended windows; true when there is room now. */
  #sweep(nowMs: number): boolean {
    if (nowMs < this.#sweepAtMs) return false;
    let nextEndMs = Infinity;
    for (const [key, window] of this.#windows.entries()) {
      if (window.endsMs <= nowMs) this.#windows.delete(key);
      else nextEndMs = Math.min(nextEndMs, window.endsMs);
    }
    this.#sweepAtMs = nextEndMs === Infinity ? 0 : nextEndMs;
    return this.#windows.size < this.#maxWindows;
  }

  #secondsUntil(endMs: number, nowMs: number): number {
    return Math.max(1, Math.ceil((endMs - nowMs) / 1000));
  }
}
