import type { JsonObject } from "../../core/model.ts";
import type { Refusal, CompletionRequest } from "../codec.ts";

/**
 * Says which policies refused, what kinds of findings they have, and names the request: a field of our own, which official clients
 * ignore. Names only.
 */
export function refusalNote({ policies, kinds, requestId }: Omit<Refusal, "message">): JsonObject {
  return { guardrail: { policies, kinds, request_id: requestId } };
}

/** UTF-16 units a token, about: only for the usage of an answer that was cut short. */
const CHARS_PER_TOKEN = 4;

/** Tokens of the prompt and of an answer of that many UTF-16 units, about. */
export function estimateUsage(
  request: Pick<CompletionRequest, "slots" | "promptLength">,
  answerLength: number,
): { readonly input: number; readonly output: number } {
  const promptLength = request.promptLength ?? request.slots.reduce((sum, slot) => sum + slot.text.length, 0);
  return { input: Math.ceil(promptLength / CHARS_PER_TOKEN), output: Math.ceil(answerLength / CHARS_PER_TOKEN) };
}

/** In the form of the Responses API. */
export function estimateResponse(request: CompletionRequest, textLength: number): JsonObject {
  const { input, output } = estimateUsage(request, textLength);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
    guardrail_estimated: true,
  };
}
