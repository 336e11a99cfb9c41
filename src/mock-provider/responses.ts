import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { field, isArray, isObject, stringField, listField } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import {
  post,
  OPENAI,
  invalid,
  json,
  namedStream,
  notFound,
  type MockCall,
  type MockAnswer,
  type MockRoute,
} from "./mock-route.ts";
import {
  contentText,
  CREATED,
  isStream,
  modelOf,
  replyText,
  textLength,
  tokens,
  toolCall,
  type MockTurn,
  pieces,
} from "./mock-turn.ts";

/** Responses that can be asked for again. The oldest goes first. */
const STORED_MAX = 64;
/** All of them together, UTF-16 units of JSON: an answer repeats its instructions and tools, which may be long. */
const STORED_MAX_CHARS = 4_194_304;

/** OpenAI's responses: made, as a stream too, and asked for again by their id. The store lives as long as the routes. */
export function mockResponses(): readonly MockRoute[] {
  const stored = new LRUCache<string, JsonObject>({
    max: STORED_MAX,
    maxSize: STORED_MAX_CHARS,
    sizeCalculation: (response) => JSON.stringify(response).length,
  });
  const create = ({ body }: MockCall): MockAnswer => {
    const turn = readTurn(body);
    if (turn === null) return invalid("input must be a text or a list of items");
    const response = makeResponse(turn, body);
    if (field(body, "store") !== false) stored.set(stringField(response, "id"), response);
    return isStream(body) ? namedStream(responseEvents(response)) : json(response);
  };
  const retrieve = ({ path, query }: MockCall): MockAnswer => {
    const response = stored.get(path.slice(path.lastIndexOf("/") + 1));
    if (response === undefined) return notFound("No response of this id is stored");
    if (query.get("stream") !== "true") return json(response);
    const after = Number(query.get("starting_after") ?? -1);
    if (!Number.isInteger(after)) return invalid("starting_after must be a whole number");
    return namedStream(responseEvents(response, after));
  };
  return [
    post(OPENAI, /\/responses$/, create),
    { method: "GET", path: /\/responses\/[^/]+$/, format: OPENAI, answer: retrieve },
  ];
}

function readTurn(body: JsonObject): MockTurn | null {
  const input = field(body, "input");
  if (typeof input !== "string" && !isArray(input)) return null;
  const items: readonly Json[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const users = items.filter((item) => stringField(item, "role") === "user");
  // Tools that run at the provider have no name of the caller's.
  const offered = listField(body, "tools").find((tool) => stringField(tool, "type") === "function");
  return {
    model: modelOf(body),
    prompt: contentText(field(users.at(-1), "content")),
    promptLength: textLength(input) + textLength(field(body, "instructions")),
    tool: stringField(offered, "name") || null,
    // `function_call_output`, `custom_tool_call_output` and their like.
    isAfterTool: stringField(items.at(-1), "type").endsWith("_output"),
  };
}

function makeResponse(turn: MockTurn, body: JsonObject): JsonObject {
  const call = toolCall(turn);
  const text = call === null ? replyText(turn) : JSON.stringify(call.input);
  // Named by its request: the same request gets the same answer.
  const name = createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 32);
  return {
    id: `resp_mock_${name}`,
    object: "response",
    created_at: CREATED,
    completed_at: CREATED,
    status: "completed",
    background: false,
    error: null,
    incomplete_details: null,
    model: turn.model,
    output: [call === null ? messageItem(text) : callItem(call.name, text)],
    usage: usage(turn, text),
    ...repeated(body),
  };
}

function messageItem(text: string): JsonObject {
  const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
  return { id: "msg_mock", type: "message", status: "completed", role: "assistant", content };
}

function callItem(name: string, text: string): JsonObject {
  return { id: "fc_mock", type: "function_call", status: "completed", call_id: "call_mock_0", name, arguments: text };
}

function usage({ promptLength }: MockTurn, text: string): JsonObject {
  const [input, output] = [tokens(promptLength), tokens(text.length)];
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

const DEFAULTS: JsonObject = {
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  service_tier: "default",
  store: true,
  temperature: 1,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
};

/** What the answer says of its request, defaults filled in. */
function repeated(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, byDefault]) => {
      const given = field(body, name);
      return [name, isSameKind(given, byDefault) ? given : byDefault];
    }),
  );
}

/** A value of another kind than the default's is no answer to repeat: clients read it. */
function isSameKind(given: Json | undefined, byDefault: Json): given is Json {
  if (given === undefined || given === null) return false;
  if (isArray(byDefault)) return isArray(given);
  return !isObject(byDefault) || isObject(given);
}

/**
 * A finished response as its stream, from its creation to its end.
 * @param after number of the last event that the client has; -1: none
 */
function* responseEvents(response: JsonObject, after = -1): Generator<JsonObject> {
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
  for (const [index, item] of listField(response, "output").entries()) {
    const isCall = stringField(item, "type") === "function_call";
    yield* isCall ? callEvents(item, index) : messageEvents(item, index);
  }
  yield { type: "response.completed", response };
}

/** An item as it stands when it begins. */
function opened(item: Json, emptied: JsonObject): JsonObject {
  return isObject(item) ? { ...item, status: "in_progress", ...emptied } : emptied;
}

function* messageEvents(item: Json, index: number): Generator<JsonObject> {
  const itemId = stringField(item, "id");
  yield { type: "response.output_item.added", output_index: index, item: opened(item, { content: [] }) };
  for (const [contentIndex, part] of listField(item, "content").entries()) {
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
