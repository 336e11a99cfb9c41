/** Answers that go on in one turn of the event loop: some milliseconds of work. */
export const BATCH_MAX = 32;

/**
 * Batches the answers that arrive in one turn of the event loop, stage by stage: all are read before the first is checked, and all are
 * checked before the first is written. One after the other they would cost a third more CPU time, since network code would evict the
 * code and tables of the policies from the processor's caches between two texts.
 */
export class AnswerBatch {
  readonly #afterTurn: (run: () => void) => void;
  #waiting: (() => void)[] = [];
  #isArmed = false;

  /** @param afterTurn runs a callback once the loop has read its input */
  constructor(afterTurn: (run: () => void) => void = setImmediate) {
    this.#afterTurn = afterTurn;
  }

  /** How many wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Joins the next batch, in order of arrival. */
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
      // One that throws must not stop the others.
      if (gone < together.length) this.#waiting.unshift(...together.slice(gone));
      if (this.#waiting.length > 0) this.#arm();
    }
  };
}

/** The end of a stage: awaiting it resumes after the whole batch has come as far. */
export const STAGE = Promise.resolve();
