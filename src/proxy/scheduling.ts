/** What all exchanges of a process share of its event loop. */
export interface Scheduling {
  /** Of all texts that are checked in the event loop: some milliseconds. */
  readonly texts: LoopBudget;
  readonly answers: AnswerBatch;
}

export const openScheduling = (): Scheduling => ({
  texts: new LoopBudget(32 * 1024, { shortMax: 1024 }),
  answers: new AnswerBatch(),
});

/**
 * Whether the admitted work fills more than another turn of the event loop: texts that wait for their check, or answers. A new request
 * would only wait after them, uncounted. A body of many texts waits as one.
 */
export const isBacklogged = ({ texts, answers }: Scheduling): boolean =>
  texts.length > BATCH_MAX || answers.length > BATCH_MAX;

/** Answers that resume in one turn of the event loop: some milliseconds of work. */
const BATCH_MAX = 32;

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
  join(proceed: () => void): void {
    this.#waiting.push(proceed);
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
      for (const proceed of together) {
        gone += 1;
        proceed();
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

/** The least that a checked text counts, UTF-16 units: however short it is, asking every policy takes as long as some KB of prose. */
const TEXT_MIN = 512;
/** Steps of configured patterns that take as long as one character. */
const STEPS_PER_CHAR = 16;
/** What a byte of a body counts when parsed, read or written: a body of a megabyte takes one turn for each. */
const BODY_UNITS = 2;
/** How many units cost as much to scan, by digest or for placeholders, as one to check; and the least that a scanned text counts. */
const LOOK_UNITS = 64;
const LOOK_MIN = 8;
/** The extra share of a turn's budget for short texts. */
const SHORT_SHARE = 1 / 4;

interface Waiting {
  readonly chars: number;
  readonly proceed: () => void;
}

interface TurnOptions {
  readonly afterTurn?: (run: () => void) => void;
  readonly shortMax?: number;
}

/**
 * Bounds the checks of all exchanges in one turn of the event loop: a body may hold hundreds of texts, each too short for a thread,
 * and other requests would wait for all of them.
 */
export class LoopBudget {
  readonly #maxChars: number;
  readonly #shortMax: number;
  readonly #afterTurn: (run: () => void) => void;
  #spent = 0;
  /** Spent by short texts that overtook long ones in this turn. */
  #overtaken = 0;
  #isArmed = false;
  #waiting: Waiting[] = [];

  /**
   * @param maxChars of texts, UTF-16 units; the last text may exceed it
   * @param options.shortMax texts up to that length skip the queue, UTF-16 units; absent: all wait in order
   */
  constructor(maxChars: number, { afterTurn = setImmediate, shortMax = 0 }: TurnOptions = {}) {
    this.#maxChars = maxChars;
    this.#afterTurn = afterTurn;
    this.#shortMax = shortMax;
  }

  /** How many wait: at most one text per exchange. */
  get length(): number {
    return this.#waiting.length;
  }

  /**
   * Counts a text to check.
   * @param steps of patterns from configuration or callers
   * @returns `null`: proceed at once; otherwise resolves in turn
   */
  take(length: number, steps = 0): Promise<void> | null {
    return this.#take(Math.max(length, TEXT_MIN) + steps / STEPS_PER_CHAR);
  }

  /** Counts a text that is only scanned, or whose result is cached. */
  look(length: number): Promise<void> | null {
    return this.#take(LOOK_MIN + Math.floor(length / LOOK_UNITS));
  }

  /** Counts a whole body that is parsed, read or written. */
  whole(bytes: number): Promise<void> | null {
    return this.look(bytes * BODY_UNITS);
  }

  #take(chars: number): Promise<void> | null {
    this.#arm();
    const isFull = this.#waiting.length > 0 || this.#spent >= this.#maxChars;
    // A short request asks several times and would wait for long texts each time.
    if (isFull && chars <= this.#shortMax && this.#overtaken < this.#maxChars * SHORT_SHARE) {
      this.#overtaken += chars;
      return null;
    }
    if (isFull) return new Promise((resolve) => this.#waiting.push({ chars, proceed: resolve }));
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
    for (const { proceed } of together) proceed();
  };

  /** How many waiting texts may proceed; counts them. */
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
