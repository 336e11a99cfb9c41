import type { Work } from "../../core/work-budget.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import { answerSlots } from "../shared/answer-slots.ts";
import type { CompletionRequest, Parsed, TextSlot, Refusal } from "../codec.ts";
import { GEMINI_SCHEMA } from "./gemini-fields.ts";
import { field, isArray, isObject, without, fieldNames } from "../shared/json-read.ts";
import { getAt } from "../shared/body-edits.ts";
import type { Pointer } from "../shared/pointer.ts";
import type { TextLeaf } from "../shared/text-walk.ts";

/** A candidate's text, in whatever part it stands. */
const CONTENT_TEXT = /^\/candidates\/\d+\/content\/parts(?:\/\d+)?\/text$/;

/** Texts of a complete answer. */
export function candidateSlots(body: Json, request: CompletionRequest, work?: Work): Parsed<readonly TextSlot[]> {
  if (!isObject(body)) return { ok: false, reason: "body" };
  const isStructured = ({ pointer, kind }: TextLeaf): boolean =>
    request.isJsonOutput && kind === "text" && CONTENT_TEXT.test(pointer.name);
  const joinedOf = (leaf: TextLeaf): string | null => joinedIn(body, leaf);
  return { ok: true, value: answerSlots(body, GEMINI_SCHEMA, { isStructured, joinedOf, work }) };
}

/** Clients leave thoughts out of a candidate's text, so they are read apart from it; signed or not. */
function joinedIn(body: Json, { pointer }: TextLeaf): string | null {
  if (!CONTENT_TEXT.test(pointer.name)) return null;
  return `candidates/${pointer.tokenAt(2)}/${isThought(body, { pointer }) ? "thoughts" : "text"}`;
}

/** Whether the leaf is a text of a part that is a thought. */
export const isThought = (body: Json, { pointer: { parent } }: Pick<TextLeaf, "pointer">): boolean =>
  parent !== null && field(getAt(body, parent), "thought") === true;

/** The position of the candidate whose content holds the text; `null`: none does. */
export function contentOf(pointer: Pointer): number | null {
  const position = pointer.depth > 3 && pointer.tokenAt(1) === "candidates" ? pointer.tokenAt(2) : null;
  return typeof position === "number" && pointer.tokenAt(3) === "content" ? position : null;
}

/** Whether it repeats its text token by token. */
export function hasTokens(candidate: Json): boolean {
  const result = field(candidate, "logprobsResult") ?? field(candidate, "logprobs_result");
  return isObject(result) && Object.values(result).some((list) => isArray(list) && list.length > 0);
}

export const withoutTokens = (candidate: Json): Json => without(candidate, TOKEN_FIELDS);

/** Places in the answer, each with a copy of what stands there. */
export function hasSegments(candidate: Json): boolean {
  return METADATA_FIELDS.some((key) => {
    const metadata = field(candidate, key);
    return isObject(metadata) && Object.keys(metadata).some((name) => SUPPORT_FIELDS.has(name));
  });
}

/** Neither its tokens nor its segments: their text is no longer the candidate's, nor are their offsets. */
export function withoutCopies(candidate: Json): Json {
  const rest = withoutTokens(candidate);
  if (!isObject(rest) || !hasSegments(rest)) return rest;
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      METADATA_FIELDS.includes(key) ? without(value, SUPPORT_FIELDS) : value,
    ]),
  );
}

const METADATA_FIELDS: readonly string[] = ["groundingMetadata", "grounding_metadata"];
const SUPPORT_FIELDS: ReadonlySet<string> = new Set(["groundingSupports", "grounding_supports"]);

/** Without its end, which comes in another way. */
export const withoutFinish = (candidate: Json): Json => without(candidate, FINISH_FIELDS);

const FINISH_FIELDS: ReadonlySet<string> = fieldNames("finishReason finish_reason finishMessage finish_message");
const TOKEN_FIELDS: ReadonlySet<string> = new Set(["avgLogprobs", "avg_logprobs", "logprobsResult", "logprobs_result"]);

/** Without what repeats the text in another form. */
export function withoutCandidateRepeats(body: Json): Json {
  const candidates = field(body, "candidates");
  if (!isObject(body) || !isArray(candidates)) return body;
  return { ...body, candidates: candidates.map(withoutCopies) };
}

/** A candidate that ends as Gemini ends one for safety: without content. */
export function refusedCandidate(index: Json, message: string): JsonObject {
  return { index, finishReason: "SAFETY", finishMessage: message };
}

export function refuseCandidates(body: Json, pointers: readonly Pointer[], message: string): Json | null {
  const candidates = field(body, "candidates");
  if (!isObject(body) || !isArray(candidates)) return null;
  if (!pointers.every((pointer) => pointer.tokenAt(1) === "candidates" && pointer.depth > 1)) return null;
  const positions = new Set(pointers.map((pointer) => pointer.tokenAt(2)));
  const names = candidateNames(candidates);
  const kept = candidates.map((candidate, at) =>
    positions.has(at) ? refusedCandidate(Number(names[at]), message) : candidate,
  );
  return { ...body, candidates: kept };
}

/**
 * The index of each candidate of a list. One that bears none is known by its place; but a zero is left out by some servers,
 * so beside others that bear theirs it is the first.
 */
export function candidateNames(candidates: readonly Json[]): readonly string[] {
  const indices = candidates.map((candidate) => field(candidate, "index"));
  const hasSome = indices.some((index) => typeof index === "number");
  return indices.map((index, at) => String(typeof index === "number" ? index : hasSome ? 0 : at));
}

/** Whether it gets no more text. */
export function isFinished(candidate: JsonObject): boolean {
  const reason = candidate["finishReason"] ?? candidate["finish_reason"];
  return typeof reason === "string" && reason !== "" && reason !== "FINISH_REASON_UNSPECIFIED";
}

/** An error as Google's APIs write it; `code` is its machine-readable reason. @see https://google.aip.dev/193 */
export function geminiErrorBody(code: string, message: string, status: number): JsonObject {
  return errorOf(status, message, { reason: code });
}

/** Body of the 400 that stands for a block: names of policies only. */
export function geminiRefusalBody({ message, policies, kinds, requestId }: Refusal): JsonObject {
  const metadata = { policies: policies.join(", "), kinds: kinds.join(", "), request_id: requestId };
  return errorOf(400, message, { reason: "content_filter", metadata });
}

/** The official client reads the code as a number between 400 and 599. */
function errorOf(code: number, message: string, info: JsonObject): JsonObject {
  const detail = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", domain: "guardrail", ...info };
  return { error: { code, message, status: STATUSES.get(code) ?? fallback(code), details: [detail] } };
}

/** HTTP status → `google.rpc.Code`. @see https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const STATUSES: ReadonlyMap<number, string> = new Map([
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [408, "DEADLINE_EXCEEDED"],
  [409, "ABORTED"],
  [429, "RESOURCE_EXHAUSTED"],
  [499, "CANCELLED"],
  [501, "UNIMPLEMENTED"],
  [502, "UNAVAILABLE"],
  [503, "UNAVAILABLE"],
  [504, "DEADLINE_EXCEEDED"],
]);

function fallback(status: number): string {
  return status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT";
}
