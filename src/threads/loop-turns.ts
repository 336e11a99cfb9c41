/**
 * Turns of the event loop for work that is done a slice at a time: one job continues in each turn, in the order of
 * asking. Other callers are served between two of them.
 */
export class LoopTurns {
  readonly #afterTurn: (run: () => void) => void;
  readonly #waiting = new Set<() => void>();

  /** @param afterTurn runs something when the loop has taken in what has come */
  constructor(afterTurn: (run: () => void) => void = setImmediate) {
    this.#afterTurn = afterTurn;
  }

  /** Resolves when it is the caller's turn. The caller bounds how many wait: each has a request under way. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      if (this.#waiting.size === 1) this.#afterTurn(this.#go);
    });
  }

  readonly #go = (): void => {
    const [goOn] = this.#waiting;
    if (goOn === undefined) return;
    this.#waiting.delete(goOn);
    if (this.#waiting.size > 0) this.#afterTurn(this.#go);
    goOn();
  };
}
