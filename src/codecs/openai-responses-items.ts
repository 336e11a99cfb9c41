import type { JsonObject } from "../core/model.ts";
import { toolNamed } from "./call-shapes.ts";
import type { DeltaTool } from "./codec.ts";
import { isObject, stringField } from "./json-read.ts";
import { calledTools, callPath, CLIENT_CALLS } from "./openai-responses-dialect.ts";
import type { TextLeaf } from "./text-walk.ts";

const NO_ITEM = "items/";
/** Most items that are told apart by their id. */
const ITEMS_MAX = 4096;

/** The items of a streamed answer, as far as they have been told of. */
export class ResponseItems {
  /** Ids → `output/0`, for events that give no index. */
  readonly #names = new Map<string, string>();
  readonly #known = new Set<string>();
  /** Items whose start waits for all of them. */
  readonly #held = new Set<string>();
  /** Names of the tools that items call. */
  readonly #tools = new Map<string, readonly string[]>();

  /** The item that an event is about, by its index or, without one, by its id. */
  of(body: JsonObject): string {
    const { output_index: index, item } = body;
    const id = stringField(body, "item_id") || stringField(item, "id");
    const name = typeof index === "number" ? `output/${index}` : (this.#names.get(id) ?? `${NO_ITEM}${id}`);
    if (isObject(item) && this.#names.size < ITEMS_MAX) {
      this.#names.set(id, name);
      this.#known.add(name);
      const names = calledTools(item);
      if (names !== null) this.#tools.set(name, names);
      if (CLIENT_CALLS.has(stringField(item, "type"))) this.#held.add(name);
    }
    return name;
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
    if (location === null) return null;
    if (tool !== undefined) return { call: location.split("/").slice(0, 2).join("/"), ...tool };
    const names = this.#tools.get(item);
    const at = callPath(location.slice(item.length + 1));
    if (names === undefined && at !== "") return null;
    return { call: item, at, ...toolNamed(names ?? []) };
  }
}
