import type { Mask } from "../core/model.ts";
import type { GatheredText } from "../records/content.ts";
import type { KnownPlaces } from "../records/known-places.ts";

/** Text that a record keeps of one side of an exchange, UTF-16 units. A record is evidence, no copy of a library. */
export const KEPT_MAX_CHARS = 32_768;

interface Entry {
  text: string;
  isCut: boolean;
  /** The whole text, by which its judgement is found; `null`: it came in pieces. */
  readonly whole: string | null;
  /** Of one that came in pieces, what its stream's guard found; `null`: not all that it found is known. */
  masks: Mask[] | null;
  /** The stream's guard decided all of it. */
  isDecided: boolean;
}

/** The texts of one side, in the order of their beginnings, up to a bound. */
export class KeptTexts {
  readonly #entries: Entry[] = [];
  /** Texts that came whole, with what is known of them. */
  readonly #known = new Map<string, KnownPlaces | null>();
  /** Channel → its text. */
  readonly #open = new Map<string, Entry>();
  #chars = 0;
  #isCut = false;

  /** Some text is not here. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** @param missing which of the policies that records ask did not look at the streams as shipped */
  gathered(missing: readonly string[]): readonly GatheredText[] {
    return this.#entries.map(({ text, isCut, whole, masks, isDecided }) => {
      const streamed = isDecided && masks !== null ? { masks, missing } : null;
      return { text, isCut, places: whole === null ? streamed : (this.#known.get(whole) ?? null) };
    });
  }

  add(text: string): void {
    const entry = this.#take({ text: "", isCut: false, whole: text, masks: null, isDecided: true }, text);
    if (entry !== null && !this.#known.has(text)) this.#known.set(text, null);
  }

  /** Tells what a judgement found in a text that came whole. */
  learn(text: string, places: KnownPlaces): void {
    if (this.#known.has(text)) this.#known.set(text, places);
  }

  /** Adds to a text that comes in pieces. */
  grow(channel: string, text: string): void {
    const known = this.#open.get(channel);
    const entry = this.#take(known ?? { text: "", isCut: false, whole: null, masks: [], isDecided: false }, text);
    if (entry !== null && known === undefined) this.#open.set(channel, entry);
  }

  /** Tells what was found in the channel's text; offsets of the channel. */
  found(channel: string, masks: readonly Mask[]): void {
    const entry = this.#open.get(channel);
    // What stands behind the end of what is kept is no concern of it.
    for (const mask of masks) if (mask.start < (entry?.text.length ?? 0)) entry?.masks?.push(mask);
  }

  /** Tells that something was found in the channel's text of which nobody will tell. */
  lose(channel: string): void {
    const entry = this.#open.get(channel);
    if (entry !== undefined) entry.masks = null;
  }

  /**
   * The channel's next text is another one.
   * @param isDecided all of this one was decided, and `found` told of it
   */
  end(channel: string, isDecided: boolean): void {
    const entry = this.#open.get(channel);
    if (entry === undefined) return;
    entry.isDecided = isDecided;
    this.#open.delete(channel);
  }

  /** `null`: there is no room for any of the text. */
  #take(entry: Entry, text: string): Entry | null {
    // Behind a cut nothing is kept: pieces would be put together that never stood together.
    if (this.#isCut || text === "") return null;
    const room = KEPT_MAX_CHARS - this.#chars;
    this.#isCut = text.length > room;
    entry.isCut = this.#isCut;
    if (room === 0) return null;
    if (entry.text === "") this.#entries.push(entry);
    entry.text += text.slice(0, room);
    this.#chars += Math.min(text.length, room);
    return entry;
  }
}
