import { percentDecoded } from "../../core/strings.ts";
import type { Json, JsonObject, Origin } from "../../core/model.ts";
import type { Steps } from "../../core/steps.ts";
import type { CompletionCodec, CompletionRequest, Parsed, RequestTarget } from "../codec.ts";
import { JSON_ARRAY, SSE } from "../framing/framing.ts";
import { candidateFacts } from "../shared/gen-ai.ts";
import {
  candidateSlots,
  refuseCandidates,
  withoutCandidateRepeats,
  geminiErrorBody,
  geminiRefusalBody,
} from "./gemini-candidates.ts";
import { camelCase, GEMINI_SCHEMA } from "./gemini-fields.ts";
import { GeminiStream } from "./gemini-stream.ts";
import { field, isArray, isObject, stringField } from "../shared/json-read.ts";
import { BODY, type Pointer } from "../shared/pointer.ts";
import { completionRequest, RequestReader, type ReadPlace } from "../shared/request-reader.ts";

/** Gemini: the Developer API and Vertex AI. @see https://ai.google.dev/api/generate-content */
export const gemini = {
  format: "gemini",
  matches: (method, path) => method === "POST" && PATH.test(path),
  readRequest,
  readResponse: candidateSlots,
  afterMask: withoutCandidateRepeats,
  refuseChoices: (body, pointers, refusal) => refuseCandidates(body, pointers, refusal.message),
  framing: ({ isJson, isEventStream }, request) => (isEventStream ? SSE : isJson && request.stream ? JSON_ARRAY : null),
  openStream: (request, framing) => new GeminiStream(request, framing),
  refusalBody: geminiRefusalBody,
  errorBody: geminiErrorBody,
  credential: (apiKey) => ["x-goog-api-key", apiKey],
  genAi: {
    // A path of Vertex AI begins with its project.
    provider: (path) => (path.includes("/projects/") ? "gcp.vertex_ai" : "gcp.gemini"),
    operation: (path) => OPERATIONS.get(PATH.exec(path)?.[2] ?? "") ?? "generate_content",
    facts: candidateFacts,
  },
} as const satisfies CompletionCodec;

/** `models/m:generateContent`, a tuned model, a publisher's model or an endpoint of Vertex AI: a resource and a method. */
const PATH =
  /\/([^/]+)(?::|%3[Aa])(generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents)\/?$/;

const OPERATIONS: ReadonlyMap<string, string> = new Map([
  ["countTokens", "count_tokens"],
  ["embedContent", "embeddings"],
  ["batchEmbedContents", "embeddings"],
]);

/** Most candidates that one request may ask for; the API's own limit is 8. */
const CANDIDATES_MAX = 1024;

function readRequest(body: Json, target: RequestTarget): Parsed<CompletionRequest> {
  const [, name = "", method = ""] = PATH.exec(target.path) ?? [];
  if (!isObject(body)) return { ok: false, reason: "body" };
  const generates = method === "generateContent" || method === "streamGenerateContent";
  if (generates && body["contents"] === undefined) return { ok: false, reason: "contents" };
  const reader = new RequestReader(GEMINI_SCHEMA, target);
  reader.do(bodySteps(reader, body, { pointer: BODY, readsTools: target.readsTools }));
  const config = either(body, "generationConfig");
  const count = either(config, "candidateCount");
  const mimeType = either(config, "responseMimeType");
  return completionRequest(reader, {
    turns: listOf(body["contents"] ?? [], BODY).map(([, content]) => originOf(stringField(content, "role"))),
    stream: method === "streamGenerateContent",
    // Every answer reports it.
    includeUsage: true,
    model: decoded(name),
    choiceCount: typeof count === "number" && count >= 1 ? Math.min(Math.floor(count), CANDIDATES_MAX) : 1,
    isJsonOutput: typeof mimeType === "string" && mimeType.startsWith("application/json"),
    readsAnswer: generates,
  });
}

interface BodyPlace {
  readonly pointer: Pointer;
  readonly readsTools: boolean;
}

function* bodySteps(reader: RequestReader, body: JsonObject, place: BodyPlace): Steps<void> {
  const settings: [key: string, value: Json][] = [];
  for (const [key, value] of Object.entries(body)) {
    const steps = fieldSteps(reader, camelCase(key), { ...place, pointer: place.pointer.child(key), value });
    if (steps === null) settings.push([key, value]);
    else yield* steps;
    yield FIELD_UNITS;
  }
  // Known or not: schemas, stop sequences, labels.
  yield* reader.steps(Object.fromEntries(settings), { pointer: place.pointer, origin: "system" });
}

/** What a field costs besides what it says, in units of steps. */
const FIELD_UNITS = 64;

/** `null` for a setting. */
function fieldSteps(
  reader: RequestReader,
  name: string,
  { value, pointer, readsTools }: BodyPlace & { readonly value: Json },
): Steps<void> | null {
  switch (name) {
    case "content":
    case "contents":
      return reader.each(contentsOf(value, pointer));
    case "systemInstruction":
      return reader.steps(value, { pointer, origin: "system" });
    // Of the document that is embedded.
    case "title":
      return reader.steps(value, { pointer, origin: "user" });
    // Requests of their own: to be counted, or embedded.
    case "generateContentRequest":
    case "requests":
      return requestSteps(reader, { value, pointer, readsTools });
    case "tools":
      return readsTools ? toolSteps(reader, value, pointer) : noSteps();
    default:
      return null;
  }
}

function* noSteps(): Steps<void> {}

function* requestSteps(
  reader: RequestReader,
  { value, pointer, readsTools }: BodyPlace & { readonly value: Json },
): Steps<void> {
  for (const [at, request] of listOf(value, pointer)) {
    if (isObject(request)) yield* bodySteps(reader, request, { pointer: at, readsTools });
    else yield* reader.steps(request, { pointer: at, origin: "user" });
  }
}

function toolSteps(reader: RequestReader, value: Json, pointer: Pointer): Steps<void> {
  if (isArray(value)) return reader.values(value, { pointer, origin: "system" });
  return reader.steps(value, { pointer, origin: "system", key: "toolConfig" });
}

/** Google takes a list of one also as the value itself. */
function listOf(value: Json, pointer: Pointer): readonly (readonly [pointer: Pointer, value: Json])[] {
  return isArray(value) ? value.map((item, at) => [pointer.child(at), item] as const) : [[pointer, value]];
}

function* contentsOf(contents: Json, pointer: Pointer): Generator<readonly [Json, ReadPlace], void> {
  for (const [turn, [at, content]] of listOf(contents, pointer).entries())
    yield [content, { pointer: at, origin: originOf(stringField(content, "role")), turn }];
}

/** Roles beside these do not exist: an invented one is not trusted. */
function originOf(role: string): Origin {
  switch (role) {
    case "model":
      return "assistant";
    case "function":
    case "tool":
      return "tool";
    default:
      return "user";
  }
}

/** A field in either spelling. */
function either(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? field(value, Object.keys(value).find((key) => camelCase(key) === name) ?? name) : undefined;
}

const decoded = (name: string): string => percentDecoded(name) ?? name;
