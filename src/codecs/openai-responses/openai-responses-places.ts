import type { TextDelta } from "../codec.ts";
import { channelOf, TextTail } from "../shared/ended-texts.ts";
import type { TextLeaf } from "../shared/text-walk.ts";

/** Most texts of one answer. */
const PLACES_MAX = 65_536;

/** A text of the answer, by where it stands. */
interface Place {
  readonly generation: number;
  /** The stream was resumed after its beginning: it is held until a copy of all of it has been checked. */
  readonly isResumed: boolean;
  isOpen: boolean;
  readonly tail: TextTail;
}

/** Where texts stand in the answer (`output/0/content/0/text`), and their channels. */
export class ResponsePlaces {
  readonly #places = new Map<string, Place>();
  readonly #open = new Set<string>();

  /** Whether all texts of an event could be remembered. */
  hasRoom(leaves: readonly Pick<TextLeaf, "pointer">[]): boolean {
    return this.#places.size + leaves.length <= PLACES_MAX;
  }

  get(location: string): Readonly<Pick<Place, "isOpen" | "isResumed">> | undefined {
    return this.#places.get(location);
  }

  /** A text that came whole. */
  show(location: string, text: string): void {
    const tail = new TextTail();
    tail.add(text);
    this.#places.set(location, { generation: 0, isResumed: false, isOpen: false, tail });
  }

  /**
   * Goes on with a text. After its end it has another channel, which begins with the old text: clients join them.
   * @returns its channel, and what must stand in it before the piece
   */
  grow(
    location: string,
    piece: Pick<TextDelta, "text" | "kind">,
    isResumed: boolean,
  ): { readonly channel: string; readonly before: string } {
    const known = this.#places.get(location);
    const before = known?.isOpen === false ? known.tail.before(piece.kind) : "";
    const place = known?.isOpen === true ? known : this.#start(location, known, isResumed);
    place.tail.add(piece.text);
    return { channel: channelOf(location, place), before };
  }

  channel(location: string): string {
    const place = this.#places.get(location);
    return place === undefined ? location : channelOf(location, place);
  }

  /** Channels of the open texts at or below `path`, which end. */
  close(path: string): readonly string[] {
    const closed: string[] = [];
    for (const location of this.#open) {
      const place = this.#places.get(location);
      const isBelow =
        path === "" || location === path || location.startsWith(`${path}/`) || location.startsWith(`${path}@`);
      // The event that repeats a resumed text is decided before the text itself.
      if (!isBelow || place === undefined || (place.isResumed && location === path)) continue;
      this.#open.delete(location);
      place.isOpen = false;
      closed.push(channelOf(location, place));
    }
    return closed;
  }

  #start(location: string, known: Place | undefined, isResumed: boolean): Place {
    const generation = known === undefined ? 0 : known.generation + 1;
    const place = { generation, isResumed, isOpen: true, tail: known?.tail ?? new TextTail() };
    this.#places.set(location, place);
    this.#open.add(location);
    return place;
  }
}
