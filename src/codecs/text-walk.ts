import type { Work } from "../core/work-budget.ts";
import type { Json, JsonObject, Origin } from "../core/model.ts";
import type { ToolText } from "../core/tool-call.ts";
import type { TextKind } from "./codec.ts";
import { field, isArray, isObject, stringField } from "./json-read.ts";
import { BODY, joinName, type Pointer } from "./pointer.ts";

/** One string of a body that carries text, or one value of JSON that is read as a text. */
export interface TextLeaf {
  readonly pointer: Pointer;
  /**
   * The pointer's name with list elements named by their own `index`; an element without one is named `#` and its position. `""` where
   * the walk begins without a label.
   */
  readonly label: string;
  readonly text: string;
  readonly kind: TextKind;
  /** `text` is the JSON of an object or a list that stands there. */
  readonly isValue: boolean;
  readonly origin: Origin;
  /** It is a part of a tool call. */
  readonly tool?: ToolText;
}

/** A leaf as a slot holds it. */
export function withoutLabel({ pointer, text, kind, isValue, origin, tool }: TextLeaf): Omit<TextLeaf, "label"> {
  const own = { pointer, text, kind, isValue, origin };
  return tool === undefined ? own : { ...own, tool };
}

export interface TextSink {
  /** @throws {ServiceError} `too_much_work`, which ends the walk */
  readonly text: (leaf: TextLeaf) => void;
  /** A part that carries no text; `kind` is its `type`, or the name of its field. */
  readonly unread: (kind: string) => void;
}

/** What the fields of a wire format mean. A field that no set names carries text. */
export interface Dialect {
  /** Names, ids and enumerations: what the format defines, not the model or its user. Nothing below them is read. */
  readonly structure: ReadonlySet<string>;
  /** Fields that hold objects with names of the caller's: what the names mean elsewhere says nothing there. */
  readonly maps?: ReadonlySet<string>;
  /** Bytes in base64, or references to what only the provider can open. */
  readonly binary: ReadonlySet<string>;
  /** Whether a field of `binary` holds plain text in an object of that type. */
  readonly isPlain?: (key: string, part: string) => boolean;
  /** Types of objects that only say where the bytes of the part around them are: that part gives them their name. */
  readonly sources?: ReadonlySet<string>;
  /** Links. What one points to is unread; the link itself is text, since it may carry credentials. */
  readonly links: ReadonlySet<string>;
  /** Types of parts whose links only name a source. */
  readonly citations: ReadonlySet<string>;
  /** Whether a field of an object of type `part` holds JSON, in a string or as a value: arguments and results of tools. */
  readonly isJson: (key: string, part: string) => boolean;
  /** Text that the provider has signed. */
  readonly isSealed: (key: string, part: string) => boolean;
  /** Who wrote what an object of that type, or a field of that name, holds; `null`: whoever wrote what is around it. */
  readonly originOf: (key: string, part: string) => Origin | null;
  /** The type of an object where the format has no `type` field for it. */
  readonly partOf?: (value: JsonObject) => string;
  /** Name of the tool that an object calls; `null`: it calls none. `key` is that of the field that holds the object. */
  readonly toolOf?: (value: JsonObject, key: string) => string | null;
}

/** Names that mean the same in every format. */
export const COMMON_STRUCTURE: readonly string[] = [
  "cache_control",
  "created",
  "created_at",
  "id",
  "index",
  "model",
  "object",
  "role",
  "service_tier",
  "status",
  "stop_reason",
  "type",
  "usage",
];

export interface WalkStart {
  readonly pointer: Pointer;
  /** Absent: nobody asks for labels. */
  readonly label?: string;
  readonly origin: Origin;
  /** Key of the field where the walk begins; `""` when it says nothing. */
  readonly key?: string;
  /** `type` of the object around. */
  readonly part?: string;
}

/**
 * Finds every string that may carry text, in fields known or unknown: a field that a provider adds tomorrow is read today.
 * The depth is bounded by the JSON parser.
 */
export function walkText(value: Json, dialect: Dialect, sink: TextSink, start: WalkStart): void {
  new Walk(dialect, sink).read(value, { key: "", part: "part", ...start });
}

/**
 * Texts of what a provider tells, in order. Parts without text are not told of: only what goes to the model can be unread.
 * @param start absent fields: an answer of the model, from its top
 * @param start.work drawn from for each text; absent: nobody counts
 */
export function leavesOf(
  value: Json,
  dialect: Dialect,
  { work, ...start }: Partial<WalkStart> & { readonly work?: Work | undefined } = {},
): readonly TextLeaf[] {
  const leaves: TextLeaf[] = [];
  const text = (leaf: TextLeaf): void => {
    work?.draw("texts", 1);
    leaves.push(leaf);
  };
  const sink = { text, unread: () => {} };
  walkText(value, dialect, sink, { pointer: BODY, label: "", origin: "assistant", ...start });
  return leaves;
}

/** Most fields of a body are numbers, switches and nulls: they hold none. */
export const mayHoldText = (value: Json | undefined): value is string | JsonObject | readonly Json[] =>
  typeof value === "string" || (typeof value === "object" && value !== null);

interface Place {
  readonly pointer: Pointer;
  readonly label?: string | undefined;
  readonly origin: Origin;
  /** The key of the field, or of the list that holds the element. */
  readonly key: string;
  /** `type` of the nearest object around. */
  readonly part: string;
  /** The tool call around. */
  readonly tool?: ToolText;
}

/** Which text of which tool call a field of an object is; `null`: the object is no part of one. */
type ToolAt = ((key: string) => ToolText) | null;

class Walk {
  readonly #dialect: Dialect;
  readonly #sink: TextSink;

  constructor(dialect: Dialect, sink: TextSink) {
    this.#dialect = dialect;
    this.#sink = sink;
  }

  read(value: Json, place: Place): void {
    if (typeof value === "string") this.#string(value, place);
    else if (!isArray(value) && !isObject(value)) return;
    else if (this.#dialect.isJson(place.key, place.part)) this.#json(value, place);
    else if (isArray(value)) this.#list(value, place);
    else this.#object(value, place);
  }

  #object(value: JsonObject, place: Place): void {
    const { structure, maps, partOf, sources } = this.#dialect;
    if (maps?.has(place.key) === true) {
      this.#map(value, place);
      return;
    }
    const type = stringField(value, "type") || partOf?.(value) || place.part;
    const part = sources?.has(type) === true ? place.part : type;
    const toolAt = this.#toolWithin(value, place);
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (mayHoldText(child) && !structure.has(key)) this.read(child, this.#within(place, key, { part, toolAt }));
    }
  }

  /** The place of a field of an object. */
  #within(place: Place, key: string, { part, toolAt }: { readonly part: string; readonly toolAt: ToolAt }): Place {
    const origin = this.#dialect.originOf(key, part) ?? place.origin;
    const within = { pointer: place.pointer.child(key), label: labelled(place, key), key, part, origin };
    return toolAt === null ? within : { ...within, tool: toolAt(key) };
  }

  #toolWithin(value: JsonObject, { tool, key: around }: Place): ToolAt {
    if (tool !== undefined) return (key) => fieldWithin(tool, key);
    const name = this.#dialect.toolOf?.(value, around) ?? null;
    return name === null ? null : (key) => ({ name, at: callField(key) });
  }

  #map(value: JsonObject, place: Place): void {
    const { pointer, origin } = place;
    for (const [name, child] of Object.entries(value)) {
      if (!mayHoldText(child)) continue;
      const within = { pointer: pointer.child(name), label: labelled(place, name), key: "", part: "part", origin };
      this.read(child, within);
    }
  }

  #list(list: readonly Json[], place: Place): void {
    // By position: an iterator would make a pair for each of a million numbers.
    for (let position = 0; position < list.length; position++) {
      const item = list[position];
      if (!mayHoldText(item)) continue;
      const index = field(item, "index");
      const label = labelled(place, typeof index === "number" ? index : `#${position}`);
      this.read(item, { ...place, pointer: place.pointer.child(position), label });
    }
  }

  #string(text: string, place: Place): void {
    const { binary, isPlain, links, citations, isJson, isSealed } = this.#dialect;
    const { key, part } = place;
    if (text === "") return;
    if (binary.has(key) && isPlain?.(key, part) !== true) {
      this.#sink.unread(part === "part" ? key : part);
      return;
    }
    if (links.has(key)) {
      if (!citations.has(part)) this.#sink.unread(part === "part" ? key : part);
      if (text.startsWith("data:")) return;
    }
    this.#text(text, place, isSealed(key, part) ? "sealed" : isJson(key, part) ? "json" : "text", false);
  }

  #json(value: Json, place: Place): void {
    const text = JSON.stringify(value);
    if (text.length > EMPTY_LENGTH) this.#text(text, place, "json", true);
  }

  #text(text: string, { pointer, label = "", origin, tool }: Place, kind: TextKind, isValue: boolean): void {
    const leaf = { pointer, label, text, kind, isValue, origin };
    this.#sink.text(tool === undefined ? leaf : { ...leaf, tool });
  }
}

const labelled = ({ label }: Place, token: string | number): string | undefined =>
  label === undefined ? undefined : joinName(label, token);

/** Fields of a call that hold all of its arguments. */
const ARGUMENTS: ReadonlySet<string> = new Set(["args", "arguments", "input", "partial_json"]);

/** Which text of a call a field of it holds, as `ToolText.at` says it. */
export function callField(key: string): string | null {
  if (key === "name") return null;
  return ARGUMENTS.has(key) ? "" : key;
}

function fieldWithin(tool: ToolText, key: string): ToolText {
  if (tool.at === null) return tool;
  return { ...tool, at: tool.at === "" ? key : `${tool.at}.${key}` };
}

/** `{}` and `[]` */
const EMPTY_LENGTH = 2;
