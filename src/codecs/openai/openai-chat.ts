import type { Work } from "../../core/work-budget.ts";
import type { Json, Origin } from "../../core/model.ts";
import type { CompletionCodec, CompletionRequest, Parsed, RequestTarget } from "../codec.ts";
import { field, isArray, stringField } from "../shared/json-read.ts";
import { choiceSlots, refuseChoices, withoutChoiceRepeats } from "./openai-choices.ts";
import { OpenAiChoiceStream } from "./openai-choice-stream.ts";
import { OPENAI_FORMAT } from "./openai-errors.ts";
import { readRest, REQUEST_SCHEMA } from "./openai-fields.ts";
import { choiceFacts } from "../shared/gen-ai.ts";
import { BODY } from "../shared/pointer.ts";
import { completionRequest, RequestReader } from "../shared/request-reader.ts";

/** OpenAI chat completions, also as Azure and compatible servers speak it. @see https://platform.openai.com/docs/api-reference/chat */
export const openAiChat = {
  ...OPENAI_FORMAT,
  format: "openai-chat",
  matches: (method, path) => method === "POST" && PATH.test(path),
  readRequest,
  readResponse: (body: Json, request: CompletionRequest, work?: Work) =>
    choiceSlots(body, { structured: request.isJsonOutput ? "/message/content" : null, work }),
  afterMask: withoutChoiceRepeats,
  refuseChoices: (body, pointers, refusal) =>
    refuseChoices(body, pointers, { message: { role: "assistant", content: null, refusal: refusal.message } }),
  openStream: (request, framing) =>
    new OpenAiChoiceStream(request, framing, { object: "chat.completion.chunk", refused: { delta: {} } }),
  genAi: { provider: () => "openai", operation: () => "chat", facts: choiceFacts },
} as const satisfies CompletionCodec;

/** Whatever version or deployment segments stand before it. */
const PATH = /\/chat\/completions\/?$/;

/** Most answers that one request may ask for; the API's own limit is 128. */
const CHOICES_MAX = 1024;

/** Answers asked for. */
export function countOf(body: Json): number {
  const count = field(body, "n");
  return typeof count === "number" && count >= 1 ? Math.min(Math.floor(count), CHOICES_MAX) : 1;
}

/** Fields of a request that are read by themselves. */
const OWN_WAY: ReadonlySet<string> = new Set(["documents", "functions", "messages", "prediction", "tools"]);

function readRequest(body: Json, target: RequestTarget): Parsed<CompletionRequest> {
  const messages = field(body, "messages");
  if (!isArray(messages)) return { ok: false, reason: "messages" };
  const reader = new RequestReader(REQUEST_SCHEMA, target);
  const turns = reader.readMessages(messages, originOf);
  if (turns === null) return { ok: false, reason: "messages" };
  // Texts that the model reads beside the messages; `documents` is how some servers pass retrieved text.
  reader.read(field(body, "prediction"), { pointer: BODY.child("prediction"), origin: "assistant" });
  reader.readValues(field(body, "documents"), { pointer: BODY.child("documents"), origin: "tool" });
  readRest(reader, body, { readApart: OWN_WAY });
  if (target.readsTools) {
    reader.readTools(field(body, "tools"), BODY.child("tools"));
    reader.readTools(field(body, "functions"), BODY.child("functions"));
  }
  const format = stringField(field(body, "response_format"), "type");
  return completionRequest(reader, {
    turns,
    stream: field(body, "stream") === true,
    includeUsage: field(field(body, "stream_options"), "include_usage") === true,
    model: stringField(body, "model"),
    choiceCount: countOf(body),
    isJsonOutput: format === "json_object" || format === "json_schema",
  });
}

/**
 * The author of a message. Assistant turns are part of what is sent (`input`), but the model wrote them: they are read for what
 * must not leave, not checked as attacks.
 */
export function originOf(role: string): Origin {
  switch (role) {
    case "system":
    case "developer":
      return "system";
    case "assistant":
    case "model":
      return "assistant";
    case "tool":
    case "function":
      return "tool";
    default:
      return "user";
  }
}
