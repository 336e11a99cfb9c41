import type { JsonObject } from "../../core/model.ts";
import type { Refusal } from "../codec.ts";

/** Says which policies refused and names the request: a field of our own, which official clients ignore. Names only. */
export function refusalNote({ policies, requestId }: Pick<Refusal, "policies" | "requestId">): JsonObject {
  return { guardrail: { policies, request_id: requestId } };
}
