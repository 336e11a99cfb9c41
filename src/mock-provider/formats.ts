import { openAiErrorBody } from "../codecs/openai/openai-errors.ts";
import type { MockCall, MockFormat } from "./mock-route.ts";

const REQUEST_ID = "req_mock";

export const OPENAI: MockFormat = {
  errorBody: ({ code, message, status }) => openAiErrorBody(code, message, status),
  headers: { "x-request-id": REQUEST_ID },
};

export const ANTHROPIC: MockFormat = {
  errorBody: ({ status, message }) => ({
    type: "error",
    error: { type: status === 404 ? "not_found_error" : "invalid_request_error", message },
    request_id: REQUEST_ID,
  }),
  headers: { "request-id": REQUEST_ID },
};

export const GEMINI: MockFormat = {
  errorBody: ({ status, message }) => ({
    error: { code: status, message, status: status === 404 ? "NOT_FOUND" : "INVALID_ARGUMENT" },
  }),
  headers: { "x-request-id": REQUEST_ID },
};

/** Whose client calls, where the path alone does not tell. */
export function callerFormat({ path, query, headers }: Pick<MockCall, "path" | "query" | "headers">): MockFormat {
  if (headers.has("anthropic-version") || /\/messages(?:\/|$)/.test(path)) return ANTHROPIC;
  // Google serves OpenAI's format below its own version.
  if (path.includes("/openai/")) return OPENAI;
  const isGoogle = headers.has("x-goog-api-key") || query.has("key") || /\/v1beta\/|\/[^/]+:\w+$/.test(path);
  return isGoogle ? GEMINI : OPENAI;
}
