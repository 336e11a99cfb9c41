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

  /** Whether no choice is left when this one ends. */
  isLast(choice: string): boolean {
    const done = new Set([choice, ...this.blocked.keys(), ...this.finished]);
    return done.size >= Math.max(this.#count, this.known.size);
  }

  unfinished(): readonly string[] {
    return [...this.known].filter((name) => !this.finished.has(name));
  }

  forget(choice: string): void {
    for (const names of [this.known, this.finished, this.blocked, this.ended]) names.delete(choice);
  }
}
