import type { Json } from "../core/model.ts";
import { callNames } from "./call-shapes.ts";
import { field, isArray, isObject, stringField } from "./json-read.ts";

/** Indices whose ids are remembered: no answer has as many calls. */
const INDICES_MAX = 1024;

/**
 * Tells the streamed calls of a choice apart. Pieces of a call have its index; but some servers give none, and some give all calls
 * the same. A new id is another call then, and so is a further name without an index.
 */
export class CallNumbers {
  #count = 0;
  #lastId = "";
  readonly #indices = new Map<number, { id: string; times: number }>();

  /** Names for the calls of an event, by their places. @param calls its `tool_calls` */
  of(calls: Json | undefined): { readonly names: readonly string[]; readonly hasNew: boolean } {
    if (!isArray(calls)) return NONE;
    let hasNew = false;
    const names = calls.map((call) => {
      const index = field(call, "index");
      const [name, isNew] = typeof index === "number" ? this.#indexed(call, index) : this.#loose(call);
      hasNew ||= isNew;
      return name;
    });
    return { names, hasNew };
  }

  #indexed(call: Json, index: number): readonly [name: string, isNew: boolean] {
    const id = stringField(call, "id");
    const known = this.#indices.get(index);
    if (known === undefined && this.#indices.size < INDICES_MAX) this.#indices.set(index, { id, times: 0 });
    const isNew = known !== undefined && id !== "" && known.id !== "" && id !== known.id;
    if (known !== undefined && id !== "") known.id = id;
    if (isNew) known.times += 1;
    const times = known?.times ?? 0;
    return [times === 0 ? String(index) : `${index}+${times}`, isNew];
  }

  #loose(call: Json): readonly [name: string, isNew: boolean] {
    const id = stringField(call, "id");
    const isNew = id === "" ? isObject(call) && callNames(call).length > 0 : id !== this.#lastId;
    if (isNew) this.#count += 1;
    if (id !== "") this.#lastId = id;
    return [`+${this.#count}`, isNew];
  }
}

const NONE = { names: [], hasNew: false } as const;

/** A label with the name of its call in the place of the call's index. */
export function numbered(label: string, pointer: string, names: readonly string[]): string {
  const at = CALL.exec(pointer)?.[1];
  const name = at === undefined ? undefined : names[Number(at)];
  return name === undefined ? label : label.replace(LABEL, `/tool_calls/${name}`);
}

const CALL = /^\/choices\/\d+\/(?:delta|message)\/tool_calls\/(\d+)(?:\/|$)/;
const LABEL = /\/tool_calls\/[^/]+/;
