import type { Json, JsonObject } from "../../core/model.ts";
import type { NativeEnd } from "../codec.ts";
import { isArray, isObject, stringField } from "../shared/json-read.ts";
import { CLIENT_CALLS } from "./openai-responses-fields.ts";
import type { EventPlan } from "./openai-responses-events.ts";
import { refusalNote } from "../shared/native-ends.ts";

/** A growing text that has left, at least in part. */
export interface LeftText {
  /** `output/0/content/0/text` */
  readonly location: string;
  readonly channel: string;
}

interface Leaving {
  readonly texts: readonly LeftText[];
  /** Of the event's data, UTF-16 units. */
  readonly length: number;
}

interface Part {
  value: JsonObject;
  /** Annotations that came by themselves. */
  readonly added: JsonObject[];
  isTextDone: boolean;
  isDone: boolean;
}

interface Item {
  value: JsonObject;
  isDone: boolean;
  /** By their place in the item: `content/0`, `summary/1`. */
  readonly parts: Map<string, Part>;
  /** Channels of its growing texts, by their place in the item. */
  readonly texts: Map<string, string>;
}

type Released = (channel: string) => string;

/** Most items that are kept for an end of ours, and UTF-16 units of the events that brought them; others are left out of it. */
const ITEMS_MAX = 4096;
const KEPT_MAX_CHARS = 8_388_608;

/** Fields of events that are kept. */
const KEPT = ["annotation", "item", "part"] as const;

/** Inside of a string its quotes would be escaped. */
const SEQUENCE = /"sequence_number":(\d{1,15})/;

/** What of a response has left so far: all that an end of ours may name again. */
export class ResponseState {
  readonly #items = new Map<number, Item>();
  #head: JsonObject | null = null;
  /** Ids that the provider gave before anything could leave. */
  #identity: JsonObject = {};
  #usage: Json = null;
  #sequence = -1;
  #keptChars = 0;
  #hasEnded = false;

  /** Remembers the names of a response whose first event may not leave yet. One connection may bring several. */
  identify({ response }: JsonObject): void {
    if (!isObject(response) || response["id"] === undefined || response["id"] === this.#identity["id"]) return;
    const names = ["id", "object", "created_at", "model"];
    const present = names.flatMap((name) => {
      const value = response[name];
      return typeof value === "string" || typeof value === "number" ? [[name, value] as const] : [];
    });
    this.#identity = Object.fromEntries(present);
  }

  /** Notes an event as it leaves. */
  leave(body: JsonObject, plan: EventPlan, { texts, length }: Leaving): void {
    const { sequence_number: sequence, response } = body;
    if (typeof sequence === "number") this.#sequence = sequence;
    if (isObject(response)) {
      const { output: _items, output_text: _joined, ...head } = response;
      if (this.#hasEnded && head["id"] !== this.#head?.["id"]) this.#restart();
      this.#head = head;
      if (isObject(head["usage"])) this.#usage = head["usage"];
      this.#hasEnded ||= plan.isTerminal;
    }
    this.#leaveItem(body, plan, length);
    this.#leaveTexts(texts);
  }

  /** Notes an event that only continues a text. */
  leavePiece(data: string, texts: readonly LeftText[]): void {
    const sequence = SEQUENCE.exec(data)?.[1];
    if (sequence !== undefined) this.#sequence = Number(sequence);
    this.#leaveTexts(texts);
  }

  #leaveTexts(texts: readonly LeftText[]): void {
    for (const { location, channel } of texts) {
      const [, index, path] = PLACE.exec(location) ?? [];
      if (path !== undefined) this.#items.get(Number(index))?.texts.set(path, channel);
    }
  }

  #restart(): void {
    this.#items.clear();
    this.#usage = null;
    this.#hasEnded = false;
  }

  #leaveItem(body: JsonObject, plan: EventPlan, length: number): void {
    const value = body["item"];
    const index = Number(/^output\/(\d+)$/.exec(plan.item)?.[1] ?? "NaN");
    const known = this.#items.get(index);
    const isDone = plan.phase === "whole";
    if (KEPT.some((name) => isObject(body[name]))) this.#keptChars += length;
    if (this.#keptChars > KEPT_MAX_CHARS) {
      this.#items.delete(index);
    } else if (!isObject(value)) {
      if (known !== undefined) leavePart(body, plan, known);
    } else if (known !== undefined) {
      known.value = value;
      known.isDone ||= isDone;
    } else if (!Number.isNaN(index) && this.#items.size < ITEMS_MAX) {
      this.#items.set(index, { value, isDone, parts: new Map(), texts: new Map() });
    }
  }

  /** The events that end the response as filtered; none when the provider has ended it. */
  refuse({ released, refusal }: Pick<NativeEnd, "released" | "refusal">, estimate: JsonObject): readonly JsonObject[] {
    if (this.#hasEnded) return [];
    const events: JsonObject[] = this.#start();
    const output: JsonObject[] = [];
    for (const [index, item] of this.#sorted()) {
      if (item.isDone) {
        output.push(item.value);
        continue;
      }
      // A client would run what it has of a call.
      if (CLIENT_CALLS.has(stringField(item.value, "type"))) continue;
      const closed = closeItem(item, released);
      output.push(closed);
      for (const event of endOfItem(index, item, { closed, released })) events.push(event);
    }
    const response = {
      ...(this.#head ?? this.#identity),
      status: "incomplete",
      error: null,
      incomplete_details: { reason: "content_filter" },
      output,
      usage: this.#usage ?? estimate,
      ...refusalNote(refusal),
    };
    return this.#number([...events, { type: "response.incomplete", response }]);
  }

  /** The event that reports a failure. */
  fail(code: string, message: string): readonly JsonObject[] {
    if (this.#hasEnded) return [];
    const output = this.#sorted().flatMap(([, item]) => (item.isDone ? [item.value] : []));
    const response = {
      ...(this.#head ?? this.#identity),
      status: "failed",
      error: { code, message },
      incomplete_details: null,
      output,
      usage: this.#usage,
    };
    return this.#number([...this.#start(), { type: "response.failed", response }]);
  }

  /** Clients expect a response to be created before it ends. */
  #start(): JsonObject[] {
    if (this.#head !== null || !Object.hasOwn(this.#identity, "id")) return [];
    return [{ type: "response.created", response: { ...this.#identity, status: "in_progress", output: [] } }];
  }

  #sorted(): readonly (readonly [number, Item])[] {
    return [...this.#items].toSorted(([left], [right]) => left - right);
  }

  #number(events: readonly JsonObject[]): readonly JsonObject[] {
    return events.map(({ type, ...rest }) => {
      this.#sequence += 1;
      return { type: type ?? "", sequence_number: this.#sequence, ...rest };
    });
  }
}

/** Texts of a kind to come (`~`) and unfinished copies (`@`) are no fields of their item. */
const PLACE = /^output\/(\d+)\/([^@~][^@]*)$/;

const PART_ENDS: ReadonlyMap<string, { readonly text: string; readonly field: string; readonly part: string }> =
  new Map([
    ["output_text", { text: "response.output_text.done", field: "text", part: "response.content_part.done" }],
    ["reasoning_text", { text: "response.reasoning_text.done", field: "text", part: "response.content_part.done" }],
    ["refusal", { text: "response.refusal.done", field: "refusal", part: "response.content_part.done" }],
    [
      "summary_text",
      { text: "response.reasoning_summary_text.done", field: "text", part: "response.reasoning_summary_part.done" },
    ],
  ]);

/** Notes a part of an item, or that its text is complete. */
function leavePart(
  { part, annotation }: JsonObject,
  { item, phase, locate, closes }: EventPlan,
  { parts }: Item,
): void {
  const isDone = phase === "whole";
  const at = (pointer: string): string => locate(pointer)?.slice(item.length + 1) ?? "";
  if (isObject(part)) {
    const path = at("/part");
    parts.set(path, { value: part, added: [], isTextDone: parts.get(path)?.isTextDone === true, isDone });
  } else if (isObject(annotation)) {
    addAnnotation(parts, at("/annotation"), annotation);
  } else if (isDone) {
    const done = parts.get((closes ?? "").slice(item.length + 1).replace(/\/[^/]*$/, ""));
    if (done !== undefined) done.isTextDone = true;
  }
}

function addAnnotation(parts: Item["parts"], path: string, annotation: JsonObject): void {
  const part = parts.get(path.replace(/\/annotations\/\d+$/, ""));
  if (part === undefined || part.isDone) return;
  part.added.push(annotation);
}

/** A part with all that has come of it. */
function wholePart({ value, added }: Part): JsonObject {
  const { annotations } = value;
  return added.length === 0
    ? value
    : { ...value, annotations: [...(isArray(annotations) ? annotations : []), ...added] };
}

/** The item with what of it has been released, as one that was not completed. */
function closeItem({ value, parts, texts }: Item, released: Released): JsonObject {
  let closed: Json = value;
  for (const [path, part] of parts) closed = grow(closed, path.split("/"), wholePart(part));
  for (const [path, channel] of texts) closed = grow(closed, path.split("/"), released(channel));
  const item = isObject(closed) ? closed : value;
  const type = stringField(item, "type");
  const hasStatus = "status" in item || type === "message" || type === "reasoning";
  // Images know no incomplete ones.
  return hasStatus ? { ...item, status: type === "image_generation_call" ? "failed" : "incomplete" } : item;
}

function endOfItem(
  index: number,
  { parts, texts }: Item,
  { closed, released }: { readonly closed: JsonObject; readonly released: Released },
): readonly JsonObject[] {
  const events: JsonObject[] = [];
  for (const [path, part] of parts) {
    const { isTextDone, isDone } = part;
    const value = wholePart(part);
    const end = PART_ENDS.get(stringField(value, "type"));
    if (isDone || end === undefined) continue;
    const [list, position] = path.split("/");
    const indices = { [list === "summary" ? "summary_index" : "content_index"]: Number(position) };
    const place = { item_id: stringField(closed, "id"), output_index: index, ...indices };
    const channel = texts.get(`${path}/${end.field}`);
    const text = channel === undefined ? stringField(value, end.field) : released(channel);
    const tokens = end.text === "response.output_text.done" ? { logprobs: [] } : {};
    if (!isTextDone) events.push({ type: end.text, ...place, [end.field]: text, ...tokens });
    events.push({ type: end.part, ...place, part: { ...value, [end.field]: text } });
  }
  return [...events, { type: "response.output_item.done", output_index: index, item: closed }];
}

/** A copy with `leaf` at the path; lists and objects on the way are made where there are none. */
function grow(value: Json | undefined, [token, ...rest]: readonly string[], leaf: Json): Json {
  if (token === undefined) return leaf;
  if (isObject(value) || !/^\d+$/.test(token)) {
    const object = isObject(value) ? value : {};
    return { ...object, [token]: grow(object[token], rest, leaf) };
  }
  const list = isArray(value) ? [...value] : [];
  const at = Math.min(Number(token), list.length);
  list[at] = grow(list[at], rest, leaf);
  return list;
}
