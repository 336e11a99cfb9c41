import { append } from "../../core/lists.ts";
import type { JsonObject } from "../../core/model.ts";
import { stringField, listField } from "../shared/json-read.ts";
import { isSoundIn } from "../shared/misplaced-texts.ts";
import { channelName, indexName } from "./openai-realtime-answers.ts";

export const RESPONSE = "response/";
export const ITEM = "item/";
export const EVENT = "event/";
/** An answer that names no response, by its item. */
const ANSWER = "answer/";
/** A growing text that belongs to no answer. */
const LOOSE = "text/";

/** Choices under way, and choices that we have ended and that the provider has not; beyond it the oldest is forgotten. */
const CHOICES_MAX = 256;
/** Items whose response is remembered. */
const OWNERS_MAX = 4096;
/** Messages about an item that belongs to a response. */
const OWNED = /^(?:response\.|conversation\.item\.(?:added|created|done)$)/;

const itemChoice = (id: string): string => `${ITEM}${id}`;

const isAnswer = (choice: string): boolean => choice.startsWith(RESPONSE) || choice.startsWith(ANSWER);

/** The choice of a text that has a queue of its own; `null`: it waits with the answers. */
export function independentChoice(type: string, body: JsonObject): string | null {
  const item = stringField(body, "item_id");
  if (isTranscription(type)) return itemChoice(item);
  const name = responseOf(body) === "" ? looseName(type) : null;
  return name === null ? null : `${LOOSE}${name}/${item}`;
}

const responseOf = (body: JsonObject): string =>
  stringField(body, "response_id") || stringField(body["response"], "id");

/** What a message ends. */
interface Ends {
  /** Channels that get no more text. */
  readonly closes: readonly string[];
  /** Nothing more comes of its choice. */
  readonly isOver: boolean;
}

/** What a connection has under way: whose a message is, and which texts still grow. */
export class RealtimeChoices {
  /** Responses and texts by themselves that are under way: their channels that are open. */
  readonly #open = new Map<string, Set<string>>();
  readonly #ended = new Set<string>();
  /** Item → its response. */
  readonly #owners = new Map<string, string>();
  /** The response that spoke last and is not done: it takes what names none. */
  #latest: string | null = null;

  get isAnswering(): boolean {
    return [...this.#open.keys()].some(isAnswer);
  }

  /** Ids of the responses under way. */
  get responses(): readonly string[] {
    return [...this.#open.keys()].flatMap((name) => (name.startsWith(RESPONSE) ? [name.slice(RESPONSE.length)] : []));
  }

  isOpen(choice: string): boolean {
    return this.#open.has(choice);
  }

  /** We have ended it, and the provider has not. */
  isEnded(choice: string): boolean {
    return this.#ended.has(choice);
  }

  /** Whose a message is. */
  of(type: string, body: JsonObject, number: number): string {
    const independent = independentChoice(type, body);
    if (independent !== null) return independent;
    const item = stringField(body, "item_id") || stringField(body["item"], "id");
    const id = responseOf(body);
    const isOfAnswer = type.startsWith("response.");
    const named = id === "" ? this.#unnamed(type, item) : `${RESPONSE}${id}`;
    if (isOfAnswer && named?.startsWith(RESPONSE) === true) {
      if (id !== "") this.#latest = named;
      if (item !== "" && this.#owners.size < OWNERS_MAX) this.#owners.set(item, named);
    }
    return named ?? (isOfAnswer ? `${ANSWER}${item}` : `${EVENT}${number}`);
  }

  #unnamed(type: string, item: string): string | null {
    const owner = OWNED.test(type) ? this.#owners.get(item) : undefined;
    return owner ?? (type.startsWith("response.") ? this.#latest : null);
  }

  /** Takes a message in. @param grows names of channels that it brings text for */
  take(message: ServerMessage, grows: readonly string[]): Ends {
    const { choice } = message;
    const closes = grows.filter((name) => name.startsWith("events/"));
    const channels = this.#open.get(choice) ?? new Set<string>();
    for (const name of grows) if (!name.startsWith("events/")) channels.add(name);
    const ends = closedBy(message);
    if (ends === null) {
      this.forget(choice);
      return { closes: [...closes, ...channels], isOver: true };
    }
    if (channels.size > 0 || begins(message)) this.#open.set(choice, channels);
    append(closes, this.#close(choice, ends));
    append(closes, this.#makeRoom());
    return { closes, isOver: !this.#open.has(choice) };
  }

  /** Nothing more is expected of it. */
  forget(choice: string): void {
    this.#open.delete(choice);
    this.#ended.delete(choice);
    if (this.#latest === choice) this.#latest = null;
    for (const [item, owner] of this.#owners) if (owner === choice) this.#owners.delete(item);
  }

  /** Ended by us: what still comes of it is late. */
  end(choice: string): void {
    this.#open.delete(choice);
    if (choice.startsWith(EVENT)) return;
    this.#ended.add(choice);
    const [oldest] = this.#ended;
    if (this.#ended.size > CHOICES_MAX && oldest !== undefined) this.forget(oldest);
  }

  /** Channels are closed by their name, whatever answer the message says that they are of. */
  #close(choice: string, ends: readonly string[]): readonly string[] {
    const closes: string[] = [];
    if (ends.length === 0) return closes;
    for (const [name, channels] of this.#open) {
      if (name !== choice && !(isAnswer(name) && isAnswer(choice))) continue;
      for (const channel of channels) {
        if (!ends.some((beginning) => channel.startsWith(beginning))) continue;
        channels.delete(channel);
        closes.push(channel);
      }
      // No message marks the end of an unnamed answer.
      if (channels.size === 0 && !endsByName(name)) this.#open.delete(name);
    }
    return closes;
  }

  #makeRoom(): readonly string[] {
    const [oldest] = this.#open;
    if (this.#open.size <= CHOICES_MAX || oldest === undefined) return [];
    const [name, channels] = oldest;
    this.forget(name);
    return [...channels];
  }
}

/** The provider says when they are over. */
const endsByName = (choice: string): boolean => choice.startsWith(RESPONSE) || choice.startsWith(ITEM);

/** Has begun, also if it has no text yet. Nothing begins after an end. */
function begins({ type, choice }: ServerMessage): boolean {
  return choice.startsWith(RESPONSE)
    ? type.startsWith("response.") && !type.endsWith(".done")
    : choice.startsWith(ITEM);
}

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
interface TextPlace {
  readonly channel: string;
  readonly isCopy: boolean;
  /** The tool call that it is a part of. */
  readonly group: string | null;
}

const TRANSCRIPTION = "conversation.item.input_audio_transcription.";
const DELTA = /^response\.(.+)\.delta$/;
const DONE = /^response\.(.+)\.done$/;
/** Pieces and ends of texts that belong to no answer. */
const LOOSE_TYPE = /^(?!response\.|conversation\.item\.done$)(.+)\.(?:delta|done|segment)$/;
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
const looseName = (type: string): string | null => LOOSE_TYPE.exec(type)?.[1] ?? null;

/** Spoken output. */
export const isAudioDelta = ({ type, body }: Pick<ServerMessage, "type" | "body">): boolean =>
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
export function textPlaceOf(message: ServerMessage, pointer: string): TextPlace {
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
  const item = listField(body["response"], "output")[Number(rest[1])];
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
function closedBy({ type, body }: ServerMessage): readonly string[] | null {
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
