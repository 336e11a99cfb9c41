import type { Json, JsonObject } from "../../../src/core/model.ts";
import { anthropicBlock, anthropicStream, anthropicText } from "../wire/anthropic-messages.ts";
import { chatChunk, STREAM_END } from "../upstream.ts";
import type { Trace } from "./trace.ts";

/** How one format writes a conversation with tools, and an answer that calls one. */
export interface CallWire {
  readonly format: string;
  readonly path: (stream: boolean) => string;
  readonly request: (trace: Trace, stream: boolean) => Json;
  readonly answer: (trace: Trace) => Json;
  /** Events; the arguments in pieces where the format has them. */
  readonly stream: (trace: Trace) => readonly string[];
  /** What stands in an answer whose call has come through. */
  readonly mark: string;
}

const MARK = "call_judged";
/** What the model says before it calls. */
const SAID = "One moment, please.";
const textOf = (result: Json): string => (typeof result === "string" ? result : JSON.stringify(result));
/** Characters of a piece. */
const PIECE = 7;
const pieces = (text: string): readonly string[] => text.match(new RegExp(`[^]{1,${PIECE}}`, "gu")) ?? [];
const sse = (body: JsonObject): string => `data: ${JSON.stringify(body)}\n\n`;

const chat: CallWire = {
  format: "openai-chat",
  mark: MARK,
  path: () => "/v1/chat/completions",
  request: ({ steps }, stream) => ({
    model: "m",
    stream,
    messages: steps.map((step, at) => {
      if ("call" in step) {
        const call = { name: step.call[0], arguments: JSON.stringify(step.call[1]) };
        return { role: "assistant", content: null, tool_calls: [{ id: `c${at}`, type: "function", function: call }] };
      }
      if ("result" in step) return { role: "tool", tool_call_id: `c${at - 1}`, content: textOf(step.result) };
      if ("system" in step) return { role: "system", content: step.system };
      return "user" in step ? { role: "user", content: step.user } : { role: "assistant", content: step.assistant };
    }),
  }),
  answer: ({ next: [name, args] }) => {
    const call = { id: MARK, type: "function", function: { name, arguments: JSON.stringify(args) } };
    const message = { role: "assistant", content: SAID, tool_calls: [call] };
    return {
      id: "x",
      object: "chat.completion",
      model: "m",
      choices: [{ index: 0, message, finish_reason: "tool_calls" }],
    };
  },
  stream: ({ next: [name, args] }) => {
    const call = (fields: object): string => chatChunk({ delta: { tool_calls: [{ index: 0, ...fields }] } });
    return [
      chatChunk({ delta: { role: "assistant", content: SAID } }),
      call({ id: MARK, type: "function", function: { name, arguments: "" } }),
      ...pieces(JSON.stringify(args)).map((piece) => call({ function: { arguments: piece } })),
      chatChunk({ finish: "tool_calls" }),
      STREAM_END,
    ];
  },
};

const anthropic: CallWire = {
  format: "anthropic-messages",
  mark: MARK,
  path: () => "/v1/messages",
  request: ({ steps }, stream) => ({
    model: "m",
    max_tokens: 99,
    stream,
    system: steps.flatMap((step) => ("system" in step ? step.system : [])).join("\n"),
    messages: steps.flatMap((step, at): JsonObject[] => {
      if ("system" in step) return [];
      if ("call" in step) {
        const call = { type: "tool_use", id: `c${at}`, name: step.call[0], input: step.call[1] };
        return [{ role: "assistant", content: [call] }];
      }
      if ("result" in step) {
        const content = [{ type: "text", text: textOf(step.result) }];
        return [{ role: "user", content: [{ type: "tool_result", tool_use_id: `c${at - 1}`, content }] }];
      }
      return "user" in step ? [{ role: "user", content: step.user }] : [{ role: "assistant", content: step.assistant }];
    }),
  }),
  answer: ({ next: [name, input] }) => ({
    id: "m1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [
      { type: "text", text: SAID },
      { type: "tool_use", id: MARK, name, input },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  stream: ({ next: [name, args] }) => {
    const deltas = pieces(JSON.stringify(args)).map((piece) => ({ type: "input_json_delta", partial_json: piece }));
    const call = anthropicBlock(1, { type: "tool_use", id: MARK, name, input: {} }, deltas);
    return anthropicStream([...anthropicText(0, [SAID]), ...call], "tool_use");
  },
};

const message = (text: string): JsonObject => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});

const responses: CallWire = {
  format: "openai-responses",
  mark: MARK,
  path: () => "/v1/responses",
  request: ({ steps }, stream) => ({
    model: "m",
    stream,
    input: steps.map((step, at) => {
      if ("call" in step)
        return {
          type: "function_call",
          call_id: `c${at}`,
          name: step.call[0],
          arguments: JSON.stringify(step.call[1]),
        };
      if ("result" in step) return { type: "function_call_output", call_id: `c${at - 1}`, output: textOf(step.result) };
      if ("system" in step) return { role: "developer", content: step.system };
      return "user" in step ? { role: "user", content: step.user } : { role: "assistant", content: step.assistant };
    }),
  }),
  answer: ({ next: [name, args] }) => {
    const call = {
      id: "fc_1",
      type: "function_call",
      call_id: MARK,
      name,
      arguments: JSON.stringify(args),
      status: "completed",
    };
    return { id: "r1", object: "response", status: "completed", model: "m", output: [message(SAID), call] };
  },
  stream: ({ next: [name, args] }) => {
    const json = JSON.stringify(args);
    const call = (done: string): JsonObject => ({
      id: "fc_1",
      type: "function_call",
      call_id: MARK,
      name,
      arguments: done,
    });
    const place = { item_id: "fc_1", output_index: 1 };
    const response = { id: "r1", object: "response", model: "m" };
    return [
      sse({ type: "response.created", response: { ...response, status: "in_progress", output: [] } }),
      sse({ type: "response.output_item.added", output_index: 0, item: { ...message(SAID), content: [] } }),
      sse({ type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: SAID }),
      sse({ type: "response.output_text.done", item_id: "msg_1", output_index: 0, content_index: 0, text: SAID }),
      sse({ type: "response.output_item.done", output_index: 0, item: message(SAID) }),
      sse({ type: "response.output_item.added", output_index: 1, item: call("") }),
      ...pieces(json).map((delta) => sse({ type: "response.function_call_arguments.delta", ...place, delta })),
      sse({ type: "response.function_call_arguments.done", ...place, arguments: json }),
      sse({ type: "response.output_item.done", output_index: 1, item: call(json) }),
      sse({
        type: "response.completed",
        response: { ...response, status: "completed", output: [message(SAID), call(json)] },
      }),
    ];
  },
};

/** Whatever stands there, results are objects. */
const resultObject = (result: Json): Json =>
  typeof result === "object" && result !== null && !Array.isArray(result) ? result : { output: result };

const parts = ({ next: [name, args] }: Trace): Json => [{ text: SAID }, { functionCall: { name, args } }];

const gemini: CallWire = {
  format: "gemini",
  mark: '"functionCall"',
  path: (stream) => `/v1beta/models/m:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  request: ({ steps }) => ({
    systemInstruction: { parts: steps.flatMap((step) => ("system" in step ? [{ text: step.system }] : [])) },
    contents: steps.flatMap((step): JsonObject[] => {
      if ("system" in step) return [];
      if ("call" in step)
        return [{ role: "model", parts: [{ functionCall: { name: step.call[0], args: step.call[1] } }] }];
      if ("result" in step)
        return [{ role: "user", parts: [{ functionResponse: { name: "f", response: resultObject(step.result) } }] }];
      return "user" in step
        ? [{ role: "user", parts: [{ text: step.user }] }]
        : [{ role: "model", parts: [{ text: step.assistant }] }];
    }),
  }),
  answer: (trace) => ({
    candidates: [{ index: 0, content: { role: "model", parts: parts(trace) }, finishReason: "STOP" }],
  }),
  stream: (trace) => [
    sse({ candidates: [{ index: 0, content: { role: "model", parts: parts(trace) } }] }),
    sse({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP" }] }),
  ],
};

export const CALL_WIRES: readonly CallWire[] = [chat, anthropic, responses, gemini];
