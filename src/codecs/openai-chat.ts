import type { Json, JsonObject, Origin, Side } from "../core/model.ts";
import type { CompletionCodec, CompletionRequest, Parsed, Refusal, TextSlot } from "./codec.ts";
import { field, isArray, isObject, stringField } from "./json-read.ts";
import { hasTokens } from "./openai-chat-repeats.ts";
import { OpenAiChatStream } from "./openai-chat-stream.ts";
import { openAiErrorBody, openAiRefusalBody } from "./openai-errors.ts";
import { walkText } from "./text-walk.ts";

/** OpenAI chat completions, also as Azure and compatible servers speak it. @see https://platform.openai.com/docs/api-reference/chat */
export const openAiChat = {
  format: "openai-chat",
  matches: (method, path) => method === "POST" && PATH.test(path),
  readRequest,
  readResponse,
  afterMask: (body) => mapChoices(body, withoutRepeats),
  refuseChoices,
  openStream: (request) => new OpenAiChatStream(request),
  refusalBody: openAiRefusalBody,
  errorBody: openAiErrorBody,
  credential: (apiKey) => ["authorization", `Bearer ${apiKey}`],
} as const satisfies CompletionCodec;

/** Whatever version or deployment segments stand before it. */
const PATH = /\/chat\/completions\/?$/;

/** Most answers that one request may ask for; the API's own limit is 128. */
const CHOICES_MAX = 1024;

function readRequest(body: Json): Parsed<CompletionRequest> {
  const messages = field(body, "messages");
  if (!isArray(messages)) return { ok: false, reason: "messages" };
  const reader = new RequestReader();
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) return { ok: false, reason: "messages" };
    reader.read(message, `/messages/${index}`, originOf(stringField(message, "role")));
  }
  // Texts that the model reads beside the messages; `documents` is how some servers pass retrieved text.
  reader.read(field(body, "prediction"), "/prediction", "assistant");
  reader.read(field(body, "response_format"), "/response_format", "system");
  reader.read(field(body, "documents"), "/documents", "tool");
  const format = stringField(field(body, "response_format"), "type");
  const count = field(body, "n");
  return {
    ok: true,
    value: {
      slots: reader.slots,
      stream: field(body, "stream") === true,
      includeUsage: field(field(body, "stream_options"), "include_usage") === true,
      model: stringField(body, "model"),
      choiceCount: typeof count === "number" && count >= 1 ? Math.min(Math.floor(count), CHOICES_MAX) : 1,
      isJsonOutput: format === "json_object" || format === "json_schema",
      unreadParts: [...reader.unread],
    },
  };
}

/**
 * Who wrote a message. Assistant turns are part of what is sent (`input`), but the model wrote them: they are read for what
 * must not leave, not judged as attacks.
 */
function originOf(role: string): Origin {
  switch (role) {
    case "system":
    case "developer":
      return "system";
    case "assistant":
      return "assistant";
    case "tool":
    case "function":
      return "tool";
    default:
      return "user";
  }
}

class RequestReader {
  readonly slots: TextSlot[] = [];
  readonly unread = new Set<string>();

  read(value: Json | undefined, pointer: string, origin: Origin): void {
    if (value === undefined) return;
    const side: Side = "input";
    walkText(
      value,
      {
        text: (leaf) => this.slots.push({ pointer: leaf.pointer, side, origin, text: leaf.text, kind: leaf.kind }),
        unread: (kind) => this.unread.add(kind),
      },
      { pointer, label: "" },
    );
  }
}

function readResponse(body: Json, request: CompletionRequest): Parsed<readonly TextSlot[]> {
  const slots: TextSlot[] = [];
  const read = (value: Json, pointer: string): void =>
    walkText(
      value,
      {
        text: ({ pointer, text, kind }) => {
          const isStructured = request.isJsonOutput && pointer.endsWith("/message/content");
          slots.push({ pointer, side: "output", origin: "assistant", text, kind: isStructured ? "json" : kind });
        },
        // Spoken answers come with their transcript, which is read.
        unread: () => {},
      },
      { pointer, label: "" },
    );
  const choices = field(body, "choices");
  if (!isArray(choices)) {
    // Some gateways answer 200 with an error inside.
    const error = field(body, "error");
    if (error === undefined) return { ok: false, reason: "choices" };
    read(error, "/error");
    return { ok: true, value: slots };
  }
  for (const [position, choice] of choices.entries()) {
    if (!isObject(choice)) return { ok: false, reason: "choices" };
    const before = slots.length;
    read(choice, `/choices/${position}`);
    const hasText = slots.length > before;
    if (!hasText && hasTokens(choice["logprobs"])) return { ok: false, reason: "logprobs" };
  }
  return { ok: true, value: slots };
}

function mapChoices(body: Json, change: (choice: JsonObject, position: number) => JsonObject): Json {
  const choices = field(body, "choices");
  if (!isObject(body) || !isArray(choices)) return body;
  return { ...body, choices: choices.map((choice, at) => (isObject(choice) ? change(choice, at) : choice)) };
}

/** Without what repeats the text in another form: token by token, and spoken. */
function withoutRepeats(choice: JsonObject): JsonObject {
  const silent = "logprobs" in choice ? { ...choice, logprobs: null } : choice;
  const message = field(silent, "message");
  const audio = field(message, "audio");
  if (!isObject(message) || !isObject(audio)) return silent;
  return { ...silent, message: { ...message, audio: { ...audio, data: "" } } };
}

function refuseChoices(body: Json, pointers: readonly string[], refusal: Refusal): Json | null {
  if (!pointers.every((pointer) => pointer.startsWith("/choices/"))) return null;
  const refused = new Set(pointers.map((pointer) => pointer.split("/")[2]));
  return mapChoices(body, (choice, position) => {
    if (!refused.has(String(position))) return choice;
    const index = choice["index"] ?? position;
    const message = { role: "assistant", content: null, refusal: refusal.message };
    return { index, message, logprobs: null, finish_reason: "content_filter" };
  });
}
