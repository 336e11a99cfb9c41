import type { Clock } from "../core/clock.ts";
import { mapped } from "../core/mapped.ts";

/** Pause between steps while there is more to remove, ms. */
const BUSY_MS = 100;
/** Pause while there is nothing to remove, ms. */
const IDLE_MS = 60_000;

/** Runs the steps of retention one after the other until it is stopped. */
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
