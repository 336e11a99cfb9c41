export interface BlockedChoices {
  /** Those whose native end is to be written now. */
  readonly ended: readonly string[];
  /** None is left. */
  readonly isLast: boolean;
}

/** How far the choices of a relayed stream have come. */
export class Choices {
  readonly known = new Set<string>();
  /** The provider ended them. */
  readonly finished = new Set<string>();
  /** Blocked ones, and the sequence of the item where the blocked match begins. */
  readonly blocked = new Map<string, number>();
  /** Blocked ones whose native end stands in the queue already. */
  readonly ended = new Set<string>();
  readonly #count: number;

  /** @param count choices that were asked for */
  constructor(count: number) {
    this.#count = count;
  }

  /** @param choice `null`: what belongs to none */
  isBlocked(choice: string | null): boolean {
    return choice !== null && this.blocked.has(choice);
  }

  /** Whether no choice is left when this one ends. */
  isLast(choice: string): boolean {
    const done = new Set([choice, ...this.blocked.keys(), ...this.finished]);
    return done.size >= Math.max(this.#count, this.known.size);
  }

  /** Ends a choice by our will, from that event on; `null`: all that the provider has not ended. */
  block(choice: string | null, sequence: number): BlockedChoices {
    if (choice !== null) this.blocked.set(choice, sequence);
    if (choice !== null && !this.isLast(choice)) {
      this.ended.add(choice);
      return { ended: [choice], isLast: false };
    }
    const unfinished = [...this.known].filter((name) => !this.finished.has(name));
    const open = choice === null ? unfinished : [...this.blocked.keys()];
    for (const name of open) if (!this.blocked.has(name)) this.blocked.set(name, sequence);
    return { ended: open.filter((name) => !this.ended.has(name)), isLast: true };
  }

  forget(choice: string): void {
    for (const names of [this.known, this.finished, this.blocked, this.ended]) names.delete(choice);
  }
}
