import type { Mask } from "../../core/model.ts";
import type { GatheredText } from "../../records/content.ts";
import { together, type KnownPlaces, type Unevaluated } from "../../records/known-places.ts";

/** Text that a record keeps of one side of an exchange, UTF-16 units. A record is evidence, no copy of a library. */
export const KEPT_MAX_CHARS = 32_768;

interface Entry {
  text: string;
  /** There was no room for all of it. */
  isCut: boolean;
  /** It came to its end. */
  isEnded: boolean;
  readonly places: () => KnownPlaces | null;
}

/** The texts of one side, in the order of their beginnings, up to a bound. */
export class KeptTexts {
  readonly #entries: Entry[] = [];
  /** Texts that came whole, with what is known of them. */
  readonly #known = new Map<string, KnownPlaces | null>();
  #chars = 0;
  #isCut = false;

  /** Some text is not here. */
  get isCut(): boolean {
    return this.#isCut;
  }

  gathered(): readonly GatheredText[] {
    return this.#entries.map(({ text, isCut, isEnded, places }) => ({
      text,
      isCut: isCut || !isEnded,
      places: places(),
    }));
  }

  add(text: string): void {
    const entry = { text: "", isCut: false, isEnded: true, places: () => this.#known.get(text) ?? null };
    if (this.#take(entry, text) && !this.#known.has(text)) this.#known.set(text, null);
  }

  /** Records what a check found in a text that came whole. Equal texts are one, wherever they stand. */
  learn(text: string, places: KnownPlaces): void {
    const known = this.#known.get(text);
    if (known !== undefined) this.#known.set(text, known === null ? places : together(known, places));
  }

  /** Texts that come in pieces. */
  openStream(): KeptStream {
    return new KeptStream((entry, text) => this.#take(entry, text));
  }

  /** False when there is no room for any of the text: after a cut nothing is kept, since it would join what never stood together. */
  #take(entry: Entry, text: string): boolean {
    const room = KEPT_MAX_CHARS - this.#chars;
    if (text.length > room) entry.isCut = this.#isCut = true;
    const kept = text.slice(0, room);
    if (kept === "") return false;
    if (entry.text === "") this.#entries.push(entry);
    entry.text += kept;
    this.#chars += kept.length;
    return true;
  }
}

interface Streamed {
  readonly entry: Entry;
  /** What the stream's guard found; `null`: not all that it found is known. */
  masks: Mask[] | null;
  /** The guard decided all of it. */
  isDecided: boolean;
}

/** The texts of one stream, by their channels. Channels of other streams may bear the same names. */
export class KeptStream {
  readonly #take: (entry: Entry, text: string) => boolean;
  /** Channel → its text. */
  readonly #open = new Map<string, Streamed>();
  #unevaluated: Unevaluated | null = null;

  constructor(take: (entry: Entry, text: string) => boolean) {
    this.#take = take;
  }

  /** Adds to the channel's text. */
  grow(channel: string, text: string): void {
    const known = this.#open.get(channel);
    const streamed = known ?? this.#streamed();
    if (this.#take(streamed.entry, text) && known === undefined) this.#open.set(channel, streamed);
  }

  /** Records what was found in the channel's text; offsets of the channel. */
  found(channel: string, masks: readonly Mask[]): void {
    const streamed = this.#open.get(channel);
    // Text after the end of what is kept is out of scope.
    for (const mask of masks) if (mask.start < (streamed?.entry.text.length ?? 0)) streamed?.masks?.push(mask);
  }

  /** Records that something was found in the channel's text that is not reported. */
  lose(channel: string): void {
    const streamed = this.#open.get(channel);
    if (streamed !== undefined) streamed.masks = null;
  }

  /**
   * The channel's next text is another one.
   * @param isDecided all of this one was decided, and `found` covers it
   */
  end(channel: string, isDecided: boolean): void {
    const streamed = this.#open.get(channel);
    if (streamed === undefined) return;
    streamed.entry.isEnded = true;
    streamed.isDecided = isDecided;
    this.#open.delete(channel);
  }

  /** The stream is over; only now is it known whether all policies could read its texts. */
  over(unevaluated: Unevaluated): void {
    this.#unevaluated = unevaluated;
  }

  #streamed(): Streamed {
    const places = (): KnownPlaces | null => {
      const { isDecided, masks } = streamed;
      return isDecided && masks !== null && this.#unevaluated !== null ? { masks, ...this.#unevaluated } : null;
    };
    const entry = { text: "", isCut: false, isEnded: false, places };
    const streamed: Streamed = { entry, masks: [], isDecided: false };
    return streamed;
  }
}
