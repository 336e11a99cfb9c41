import type { Work } from "../../core/work-budget.ts";
import { append } from "../../core/lists.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import { answerSlots, slotsOf } from "../shared/answer-slots.ts";
import type { Parsed, TextSlot, Leaving } from "../codec.ts";
import { isFieldName, isIdentifier } from "../../core/identifier.ts";
import { field, isArray, isObject, objectOf } from "../shared/json-read.ts";
import { CHAT_SCHEMA } from "./openai-fields.ts";
import { BODY, type Pointer } from "../shared/pointer.ts";
import { leavesOf, mayHoldText, type TextLeaf } from "../shared/text-walk.ts";
import type { Framing, SseEvent } from "../framing/framing.ts";
import type { KnownNames } from "../shared/stream-steps.ts";
import { BodyEdits } from "../shared/body-edits.ts";

/** Texts beside the choices of an answer, or of an event. */
export function leavesBeside(
  body: JsonObject,
  { label = "", work }: { readonly label?: string; readonly work?: Work | undefined } = {},
): readonly TextLeaf[] {
  const isRead = (key: string): boolean => {
    const value = body[key];
    if (key === "choices" || (!mayHoldText(value) && isFieldName(key))) return false;
    return typeof value !== "string" || !CHAT_SCHEMA.structure.has(key) || !isIdentifier(key, value);
  };
  // As in most: nothing is copied where nothing would be read.
  if (!Object.keys(body).some(isRead)) return NO_LEAVES;
  const { choices: _, ...rest } = body;
  return leavesOf(rest, CHAT_SCHEMA, { label, work });
}

const NO_LEAVES: readonly TextLeaf[] = [];

/**
 * Texts of an answer that is a list of choices.
 * @param options.structured end of the pointers whose text is JSON by request; `null`: none is
 */
export function choiceSlots(
  body: Json,
  options: {
    readonly structured: string | null;
    readonly work?: Work | undefined;
  },
): Parsed<readonly TextSlot[]> {
  const { structured, work } = options;
  const isStructured = ({ pointer }: TextLeaf): boolean => structured !== null && pointer.name.endsWith(structured);
  // Spoken answers come with their transcript, which is read.
  if (!isObject(body)) return { ok: false, reason: "body" };
  const { choices } = body;
  // Sources that some servers name; an error, which some gateways send with 200.
  const slots = [...slotsOf(leavesBeside(body, { work }), { isStructured })];
  if (choices === undefined && "error" in body) return { ok: true, value: slots };
  if (!isArray(choices)) return { ok: false, reason: "choices" };
  const list = BODY.child("choices");
  for (const [position, choice] of choices.entries()) {
    if (!isObject(choice)) return { ok: false, reason: "choices" };
    append(slots, answerSlots(choice, CHAT_SCHEMA, { pointer: list.child(position), isStructured, work }));
  }
  return { ok: true, value: slots };
}

function mapChoices(body: Json, change: (choice: JsonObject, position: number) => JsonObject): Json {
  const choices = field(body, "choices");
  if (!isObject(body) || !isArray(choices)) return body;
  return { ...body, choices: choices.map((choice, at) => (isObject(choice) ? change(choice, at) : choice)) };
}

/** Without what repeats the text in another form: token by token, and spoken. */
export function withoutChoiceRepeats(body: Json): Json {
  return mapChoices(body, (choice) => {
    const silent = "logprobs" in choice ? { ...choice, logprobs: null } : choice;
    const message = field(silent, "message");
    const audio = field(message, "audio");
    if (!isObject(message) || !isObject(audio)) return silent;
    return { ...silent, message: { ...message, audio: { ...audio, data: "" } } };
  });
}

/** @param refused the fields that stand for the text of a refused choice */
export function refuseChoices(body: Json, pointers: readonly Pointer[], refused: JsonObject): Json | null {
  if (!pointers.every((pointer) => pointer.tokenAt(1) === "choices" && pointer.depth > 1)) return null;
  const positions = new Set(pointers.map((pointer) => pointer.tokenAt(2)));
  return mapChoices(body, (choice, position) => {
    if (!positions.has(position)) return choice;
    const index = choice["index"] ?? position;
    return { index, ...refused, logprobs: null, finish_reason: "content_filter" };
  });
}

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
 * if there is none.
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
  const edits = new BodyEdits();
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
