import { LRUCache } from "lru-cache";
import type { Clock } from "../core/clock.ts";
import { wholeSeconds, type Admission, type LocalWindows } from "./limiter.ts";

interface Window {
  readonly openedMs: number;
  readonly lengthMs: number;
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
export class FixedWindowLimiter implements LocalWindows {
  readonly #clock: Clock;
  readonly #maxWindows: number;
  readonly #windows: LRUCache<string, Window>;
  #windowMs: number;
  /** No window ends before this time. */
  #firstEndMs = Infinity;
  #clockMs = -Infinity;
  /** Sum of the clock's backward jumps. */
  #lostMs = 0;

  constructor(options: { readonly windowSeconds: number; readonly clock: Clock; readonly maxWindows?: number }) {
    this.#clock = options.clock;
    this.#windowMs = options.windowSeconds * 1000;
    this.#maxWindows = options.maxWindows ?? WINDOWS_MAX;
    // By size: `max` would set room aside for all of them at once.
    this.#windows = new LRUCache({ maxSize: this.#maxWindows, sizeCalculation: () => 1 });
  }

  /** Length of windows that open from now on; open ones keep theirs. */
  set windowSeconds(seconds: number) {
    this.#windowMs = seconds * 1000;
  }

  /** Counts one request of `key` unless it is refused. */
  take(key: string, limit: number): Admission {
    const nowMs = this.#now();
    const window = this.#current(key, nowMs);
    if (window === null)
      return { admitted: false, limit, remaining: 0, resetSeconds: wholeSeconds(this.#firstEndMs - nowMs) };
    const admitted = window.used < limit;
    if (admitted) window.used += 1;
    return {
      admitted,
      limit,
      remaining: Math.max(0, limit - window.used),
      // From the difference of two readings: adding first would round a fresh minute up to 61 s.
      resetSeconds: wholeSeconds(window.lengthMs - (nowMs - window.openedMs)),
    };
  }

  /**
   * Time that stands still where the clock jumps back and goes on from there: a jump must neither end a window early nor
   * keep a caller out for as long as the jump was.
   */
  #now(): number {
    const clockMs = this.#clock.now();
    if (clockMs < this.#clockMs) this.#lostMs += this.#clockMs - clockMs;
    this.#clockMs = clockMs;
    return clockMs + this.#lostMs;
  }

  /** The key's open window, a new one, or `null` when the table is full of open ones. */
  #current(key: string, nowMs: number): Window | null {
    const known = this.#windows.get(key);
    if (known !== undefined && isOpen(known, nowMs)) return known;
    if (known === undefined && this.#windows.size >= this.#maxWindows && !this.#makeRoom(nowMs)) return null;
    const window = { openedMs: nowMs, lengthMs: this.#windowMs, used: 0 };
    this.#windows.set(key, window);
    this.#firstEndMs = Math.min(this.#firstEndMs, nowMs + this.#windowMs);
    return window;
  }

  /** Drops ended windows; true when there is room now. */
  #makeRoom(nowMs: number): boolean {
    if (nowMs < this.#firstEndMs) return false;
    const windows = [...this.#windows.entries()];
    for (const [key, window] of windows) if (!isOpen(window, nowMs)) this.#windows.delete(key);
    this.#firstEndMs = Infinity;
    for (const { openedMs, lengthMs } of this.#windows.values())
      this.#firstEndMs = Math.min(this.#firstEndMs, openedMs + lengthMs);
    return this.#windows.size < this.#maxWindows;
  }
}

const isOpen = ({ openedMs, lengthMs }: Window, nowMs: number): boolean => nowMs - openedMs < lengthMs;
