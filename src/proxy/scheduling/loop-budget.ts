/** What a text counts at least that is judged: however short, each policy is asked about it, which takes as long as some KB of prose. UTF-16 units. */
const TEXT_MIN = 512;
/** Steps of patterns that are not ours and take as long as one character does. */
const STEPS_PER_CHAR = 16;
/** What a byte of a body counts that is parsed, read or written: a body of a megabyte has a turn for each. */
const BODY_UNITS = 2;
/** How many units cost as much to look at, by digest or for placeholders, as one to judge; and what a text counts at least then. */
const LOOK_UNITS = 64;
const LOOK_MIN = 8;
/** What part of a turn's budget short texts may take besides. */
const SHORT_SHARE = 1 / 4;

interface Waiting {
  readonly chars: number;
  readonly goOn: () => void;
}

interface TurnOptions {
  readonly afterTurn?: (run: () => void) => void;
  readonly shortMax?: number;
}

/**
 * How much is judged in one turn of the event loop, by all exchanges: a body may hold hundreds of texts that are each too short for a
 * thread, and whoever else waits would wait for all of them.
 */
export class LoopBudget {
  readonly #maxChars: number;
  readonly #shortMax: number;
  readonly #afterTurn: (run: () => void) => void;
  #spent = 0;
  /** By short texts that overtook long ones, of the same turn. */
  #overtaken = 0;
  #isArmed = false;
  #waiting: Waiting[] = [];

  /**
   * @param maxChars of texts, UTF-16 units; the last one may exceed it
   * @param options.shortMax texts of that length need not wait for longer ones, UTF-16 units; absent: all wait in the order of asking
   */
  constructor(maxChars: number, { afterTurn = setImmediate, shortMax = 0 }: TurnOptions = {}) {
    this.#maxChars = maxChars;
    this.#afterTurn = afterTurn;
    this.#shortMax = shortMax;
  }

  /** How many wait: of each exchange at most one text. */
  get length(): number {
    return this.#waiting.length;
  }

  /**
   * Counts a text that is to be judged.
   * @param steps of patterns that are not ours
   * @returns `null`: at once; otherwise when, in the order of asking
   */
  take(length: number, steps = 0): Promise<void> | null {
    return this.#take(Math.max(length, TEXT_MIN) + steps / STEPS_PER_CHAR);
  }

  /** Counts a text that is looked at only, or whose judgement is remembered. */
  look(length: number): Promise<void> | null {
    return this.#take(LOOK_MIN + Math.floor(length / LOOK_UNITS));
  }

  /** Counts a body that is parsed, read or written as a whole. */
  whole(bytes: number): Promise<void> | null {
    return this.look(bytes * BODY_UNITS);
  }

  #take(chars: number): Promise<void> | null {
    this.#arm();
    const isFull = this.#waiting.length > 0 || this.#spent >= this.#maxChars;
    // A short request asks several times, and would wait a turn of long texts each time.
    if (isFull && chars <= this.#shortMax && this.#overtaken < this.#maxChars * SHORT_SHARE) {
      this.#overtaken += chars;
      return null;
    }
    if (isFull) return new Promise((resolve) => this.#waiting.push({ chars, goOn: resolve }));
    this.#spent += chars;
    return null;
  }

  readonly #renew = (): void => {
    this.#isArmed = false;
    this.#spent = this.#overtaken = 0;
    const count = this.#fitting();
    const together = this.#waiting;
    this.#waiting = together.splice(count);
    if (count > 0) this.#arm();
    for (const { goOn } of together) goOn();
  };

  /** How many of those who wait may go on; counts their texts. */
  #fitting(): number {
    let count = 0;
    for (const { chars } of this.#waiting) {
      if (this.#spent >= this.#maxChars) break;
      this.#spent += chars;
      count += 1;
    }
    return count;
  }

  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.#afterTurn(this.#renew);
  }
}
