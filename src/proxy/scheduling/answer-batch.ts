/** Of answers that go on in one turn of the event loop: some milliseconds of work. */
export const BATCH_MAX = 32;

/**
 * Lets answers that have come in one turn of the event loop go on together, stage by stage: all have been read before the first is judged,
 * and all are judged before the first is written. One after the other they would cost a third more, since between two texts the code of
 * the network pushes that of the policies, and their tables, out of the processor's caches.
 */
export class AnswerBatch {
  readonly #afterTurn: (run: () => void) => void;
  #waiting: (() => void)[] = [];
  #isArmed = false;

  /** @param afterTurn runs something when the loop has taken in what has come */
  constructor(afterTurn: (run: () => void) => void = setImmediate) {
    this.#afterTurn = afterTurn;
  }

  /** How many wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Goes on with the others, in the order of coming. */
  join(goOn: () => void): void {
    this.#waiting.push(goOn);
    this.#arm();
  }

  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.#afterTurn(this.#release);
  }

  readonly #release = (): void => {
    this.#isArmed = false;
    const together = this.#waiting;
    this.#waiting = together.splice(BATCH_MAX);
    let gone = 0;
    try {
      for (const goOn of together) {
        gone += 1;
        goOn();
      }
    } finally {
      // One that throws must not take the others along.
      if (gone < together.length) this.#waiting.unshift(...together.slice(gone));
      if (this.#waiting.length > 0) this.#arm();
    }
  };
}

/** Where a stage ends: who waits for it goes on when all that go on together have come as far. */
export const STAGE = Promise.resolve();
