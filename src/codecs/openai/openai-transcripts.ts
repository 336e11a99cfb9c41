import type { Work } from "../../core/work-budget.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import { answerSlots } from "../shared/answer-slots.ts";
import type { Parsed, TextSlot } from "../codec.ts";
import { field, isArray, isObject, stringField } from "../shared/json-read.ts";
import { CHAT_SCHEMA } from "./openai-fields.ts";
import { BODY } from "../shared/pointer.ts";
import type { FieldSchema } from "../shared/text-walk.ts";

const SCHEMA: FieldSchema = {
  ...CHAT_SCHEMA,
  structure: new Set([
    ...CHAT_SCHEMA.structure,
    "background",
    "language",
    "output_format",
    "quality",
    "size",
    "task",
    "tokens",
  ]),
  binary: new Set([...CHAT_SCHEMA.binary, "b64_json"]),
  // Thousands of single words, read as one text.
  isJson: (key) => key === "words",
};

/** Texts of an answer: a transcript in words only (a string), in JSON with or without its times, or images. */
export function transcriptSlots(body: Json, work?: Work): Parsed<readonly TextSlot[]> {
  if (typeof body === "string") {
    const whole = { pointer: BODY, text: body, kind: "text", isValue: false } as const;
    return { ok: true, value: [{ ...whole, side: "output", origin: "assistant", turn: null }] };
  }
  if (!isObject(body)) return { ok: false, reason: "body" };
  return { ok: true, value: answerSlots(body, SCHEMA, { work }) };
}

/**
 * A masked transcript without what says its text once more in pieces: words, tokens, log probabilities always; segments where
 * they do not add up to the masked text, since a match then lies over two of them.
 */
export function withoutTranscriptRepeats(body: Json): Json {
  if (!isObject(body) || typeof body["text"] !== "string") return body;
  const kept: [string, Json][] = [];
  for (const [key, value] of Object.entries(body)) {
    if (key === "words" || key === "logprobs") continue;
    if (key !== "segments" || !isArray(value)) kept.push([key, value]);
    else if (bare(value.map((segment) => stringField(segment, "text")).join("")) === bare(body["text"]))
      kept.push([key, value.map((segment) => (isObject(segment) ? withoutTokens(segment) : segment))]);
  }
  return Object.fromEntries(kept);
}

function withoutTokens(segment: JsonObject): Json {
  return field(segment, "tokens") === undefined ? segment : { ...segment, tokens: [] };
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
