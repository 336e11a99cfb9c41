import type { HrTime } from "@opentelemetry/api";
import type { Clock } from "../../core/clock.ts";

/** Times of one trace, from a monotonic clock: a wall clock set in the meantime must not tear its spans apart. */
export class Times {
  readonly #clock: Clock;
  readonly #offsetMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.epochMs() - clock.now();
  }

  now(): HrTime {
    return this.at(this.#clock.now());
  }

  /** @param ms of `clock.now()` */
  at(ms: number): HrTime {
    const epochMs = this.#offsetMs + ms;
    const seconds = Math.floor(epochMs / 1000);
    return [seconds, Math.min(999_999_999, Math.round((epochMs - seconds * 1000) * 1e6))];
  }
}
