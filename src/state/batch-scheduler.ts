import type { Clock } from "../core/clock.ts";

/**
 * Work of one turn of the event loop, milliseconds. Between turns it takes in what has come: a probe waits for no longer. Records of
 * one turn are written together, so that a shorter slice makes them dear: at 2 ms by a third.
 */
const SLICE_MS = 5;
/** What a request is taken to cost before any was measured, and at least, milliseconds. */
const COST_START_MS = 1;
const COST_MIN_MS = 0.02;
/** How much the newest turn counts for what a request costs, and how much dearer than it seemed it may count: one long text is one. */
const COST_WEIGHT = 0.1;
const COST_RISE_MAX = 10;

export interface TurnsOptions {
  readonly clock: Clock;
  /** Runs something when the loop has taken in what has come: `setImmediate`. */
  readonly defer: (run: () => void) => void;
  /** Whether what was let in before still fills more than a turn. */
  readonly isBehind: () => boolean;
}

/**
 * Whose turn it is to be worked on. Left to itself the event loop works off every socket that has something before it looks again:
 * requests wait unseen, and every newcomer, health probes included, waits for all of them, since a turn takes one
 * new connection. So all wait here, in order, until the loop has taken in what has come, and a turn takes on as many as fill a slice of
 * time. They go on together, stage by stage, which costs a third less than one after the other: the code and the tables of a stage stay
 * in the processor's caches.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting: (() => void)[] = [];
  /** First waiter: taking from the front of a long array would cost its length. */
  #first = 0;
  #isDeferred = false;
  #startMs = 0;
  #released = 0;
  #costMs = COST_START_MS;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** The likely wait of a new request, milliseconds. */
  get expectedMs(): number {
    return (this.#waiting.length - this.#first) * this.#costMs;
  }

  /** Resolves when it is the caller's turn. The caller bounds how many wait. */
  take(): Promise<void> {
    if (!this.#isDeferred) this.#begin(this.#options.clock.now(), 0);
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #begin(nowMs: number, released: number): void {
    this.#isDeferred = true;
    this.#startMs = nowMs;
    this.#released = released;
    this.#options.defer(this.#next);
  }

  /** The loop has taken in what has come. */
  readonly #next = (): void => {
    // The last admitted requests still take the time.
    if (this.#options.isBehind()) {
      this.#options.defer(this.#next);
      return;
    }
    const nowMs = this.#options.clock.now();
    if (this.#released > 0) {
      const measuredMs = (nowMs - this.#startMs) / this.#released;
      const costMs = Math.max(COST_MIN_MS, Math.min(measuredMs, this.#costMs * COST_RISE_MAX));
      this.#costMs += (costMs - this.#costMs) * COST_WEIGHT;
    }
    const count = Math.min(this.#waiting.length - this.#first, Math.max(1, Math.floor(SLICE_MS / this.#costMs)));
    if (count === 0) {
      this.#isDeferred = false;
      return;
    }
    // All of it queues after them until it is done: no request overtakes a waiting one.
    this.#begin(nowMs, count);
    for (let at = 0; at < count; at++) this.#waiting[this.#first + at]?.();
    this.#first += count;
    if (this.#first * 2 < this.#waiting.length) return;
    this.#waiting.splice(0, this.#first);
    this.#first = 0;
  };
}
