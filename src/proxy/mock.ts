import { Readable } from "node:stream";
import { CODECS } from "../codecs/registry.ts";
import { openAiErrorBody } from "../codecs/openai-errors.ts";
import { decodeUtf8, parseJson } from "../core/json.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { mockChunks, mockCompletion, readMockRequest } from "./mock-chat.ts";
import type { UpstreamAnswer, UpstreamPort, UpstreamRequest } from "./upstream.ts";

/**
 * `builtin:mock`: a provider inside the process that speaks OpenAI's chat format, for trying things out without a key. It
 * stands where a real upstream does, so that every check applies to it. The same request gets the same answer.
 */
export const mockPort: UpstreamPort = { send: (request) => Promise.resolve(answer(request)) };

function answer(request: UpstreamRequest): UpstreamAnswer {
  const path = request.path.split("?", 1)[0] ?? "";
  if (CODECS[0]?.matches(request.method, path) === true) return chatAnswer(request);
  if (request.method === "GET" && /\/models\/?$/.test(path)) return json(200, MODELS);
  if (request.method === "GET" && path.endsWith(`/models/${MODEL}`)) return json(200, MODEL_CARD);
  return json(404, openAiErrorBody("not_found", "The mock provider knows /models and /chat/completions", 404));
}

function chatAnswer(request: UpstreamRequest): UpstreamAnswer {
  const text = request.body === null ? null : decodeUtf8(request.body);
  const body = text === null ? null : parseJson(text);
  const chat = body?.ok === true ? readMockRequest(body.value) : null;
  if (chat === null) return json(400, openAiErrorBody("invalid_request", "messages must be a list", 400));
  if (!chat.stream) return json(200, mockCompletion(chat));
  return { status: 200, headers: headers("text/event-stream; charset=utf-8"), body: stream(mockChunks(chat)) };
}

const MODEL = "mock";
const MODEL_CARD = { id: MODEL, object: "model", created: 0, owned_by: "sallyport" };
const MODELS: JsonObject = { object: "list", data: [MODEL_CARD] };

function headers(type: string): Record<string, string> {
  return { "content-type": type, "x-request-id": "req_mock" };
}

function json(status: number, body: Json): UpstreamAnswer {
  return { status, headers: headers("application/json"), body: Readable.from([Buffer.from(JSON.stringify(body))]) };
}

/** One read an event, as a real stream comes. */
function stream(events: Iterable<Json>): Readable {
  function* bytes(): Generator<Buffer> {
    for (const event of events) yield Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
    yield Buffer.from("data: [DONE]\n\n");
  }
  return Readable.from(bytes());
}
