import { field, isArray, isObject } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { OPENAI } from "./formats.ts";
import { readMockInputs } from "./inputs.ts";
import { modelOf } from "./mock-turn.ts";
import { invalid, json, type MockRoute } from "./mock-route.ts";

/** OpenAI's moderations. Nothing is ever flagged: what the gate says of a text is to be the gate's. */
export const openAiModerations: MockRoute = {
  method: "POST",
  path: /\/moderations$/,
  format: OPENAI,
  answer: ({ body }) => {
    const count = countResults(field(body, "input"));
    if (count === null) return invalid("input must be a text, a list of texts, or a list of parts");
    return json({ id: "modr-mock", model: modelOf(body), results: Array.from({ length: count }, () => RESULT) });
  },
};

/** One result a text; parts (text, images) are judged together. */
function countResults(input: Json | undefined): number | null {
  if (isArray(input) && input.length > 0 && input.every(isObject)) return 1;
  return readMockInputs(input)?.length ?? null;
}

/** @see https://platform.openai.com/docs/guides/moderation for the categories */
const CATEGORIES = [
  "harassment",
  "harassment/threatening",
  "hate",
  "hate/threatening",
  "illicit",
  "illicit/violent",
  "self-harm",
  "self-harm/instructions",
  "self-harm/intent",
  "sexual",
  "sexual/minors",
  "violence",
  "violence/graphic",
];

function forAll(value: Json): JsonObject {
  return Object.fromEntries(CATEGORIES.map((category) => [category, value]));
}

const RESULT: JsonObject = {
  flagged: false,
  categories: forAll(false),
  category_scores: forAll(0),
  category_applied_input_types: forAll(["text"]),
};
