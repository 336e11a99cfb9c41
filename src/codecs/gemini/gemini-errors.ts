import type { JsonObject } from "../../core/model.ts";
import type { Refusal } from "../codec.ts";

/** An error as Google's APIs write it; `code` is its machine-readable reason. @see https://google.aip.dev/193 */
export function geminiErrorBody(code: string, message: string, status: number): JsonObject {
  return errorOf(status, message, { reason: code });
}

/** Body of the 400 that stands for a block: names of policies only. */
export function geminiRefusalBody({ message, policies, requestId }: Refusal): JsonObject {
  const metadata = { policies: policies.join(", "), request_id: requestId };
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
