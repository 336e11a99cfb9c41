import { field, isArray, listField, stringField } from "../codecs/shared/json-read.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { post, OPENAI, dataStream, invalid, json } from "./mock-route.ts";
import {
  answerCount,
  contentText,
  CREATED,
  isStream,
  modelOf,
  pieces,
  replyText,
  textLength,
  tokens,
  toolCall,
  type MockTurn,
  readMockInputs,
} from "./mock-turn.ts";

/** OpenAI's chat completions, whole and as a stream. */
export const mockChat = post(OPENAI, /\/chat\/completions$/, ({ body }) => {
  const chat = readChat(body);
  if (chat === null) return invalid("messages must be a list");
  return isStream(body) ? dataStream(chunks(chat)) : json(completion(chat));
});

interface ChatTurn extends MockTurn {
  readonly includeUsage: boolean;
  readonly count: number;
}

function readChat(body: JsonObject): ChatTurn | null {
  const messages = field(body, "messages");
  if (!isArray(messages)) return null;
  const text = (message: Json | undefined): string => contentText(field(message, "content"));
  const users = messages.filter((message) => stringField(message, "role") === "user");
  return {
    model: modelOf(body),
    prompt: text(users.at(-1)),
    promptLength: messages.reduce<number>((sum, message) => sum + text(message).length, 0),
    includeUsage: field(field(body, "stream_options"), "include_usage") === true,
    count: answerCount(field(body, "n")),
    tool: stringField(field(listField(body, "tools")[0], "function"), "name") || null,
    isAfterTool: stringField(messages.at(-1), "role") === "tool",
  };
}

function usageOf(promptLength: number, answerLength: number): JsonObject {
  const [prompt, completion] = [tokens(promptLength), tokens(answerLength)];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const HEAD = { id: "chatcmpl-mock", created: CREATED, system_fingerprint: "fp_mock" };

interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

function callOf(chat: ChatTurn, choice: number): Call | null {
  const call = toolCall(chat);
  if (call === null) return null;
  return { id: `call_mock_${choice}`, name: call.name, arguments: JSON.stringify(call.input) };
}

function completion(chat: ChatTurn): JsonObject {
  const text = replyText(chat);
  const choices = Array.from({ length: chat.count }, (_, index) => {
    const call = callOf(chat, index);
    const message = { role: "assistant", content: call === null ? text : null, refusal: null };
    if (call === null) return { index, message, logprobs: null, finish_reason: "stop" };
    const { id, ...made } = call;
    const called = { ...message, tool_calls: [{ id, type: "function", function: made }] };
    return { index, message: called, logprobs: null, finish_reason: "tool_calls" };
  });
  const { model } = chat;
  return {
    ...HEAD,
    object: "chat.completion",
    model,
    choices,
    usage: usageOf(chat.promptLength, text.length * chat.count),
  };
}

function* chunks(chat: ChatTurn): Generator<Json> {
  const { model, count, includeUsage } = chat;
  const text = replyText(chat);
  const chunk = (index: number, delta: JsonObject, finish: string | null): JsonObject => ({
    ...HEAD,
    object: "chat.completion.chunk",
    model,
    choices: [{ index, delta, logprobs: null, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
  });
  const choices = Array.from({ length: count }, (_, index) => index);
  for (const index of choices) yield chunk(index, { role: "assistant", content: "", refusal: null }, null);
  const calls = choices.map((index) => callOf(chat, index));
  for (const index of choices) {
    const call = calls[index];
    if (call) yield* callChunks(call, (delta) => chunk(index, delta, null));
  }
  // Answers come interleaved, as they do from a real provider.
  for (const piece of calls[0] === null ? pieces(text) : []) {
    for (const index of choices) yield chunk(index, { content: piece }, null);
  }
  for (const index of choices) yield chunk(index, {}, calls[index] === null ? "stop" : "tool_calls");
  if (!includeUsage) return;
  const total = usageOf(chat.promptLength, text.length * count);
  yield { ...HEAD, object: "chat.completion.chunk", model, choices: [], usage: total };
}

function* callChunks(call: Call, chunk: (delta: JsonObject) => JsonObject): Generator<JsonObject> {
  const { id, name } = call;
  yield chunk({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: "" } }] });
  for (const piece of pieces(call.arguments)) {
    yield chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
  }
}

/** OpenAI's older completions: a prompt, or several, without roles. */
export const mockCompletions = post(OPENAI, /\/completions$/, ({ body }) => {
  const prompts = readMockInputs(field(body, "prompt"));
  if (prompts === null) return invalid("prompt must be a text, token ids, or a list of either");
  const count = answerCount(field(body, "n"));
  if (prompts.length * count > CHOICES_MAX) return invalid(`at most ${CHOICES_MAX} choices are made`);
  const echo = field(body, "echo") === true;
  const texts = prompts.flatMap((prompt) =>
    Array.from({ length: count }, () => (echo ? prompt : "") + replyText({ prompt, isAfterTool: false })),
  );
  const completion = {
    head: { ...COMPLETION_HEAD, model: modelOf(body) },
    texts,
    usage: usageOf(textLength(prompts), textLength(texts)),
  };
  if (!isStream(body)) return json(whole(completion));
  const includeUsage = field(field(body, "stream_options"), "include_usage") === true;
  return dataStream(completionChunks(completion, includeUsage));
});

/** As many as the provider makes of one request. */
const CHOICES_MAX = 128;
const COMPLETION_HEAD = { id: "cmpl-mock", object: "text_completion", created: CREATED, system_fingerprint: "fp_mock" };

interface Completion {
  readonly head: JsonObject;
  readonly texts: readonly string[];
  readonly usage: JsonObject;
}

function whole({ head, texts, usage }: Completion): JsonObject {
  const choices = texts.map((text, index) => ({ index, text, logprobs: null, finish_reason: "stop" }));
  return { ...head, choices, usage };
}

function* completionChunks({ head, texts, usage }: Completion, includeUsage: boolean): Generator<Json> {
  const chunk = (index: number, text: string, finish: string | null): JsonObject => ({
    ...head,
    choices: [{ index, text, logprobs: null, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
  });
  const open = new Map(texts.map((text, index) => [index, pieces(text)]));
  // The choices come interleaved; each ends when its text does.
  while (open.size > 0) {
    for (const [index, rest] of open) {
      const { done, value } = rest.next();
      yield chunk(index, done === true ? "" : value, done === true ? "stop" : null);
      if (done === true) open.delete(index);
    }
  }
  if (includeUsage) yield { ...head, choices: [], usage };
}
