/**
 * The whole answer of an exchange while it waits for its record: under `store.on_error: reject` no answer goes out whose record
 * is not written. A stream cannot wait, and does not come here.
 */
export class HeldAnswer {
  #isHolding = false;
  #send: (() => void) | null = null;

  get isWaiting(): boolean {
    return this.#send !== null;
  }

  /** From here on an answer waits. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Sends an answer, or keeps it until `release`. */
  give(send: () => void): void {
    if (this.#isHolding) this.#send = send;
    else send();
  }

  /** Sends what waits, and from here on everything at once. */
  release(): void {
    const send = this.#send;
    this.drop();
    send?.();
  }

  /** Forgets what waits: another answer comes in its place, at once. */
  drop(): void {
    this.#isHolding = false;
    this.#send = null;
  }
}
