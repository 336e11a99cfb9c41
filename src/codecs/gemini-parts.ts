import type { Json, JsonObject } from "../core/model.ts";
import type { TextDelta } from "./codec.ts";
import { SIGNATURES } from "./gemini-dialect.ts";
import { isObject } from "./json-read.ts";
import { getAt, setAt } from "./pointer.ts";
import type { SseEvent } from "./sse.ts";
import type { TextLeaf } from "./text-walk.ts";

/** What a field of a candidate's event is to the text of the stream. */
export interface PartPath {
  /** Behind the candidate, without the part's place in its list: `text`, `thought`, `functionCall/args`, … */
  readonly path: string;
  /** It comes whole, or in a list whose elements have no names: no other event goes on with it. */
  readonly isLoose: boolean;
  /** The tool call that it belongs to. */
  readonly call: string | null;
}

/** @param label of the leaf, behind its candidate */
export function partPath(label: string, isThought: boolean): PartPath {
  const [start = ""] = PART_START.exec(label) ?? [];
  const bare = label.slice(start.length);
  const path = isThought && bare === "text" ? "thought" : bare;
  const [call] = CALL.exec(path) ?? [];
  return { path, isLoose: path.includes("#") || WHOLE.test(path), call: call === undefined ? null : start + call };
}

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

/** What comes whole, as it is judged: code that the provider runs as a call, at once. */
export function wholeDelta(delta: Omit<TextDelta, "kind" | "tool">, { kind, tool }: TextLeaf): TextDelta {
  return tool === undefined ? { ...delta, kind } : { ...delta, kind: "json", tool: { call: delta.channel, ...tool } };
}

/**
 * A signed thought with what may leave of it. It is never altered; where a block cuts it, what is left bears no signature.
 * @param text the thought as it would leave without one
 */
export function cutThought(body: Json, { pointer, text }: { readonly pointer: string; readonly text: string }): Json {
  const before = getAt(body, pointer);
  const around = pointer.slice(0, pointer.lastIndexOf("/"));
  const part = getAt(body, around);
  if (typeof before !== "string" || !before.startsWith(text) || !isObject(part)) return body;
  const rest = Object.fromEntries(Object.entries(part).filter(([key]) => !SIGNATURES.includes(key)));
  return setAt(setAt(body, around, rest), pointer, text);
}

/** What of a signed thought leaves: before its piece of the joined text stands the thought by itself, which a match cuts. */
export function shownThought(texts: readonly string[], at: number, whole: string): string {
  const alone = texts[at - 1] ?? "";
  return alone === whole ? (texts[at] ?? "") : alone;
}

/** Whether it is text of the candidate that stands there. */
export function isContent(place: Pick<TextLeaf, "pointer"> | null, position: number): boolean {
  return place?.pointer.startsWith(`/candidates/${position}/content/`) === true;
}

/** Where the text of a delta stands; `null`: nowhere, or it has been told already. */
export type Place = (Pick<TextLeaf, "pointer" | "isValue" | "text"> & { readonly isSigned?: boolean }) | null;

/** One event while it is read. */
export interface Chunk {
  readonly event: SseEvent;
  readonly body: JsonObject;
  readonly deltas: TextDelta[];
  /** One a delta. */
  readonly places: Place[];
  readonly closes: string[];
}
