/** Of answers that go on in one turn of the event loop: some milliseconds of work. */
const COHORT_MAX = 32;

/**
 * Lets answers that have come in one turn of the event loop go on together, stage by stage: all have been read before the first is judged,
 * and all are judged before the first is written. One after the other they would cost a third more, since between two texts the code of
 * the network pushes that of the policies, and their tables, out of the processor's caches.
 */
export class Cohort {
  readonly #afterTurn: (run: () => void) => void;
  #waiting: (() => void)[] = [];

  /** @param afterTurn runs something when the loop has taken in what has come */
  constructor(afterTurn: (run: () => void) => void = setImmediate) {
    this.#afterTurn = afterTurn;
  }

  /** Goes on with the others, in the order of coming. */
  join(goOn: () => void): void {
    if (this.#waiting.push(goOn) === 1) this.#afterTurn(this.#release);
  }

  readonly #release = (): void => {
    const together = this.#waiting;
    this.#waiting = together.splice(COHORT_MAX);
    if (this.#waiting.length > 0) this.#afterTurn(this.#release);
    for (const goOn of together) goOn();
  };
}
