import { ITEM_UNITS, SLICE_UNITS, type Steps, finish } from "../../core/steps.ts";
import type { Work } from "../../core/work-budget.ts";
import type { Json, JsonObject, Origin } from "../../core/model.ts";
import { namesOf, type ToolText } from "../../core/tool-call.ts";
import { callField, isCustomCall, isWrapper, toolNamed, writtenCall } from "./call-shapes.ts";
import type { TextKind } from "../codec.ts";
import { dataContent, holdsCredentials, readKey, sealedLeaf, textsOfBinary, textsOfName } from "./misplaced-texts.ts";
import { isIdentifier } from "../../core/identifier.ts";
import { field, isArray, isObject, stringField, fieldNames } from "./json-read.ts";
import { BODY, joinName, type Pointer } from "./pointer.ts";
import { countTokens, isTokenField, repeats } from "./log-probabilities.ts";

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
  /** Label of that call. */
  readonly call?: string;
  /** It stands where a name is meant to, whole. */
  readonly isName?: true;
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
  /** Absent: what is to be walked is walked at once. */
  readonly later?: Later | undefined;
}

/** What the fields of a wire format mean. A field that no set names carries text. */
export interface FieldSchema {
  /**
   * Names, ids and enumerations: what the format defines, not the model or its user. Below them only what has another shape
   * is read (`identifier.ts`), as a text that cannot be masked: other fields refer to it.
   */
  readonly structure: ReadonlySet<string>;
  /** Fields that the operator excludes from analysis: tool definitions. */
  readonly ignored?: ReadonlySet<string>;
  /** Fields with objects whose keys the caller chooses: a key there does not have its usual meaning. */
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
  /** The author of what an object of that type, or a field of that name, holds; `null`: the author of what is around it. */
  readonly originOf: (key: string, part: string) => Origin | null;
  /** The type of an object where the format has no `type` field for it. */
  readonly partOf?: (value: JsonObject) => string;
  /** Names of the tool that an object calls; `null`: it calls none. `key` is that of the field that holds the object. */
  readonly toolOf?: (value: JsonObject, key: string) => readonly string[] | null;
}

/** Names that mean the same in every format. */
const COMMON_STRUCTURE = fieldNames(`
  cache_control created created_at id index model object role service_tier status stop_reason type usage
`);

/** The structure of a format: a list of its own names, and what every format has. */
export const structureNames = (list: string): ReadonlySet<string> =>
  new Set([...COMMON_STRUCTURE, ...fieldNames(list)]);

export interface WalkStart {
  readonly pointer: Pointer;
  /** Absent: labels are not needed. */
  readonly label?: string;
  readonly origin: Origin;
  /** Key of the field where the walk begins; `""` when it says nothing. */
  readonly key?: string;
  /** `type` of the object around. */
  readonly part?: string;
  /** It is structure, with all below it. */
  readonly isName?: boolean;
}

/**
 * Finds every string that may carry text, in fields known or unknown: a field that a provider adds tomorrow is read today.
 * The depth is bounded by the JSON parser.
 */
export function walkText(value: Json, schema: FieldSchema, sink: TextSink, start: WalkStart): void {
  if (sink.later === undefined) new Walk(schema, sink).run(value, { key: "", part: "part", ...start });
  else sink.later(textSteps(value, schema, sink, start));
}

/** The same, a step at a time. */
export function textSteps(value: Json, schema: FieldSchema, sink: TextSink, start: WalkStart): Steps<void> {
  return new Walk(schema, sink).steps(value, { key: "", part: "part", ...start });
}

/**
 * Texts of a provider's answer, in order. Parts without text are not reported: only what goes to the model can be unread.
 * @param start absent fields: an answer of the model, from its top
 * @param start.work drawn from for each text; absent: not counted
 */
export function leavesOf(
  value: Json,
  schema: FieldSchema,
  { work, ...start }: Partial<WalkStart> & { readonly work?: Work | undefined } = {},
): readonly TextLeaf[] {
  const leaves: TextLeaf[] = [];
  const text = (leaf: TextLeaf): void => {
    work?.draw("texts", 1);
    leaves.push(leaf);
  };
  const sink = { text, unread: () => {} };
  walkText(value, schema, sink, { pointer: BODY, label: "", origin: "assistant", ...start });
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
  /** Its label. */
  readonly call?: string;
  /** A field around, or this one, is structure. */
  readonly isName?: boolean;
  /** A field around, or this one, holds credentials. */
  readonly isCredential?: boolean;
}

/** Which text of which tool call a field of an object is; `null`: the object is no part of one. */
type ToolAt = ((key: string) => ToolText) | null;

/** An object or a list whose fields or elements are read one by one. */
interface Frame {
  readonly place: Place;
  /** Of an object; `null`: it is a list. */
  readonly keys: readonly string[] | null;
  readonly value: JsonObject | readonly Json[];
  /** Of an object. */
  readonly type: { readonly part: string; readonly toolAt: ToolAt } | null;
  next: number;
}

/** What a field or an element costs, in units of steps, besides what it says. */
const CHILD_UNITS = 24;
/** What a character costs: most texts are only noted. */
const CHARS_PER_UNIT = 8;
/** So much is walked in one step. */
const STEP_UNITS = 8192;

class Walk {
  readonly #schema: FieldSchema;
  readonly #sink: TextSink;
  /** What is around the place that is read, the innermost last. */
  readonly #frames: Frame[] = [];
  #units = 0;

  constructor(schema: FieldSchema, sink: TextSink) {
    this.#schema = schema;
    this.#sink = sink;
  }

  /** The depth is bounded by the JSON parser. */
  *steps(value: Json, place: Place): Steps<void> {
    this.#read(value, place);
    while (this.#advance(STEP_UNITS)) {
      yield this.#units;
      this.#units = 0;
    }
    yield this.#units;
  }

  /** All at once. */
  run(value: Json, place: Place): void {
    this.#read(value, place);
    this.#advance(Infinity);
  }

  /** False when all is read. */
  #advance(units: number): boolean {
    const frames = this.#frames;
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      this.#units += CHILD_UNITS;
      if (!this.#readNext(frame)) frames.pop();
      if (this.#units >= units) return true;
    }
    return false;
  }

  /** Reads a text; of an object or a list only notes that it is to be read. */
  #read(value: Json, place: Place): void {
    if (typeof value === "string") this.#string(value, this.#calling(value, place));
    else if (!isArray(value) && !isObject(value)) return;
    else if (this.#isJson(place)) this.#json(value, place);
    else if (isArray(value)) this.#frames.push({ place, keys: null, value, type: null, next: 0 });
    else this.#frames.push(this.#objectFrame(value, place));
  }

  /** The place of a text that is a call itself, written as JSON, or a name of one in a list. */
  #calling(text: string, place: Place): Place {
    const { tool, key } = place;
    if (this.#schema.toolOf === undefined || (tool !== undefined && tool.at !== null)) return place;
    const names = writtenCall(text, key, tool !== undefined);
    if (names !== null)
      return { ...place, tool: { ...toolNamed(names), at: "" }, call: place.call ?? place.label ?? "" };
    return tool?.name === "" ? { ...place, tool: { ...tool, name: text } } : place;
  }

  #objectFrame(value: JsonObject, place: Place): Frame {
    const keys = Object.keys(value);
    if (this.#schema.maps?.has(place.key) === true) return { place, keys, value, type: null, next: 0 };
    const type = { part: this.#partOf(value, place), toolAt: this.#toolWithin(value, place) };
    return { place, keys, value, type, next: 0 };
  }

  /** False if there is none. */
  #readNext(frame: Frame): boolean {
    const { keys, value } = frame;
    const at = frame.next++;
    if (isArray(value)) {
      if (at >= value.length) return false;
      this.#element(value[at], at, frame.place);
      return true;
    }
    const key = keys?.[at];
    if (key === undefined) return false;
    if (frame.type === null) this.#named(key, value, frame.place);
    else this.#field(key, value, frame.place, frame.type);
    return true;
  }

  #field(key: string, value: JsonObject, place: Place, type: NonNullable<Frame["type"]>): void {
    this.#units += key.length / CHARS_PER_UNIT;
    readKey(key, place, this.#sink);
    const child = value[key];
    if (!mayHoldText(child)) return;
    const isName = place.isName === true || this.#schema.structure.has(key);
    // As most names are: no place is made for them.
    if (isName && typeof child === "string" && isIdentifier(key, child)) return;
    if (this.#isReadApart(key, child, value)) return;
    const within = this.#within(place, key, type);
    this.#read(child, isName ? nameWithin(within, place) : within);
  }

  #partOf(value: JsonObject, { part }: Place): string {
    const { partOf, sources } = this.#schema;
    const type = stringField(value, "type") || partOf?.(value) || part;
    return sources?.has(type) === true ? part : type;
  }

  /** Or nowhere. What log probabilities repeat stands beside them. */
  #isReadApart(key: string, child: Json, around: JsonObject): boolean {
    if (this.#schema.ignored?.has(key) === true) return true;
    if (!isTokenField(key)) return false;
    const units = ITEM_UNITS * countTokens(child);
    this.#units += units;
    // Of a large request more are read as the texts that they are: they are compared with the text beside them all at once.
    return (this.#sink.later === undefined || units <= SLICE_UNITS) && repeats(child, around);
  }

  /** The place of a field of an object. */
  #within(place: Place, key: string, { part, toolAt }: { readonly part: string; readonly toolAt: ToolAt }): Place {
    const origin = this.#schema.originOf(key, part) ?? place.origin;
    const within = { pointer: place.pointer.child(key), label: labelled(place, key), key, part, origin };
    return toolAt === null ? within : { ...within, tool: toolAt(key), call: place.call ?? place.label ?? "" };
  }

  #toolWithin(value: JsonObject, { tool, key: around, part }: Place): ToolAt {
    if (tool !== undefined && !isWrapper(around)) return (key) => fieldWithin(tool, key);
    const names = tool === undefined ? (this.#schema.toolOf?.(value, around) ?? null) : namesOf(tool);
    if (names === null) return null;
    const isCustom = isCustomCall(value, around) || part.startsWith("custom");
    return (key) => {
      const at = callField(key, isCustom);
      // Of several names each is checked as one.
      const own = at === null ? stringField(value, key) : "";
      return { ...toolNamed(own === "" ? names : [own]), at };
    };
  }

  /** Arguments are JSON in every format. */
  #isJson({ key, part, tool }: Pick<Place, "key" | "part" | "tool">): boolean {
    return tool?.at === "" || this.#schema.isJson(key, part);
  }

  /** A field whose name is the caller's own. */
  #named(name: string, value: JsonObject, place: Place): void {
    const { pointer, label = "", origin } = place;
    this.#units += name.length / CHARS_PER_UNIT;
    readKey(name, { pointer, label, origin }, this.#sink);
    const child = value[name];
    if (!mayHoldText(child)) return;
    const within = { pointer: pointer.child(name), label: labelled(place, name), key: "", part: "part", origin };
    this.#read(child, within);
  }

  #element(item: Json | undefined, position: number, place: Place): void {
    if (!mayHoldText(item)) return;
    const index = field(item, "index");
    const label = labelled(place, typeof index === "number" ? index : `#${position}`);
    this.#read(item, { ...place, pointer: place.pointer.child(position), label });
  }

  #string(text: string, place: Place): void {
    const { binary, isPlain, links, isSealed } = this.#schema;
    const { key, part } = place;
    if (text === "") return;
    this.#units += text.length / CHARS_PER_UNIT;
    if (binary.has(key) && isPlain?.(key, part) !== true) {
      this.#unread(place);
      this.#sealed(textsOfBinary(text), place);
    } else if (place.isName === true) {
      const about = { key, isLink: links.has(key), isCredential: place.isCredential === true };
      this.#sealed(textsOfName(text, about), place);
    } else if (!links.has(key) || !this.#link(text, place)) {
      this.#text(text, place, isSealed(key, part) ? "sealed" : this.#isJson(place) ? "json" : "text", false);
    }
  }

  /** True for one that holds its content, and is no text as it stands. */
  #link(text: string, place: Place): boolean {
    const isData = dataContent(text) !== null;
    // A link of a citation names a source; what holds the content itself is no name.
    if (isData || !this.#schema.citations.has(place.part)) this.#unread(place);
    if (isData) this.#sealed(textsOfBinary(text), place);
    return isData;
  }

  #unread({ key, part }: Place): void {
    this.#sink.unread(part === "part" ? key : part);
  }

  #sealed(texts: readonly string[], place: Place): void {
    for (const text of texts) if (text !== "") this.#sink.text(sealedLeaf(text, place));
  }

  #json(value: Json, place: Place): void {
    const text = JSON.stringify(value);
    this.#units += text.length;
    if (text.length > EMPTY_LENGTH) this.#text(text, place, "json", true);
  }

  #text(text: string, { pointer, label = "", origin, tool, call }: Place, kind: TextKind, isValue: boolean): void {
    const leaf = { pointer, label, text, kind, isValue, origin };
    this.#sink.text(tool === undefined || call === undefined ? leaf : { ...leaf, tool, call });
  }
}

const labelled = ({ label }: Place, token: string | number): string | undefined =>
  label === undefined ? undefined : joinName(label, token);

function fieldWithin(tool: ToolText, key: string): ToolText {
  if (tool.at === null) return tool;
  return { ...tool, at: tool.at === "" ? key : `${tool.at}.${key}` };
}

/** No part of a call of a tool: its id is no argument. */
function nameWithin({ pointer, label, origin, key, part }: Place, around: Place): Place {
  const isCredentials = around.isCredential === true || holdsCredentials(key);
  return { pointer, label, origin, key, part, isName: true, isCredential: isCredentials };
}

/** `{}` and `[]` */
const EMPTY_LENGTH = 2;

/** Takes what is to be walked, in order, and walks it when it likes. */
export type Later = (steps: Steps<void>) => void;

/** Walks now, or leaves it to `later` when. */
export function walkWith({ later }: { readonly later?: Later | undefined }, steps: Steps<void>): void {
  if (later === undefined) finish(steps);
  else later(steps);
}
