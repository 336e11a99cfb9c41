import { append } from "../../core/lists.ts";
import type { JsonObject } from "../../core/model.ts";
import { stringField } from "../shared/json-read.ts";
import { closedBy, isTranscription, looseName, type ServerMessage } from "./openai-realtime-events.ts";

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
export function asideOf(type: string, body: JsonObject): string | null {
  const item = stringField(body, "item_id");
  if (isTranscription(type)) return itemChoice(item);
  const name = responseOf(body) === "" ? looseName(type) : null;
  return name === null ? null : `${LOOSE}${name}/${item}`;
}

const responseOf = (body: JsonObject): string =>
  stringField(body, "response_id") || stringField(body["response"], "id");

/** What a message ends. */
export interface Ends {
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
    const aside = asideOf(type, body);
    if (aside !== null) return aside;
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
