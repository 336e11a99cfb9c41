import type { Json, JsonObject } from "../../core/model.ts";
import type { TextDelta, DeltaTool, TextKind } from "../codec.ts";
import { contentOf } from "./gemini-candidates.ts";
import { SIGNATURES } from "./gemini-fields.ts";
import { isObject, without, isArray, stringField } from "../shared/json-read.ts";
import { getAt, type BodyEdits } from "../shared/body-edits.ts";
import type { Pointer } from "../shared/pointer.ts";
import type { SseEvent } from "../framing/framing.ts";
import type { TextLeaf } from "../shared/text-walk.ts";

/** What a field of a candidate's event is to the text of the stream. */
interface PartPath {
  /** After the candidate, without the part's place in its list: `text`, `thought`, `functionCall/args`, … */
  readonly path: string;
  /** It comes whole, or in a list whose elements have no names: no other event continues it. */
  readonly isLoose: boolean;
  /** Clients append it to what came before; another one they may take as it is. */
  readonly isGrowing: boolean;
  /** The tool call that it belongs to. */
  readonly call: string | null;
}

/** @param place.label of the candidate */
export function partPath(leaf: TextLeaf, place: { readonly label: string; readonly isThought: boolean }): PartPath {
  const label = leaf.label.slice(place.label.length + 1);
  const [start = ""] = PART_START.exec(label) ?? [];
  const bare = label.slice(start.length);
  const path = place.isThought && bare === "text" ? "thought" : bare;
  const [call] = CALL.exec(path) ?? [];
  const isLoose = path.includes("#") || WHOLE.test(path) || leaf.tool !== undefined;
  return { path, isLoose, isGrowing: !isLoose && GROWING.test(path), call: call === undefined ? null : start + call };
}

const GROWING = /^(?:audioTranscription\/text|content|content\/parts|text|thought)$/;
/** `content/parts/#0/` */
const PART_START = /^content\/parts\/(?:#?\d+\/)?/;
const CALL = /^(?:functionCall|function_call|toolCall|tool_call)(?=\/)/;
const WHOLE = new RegExp(
  `^(?:${[
    "functionCall",
    "functionResponse",
    "toolCall",
    "toolResponse",
    "executableCode",
    "codeExecutionResult",
    "inlineData",
    "fileData",
    "finishMessage",
    "(?:grounding|citation|urlContext|part)Metadata",
  ].join("|")})(?:/|$)`,
);

/**
 * Leaves of a signed thought what may leave. It is never altered; where a block cuts it, what is left bears no signature.
 * @param text the thought as it would leave without one
 */
export function cutThought(
  edits: BodyEdits,
  body: Json,
  { pointer, text }: { readonly pointer: Pointer; readonly text: string },
): void {
  const before = getAt(body, pointer);
  const part = pointer.parent === null ? undefined : getAt(body, pointer.parent);
  if (typeof before !== "string" || !before.startsWith(text) || !isObject(part) || pointer.parent === null) return;
  edits.set(pointer.parent, without(part, SIGNATURES)).set(pointer, text);
}

/** What of a signed thought leaves: before its piece of the joined text stands the thought by itself, which a match cuts. */
export function shownThought(texts: readonly string[], at: number, whole: string): string {
  const alone = texts[at - 1] ?? "";
  return alone === whole ? (texts[at] ?? "") : alone;
}

/** Positions of the candidates whose content brings text. */
export const candidatesWithText = (places: readonly (Pick<TextLeaf, "pointer"> | null)[]): ReadonlySet<number | null> =>
  new Set(places.map((place) => (place === null ? null : contentOf(place.pointer))));

/** Fields of a part that hold a call. */
export const CALL_KEYS: readonly string[] = ["functionCall", "function_call"];

/** Whether it is the name of a call that comes in pieces, or one of the pieces. @param calls positions of their parts */
export function isOfCall(pointer: Pointer, calls: ReadonlySet<string | number>): boolean {
  const position = calls.size === 0 ? null : pointer.tokenAt(PART_DEPTH);
  if (position === null || !calls.has(position)) return false;
  if (!CALL_KEYS.includes(String(pointer.tokenAt(PART_DEPTH + 1)))) return false;
  const field = pointer.tokenAt(PART_DEPTH + 2);
  return field === "partialArgs" || field === "partial_args" || (field === "name" && pointer.depth === PART_DEPTH + 2);
}

/** Where the text of a delta stands; `null`: nowhere, or it has been reported already. */
export type GeminiPlace = (Pick<TextLeaf, "pointer" | "isValue" | "text"> & { readonly isSigned?: boolean }) | null;

/** One event while it is read. */
export interface GeminiChunk {
  readonly event: SseEvent;
  readonly body: JsonObject;
  readonly deltas: TextDelta[];
  /** One a delta. */
  readonly places: GeminiPlace[];
  readonly closes: string[];
}
/** `/candidates/0/content/parts/0` */
const PART_DEPTH = 5;

/** One text of such a call. */
interface CallPiece {
  readonly channel: string;
  /** Where a changed text goes; `null`: it cannot change. */
  readonly pointer: Pointer | null;
  readonly text: string;
  readonly kind: TextKind;
  /** Absent: it says nothing of its own. */
  readonly tool?: DeltaTool;
}

interface CallPieces {
  readonly call: string;
  readonly pieces: readonly CallPiece[];
}

/** A call that is not complete, and the name of its tool. */
interface OpenCall {
  readonly call: string;
  readonly name: string;
}

/** The calls of one candidate that a model writes piece by piece (`willContinue`). */
export class GeminiCalls {
  readonly #candidate: string;
  readonly #open: OpenCall[] = [];
  #count = 0;

  /** @param candidate what the names of the channels begin with */
  constructor(candidate: string) {
    this.#candidate = candidate;
  }

  /**
   * @param event distinguishes the texts of this event from others
   * @returns `null` when the call came whole
   */
  read(
    value: JsonObject,
    { pointer, event }: { readonly pointer: Pointer; readonly event: string },
  ): CallPieces | null {
    const continues = (value["willContinue"] ?? value["will_continue"]) === true;
    const name = stringField(value, "name");
    const isNamed = name !== "";
    const listKey = Object.hasOwn(value, "partialArgs") ? "partialArgs" : "partial_args";
    const args = value[listKey];
    if (!continues && !isArray(args) && (isNamed || this.#open.length === 0)) return null;
    const open = this.#enter(name);
    const { call } = open;
    const pieces: CallPiece[] = [];
    const tool = { ...open, at: null };
    const list = pointer.child(listKey);
    if (isNamed)
      pieces.push({ channel: `${call}/name`, pointer: pointer.child("name"), text: name, kind: "json", tool });
    for (const [at, arg] of (isArray(args) ? args : []).entries())
      for (const piece of this.#readArg(arg, list.child(at), { open, event: `${event}.${at}` })) pieces.push(piece);
    if (!continues) this.#open.pop();
    return { call, pieces };
  }

  /** Whether that channel is one of a call that is not complete. */
  isOpen(channel: string): boolean {
    return this.#open.some(({ call }) => channel.startsWith(`${call}/`) || channel.startsWith(`${call}@`));
  }

  /** A named call is a new one; the others continue the last. */
  #enter(name: string): OpenCall {
    const last = this.#open.at(-1);
    if (last !== undefined && name === "") return last;
    const call = { call: `${this.#candidate}/calls/${this.#count++}`, name };
    this.#open.push(call);
    return call;
  }

  #readArg(
    arg: Json,
    pointer: Pointer,
    { open, event }: { readonly open: OpenCall; readonly event: string },
  ): readonly CallPiece[] {
    const { call } = open;
    const key = ["stringValue", "string_value"].find((each) => stringField(arg, each) !== "") ?? "";
    const text = stringField(arg, key);
    const path = stringField(arg, "jsonPath") || stringField(arg, "json_path");
    const tool = { ...open, at: argumentPath(path) };
    const fixed = this.#fixed(arg, `${call}@${event}`);
    if (!isObject(arg)) return [fixed];
    const { [key]: _, ...rest } = arg;
    if (text === "") return [fixed, ...others(arg, { channel: `${call}@${event}=`, tool })];
    const channel = `${call}/${path}`;
    const own = { channel, pointer: pointer.child(key), text, kind: "json", tool } as const;
    return [own, this.#fixed(rest, `${call}@${event}`)];
  }

  /** Paths and numbers: no mask can stand there. */
  #fixed(value: Json, channel: string): CallPiece {
    return { channel, pointer: null, text: JSON.stringify(value), kind: "sealed" };
  }
}

/** Numbers and switches, however a server writes them: no mask can stand there. */
const others = (arg: JsonObject, { channel, tool }: Pick<CallPiece, "channel" | "tool">): readonly CallPiece[] =>
  Object.entries(arg).flatMap(([key, value]) =>
    PATHS.has(key) || value === null || typeof value === "object"
      ? []
      : { channel: channel + key, pointer: null, text: String(value), kind: "json", ...(tool && { tool }) },
  );

const PATHS: ReadonlySet<string> = new Set(["jsonPath", "json_path", "willContinue", "will_continue"]);

/** `$.to[0]['mail']` → `to.mail` */
function argumentPath(jsonPath: string): string {
  const named = jsonPath.replaceAll(/\[(?:(["'])(.*?)\1|[^\]]*)\]/g, (_, _quote, name?: string) =>
    name === undefined ? "" : `.${name}`,
  );
  return named.replace(/^\$?\.*/, "").replaceAll(/\.{2,}/g, ".");
}
