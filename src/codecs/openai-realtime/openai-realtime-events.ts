import { isSoundIn } from "../shared/bytes.ts";
import type { JsonObject } from "../../core/model.ts";
import { field, isArray, stringField } from "../shared/json-read.ts";
import { channelName, indexName } from "./openai-realtime-answers.ts";

/** A message of the server. */
export interface ServerMessage {
  readonly type: string;
  readonly body: JsonObject;
  /** What a block of its text ends: `response/…`, `item/…` (words of the user) or `event/…` (the message itself). */
  readonly choice: string;
  /** The message's number: names what belongs to nothing else. */
  readonly number: number;
}

/** Where a text of a message belongs. */
export interface TextPlace {
  readonly channel: string;
  readonly isCopy: boolean;
  /** The tool call that it is a part of. */
  readonly group: string | null;
}

const TRANSCRIPTION = "conversation.item.input_audio_transcription.";
const DELTA = /^response\.(.+)\.delta$/;
const DONE = /^response\.(.+)\.done$/;
/** Pieces and ends of texts that belong to no answer. */
const LOOSE = /^(?!response\.|conversation\.item\.done$)(.+)\.(?:delta|done|segment)$/;
const PIECE = /^(.+)\.(?:delta|segment)$/;
const AUDIO_DELTA = /audio\.delta$/;

/** The words of the user, written down by the provider. */
export const isTranscription = (type: string): boolean => type.startsWith(TRANSCRIPTION);

/** Nothing follows for that text of the user. */
const endsTranscription = (type: string): boolean =>
  type === `${TRANSCRIPTION}completed` || type === `${TRANSCRIPTION}failed`;

/** Nothing follows for its choice. */
export const endsChoice = ({ type }: Pick<ServerMessage, "type">): boolean =>
  type === "response.done" || endsTranscription(type);

/** Type, without its end, of a message that brings or ends a growing text outside of answers; `null` for others. */
export const looseName = (type: string): string | null => LOOSE.exec(type)?.[1] ?? null;

/** Spoken output. */
export const isSpoken = ({ type, body }: Pick<ServerMessage, "type" | "body">): boolean =>
  AUDIO_DELTA.test(type) && isSoundIn(stringField(body, "delta"));

/** The content part that a message belongs to. */
export function partOf({ body }: Pick<ServerMessage, "body">): string {
  return `${stringField(body, "item_id")}/${indexName(body["content_index"])}`;
}

/** Names of the field for what the deltas of an event spell. */
function fieldOf(name: string): string {
  if (name.endsWith("transcript")) return "transcript";
  if (name.endsWith("arguments")) return "arguments";
  return name === "text" || name === "output_text" ? "text" : name;
}

const CALL_FIELDS: ReadonlySet<string> = new Set(["arguments", "name"]);

/** @param pointer JSON Pointer of the text */
export function placeOf(message: ServerMessage, pointer: string): TextPlace {
  const { type, body } = message;
  if (isTranscription(type)) return transcriptionPlace(message, pointer);
  const item = stringField(body, "item_id");
  const index = indexName(body["content_index"]);
  const delta = DELTA.exec(type)?.[1];
  if (delta !== undefined && pointer === "/delta") return open(item, index, fieldOf(delta));
  const done = DONE.exec(type)?.[1];
  if (done !== undefined && /^\/[^/]+$/.test(pointer))
    return copy(item, index, pointer === "/name" ? "name" : fieldOf(done));
  return nestedPlace(message, pointer) ?? loosePlace(message, pointer);
}

/** A text of a part, an item or a response that the message holds. */
function nestedPlace({ type, body }: ServerMessage, pointer: string): TextPlace | null {
  const [, first = "", ...rest] = pointer.split("/");
  if (first === "part") return copy(stringField(body, "item_id"), indexName(body["content_index"]), rest.join("/"));
  if (first === "item") {
    const isStart = type === "response.output_item.added" && pointer === "/item/name";
    const id = stringField(body["item"], "id");
    // The name waits for the arguments: clients run what they have when a connection is cut.
    return isStart ? open(id, "", "name") : itemPlace(id, rest);
  }
  if (first !== "response" || rest[0] !== "output") return null;
  const output = field(body["response"], "output");
  const item = isArray(output) ? output[Number(rest[1])] : undefined;
  return itemPlace(stringField(item, "id"), rest.slice(2));
}

/** A text by itself, or a piece of a text of a kind to come. */
function loosePlace({ type, body, number }: ServerMessage, pointer: string): TextPlace {
  // What stands beside a piece says something about it, the same each time.
  const isPiece = typeof body["delta"] !== "string" || pointer === "/delta";
  const name = isPiece ? PIECE.exec(type)?.[1] : undefined;
  const channel =
    name === undefined ? `events/${number}${pointer}` : `${loosePrefix(name, body)}${looseIndices(body)}${pointer}`;
  return { channel, isCopy: false, group: null };
}

const loosePrefix = (name: string, body: JsonObject): string => `${stringField(body, "item_id")}/~${name}/`;

function looseIndices(body: JsonObject): string {
  const indices = Object.entries(body).flatMap(([key, value]) =>
    key.endsWith("_index") && key !== "output_index" && typeof value === "number" ? [`${key}=${value}`] : [],
  );
  return indices.toSorted().join("/");
}

/** `content/0/text` → the channel of that part; `arguments`, `name` → of the call. */
function itemPlace(item: string, rest: readonly string[]): TextPlace {
  const [first = "", index = "", ...path] = rest;
  return first === "content" ? copy(item, index, path.join("/")) : copy(item, "", rest.join("/"));
}

function transcriptionPlace(message: ServerMessage, pointer: string): TextPlace {
  const { type, body } = message;
  const item = stringField(body, "item_id");
  const index = indexName(body["content_index"]);
  if (type === `${TRANSCRIPTION}delta` && pointer === "/delta") return open(item, index, "transcript");
  if (type === `${TRANSCRIPTION}completed` && pointer === "/transcript") return copy(item, index, "transcript");
  return loosePlace(message, pointer);
}

function open(item: string, index: string, fieldName: string): TextPlace {
  const isCall = CALL_FIELDS.has(fieldName);
  return { channel: channelName(item, isCall ? "" : index, fieldName), isCopy: false, group: isCall ? item : null };
}

function copy(item: string, index: string, fieldName: string): TextPlace {
  const part = CALL_FIELDS.has(fieldName) ? "" : index;
  return { channel: channelName(item, part, fieldName), isCopy: true, group: null };
}

/** Beginnings of the names of channels that get no more text after the message; `null`: all of its choice. */
export function closedBy({ type, body }: ServerMessage): readonly string[] | null {
  if (endsChoice({ type })) return null;
  const item = stringField(body, "item_id") || stringField(body["item"], "id");
  if (type === "response.output_item.done" || type === "conversation.item.done") return [`${item}/`];
  const index = indexName(body["content_index"]);
  if (type === "response.content_part.done") return [`${item}/${index}/`];
  if (!type.endsWith(".done")) return [];
  const loose = loosePrefix(type.slice(0, -".done".length), body);
  const done = DONE.exec(type)?.[1];
  if (done === undefined) return [loose];
  const name = fieldOf(done);
  return [CALL_FIELDS.has(name) ? `${item}//` : channelName(item, index, name), loose];
}
