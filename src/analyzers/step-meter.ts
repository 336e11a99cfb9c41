import { ServiceError } from "../core/errors.ts";

/**
 * What detectors draw from while they read one text, in steps of some 50 ns. They spend what a look is about to cost, by what it is and
 * never by the clock: the same text always takes the same steps.
 */
export interface Meter {
  /** @throws {StepLimitError} @throws {ServiceError} `too_much_work` */
  readonly spend: (steps: number) => void;
}

/** A text takes more steps than the caller allows; a caller with more time may ask again. */
export class StepLimitError extends Error {}

/**
 * Steps that a policy's detectors may take for one text, wherever it is read: for each UTF-16 unit, and for its first ones. The densest of
 * honest texts, such as lists of customers, rooms and numbers of persons, take less than a quarter of it. It grows with the text, so it
 * bounds a request as well: its characters and texts are counted.
 */
export const STEPS_PER_UNIT = 300;
export const STEPS_LEAST = 20_000;

/** Counts the steps of one policy for one text. */
export class StepMeter implements Meter {
  readonly #most: number;
  readonly #patience: number;
  #spent = 0;

  /**
   * @param chars the text's length, UTF-16 units
   * @param patience steps after which it is stopped as `StepLimitError`; absent: it is not
   */
  constructor(chars: number, patience = Infinity) {
    this.#most = STEPS_LEAST + chars * STEPS_PER_UNIT;
    this.#patience = patience;
  }

  get spent(): number {
    return this.#spent;
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent > this.#patience) throw new StepLimitError(`more than ${this.#patience} steps`);
    if (this.#spent > this.#most) throw new ServiceError("too_much_work");
  }
}
