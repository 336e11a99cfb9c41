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

/** Runs something with a memory of its own. What goes on behind an `await` has the common one: memories save work, nothing depends on them. */
export function remembering<Result>(memory: ReadingMemory, run: () => Result): Result {
  const before = current;
  current = memory;
  try {
    return run();
  } finally {
    current = before;
  }
}

/** What a reader remembers of the last text, one for each memory. */
export class Remembered<Known extends object> {
  readonly #of = new WeakMap<ReadingMemory, Known>();
  readonly #open: () => Known;
  /** The last that was asked for: within a step of a stream it is always the same. */
  #memory = COMMON;
  #known: Known;

  constructor(open: () => Known) {
    this.#open = open;
    this.#known = open();
    this.#of.set(COMMON, this.#known);
  }

  /** What the reader knows of the text that is read now. */
  get known(): Known {
    if (this.#memory === current) return this.#known;
    let known = this.#of.get(current);
    if (known === undefined) this.#of.set(current, (known = this.#open()));
    this.#memory = current;
    this.#known = known;
    return known;
  }
}
