import type { Json, JsonObject } from "../../core/model.ts";
import { callNames, hasArguments } from "../shared/call-shapes.ts";
import { field, isArray, isObject, stringField } from "../shared/json-read.ts";

/** Indices whose ids are remembered: no answer has as many calls. */
const INDICES_MAX = 1024;

/**
 * Distinguishes the streamed calls of a choice. Pieces of a call have its index; but some servers give none, and some give all calls
 * the same. A new id is another call then, and so is a further name without an index.
 */
export class CallNumbers {
  #count = 0;
  #lastId = "";
  readonly #indices = new Map<number, { id: string; times: number }>();
  /** By index, or `null`. */
  readonly #tools = new Map<number | null, CalledSoFar>();

  /** Names for the calls of an event, by their places. @param calls its `tool_calls` */
  of(calls: Json | undefined): EventCalls {
    if (!isArray(calls)) return NONE;
    let hasNew = false;
    const aliases: (readonly string[])[] = [];
    const names = calls.map((call) => {
      const index = field(call, "index");
      const place = typeof index === "number" ? index : null;
      const [name, isNew] = place === null ? this.#loose(call) : this.#indexed(call, place);
      hasNew ||= isNew;
      aliases.push(isObject(call) ? this.#aliases(call, place, isNew) : []);
      return name;
    });
    return { names, aliases, hasNew };
  }

  /** Where the call before has a name and nothing else, some clients take what follows for the rest of it. */
  #aliases(call: JsonObject, place: number | null, isNew: boolean): readonly string[] {
    let known = this.#tools.get(place);
    if (known === undefined) {
      if (this.#tools.size === INDICES_MAX) return [];
      this.#tools.set(place, (known = { before: [], pieces: [], hasArguments: false }));
    }
    if (isNew) {
      const before = known.hasArguments ? [] : [...known.before, ...known.pieces];
      Object.assign(known, { before, pieces: [], hasArguments: false });
    }
    if (known.before.length + known.pieces.length < PIECES_MAX) known.pieces.push(...callNames(call));
    known.hasArguments ||= hasArguments(call);
    return known.before.length === 0 ? [] : [...known.before, [...known.before, ...known.pieces].join("")];
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

/** What has come of the newest call at a place. */
interface CalledSoFar {
  /** Names of calls before it that have no arguments. */
  readonly before: readonly string[];
  readonly pieces: string[];
  hasArguments: boolean;
}

/** Pieces of names that are distinguished. */
const PIECES_MAX = 64;

export interface EventCalls {
  readonly names: readonly string[];
  /** Further names that clients may call each by. */
  readonly aliases: readonly (readonly string[])[];
  /** One of them is another call than those before. */
  readonly hasNew: boolean;
}

const NONE: EventCalls = { names: [], aliases: [], hasNew: false };

/** Further names of the call that a text is a part of. */
export function aliasesOf(pointer: string, { aliases }: EventCalls): readonly string[] {
  const at = CALL.exec(pointer)?.[1];
  return (at === undefined ? undefined : aliases[Number(at)]) ?? [];
}

/** A label with the name of its call in the place of the call's index. */
export function numbered(label: string, pointer: string, { names }: EventCalls): string {
  const at = CALL.exec(pointer)?.[1];
  const name = at === undefined ? undefined : names[Number(at)];
  return name === undefined ? label : label.replace(LABEL, `/tool_calls/${name}`);
}

const CALL = /^\/choices\/\d+\/(?:delta|message)\/tool_calls\/(\d+)(?:\/|$)/;
const LABEL = /\/tool_calls\/[^/]+/;
