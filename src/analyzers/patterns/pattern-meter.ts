import type { Clock } from "../../core/clock.ts";
import type { WorkBudget } from "../../core/work-budget.ts";

/** What bounds the patterns that read one text; see `AnalysisContext`. */
export interface PatternLimits {
  readonly clock?: Clock;
  readonly work?: Pick<WorkBudget, "draw">;
  readonly deadlineMs?: number;
  readonly stepsMax?: number;
}

/**
 * Steps that patterns may take in the event loop for one text: some 10 ms. Whatever takes more is read by a thread, where there is one.
 */
export const STEPS_HERE_MAX = 500_000;

/** Patterns were stopped: `step_limit`, they take more steps than the caller allows; `timeout`, their deadline has passed. */
export class PatternStop extends Error {
  readonly reason: "step_limit" | "timeout";

  constructor(reason: "step_limit" | "timeout") {
    super(`patterns were stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Steps between two looks at the clock: about a millisecond. */
const LOOK_STEPS = 100_000;

/**
 * Counts the steps of all patterns that read one text: characters times instructions. What one pass takes is drawn from the request's
 * budget before it begins; matches that are looked for over and over in the same text draw more as they go.
 */
export class PatternMeter {
  readonly #limits: PatternLimits;
  #spent = 0;
  #drawn = 0;
  #lookAt = LOOK_STEPS;

  constructor(limits: PatternLimits) {
    this.#limits = limits;
  }

  /** @throws {ServiceError} `too_much_work` */
  draw(steps: number): void {
    this.#limits.work?.draw("patternSteps", steps);
    this.#drawn += steps;
  }

  /** @throws {PatternStop} @throws {ServiceError} `too_much_work` */
  spend(steps: number): void {
    this.#spent += steps;
    const { stepsMax = Infinity, deadlineMs = Infinity, clock } = this.#limits;
    if (this.#spent > stepsMax) throw new PatternStop("step_limit");
    if (this.#spent > this.#drawn) this.draw(this.#spent - this.#drawn + LOOK_STEPS);
    if (this.#spent < this.#lookAt) return;
    this.#lookAt = this.#spent + LOOK_STEPS;
    if (clock !== undefined && clock.now() > deadlineMs) throw new PatternStop("timeout");
  }
}
