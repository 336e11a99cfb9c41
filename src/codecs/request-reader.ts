import type { Work } from "../core/work-budget.ts";
import type { Json, JsonObject, Origin } from "../core/model.ts";
import type { RequestTarget, TextSlot } from "./codec.ts";
import { isArray, isObject, stringField } from "./json-read.ts";
import { walkKeys } from "./odd-texts.ts";
import { BODY, type Pointer } from "./pointer.ts";
import { mayHoldText, walkText, withoutLabel, type Dialect, type TextLeaf } from "./text-walk.ts";

export interface ReadPlace {
  readonly pointer: Pointer;
  readonly origin: Origin;
  /** Message of the conversation; absent: none. */
  readonly turn?: number | null;
  /** Key of the field, where it tells what the value is. */
  readonly key?: string;
  /** `type` of the object around. */
  readonly part?: string;
  /** It is structure, with all below it: a setting. */
  readonly isName?: boolean;
}

/** Collects the texts of a request, all of them on their way to the model. */
export class RequestReader {
  readonly slots: TextSlot[] = [];
  readonly unread = new Set<string>();
  readonly #dialect: Dialect;
  readonly #work: Work | undefined;

  /** @param target.work drawn from for each text, before the text is kept */
  constructor(dialect: Dialect, { work }: Pick<RequestTarget, "work"> = {}) {
    this.#dialect = dialect;
    this.#work = work;
  }

  read(value: Json | undefined, place: ReadPlace): void {
    if (!mayHoldText(value)) return;
    const { turn = null, ...start } = place;
    const text = (leaf: TextLeaf): void => this.#add(leaf, turn);
    walkText(value, this.#dialect, { text, unread: (kind) => this.unread.add(kind) }, start);
  }

  /** The keys of an object whose fields are read one by one. */
  readKeys(value: JsonObject, place: Pick<ReadPlace, "pointer" | "origin"> = { pointer: BODY, origin: "user" }): void {
    walkKeys(value, { text: (leaf) => this.#add(leaf, null), unread: () => {} }, place);
  }

  #add(leaf: TextLeaf, turn: number | null): void {
    this.#work?.draw("texts", 1);
    this.slots.push({ ...withoutLabel(leaf), side: "input", turn });
  }

  /**
   * The messages of a conversation, each an object whose `role` tells who wrote it.
   * @returns who wrote each; `null` where one is no object
   */
  readMessages(messages: readonly Json[], originOf: (role: string) => Origin): readonly Origin[] | null {
    const turns: Origin[] = [];
    const list = BODY.child("messages");
    for (const [turn, message] of messages.entries()) {
      if (!isObject(message)) return null;
      const origin = originOf(stringField(message, "role"));
      turns.push(origin);
      this.read(message, { pointer: list.child(turn), origin, turn });
    }
    return turns;
  }

  /** The elements of a list, each as one JSON text: descriptions and schemas of tools. */
  readTools(tools: Json | undefined, pointer: Pointer): void {
    if (isArray(tools)) this.readValues(tools, { pointer, origin: "system" });
  }

  /** A list whose objects have fields of any name: each is read as one JSON text. */
  readValues(list: Json | undefined, { pointer, origin }: Pick<ReadPlace, "pointer" | "origin">): void {
    if (!isArray(list)) {
      this.read(list, { pointer, origin });
      return;
    }
    for (const [position, value] of list.entries()) this.#readFree(value, { pointer: pointer.child(position), origin });
  }

  /** An object whose names are the caller's own: none of them is a field of the format. */
  readMap(map: Json | undefined, { pointer, origin }: Pick<ReadPlace, "pointer" | "origin">): void {
    if (!isObject(map)) {
      this.readValues(map, { pointer, origin });
      return;
    }
    this.readKeys(map, { pointer, origin });
    for (const [name, value] of Object.entries(map)) this.#readFree(value, { pointer: pointer.child(name), origin });
  }

  #readFree(value: Json, { pointer, origin }: Pick<ReadPlace, "pointer" | "origin">): void {
    if (!isArray(value) && !isObject(value)) {
      this.read(value, { pointer, origin });
      return;
    }
    this.#work?.draw("texts", 1);
    const text = JSON.stringify(value);
    this.slots.push({ pointer, side: "input", origin, turn: null, text, kind: "json", isValue: true });
  }
}
