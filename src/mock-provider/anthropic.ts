import { createHash } from "node:crypto";
import { field, isArray, stringField, listField } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { post, ANTHROPIC, invalid, json, namedStream } from "./mock-route.ts";
import {
  contentText,
  isStream,
  modelOf,
  pieces,
  replyText,
  textLength,
  thoughtText,
  tokens,
  toolCall,
  type MockTurn,
} from "./mock-turn.ts";

/** Anthropic's messages, whole and as a stream. */
export const mockMessages = post(ANTHROPIC, /\/messages$/, ({ body }) => {
  const turn = readTurn(body);
  if (turn === null) return invalid("messages: a list is required");
  if (typeof field(body, "max_tokens") !== "number") return invalid("max_tokens: a number is required");
  const blocks = makeBlocks(turn, isThinking(body));
  return isStream(body) ? namedStream(events(turn, blocks)) : json(message(turn, blocks));
});

/** How many tokens a request has, by the same rule of thumb as its answer says. */
export const anthropicCountTokens = post(ANTHROPIC, /\/messages\/count_tokens$/, ({ body }) => {
  const turn = readTurn(body);
  return turn === null ? invalid("messages: a list is required") : json({ input_tokens: tokens(turn.promptLength) });
});

function readTurn(body: JsonObject): MockTurn | null {
  const messages = field(body, "messages");
  if (!isArray(messages)) return null;
  const prompts = messages
    .filter((message) => stringField(message, "role") === "user")
    .map((message) => contentText(ownText(field(message, "content"))))
    // A message of tools' results only asks nothing.
    .filter((text) => text !== "");
  const tools = field(body, "tools");
  // Tools of the provider's own have no schema.
  const offered = listField(body, "tools").find((tool) => field(tool, "input_schema") !== undefined);
  const last = listField(messages.at(-1), "content");
  return {
    model: modelOf(body),
    prompt: prompts.at(-1) ?? "",
    promptLength: textLength(messages) + textLength(field(body, "system")) + textLength(tools),
    tool: stringField(offered, "name") || null,
    isAfterTool: last.some((block) => stringField(block, "type") === "tool_result"),
  };
}

function ownText(content: Json | undefined): Json | undefined {
  return isArray(content) ? content.filter((block) => stringField(block, "type") === "text") : content;
}

/** Thinking is asked for by a budget, or left to the model. */
function isThinking(body: JsonObject): boolean {
  const type = stringField(field(body, "thinking"), "type");
  return type === "enabled" || type === "adaptive";
}

/** A block of the answer: as a whole, as it begins, and the deltas between. */
interface Block {
  readonly whole: JsonObject;
  readonly begun: JsonObject;
  readonly deltas: readonly JsonObject[];
}

function makeBlocks(turn: MockTurn, isThinking: boolean): readonly Block[] {
  const call = toolCall(turn);
  const answer = call === null ? textBlock(replyText(turn)) : toolBlock(call.name, call.input);
  return isThinking ? [thinkingBlock(thoughtText(turn)), answer] : [answer];
}

function textBlock(text: string): Block {
  return {
    whole: { type: "text", text, citations: null },
    begun: { type: "text", text: "", citations: null },
    deltas: [...pieces(text)].map((piece) => ({ type: "text_delta", text: piece })),
  };
}

function toolBlock(name: string, input: JsonObject): Block {
  const head = { type: "tool_use", id: "toolu_mock_0", name };
  const inputs = ["", ...pieces(JSON.stringify(input))];
  return {
    whole: { ...head, input },
    begun: { ...head, input: {} },
    deltas: inputs.map((piece) => ({ type: "input_json_delta", partial_json: piece })),
  };
}

function thinkingBlock(thinking: string): Block {
  const signature = createHash("sha256").update(thinking).digest("base64");
  const thoughts = [...pieces(thinking)].map((piece) => ({ type: "thinking_delta", thinking: piece }));
  return {
    whole: { type: "thinking", thinking, signature },
    begun: { type: "thinking", thinking: "", signature: "" },
    deltas: [...thoughts, { type: "signature_delta", signature }],
  };
}

function stopReason(blocks: readonly Block[]): string {
  return blocks.some(({ whole }) => whole["type"] === "tool_use") ? "tool_use" : "end_turn";
}

function outputTokens(blocks: readonly Block[]): number {
  return tokens(textLength(blocks.map(({ whole }) => whole)));
}

function usage(turn: MockTurn, output: number): JsonObject {
  return {
    input_tokens: tokens(turn.promptLength),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: null,
    output_tokens: output,
    server_tool_use: null,
    service_tier: "standard",
  };
}

function message(turn: MockTurn, blocks: readonly Block[]): JsonObject {
  return {
    id: "msg_mock",
    type: "message",
    role: "assistant",
    model: turn.model,
    content: blocks.map(({ whole }) => whole),
    stop_reason: stopReason(blocks),
    stop_sequence: null,
    stop_details: null,
    container: null,
    usage: usage(turn, outputTokens(blocks)),
  };
}

function* events(turn: MockTurn, blocks: readonly Block[]): Generator<JsonObject> {
  const begun = { ...message(turn, blocks), content: [], stop_reason: null, usage: usage(turn, 1) };
  yield { type: "message_start", message: begun };
  for (const [index, { begun: block, deltas }] of blocks.entries()) {
    yield { type: "content_block_start", index, content_block: block };
    if (index === 0) yield { type: "ping" };
    for (const delta of deltas) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  const delta = { stop_reason: stopReason(blocks), stop_sequence: null, stop_details: null };
  yield { type: "message_delta", delta, usage: { output_tokens: outputTokens(blocks) } };
  yield { type: "message_stop" };
}
