import type { Json, JsonObject } from "../../core/model.ts";
import { toolNamed } from "../shared/call-shapes.ts";
import type { DeltaTool } from "../codec.ts";
import { field, isArray, isObject, stringField } from "../shared/json-read.ts";
import { listAround } from "../shared/joined-lists.ts";
import { calledTools, callPath, CLIENT_CALLS } from "./openai-responses-fields.ts";
import type { EventPlan } from "./openai-responses-events.ts";
import type { TextLeaf } from "../shared/text-walk.ts";

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
  readonly #held = new Set<string>();
  /** Names of the tools that items call. */
  readonly #tools = new Map<string, readonly string[]>();
  /** Items that are no messages. */
  readonly #others = new Set<string>();

  /** The item that an event is about, by its index or, without one, by its id. */
  of(body: JsonObject): string {
    const { output_index: index, item, response } = body;
    const output = field(response, "output");
    for (const [at, each] of (isArray(output) ? output : []).entries()) this.#noteKind(`output/${at}`, each);
    const id = stringField(body, "item_id") || stringField(item, "id");
    const name = typeof index === "number" ? `output/${index}` : (this.#names.get(id) ?? `${NO_ITEM}${id}`);
    this.#noteKind(name, item);
    if (isObject(item) && this.#names.size < ITEMS_MAX && this.#known.size < ITEMS_MAX) {
      this.#names.set(id, name);
      this.#known.add(name);
      const names = calledTools(item);
      if (names !== null) this.#tools.set(name, names);
      if (CLIENT_CALLS.has(stringField(item, "type"))) this.#held.add(name);
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

  isHeld(name: string): boolean {
    return this.#held.has(name);
  }

  /**
   * The call that a text at `location` is a part of. Pieces do not tell whose they are; of a stream that is resumed in a call
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
