import { field, isArray, isObject, stringField } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { pieces } from "./mock-turn.ts";

/**
 * A finished response as its stream, from its creation to its end.
 * @param after number of the last event that the client has; -1: none
 */
export function* responseEvents(response: JsonObject, after = -1): Generator<JsonObject> {
  let sequence = 0;
  for (const event of unnumbered(response)) {
    const { type, ...rest } = event;
    if (sequence > after) yield { type: type ?? "", sequence_number: sequence, ...rest };
    sequence += 1;
  }
}

function* unnumbered(response: JsonObject): Generator<JsonObject> {
  const begun = { ...response, status: "in_progress", completed_at: null, output: [], usage: null };
  yield { type: "response.created", response: begun };
  yield { type: "response.in_progress", response: begun };
  for (const [index, item] of list(response, "output").entries()) {
    const isCall = stringField(item, "type") === "function_call";
    yield* isCall ? callEvents(item, index) : messageEvents(item, index);
  }
  yield { type: "response.completed", response };
}

function list(value: Json, key: string): readonly Json[] {
  const found = field(value, key);
  return isArray(found) ? found : [];
}

/** An item as it stands when it begins. */
function opened(item: Json, emptied: JsonObject): JsonObject {
  return isObject(item) ? { ...item, status: "in_progress", ...emptied } : emptied;
}

function* messageEvents(item: Json, index: number): Generator<JsonObject> {
  const itemId = stringField(item, "id");
  yield { type: "response.output_item.added", output_index: index, item: opened(item, { content: [] }) };
  for (const [contentIndex, part] of list(item, "content").entries()) {
    const place = { item_id: itemId, output_index: index, content_index: contentIndex };
    const text = stringField(part, "text");
    const empty = { type: "output_text", text: "", annotations: [], logprobs: [] };
    yield { type: "response.content_part.added", ...place, part: empty };
    for (const delta of pieces(text)) yield { type: "response.output_text.delta", ...place, delta, logprobs: [] };
    yield { type: "response.output_text.done", ...place, text, logprobs: [] };
    yield { type: "response.content_part.done", ...place, part };
  }
  yield { type: "response.output_item.done", output_index: index, item };
}

function* callEvents(item: Json, index: number): Generator<JsonObject> {
  const place = { item_id: stringField(item, "id"), output_index: index };
  const text = stringField(item, "arguments");
  yield { type: "response.output_item.added", output_index: index, item: opened(item, { arguments: "" }) };
  for (const delta of pieces(text)) yield { type: "response.function_call_arguments.delta", ...place, delta };
  yield { type: "response.function_call_arguments.done", ...place, arguments: text };
  yield { type: "response.output_item.done", output_index: index, item };
}
