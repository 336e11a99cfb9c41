import { percentDecoded } from "../core/percent.ts";
import type { Json, JsonObject, Origin } from "../core/model.ts";
import type { CompletionCodec, CompletionRequest, Parsed, RequestTarget } from "./codec.ts";
import { JSON_ARRAY, SSE } from "./framing.ts";
import { candidateFacts } from "./gen-ai.ts";
import { candidateSlots, refuseCandidates, withoutRepeats } from "./gemini-candidates.ts";
import { camelCase, GEMINI_DIALECT } from "./gemini-dialect.ts";
import { geminiErrorBody, geminiRefusalBody } from "./gemini-errors.ts";
import { GeminiStream } from "./gemini-stream.ts";
import { field, isArray, isObject, stringField } from "./json-read.ts";
import { BODY, type Pointer } from "./pointer.ts";
import { RequestReader } from "./request-reader.ts";

/** Gemini: the Developer API and Vertex AI. @see https://ai.google.dev/api/generate-content */
export const gemini = {
  format: "gemini",
  matches: (method, path) => method === "POST" && PATH.test(path),
  readRequest,
  readResponse: candidateSlots,
  afterMask: withoutRepeats,
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
  const reader = new RequestReader(GEMINI_DIALECT, target);
  readBody(reader, body, { pointer: BODY, readsTools: target.readsTools });
  const config = either(body, "generationConfig");
  const count = either(config, "candidateCount");
  const mimeType = either(config, "responseMimeType");
  return {
    ok: true,
    value: {
      slots: reader.slots,
      turns: listOf(body["contents"] ?? [], BODY).map(([, content]) => originOf(stringField(content, "role"))),
      stream: method === "streamGenerateContent",
      // Every answer tells it.
      includeUsage: true,
      model: decoded(name),
      choiceCount: typeof count === "number" && count >= 1 ? Math.min(Math.floor(count), CANDIDATES_MAX) : 1,
      isJsonOutput: typeof mimeType === "string" && mimeType.startsWith("application/json"),
      unreadParts: [...reader.unread],
      readsAnswer: generates,
    },
  };
}

interface BodyPlace {
  readonly pointer: Pointer;
  readonly readsTools: boolean;
}

function readBody(reader: RequestReader, body: JsonObject, place: BodyPlace): void {
  const settings = Object.entries(body).filter(([key, value]) => {
    const pointer = place.pointer.child(key);
    return !readField(reader, camelCase(key), { ...place, pointer, value });
  });
  // Known or not: schemas, stop sequences, labels.
  reader.read(Object.fromEntries(settings), { pointer: place.pointer, origin: "system" });
}

/** False for a setting. */
function readField(reader: RequestReader, name: string, field: BodyPlace & { readonly value: Json }): boolean {
  const { value, pointer, readsTools } = field;
  switch (name) {
    case "content":
    case "contents":
      readContents(reader, value, pointer);
      return true;
    case "systemInstruction":
      reader.read(value, { pointer, origin: "system" });
      return true;
    // Of the document that is embedded.
    case "title":
      reader.read(value, { pointer, origin: "user" });
      return true;
    // Requests of their own: to be counted, or embedded.
    case "generateContentRequest":
    case "requests":
      for (const [at, request] of listOf(value, pointer)) {
        if (isObject(request)) readBody(reader, request, { pointer: at, readsTools });
        else reader.read(request, { pointer: at, origin: "user" });
      }
      return true;
    case "tools":
      if (readsTools) readTools(reader, value, pointer);
      return true;
    default:
      return false;
  }
}

function readTools(reader: RequestReader, value: Json, pointer: Pointer): void {
  if (isArray(value)) reader.readTools(value, pointer);
  else reader.read(value, { pointer, origin: "system", key: "toolConfig" });
}

/** Google takes a list of one also as the value itself. */
function listOf(value: Json, pointer: Pointer): readonly (readonly [pointer: Pointer, value: Json])[] {
  return isArray(value) ? value.map((item, at) => [pointer.child(at), item] as const) : [[pointer, value]];
}

function readContents(reader: RequestReader, contents: Json, pointer: Pointer): void {
  for (const [turn, [at, content]] of listOf(contents, pointer).entries())
    reader.read(content, { pointer: at, origin: originOf(stringField(content, "role")), turn });
}

/** Roles beside these do not exist: whoever invents one is not trusted. */
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
