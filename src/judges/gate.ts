import { JudgeFailure } from "./failure.ts";

interface Waiter {
  readonly admit: () => void;
}

/** Lets so many in at once; so many more wait, in order; the rest is refused. */
export class Gate {
  readonly #concurrencyMax: number;
  readonly #queueMax: number;
  readonly #waiting: Waiter[] = [];
  #inside = 0;

  constructor({ concurrencyMax, queueMax }: { readonly concurrencyMax: number; readonly queueMax: number }) {
    this.#concurrencyMax = concurrencyMax;
    this.#queueMax = queueMax;
  }

  get inside(): number {
    return this.#inside;
  }

  /** Resolves to the way out, which is to be taken once. @throws {JudgeFailure} `overloaded`; the signal's reason */
  enter(signal: AbortSignal): Promise<() => void> {
    if (this.#inside < this.#concurrencyMax) {
      this.#inside += 1;
      return Promise.resolve(this.#leave);
    }
    if (this.#waiting.length >= this.#queueMax)
      return Promise.reject(new JudgeFailure("overloaded", "too many questions wait for the judge"));
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new JudgeFailure("timeout", "the question waited too long for its turn"));
      };
      const waiter: Waiter = {
        admit: () => {
          signal.removeEventListener("abort", onAbort);
          resolve(this.#leave);
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(waiter);
    });
  }

  /** Whoever waits longest takes the place. */
  readonly #leave = (): void => {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside -= 1;
    else next.admit();
  };
}
