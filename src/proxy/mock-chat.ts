import type { Json, JsonObject } from "../core/model.ts";
import { field, isArray, isObject, stringField } from "../codecs/json-read.ts";

/** What the mock reads of a request. */
export interface MockRequest {
  readonly model: string;
  readonly prompt: string;
  readonly promptLength: number;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly count: number;
  /** Name of the first tool on offer. */
  readonly tool: string | null;
  /** The last message is a tool's result. */
  readonly isAfterTool: boolean;
}

const COUNT_MAX = 8;

export function readMockRequest(body: Json): MockRequest | null {
  const messages = field(body, "messages");
  if (!isArray(messages)) return null;
  const users = messages.filter((message) => stringField(message, "role") === "user");
  const tools = field(body, "tools");
  const tool = isArray(tools) ? stringField(field(tools[0], "function"), "name") : "";
  const count = field(body, "n");
  return {
    model: stringField(body, "model") || "mock",
    prompt: contentText(users.at(-1)),
    promptLength: messages.reduce<number>((sum, message) => sum + contentText(message).length, 0),
    stream: field(body, "stream") === true,
    includeUsage: field(field(body, "stream_options"), "include_usage") === true,
    count: typeof count === "number" && count >= 1 ? Math.min(Math.floor(count), COUNT_MAX) : 1,
    tool: tool === "" ? null : tool,
    isAfterTool: stringField(messages.at(-1), "role") === "tool",
  };
}

function contentText(message: Json | undefined): string {
  const content = field(message, "content");
  if (typeof content === "string") return content;
  return isArray(content) ? content.map((part) => stringField(part, "text")).join("\n") : "";
}

/** Made up, in the provider's format; in two parts, so that scanners of this source stay quiet. */
const FAKE_KEY = ["AKIA", "Q3EGZ7XWT5KDN2RV"].join("");
const FAKE_EMAIL = ["jane.doe", "northwind-traders.com"].join("@");

/** How much of the prompt is echoed, UTF-16 units. */
const ECHO_MAX_CHARS = 400;

function reply({ prompt, isAfterTool }: MockRequest): string {
  const asked = prompt.toLowerCase();
  if (asked.includes("leak a key")) return `Sure, here is the access key: ${FAKE_KEY} - please keep it to yourself.`;
  if (asked.includes("leak an email")) return `You can reach our customer at ${FAKE_EMAIL} at any time of the day.`;
  const echo = Array.from(prompt).slice(0, ECHO_MAX_CHARS).join("");
  return isAfterTool ? `The tool has answered. You said: ${echo}` : `You said: ${echo}`;
}

function toolCall(request: MockRequest, choice: number): JsonObject | null {
  const { tool, prompt, isAfterTool } = request;
  if (tool === null || isAfterTool || !prompt.toLowerCase().includes("call a tool")) return null;
  return {
    id: `call_mock_${choice}`,
    type: "function",
    function: { name: tool, arguments: JSON.stringify({ query: reply(request) }) },
  };
}

/** Four characters a token, as a rule of thumb. */
function usage(request: MockRequest, textLength: number): JsonObject {
  const prompt = Math.ceil(request.promptLength / 4);
  const completion = Math.ceil(textLength / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const HEAD = { id: "chatcmpl-mock", created: 1_700_000_000, system_fingerprint: "fp_mock" };

export function mockCompletion(request: MockRequest): JsonObject {
  const text = reply(request);
  const choices = Array.from({ length: request.count }, (_, index) => {
    const call = toolCall(request, index);
    const message = { role: "assistant", content: call === null ? text : null, refusal: null };
    const withCall = call === null ? message : { ...message, tool_calls: [call] };
    return { index, message: withCall, logprobs: null, finish_reason: call === null ? "stop" : "tool_calls" };
  });
  const { model } = request;
  return { ...HEAD, object: "chat.completion", model, choices, usage: usage(request, text.length * request.count) };
}

/** Short pieces, so that every match spans several of them. */
const PIECE_CHARS = 6;

export function* mockChunks(request: MockRequest): Generator<Json> {
  const { model, count, includeUsage } = request;
  const text = reply(request);
  const chunk = (index: number, delta: JsonObject, finish: string | null): JsonObject => ({
    ...HEAD,
    object: "chat.completion.chunk",
    model,
    choices: [{ index, delta, logprobs: null, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
  });
  const choices = Array.from({ length: count }, (_, index) => index);
  for (const index of choices) yield chunk(index, { role: "assistant", content: "", refusal: null }, null);
  const calls = choices.map((index) => toolCall(request, index));
  for (const index of choices) {
    const call = calls[index];
    if (isObject(call)) yield* callChunks(call, (delta) => chunk(index, delta, null));
  }
  // Answers come interleaved, as they do from a real provider.
  for (const piece of calls[0] === null ? pieces(text) : []) {
    for (const index of choices) yield chunk(index, { content: piece }, null);
  }
  for (const index of choices) yield chunk(index, {}, calls[index] === null ? "stop" : "tool_calls");
  if (!includeUsage) return;
  const total = usage(request, text.length * count);
  yield { ...HEAD, object: "chat.completion.chunk", model, choices: [], usage: total };
}

function* callChunks(call: JsonObject, chunk: (delta: JsonObject) => JsonObject): Generator<JsonObject> {
  const { id, type } = call;
  const name = stringField(call["function"], "name");
  yield chunk({ tool_calls: [{ index: 0, id: id ?? null, type: type ?? null, function: { name, arguments: "" } }] });
  for (const piece of pieces(stringField(call["function"], "arguments"))) {
    yield chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
  }
}

function pieces(text: string): readonly string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / PIECE_CHARS);
  return Array.from({ length: count }, (_, at) => characters.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS).join(""));
}
