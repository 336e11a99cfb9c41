import type { Json, JsonObject } from "../core/model.ts";
import type { CompletionCodec, CompletionRequest, Parsed, RequestTarget, TextSlot } from "./codec.ts";
import { sseOnly } from "./framing.ts";
import { field, isArray, isObject, stringField } from "./json-read.ts";
import { openAiCredential, openAiErrorBody, openAiRefusalBody } from "./openai-errors.ts";
import { hasLooseTokens, readsTools, turnsOf, walkFields, withoutRepeats } from "./openai-responses-dialect.ts";
import { refuseOutput } from "./openai-responses-refusal.ts";
import { OpenAiResponsesStream } from "./openai-responses-stream.ts";

/** OpenAI responses, stored ones too. @see https://platform.openai.com/docs/api-reference/responses */
export const openAiResponses = {
  format: "openai-responses",
  matches: (method, path) => PATHS.get(method)?.test(path) === true,
  readRequest,
  readResponse,
  afterMask: withoutRepeats,
  refuseChoices: refuseOutput,
  framing: sseOnly,
  openStream: (request, framing) => new OpenAiResponsesStream(request, framing),
  refusalBody: openAiRefusalBody,
  errorBody: openAiErrorBody,
  credential: openAiCredential,
} as const satisfies CompletionCodec;

/** Whatever version or deployment segments stand before it. */
const PATHS: ReadonlyMap<string, RegExp> = new Map([
  ["DELETE", /\/responses\/[^/]+\/?$/],
  ["GET", /\/responses\/[^/]+(?:\/input_items)?\/?$/],
  ["POST", /\/responses(?:\/compact|\/input_tokens|\/[^/]+\/cancel)?\/?$/],
]);

const NUMBERS = /\/responses\/input_tokens\/?$/;
const CANCEL = /\/responses\/[^/]+\/cancel\/?$/;

function readRequest(body: Json, target: RequestTarget): Parsed<CompletionRequest> {
  const { method, path, query } = target;
  // The address says what is wanted of a stored response.
  const isStored = method !== "POST" || CANCEL.test(path);
  if (!isObject(body) && !(isStored && body === null)) return { ok: false, reason: "body" };
  const fields = isObject(body) ? body : {};
  const slots: TextSlot[] = [];
  const unread = new Set<string>();
  const failed = walkFields(
    fields,
    {
      text: ({ pointer, origin, text, kind, isValue }) =>
        slots.push({ pointer, side: "input", origin, text, kind, isValue, turn: turnOf(pointer) }),
      unread: (kind) => unread.add(kind),
    },
    { pointer: "", origin: "user", readsTools: target.readsTools },
  );
  if (failed !== null) return { ok: false, reason: failed };
  const format = stringField(field(fields["text"], "format"), "type");
  return {
    ok: true,
    value: {
      slots,
      turns: turnsOf(fields["input"]),
      stream: isStored ? new URLSearchParams(query).get("stream") === "true" : fields["stream"] === true,
      includeUsage: true,
      model: stringField(fields, "model"),
      choiceCount: 1,
      isJsonOutput: format === "json_object" || format === "json_schema",
      unreadParts: [...unread],
      readsAnswer: method !== "DELETE" && !NUMBERS.test(path),
    },
  };
}

/** The position of the item that holds it: `/input/1/content` → 1. A prompt that is one text is the first item. */
function turnOf(pointer: string): number | null {
  const [, key, position = "0"] = pointer.split("/");
  return key === "input" ? Number(position) : null;
}

function readResponse(body: Json, request: CompletionRequest): Parsed<readonly TextSlot[]> {
  if (!isObject(body) || !hasContent(body)) return { ok: false, reason: "output" };
  if (hasLooseTokens(body)) return { ok: false, reason: "logprobs" };
  const slots: TextSlot[] = [];
  const failed = walkFields(
    body,
    {
      text: ({ pointer, origin, text, kind, isValue }) => {
        const isOutput = (origin === "assistant" || origin === "tool") && !ECHO.test(pointer);
        const isStructured = request.isJsonOutput && JSON_TEXT.test(pointer);
        const side = isOutput ? "output" : "input";
        slots.push({ pointer, side, origin, text, kind: isStructured ? "json" : kind, isValue, turn: null });
      },
      unread: () => {},
    },
    { pointer: "", origin: "assistant", readsTools: readsTools(request) },
  );
  return failed === null ? { ok: true, value: slots } : { ok: false, reason: failed };
}

/** What the provider repeats of the request. */
const ECHO = /^\/(?:data|input|instructions|prompt)(?:\/|$)/;
const JSON_TEXT = /^\/output\/\d+\/content\/\d+\/text$/;

/** A response, a list of items, or an error that came with status 200. */
function hasContent(body: JsonObject): boolean {
  return isArray(body["output"]) || isArray(body["data"]) || isObject(body["error"]);
}
