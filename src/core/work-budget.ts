import { ServiceError } from "./errors.ts";

/** What one request may cost, all of its texts together; and once more its answer. */
export interface WorkLimits {
  /** Values in JSON, lists and objects among them: each takes memory and is walked over, whatever it says. */
  readonly values: number;
  /** Texts read from bodies and messages. */
  readonly texts: number;
  /** UTF-16 units times the policies that read them. */
  readonly characters: number;
  /** Steps of patterns that callers supply: UTF-16 units times the instructions of the compiled program. */
  readonly patternSteps: number;
}

/** The budget as readers and analyzers see it. */
export type Work = Pick<WorkBudget, "draw">;

/**
 * The remaining work budget of a request. Readers and analyzers draw from it before they work, by amount and never by time, so that the
 * same request always has the same outcome.
 */
export class WorkBudget {
  readonly #left: { -readonly [Kind in keyof WorkLimits]: number };

  constructor(limits: WorkLimits) {
    this.#left = { ...limits };
  }

  /** @throws {ServiceError} `too_much_work` when less is left; nothing is drawn then */
  draw(kind: keyof WorkLimits, amount: number): void {
    if (amount > this.#left[kind]) throw new ServiceError("too_much_work");
    this.#left[kind] -= amount;
  }
}

/** Whether an error says that a budget is spent. */
export const isTooMuchWork = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === "too_much_work";
