import type { Json } from "../../../src/core/model.ts";
import type { WireKit } from "./kit.ts";

/** How each format tells the model what a tool returned. */
const REQUESTS: Readonly<Record<string, (result: string) => Json>> = {
  "anthropic-messages": (content) => ({
    model: "claude-test",
    max_tokens: 64,
    messages: [
      { role: "user", content: "What does it say?" },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look_up", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content }] },
    ],
  }),
  gemini: (output) => ({
    contents: [
      { role: "user", parts: [{ text: "What does it say?" }] },
      { role: "model", parts: [{ functionCall: { name: "look_up", args: {} } }] },
      { role: "user", parts: [{ codeExecutionResult: { outcome: "OUTCOME_OK", output } }] },
    ],
  }),
  "openai-chat": (content) => ({
    model: "test-model",
    messages: [
      { role: "user", content: "What does it say?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "look_up", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "call_1", content },
    ],
  }),
  "openai-responses": (output) => ({
    model: "gpt-test",
    input: [
      { role: "user", content: "What does it say?" },
      { type: "function_call", call_id: "call_1", name: "look_up", arguments: "{}" },
      { type: "function_call_output", call_id: "call_1", output },
    ],
  }),
};

/** `null`: the format has none. */
export function toolResultOf({ codec }: Pick<WireKit, "codec">, result: string): Json {
  return REQUESTS[codec.format]?.(result) ?? null;
}
