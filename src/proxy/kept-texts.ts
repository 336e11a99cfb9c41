/** Text that a record keeps of one side of an exchange, UTF-16 units. A record is evidence, no copy of a library. */
export const KEPT_MAX_CHARS = 32_768;

/** Stands between texts. */
const BETWEEN = "\n\n";

/** The texts of one side, in the order of their beginnings, up to a bound. */
export class KeptTexts {
  readonly #texts: string[] = [];
  /** Channel → index of its text. */
  readonly #open = new Map<string, number>();
  #chars = 0;
  #isCut = false;

  /** Some text is not here. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get joined(): string {
    return this.#texts.join(BETWEEN);
  }

  add(text: string): void {
    const kept = this.#take(text);
    if (kept !== "") this.#texts.push(kept);
  }

  /** Adds to a text that comes in pieces. */
  grow(channel: string, text: string): void {
    const index = this.#open.get(channel);
    const kept = this.#take(text);
    if (kept === "") return;
    if (index === undefined) this.#open.set(channel, this.#texts.push(kept) - 1);
    else this.#texts[index] += kept;
  }

  /** The channel's next text is another one. */
  end(channel: string): void {
    this.#open.delete(channel);
  }

  #take(text: string): string {
    // Behind a cut nothing is kept: pieces would be put together that never stood together.
    if (this.#isCut) return "";
    const room = KEPT_MAX_CHARS - this.#chars;
    this.#isCut = text.length > room;
    const kept = text.slice(0, room);
    this.#chars += kept.length;
    return kept;
  }
}
