import type { Json, JsonObject } from "../../core/model.ts";
import type { Leaving } from "../codec.ts";
import type { Framing } from "../framing/framing.ts";
import type { KnownNames } from "../shared/known-names.ts";
import { field, isArray, isObject, objectOf } from "../shared/json-read.ts";
import { leavesBeside } from "./openai-choices.ts";
import { CHAT_SCHEMA } from "./openai-fields.ts";
import { Edits } from "../shared/body-edits.ts";
import { BODY, type Pointer } from "../shared/pointer.ts";
import type { SseEvent } from "../framing/sse.ts";
import { leavesOf, type TextLeaf } from "../shared/text-walk.ts";

/** An event of a stream of choices, parsed. */
export interface ChoiceChunk {
  readonly event: SseEvent;
  readonly data: string;
  readonly body: JsonObject;
  /** What repeats the text so far has been taken out of it. */
  readonly isStripped: boolean;
  readonly leaves: readonly TextLeaf[];
}

/**
 * Choices without the `message` that some servers write beside `delta`: all text so far, cut anywhere, in each event. `null`
 * when there is none.
 */
export function withoutMessages(choices: readonly Json[]): readonly Json[] | null {
  const isRepeated = (choice: Json): choice is JsonObject =>
    isObject(choice) && isObject(choice["delta"]) && isObject(choice["message"]);
  if (!choices.some(isRepeated)) return null;
  return choices.map((choice) => {
    if (!isRepeated(choice)) return choice;
    const { message: _, ...rest } = choice;
    return rest;
  });
}

/** An event read before, once more: its texts in the same order. */
export function readChunk(event: SseEvent, names: KnownNames): ChoiceChunk | null {
  const body = objectOf(event.data);
  const choices = body?.["choices"];
  if (body === null || !isArray(choices)) return null;
  const list = BODY.child("choices");
  const own = choices.flatMap((choice, position) => leavesOf(choice, CHAT_SCHEMA, { pointer: list.child(position) }));
  return {
    event,
    data: event.data ?? "",
    body,
    isStripped: false,
    leaves: names.unread([...own, ...leavesBeside(body)]),
  };
}

/** The event with its texts replaced; `null` when all of its choices are dropped. */
export function renderChunk(chunk: ChoiceChunk, leaving: Leaving, framing: Framing): SseEvent | null {
  const { texts, dropped, unfinished } = leaving;
  const edits = new Edits();
  const unchanged = new Set<number>();
  const changed = new Set<number>();
  for (const [at, leaf] of chunk.leaves.entries()) {
    const text = texts[at] ?? "";
    (text === leaf.text ? unchanged : changed).add(positionOf(leaf.pointer));
    if (text !== leaf.text) edits.setText({ ...leaf, text });
  }
  const body = edits.of(chunk.body);
  const choices = field(body, "choices");
  if (!isObject(body) || !isArray(choices)) return chunk.event;
  const kept = choices.flatMap((choice, position) => {
    const name = choiceName(choice, position);
    if (dropped.has(name)) return [];
    const open = unfinished.has(name) && isObject(choice) ? { ...choice, finish_reason: null } : choice;
    // Tokens may stay only beside the text that they repeat.
    return [unchanged.has(position) && !changed.has(position) ? open : withoutTokens(open)];
  });
  if (kept.length === 0 && choices.length > 0) return null;
  return framing.withData(chunk.event, JSON.stringify({ ...body, choices: kept }));
}

export function choiceName(choice: Json, position: number): string {
  const index = field(choice, "index");
  const isIndex = typeof index === "number" || (typeof index === "string" && /^\d{1,9}$/.test(index));
  return String(isIndex ? Number(index) : position);
}

/** The choice's place in the list: `/choices/1/delta/content` → 1. */
function positionOf(pointer: Pointer): number {
  const position = pointer.tokenAt(1) === "choices" ? pointer.tokenAt(2) : null;
  return typeof position === "number" ? position : -1;
}

function withoutTokens(choice: Json): Json {
  return isObject(choice) && "logprobs" in choice ? { ...choice, logprobs: null } : choice;
}
