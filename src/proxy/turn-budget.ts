/**
 * How much is judged in one turn of the event loop, by all exchanges: a body may hold hundreds of texts that are each too short for a
 * thread, and whoever else waits would wait for all of them.
 */
export class TurnBudget {
  readonly #maxChars: number;
  readonly #afterTurn: (run: () => void) => void;
  #spent = 0;

  /** @param maxChars of texts, UTF-16 units; the last one may exceed it */
  constructor(maxChars: number, afterTurn: (run: () => void) => void = setImmediate) {
    this.#maxChars = maxChars;
    this.#afterTurn = afterTurn;
  }

  /** Counts a text that was judged. @returns `null`: more may be judged at once; otherwise when */
  spend(chars: number): Promise<void> | null {
    if (this.#spent === 0 && chars > 0) this.#afterTurn(this.#renew);
    this.#spent += chars;
    return this.#spent <= this.#maxChars ? null : new Promise((resolve) => this.#afterTurn(resolve));
  }

  readonly #renew = (): void => {
    this.#spent = 0;
  };
}
