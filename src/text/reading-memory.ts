/** What must be undone so that nothing of the texts that were read is left. Each reader stands here once at most. */
const pending: (() => void)[] = [];

/** Has `forget` called by the next `forgetTexts`. A reader asks for it when it begins to keep something, not at each text. */
export function forgetLater(forget: () => void): void {
  pending.push(forget);
}

const ANYTHING = /^/;

/**
 * Ends the reading of texts: whoever asked for it forgets what it keeps of them. Called after each evaluation, so that no text outlives its
 * request in a reader's memory. What readings and streams know goes with them.
 */
export function forgetTexts(): void {
  for (const forget of pending) forget();
  pending.length = 0;
  // The engine keeps the subject of the last match for `RegExp.input`.
  ANYTHING.test("");
}

/** What a reader that does not know a text's reading remembers of the last text. */
export class Remembered<Known extends object> {
  readonly #open: () => Known;
  readonly #clear: ((known: Known) => void) | null;
  #known: Known | null = null;
  #isOpen = false;

  /** @param clear takes the text out of what is kept, so that its buffers serve again; absent: all of it goes */
  constructor(open: () => Known, clear: ((known: Known) => void) | null = null) {
    this.#open = open;
    this.#clear = clear;
  }

  /** What the reader knows of the text that is read now. */
  get known(): Known {
    if (!this.#isOpen) forgetLater(this.#forget);
    this.#isOpen = true;
    return (this.#known ??= this.#open());
  }

  readonly #forget = (): void => {
    this.#isOpen = false;
    if (this.#clear === null) this.#known = null;
    else if (this.#known !== null) this.#clear(this.#known);
  };
}
