import type { JsonObject } from "../../core/model.ts";
import type { CompletionCodec, Refusal } from "../codec.ts";
import { sseOnly } from "../framing/framing.ts";
import { refusalNote } from "../shared/native-ends.ts";

/** An error in OpenAI's format. @see https://platform.openai.com/docs/guides/error-codes */
export function openAiErrorBody(code: string, message: string, status: number): JsonObject {
  return { error: { message, type: errorType(status), param: null, code } };
}

/** Body of the 400 that stands for a block: names of policies only. */
export function openAiRefusalBody(refusal: Refusal): JsonObject {
  const { message } = refusal;
  const error = { message, type: "invalid_request_error", param: null, code: "content_filter" };
  return { error: { ...error, ...refusalNote(refusal) } };
}

function errorType(status: number): string {
  if (status >= 500) return "server_error";
  return status === 429 ? "requests" : "invalid_request_error";
}

/** Azure has a header of its own. @see https://learn.microsoft.com/azure/ai-services/openai/reference#authentication */
export function openAiCredential(apiKey: string, path: string): readonly [name: string, value: string] {
  return path.includes("/openai/deployments/") ? ["api-key", apiKey] : ["authorization", `Bearer ${apiKey}`];
}

/** What all of OpenAI's formats have in common. */
export const OPENAI_FORMAT = {
  framing: sseOnly,
  refusalBody: openAiRefusalBody,
  errorBody: openAiErrorBody,
  credential: openAiCredential,
} as const satisfies Partial<CompletionCodec>;
