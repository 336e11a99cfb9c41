import type { Json, JsonObject } from "../../core/model.ts";
import type { NativeEnd } from "../codec.ts";
import { field, isArray, isObject, stringField } from "../shared/json-read.ts";
import { refusalNote, estimateUsage } from "../shared/native-ends.ts";

/** The channel of a text: its item, the index of its content part (`""` without one), its field. */
export function channelName(item: string, part: string, fieldName: string): string {
  return `${item}/${part}/${fieldName}`;
}

/** Number or string as a name; `""` for anything else. */
export function indexName(value: Json | undefined): string {
  return typeof value === "number" ? String(value) : "";
}

interface Part {
  readonly index: number;
  /** As it was announced to the client; `null`: not announced. */
  body: JsonObject | null;
  isDone: boolean;
  /** Named as before the API's general availability: `text`, not `output_text`. */
  isLegacy: boolean;
  /** Types of the events that end its streams, as far as they have not left. */
  readonly endings: Set<string>;
}

interface Item {
  body: JsonObject;
  readonly outputIndex: Json;
  isDone: boolean;
  /** The conversation's own event for the item has left, its end has not. */
  isListed: boolean;
  readonly parts: Map<string, Part>;
}

interface Answer {
  readonly head: JsonObject;
  readonly items: Map<string, Item>;
  textLength: number;
  /** Length of the messages that announced it, UTF-16 units. */
  keptChars: number;
}

/** Answers that are remembered; beyond it the oldest is forgotten. */
const ANSWERS_MAX = 256;
/** What is kept of the messages that announced them, UTF-16 units, and items and parts of one answer. */
const KEPT_MAX_CHARS = 8_388_608;
const ITEMS_MAX = 4096;
/** Fields of messages that are kept. */
const KEPT_FIELDS = ["item", "part", "response"] as const;

/** What the client has seen of responses that are under way: their native end may name nothing else. */
export class RealtimeAnswers {
  readonly #answers = new Map<string, Answer>();
  /** Of all answers. */
  #keptChars = 0;

  /**
   * Learns from a message that leaves.
   * @param length of its data, UTF-16 units
   */
  left(id: string, type: string, { body, length }: { readonly body: JsonObject; readonly length: number }): void {
    if (type === "response.done") {
      this.#forget(id);
      return;
    }
    const answer = this.#answer(id, field(body, "response"));
    if (KEPT_FIELDS.some((name) => isObject(body[name]))) {
      answer.keptChars += length;
      this.#keptChars += length;
    }
    // What is left out of it, an end of ours does not name.
    if (this.#keptChars > KEPT_MAX_CHARS) return;
    if (isObject(body["item"])) leftItem(answer, type, body);
    else leftPart(answer, type, body);
  }

  /** The messages that end a response where it stands. Nothing is kept of it. */
  end(id: string, end: Pick<NativeEnd, "released" | "refusal">): readonly JsonObject[] {
    const answer = this.#answer(id, undefined);
    this.#forget(id);
    const events: JsonObject[] = [];
    const output: Json[] = [];
    for (const [itemId, item] of answer.items) {
      const place = { response_id: id, item_id: itemId, output_index: item.outputIndex };
      if (!item.isDone) {
        for (const [name, part] of item.parts)
          events.push(...endPart(part, place, (key) => end.released(channelName(itemId, name, key))));
        item.body = endedItem(itemId, item, end.released);
        if (item.isListed) events.push({ type: "conversation.item.done", item: item.body });
        events.push({
          type: "response.output_item.done",
          response_id: id,
          output_index: item.outputIndex,
          item: item.body,
        });
      }
      output.push(item.body);
    }
    const error = {
      type: "invalid_request_error",
      code: "content_filter",
      message: end.refusal.message,
      ...refusalNote(end.refusal),
    };
    const { output: tokens } = estimateUsage({ slots: [] }, answer.textLength);
    const response = {
      ...answer.head,
      id,
      object: "realtime.response",
      status: "incomplete",
      status_details: { type: "incomplete", reason: "content_filter", error },
      output,
      usage: { total_tokens: tokens, input_tokens: 0, output_tokens: tokens, guardrail_estimated: true },
    };
    return [...events, { type: "response.done", response }];
  }

  #answer(id: string, head: Json | undefined): Answer {
    let answer = this.#answers.get(id);
    if (answer === undefined) {
      answer = { head: isObject(head) ? head : {}, items: new Map(), textLength: 0, keptChars: 0 };
      this.#answers.set(id, answer);
      const [oldest] = this.#answers.keys();
      if (this.#answers.size > ANSWERS_MAX && oldest !== undefined) this.#forget(oldest);
    }
    return answer;
  }

  #forget(id: string): void {
    this.#keptChars -= this.#answers.get(id)?.keptChars ?? 0;
    this.#answers.delete(id);
  }
}

function leftItem({ items }: Answer, type: string, body: JsonObject): void {
  const item = isObject(body["item"]) ? body["item"] : {};
  const id = stringField(item, "id");
  const known = items.get(id);
  if (known !== undefined) {
    known.body = item;
    known.isDone ||= type === "response.output_item.done";
    if (type.startsWith("conversation.")) known.isListed = type !== "conversation.item.done";
  } else if (type === "response.output_item.added" && items.size < ITEMS_MAX) {
    const outputIndex = body["output_index"] ?? 0;
    items.set(id, { body: item, outputIndex, isDone: false, isListed: false, parts: new Map() });
  }
}

function leftPart(answer: Answer, type: string, body: JsonObject): void {
  const item = answer.items.get(stringField(body, "item_id"));
  const name = indexName(body["content_index"]);
  if (item === undefined || name === "") return;
  const known = item.parts.get(name);
  if (known === undefined && item.parts.size === ITEMS_MAX) return;
  const part = known ?? { index: Number(name), body: null, isDone: false, isLegacy: false, endings: new Set<string>() };
  if (known === undefined) item.parts.set(name, part);
  if (isObject(body["part"])) {
    part.body = body["part"];
    part.isDone = type === "response.content_part.done";
  } else if (type.endsWith(".delta")) {
    part.endings.add(type.replace(/delta$/, "done"));
    part.isLegacy = !type.includes("output_");
    if (!isAudio(type)) answer.textLength += stringField(body, "delta").length;
  } else {
    part.endings.delete(type);
  }
}

const isAudio = (type: string): boolean => /\.(?:output_)?audio\.(?:delta|done)$/.test(type);

/** Name of the field that holds the text of such a part. */
const fieldOf = (type: string): "text" | "transcript" => (type.includes("audio") ? "transcript" : "text");

function endPart(part: Part, place: JsonObject, released: (field: string) => string): readonly JsonObject[] {
  const here = { ...place, content_index: part.index };
  const events = [...part.endings].map((type) =>
    isAudio(type) ? { type, ...here } : { type, ...here, [fieldOf(type)]: released(fieldOf(type)) },
  );
  if (part.body === null || part.isDone) return events;
  const key = fieldOf(stringField(part.body, "type"));
  part.body = { ...part.body, [key]: released(key) };
  return [...events, { type: "response.content_part.done", ...here, part: part.body }];
}

function endedItem(id: string, item: Item, released: NativeEnd["released"]): JsonObject {
  const body = { ...item.body, status: "incomplete" };
  if (item.parts.size === 0 || !isArray(field(body, "content"))) return body;
  const content = [...item.parts].map(([name, part]) => {
    const key = fieldOf(`${stringField(part.body ?? {}, "type")} ${[...part.endings].join(" ")}`);
    const kind = key === "text" ? "text" : "audio";
    return { type: part.isLegacy ? kind : `output_${kind}`, [key]: released(channelName(id, name, key)) };
  });
  return { ...body, content };
}
