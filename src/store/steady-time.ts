import type { Clock } from "../core/clock.ts";

/** A wall clock that was set by more has jumped; less is a correction. */
const JUMP_MS = 60_000;
/** How long the time must hold before it is believed again. */
const HOLD_MS = 3_600_000;

/**
 * The wall clock, as far as what cannot be undone may go by it: a clock that was set hours or years ahead must not make
 * records look old. After a jump either way the time is not known until it has held for an hour.
 */
export class SteadyTime {
  readonly #clock: Clock;
  /** Of the wall clock over the monotonic one. */
  #offsetMs: number;
  #heldFromMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.epochMs() - clock.now();
  }

  /** Since the Unix epoch; `null` while it is not to be believed. */
  epochMs(): number | null {
    const [nowMs, epochMs] = [this.#clock.now(), this.#clock.epochMs()];
    const offsetMs = epochMs - nowMs;
    if (Math.abs(offsetMs - this.#offsetMs) > JUMP_MS) this.#heldFromMs = nowMs;
    this.#offsetMs = offsetMs;
    return nowMs - this.#heldFromMs < HOLD_MS ? null : epochMs;
  }
}
