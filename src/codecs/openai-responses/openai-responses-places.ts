import type { TextDelta, DeltaTool } from "../codec.ts";
import { channelOf, TextTail } from "../shared/ended-texts.ts";
import type { TextLeaf } from "../shared/text-walk.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import { toolNamed } from "../shared/call-shapes.ts";
import { isObject, stringField, listField } from "../shared/json-read.ts";
import { listAround } from "../shared/pointer.ts";
import { calledTools, callPath, CLIENT_CALLS } from "./openai-responses-fields.ts";
import type { EventPlan } from "./openai-responses-events.ts";
import { joinedBy } from "../shared/stream-steps.ts";

/** Most texts of one answer. */
const PLACES_MAX = 65_536;

/** A text of the answer, by where it stands. */
interface Place {
  readonly generation: number;
  /** The stream was resumed after its beginning: it is buffered until a copy of all of it has been checked. */
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
   * Continues a text. After its end it has another channel, which begins with the old text: clients join them.
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

const NO_ITEM = "items/";
const MESSAGES = "messages";
const IN_ITEM = /^((?:output|items)\/[^/]*)\/([^/]*)$/;
/** Most items distinguished by id. */
const ITEMS_MAX = 4096;

/** The items of a streamed answer, as far as they are known. */
export class ResponseItems {
  /** Ids → `output/0`, for events that give no index. */
  readonly #names = new Map<string, string>();
  readonly #known = new Set<string>();
  /** Items whose start waits for all of them. */
  readonly #atomic = new Set<string>();
  /** Names of the tools that items call. */
  readonly #tools = new Map<string, readonly string[]>();
  /** Items that are no messages. */
  readonly #others = new Set<string>();

  /** The item that an event is about, by its index or, without one, by its id. */
  of(body: JsonObject): string {
    const { output_index: index, item, response } = body;
    for (const [at, each] of listField(response, "output").entries()) this.#noteKind(`output/${at}`, each);
    const id = stringField(body, "item_id") || stringField(item, "id");
    const name = typeof index === "number" ? `output/${index}` : (this.#names.get(id) ?? `${NO_ITEM}${id}`);
    this.#noteKind(name, item);
    if (isObject(item) && this.#names.size < ITEMS_MAX && this.#known.size < ITEMS_MAX) {
      this.#names.set(id, name);
      this.#known.add(name);
      const names = calledTools(item);
      if (names !== null) this.#tools.set(name, names);
      if (CLIENT_CALLS.has(stringField(item, "type"))) this.#atomic.add(name);
    }
    return name;
  }

  #noteKind(name: string, item: Json | undefined): void {
    const type = stringField(item, "type");
    if (type !== "" && type !== "message" && this.#others.size < ITEMS_MAX) this.#others.add(name);
  }

  /** Name of the texts that the one at `location` is read with; `null`: none. Readers put together the texts of all messages. */
  joinedAt(location: string, { item, type }: Pick<EventPlan, "item" | "type">): string | null {
    const list = listAround(location);
    if (list === null) return null;
    const [, around = "", key = ""] = IN_ITEM.exec(list) ?? [];
    const isOther = this.#others.has(around) || (around === item && type.includes("reasoning"));
    return key === "content" && !isOther ? MESSAGES : list;
  }

  /** What belongs to no item has no start either. */
  hasStarted(name: string): boolean {
    return this.#known.has(name) || name === NO_ITEM;
  }

  isAtomic(name: string): boolean {
    return this.#atomic.has(name);
  }

  /**
   * The call that a text at `location` is a part of. Pieces do not name their call; of a stream that is resumed in a call
   * only its fields do.
   */
  toolOf({ tool }: TextLeaf, item: string, location: string | null): DeltaTool | null {
    if (location === null) return tool === undefined ? null : { call: `${item}/~event`, ...tool };
    if (tool !== undefined) return { call: location.split("/").slice(0, 2).join("/"), ...tool };
    const names = this.#tools.get(item);
    const at = callPath(location.slice(item.length + 1));
    if (names === undefined && at !== "") return null;
    return { call: item, at, ...toolNamed(names ?? []) };
  }
}

interface JoinedPlace {
  readonly plan: EventPlan;
  readonly location: string | null;
  /** Its channel, where it has no place in the answer. */
  readonly channel: string;
}

/** Texts of a streamed answer that readers put together, by the names under which they are reported. */
export class JoinedTexts {
  readonly #items: ResponseItems;
  readonly #open = new Set<string>();

  constructor(items: ResponseItems) {
    this.#items = items;
  }

  /** What a text is read with: a call, and what is signed, are read alone. */
  of({ kind, tool }: Pick<TextDelta, "kind" | "tool">, place: JoinedPlace): Pick<TextDelta, "joined" | "at"> {
    if (tool !== undefined || kind === "sealed") return {};
    const { plan, location, channel } = place;
    const joined = location === null ? listAround(channel) : this.#items.joinedAt(location, plan);
    if (joined !== null) this.#open.add(joined);
    return { ...joinedBy(joined), ...placeOf(plan, location ?? "") };
  }

  /**
   * Names of which no more texts come: of an event by itself, and of what is done.
   * @param path as `EventPlan.closes`
   */
  close(path: string | null): readonly string[] {
    if (this.#open.size === 0) return NONE;
    const isOver = (name: string): boolean =>
      name.startsWith("events/") || (path !== null && name.startsWith(`${path}/`));
    const over = [...this.#open].filter(isOver);
    for (const name of over) this.#open.delete(name);
    return over;
  }
}

/** Its place among the texts of its list, or of all messages. An event about all items lists them in any order. */
function placeOf({ phase, isTerminal }: EventPlan, location: string): Pick<TextDelta, "at"> {
  const [, item, part] = PLACE.exec(location) ?? [];
  if (item === undefined || phase === "interim" || isTerminal) return {};
  return { at: Number(item) * PARTS_MAX + Number(part) };
}

const PLACE = /^output\/(\d+)\/[a-z]+\/(\d+)\//;
/** More than an item has parts. */
const PARTS_MAX = 65_536;

const NONE: readonly string[] = [];
