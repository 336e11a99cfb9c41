import type { Work } from "../../core/work-budget.ts";
import { append } from "../../core/lists.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import { answerSlots, slotsOf } from "../shared/answer-slots.ts";
import type { Parsed, TextSlot } from "../codec.ts";
import { isFieldName, isIdentifier } from "../../core/identifier.ts";
import { field, isArray, isObject } from "../shared/json-read.ts";
import { CHAT_SCHEMA } from "./openai-fields.ts";
import { BODY, type Pointer } from "../shared/pointer.ts";
import { leavesOf, mayHoldText, type TextLeaf } from "../shared/text-walk.ts";

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
export function withoutRepeats(body: Json): Json {
  return mapChoices(body, (choice) => {
    const silent = "logprobs" in choice ? { ...choice, logprobs: null } : choice;
    const message = field(silent, "message");
    const audio = field(message, "audio");
    if (!isObject(message) || !isObject(audio)) return silent;
    return { ...silent, message: { ...message, audio: { ...audio, data: "" } } };
  });
}

/** @param refused the fields that stand for the text of a refused choice */
export function refuseChoices(body: Json, pointers: readonly Pointer[], refused: () => JsonObject): Json | null {
  if (!pointers.every((pointer) => pointer.tokenAt(1) === "choices" && pointer.depth > 1)) return null;
  const positions = new Set(pointers.map((pointer) => pointer.tokenAt(2)));
  return mapChoices(body, (choice, position) => {
    if (!positions.has(position)) return choice;
    const index = choice["index"] ?? position;
    return { index, ...refused(), logprobs: null, finish_reason: "content_filter" };
  });
}
