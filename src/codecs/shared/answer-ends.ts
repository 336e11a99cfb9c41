/** How an answer over a connection ended by what was said of it: by the provider's end, or by ours. */
export type AnswerEnd = "complete" | "blocked";

/** Answers under way that are remembered, and ends that wait to be taken; beyond it the oldest are forgotten. */
const KEPT_MAX = 256;

/** Which answers of a connection are under way, and how the others ended. */
export class AnswerEnds {
  readonly #open = new Set<string>();
  #ended: AnswerEnd[] = [];

  get underWay(): number {
    return this.#open.size;
  }

  begin(name: string): void {
    this.#open.add(name);
    const [oldest] = this.#open;
    if (this.#open.size > KEPT_MAX && oldest !== undefined) this.#open.delete(oldest);
  }

  /** Reported once per answer: what has ended does not end again. */
  end(name: string, how: AnswerEnd): void {
    if (this.#open.delete(name) && this.#ended.length < KEPT_MAX) this.#ended.push(how);
  }

  /** The ends since asked last. */
  take(): readonly AnswerEnd[] {
    if (this.#ended.length === 0) return this.#ended;
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }
}
