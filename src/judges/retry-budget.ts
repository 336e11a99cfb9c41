/** What a question earns: one retry for ten. */
const SHARE = 0.1;
/** Saved up at most: so many retries may come in a row after a long calm. */
const SAVED_MAX = 10;
/** So that the first failure of a calm day is retried. */
const SAVED_AT_START = 1;

/** Keeps retries a small share of the questions: a judge that is down must not be asked twice as much. */
export class RetryBudget {
  #saved = SAVED_AT_START;

  /** A question is asked. */
  earn(): void {
    this.#saved = Math.min(SAVED_MAX, this.#saved + SHARE);
  }

  /** Whether a retry may be made now. */
  spend(): boolean {
    // Ten tenths are a little less than one.
    if (this.#saved < 1 - Number.EPSILON * SAVED_MAX) return false;
    this.#saved -= 1;
    return true;
  }
}
