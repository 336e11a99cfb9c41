import { facet, type Facet } from "../../text/reading.ts";

/**
 * A stretch of a text, and of its continuations, that is known to hold no match. Callers request overlapping stretches, and a
 * stream requests a longer one at every delta; each part is read once.
 */
export class CleanStretch {
  /** Longest match, UTF-16 units: one may begin this far before the end of the stretch and end after it. */
  readonly #lengthMax: number;
  #from = 0;
  #to = 0;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  /** Start of a search for matches at or after `from`; skips what is known. */
  lookFrom(from: number): number {
    return this.#isKnown(from) ? Math.max(from, this.#to - this.#lengthMax) : from;
  }

  /** End of the known text after `from`. */
  knownTo(from: number): number {
    return this.#isKnown(from) ? this.#to : from;
  }

  /** Records that no match begins at or after `from` and ends before `to`. */
  note(from: number, to: number): void {
    const isKnown = this.#isKnown(from);
    if (isKnown && to <= this.#to) return;
    // Matches that begin before `from` and end after the stretch were not searched for.
    if (!isKnown || this.#to - this.#lengthMax < from) this.#from = from;
    this.#to = to;
  }

  #isKnown(from: number): boolean {
    return from >= this.#from && from <= this.#to;
  }
}

/** @param lengthMax see above */
export const cleanStretch = (lengthMax: number): Facet<CleanStretch> =>
  facet(
    () => new CleanStretch(lengthMax),
    (before) => before,
  );
