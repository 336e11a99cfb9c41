import type { JsonObject } from "../../core/model.ts";
import type { Refusal } from "../codec.ts";
import { refusalNote } from "../shared/refusal-note.ts";

/**
 * An error in Anthropic's format. Official clients read our code at `details.error_code`.
 * @see https://docs.anthropic.com/en/api/errors
 */
export function anthropicErrorBody(code: string, message: string, status: number): JsonObject {
  const error = { type: errorType(status), message, code, details: { error_code: code } };
  return { type: "error", error, request_id: null };
}

/** Body of the 400 that stands for a block: names of policies only. */
export function anthropicRefusalBody(refusal: Refusal): JsonObject {
  const { message, requestId } = refusal;
  const error = { type: errorType(400), message, code: BLOCKED, details: { error_code: BLOCKED } };
  return { type: "error", error: { ...error, ...refusalNote(refusal) }, request_id: requestId };
}

/** The code of a block, the same in every format. */
const BLOCKED = "content_filter";

function errorType(status: number): string {
  const known = TYPES.get(status);
  if (known !== undefined) return known;
  return status >= 500 ? "api_error" : "invalid_request_error";
}

const TYPES: ReadonlyMap<number, string> = new Map([
  [401, "authentication_error"],
  [402, "billing_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [503, "overloaded_error"],
  [504, "timeout_error"],
  [529, "overloaded_error"],
]);

export function anthropicCredential(apiKey: string): readonly [name: string, value: string] {
  return ["x-api-key", apiKey];
}
