import type { Json, JsonObject } from "../core/model.ts";
import {
  ANTHROPIC,
  callerFormat,
  GEMINI,
  json,
  notFound,
  type MockAnswer,
  type MockCall,
  type MockFormat,
  type MockRoute,
} from "./mock-route.ts";
import { CREATED, CREATED_DATE, MODEL } from "./mock-turn.ts";

/** The list of models, in the words of the caller. Any name of a model is answered; one is listed. */
export const modelList: MockRoute = {
  method: "GET",
  path: /\/models$/,
  format: null,
  answer: (call) => json(listOf(callerFormat(call))),
};

export const modelCard: MockRoute = {
  method: "GET",
  path: /\/models\/[^/]+$/,
  format: null,
  answer: (call: MockCall): MockAnswer => {
    if (!call.path.endsWith(`/${MODEL}`)) return notFound(`The mock provider lists one model: ${MODEL}`);
    return json(cardOf(callerFormat(call)));
  },
};

/** A window that no prompt to a mock fills, tokens. */
const INPUT_TOKENS_MAX = 1_048_576;
const OUTPUT_TOKENS_MAX = 8192;

const OPENAI_CARD = { id: MODEL, object: "model", created: CREATED, owned_by: "sallyport" };
const ANTHROPIC_CARD = {
  type: "model",
  id: MODEL,
  display_name: "Mock",
  created_at: CREATED_DATE,
  capabilities: null,
  max_input_tokens: INPUT_TOKENS_MAX,
  max_tokens: OUTPUT_TOKENS_MAX,
};
const GEMINI_CARD = {
  name: `models/${MODEL}`,
  version: "001",
  displayName: "Mock",
  description: "Echoes prompts, inside the gate",
  inputTokenLimit: INPUT_TOKENS_MAX,
  outputTokenLimit: OUTPUT_TOKENS_MAX,
  supportedGenerationMethods: ["generateContent", "streamGenerateContent", "countTokens", "embedContent"],
};

function cardOf(format: MockFormat): JsonObject {
  if (format === GEMINI) return GEMINI_CARD;
  return format === ANTHROPIC ? ANTHROPIC_CARD : OPENAI_CARD;
}

function listOf(format: MockFormat): Json {
  if (format === GEMINI) return { models: [GEMINI_CARD] };
  if (format === ANTHROPIC) return { data: [ANTHROPIC_CARD], has_more: false, first_id: MODEL, last_id: MODEL };
  return { object: "list", data: [OPENAI_CARD] };
}
