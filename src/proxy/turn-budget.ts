/**
 * How much is judged in one turn of the event loop, by all exchanges: a body may hold hundreds of texts that are each too short for a
 * thread, and whoever else waits would wait for all of them.
 */
export class TurnBudget {
  readonly #maxChars: number;
  readonly #afterTurn: (run: () => void) => void;
  #spent = 0;
  #isArmed = false;
  readonly #waiting: (() => void)[] = [];

  /** @param maxChars of texts, UTF-16 units; the last one may exceed it */
  constructor(maxChars: number, afterTurn: (run: () => void) => void = setImmediate) {
    this.#maxChars = maxChars;
    this.#afterTurn = afterTurn;
  }

  /** Counts a text that was judged. @returns `null`: more may be judged at once; otherwise when, in the order of asking */
  spend(chars: number): Promise<void> | null {
    this.#spent += chars;
    this.#arm();
    if (this.#spent <= this.#maxChars) return null;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Lets one of those who wait go on, in each turn: what the next one may do depends on what that one spends. */
  readonly #renew = (): void => {
    this.#isArmed = false;
    this.#spent = 0;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) this.#arm();
  };

  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.#afterTurn(this.#renew);
  }
}
