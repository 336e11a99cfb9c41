import type { Clock } from "../core/clock.ts";
import { mapped } from "../core/steps.ts";

/** Pause between steps while there is more to remove, ms. */
const BUSY_MS = 100;
/** Pause while there is nothing to remove, ms. */
const IDLE_MS = 60_000;

/** What one step of retention deletes, at most `limit` rows of each kind. */
export interface RetentionStep {
  /** Since the Unix epoch. */
  readonly nowMs: number;
  /** How long records are kept. */
  readonly retentionMs: number;
  readonly limit: number;
}

/** Runs retention steps until it is stopped. */
export class RetentionJob {
  readonly #clock: Clock;
  readonly #step: () => boolean | Promise<boolean>;
  #isStopped = false;
  #cancel = (): void => {};

  /** @param step returns whether there is more to do; a failed step runs again after `IDLE_MS` */
  constructor(clock: Clock, step: () => boolean | Promise<boolean>) {
    this.#clock = clock;
    this.#step = step;
    this.#plan(true);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #plan(isMore: boolean): void {
    if (!this.#isStopped) this.#cancel = this.#clock.after(isMore ? BUSY_MS : IDLE_MS, this.#run);
  }

  readonly #run = (): void => {
    try {
      const step = this.#step();
      void mapped(step instanceof Promise ? step.catch(() => false) : step, (isMore) => this.#plan(isMore));
    } catch {
      // Unreachable, locked or full: the next step tries again, and saves report the store's state.
      this.#plan(false);
    }
  };
}

/** A larger change of the wall clock is a jump, a smaller one a correction. */
const JUMP_MS = 60_000;
/** How long the clock must be steady to be trusted again. */
const HOLD_MS = 3_600_000;

/**
 * The wall clock for irreversible decisions: a clock that was set hours or years ahead must not make records look old. After a jump in
 * either direction the time is unknown until it has been steady for an hour.
 */
export class SteadyTime {
  readonly #clock: Clock;
  /** Wall clock minus monotonic clock. */
  #offsetMs: number;
  #heldFromMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.epochMs() - clock.now();
  }

  /** Since the Unix epoch; `null`: not trusted. */
  epochMs(): number | null {
    const [nowMs, epochMs] = [this.#clock.now(), this.#clock.epochMs()];
    const offsetMs = epochMs - nowMs;
    if (Math.abs(offsetMs - this.#offsetMs) > JUMP_MS) this.#heldFromMs = nowMs;
    this.#offsetMs = offsetMs;
    return nowMs - this.#heldFromMs < HOLD_MS ? null : epochMs;
  }
}
