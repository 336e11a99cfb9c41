/**
 * Whose reading it is: streams that arrive side by side each have a memory, so that what readers know of one text is not
 * driven out by the next. It holds nothing itself, and what is kept for it goes when it goes.
 */
export interface ReadingMemory {
  readonly kind: "reading memory";
}

export const newMemory = (): ReadingMemory => ({ kind: "reading memory" });

/** Of texts that belong to no stream. */
const COMMON = newMemory();
let current = COMMON;

/** Runs something with a memory of its own. What goes on after an `await` has the common one: memories save work, nothing depends on them. */
export function remembering<Result>(memory: ReadingMemory, run: () => Result): Result {
  const before = current;
  current = memory;
  try {
    return run();
  } finally {
    current = before;
  }
}

/** What must be undone so that nothing of the texts that were read is left. Each reader stands here once at most. */
const pending: (() => void)[] = [];

/** Has `forget` called by the next `forgetTexts`. A reader asks for it when it begins to keep something, not at each text. */
export function forgetLater(forget: () => void): void {
  pending.push(forget);
}

const ANYTHING = /^/;

/**
 * Ends the reading of texts: whoever asked for it forgets what it keeps of them. Called after each evaluation, so that no text outlives its
 * request in a reader's memory. The memories of streams stay; they go with their streams.
 */
export function forgetTexts(): void {
  for (const forget of pending) forget();
  pending.length = 0;
  // The engine keeps the subject of the last match for `RegExp.input`.
  ANYTHING.test("");
}

/** What a reader remembers of the last text, one for each memory. */
export class Remembered<Known extends object> {
  readonly #of = new WeakMap<ReadingMemory, Known>();
  readonly #open: () => Known;
  readonly #clear: ((known: Known) => void) | null;
  /** The last that was asked for: within a step of a stream it is always the same. */
  #memory: ReadingMemory | null = null;
  #known: Known | null = null;

  /** @param clear takes the text out of what is kept, so that its buffers serve again; absent: all of it goes */
  constructor(open: () => Known, clear: ((known: Known) => void) | null = null) {
    this.#open = open;
    this.#clear = clear;
  }

  /** What the reader knows of the text that is read now. */
  get known(): Known {
    if (this.#memory === current && this.#known !== null) return this.#known;
    let known = this.#of.get(current);
    if (known === undefined) this.#of.set(current, (known = this.#open()));
    if (this.#known === null) forgetLater(this.#forget);
    this.#memory = current;
    this.#known = known;
    return known;
  }

  readonly #forget = (): void => {
    this.#memory = this.#known = null;
    const common = this.#of.get(COMMON);
    if (common === undefined) return;
    if (this.#clear === null) this.#of.delete(COMMON);
    else this.#clear(common);
  };
}
