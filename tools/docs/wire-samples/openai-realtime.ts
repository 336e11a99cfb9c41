import type { JsonObject } from "../../../src/core/model.ts";
import { BYTES, callOf, linkOf, words, type MessageSample } from "./sample.ts";

const tools = [
  { type: "function", name: words("system"), description: words("system"), parameters: { status: words("system") } },
];

const session = {
  type: "realtime",
  model: "gpt-realtime",
  instructions: words("system"),
  tools,
  tool_choice: "auto",
  voice: "alloy",
  output_modalities: ["text"],
  prompt: { id: "prompt_1", variables: { city: words("user") } },
};

const clientItems: readonly JsonObject[] = [
  { type: "message", role: "system", content: [{ type: "input_text", text: words("system") }] },
  {
    type: "message",
    role: "user",
    content: [
      { type: "input_text", text: words("user") },
      { type: "input_audio", audio: BYTES, transcript: words("user") },
      { type: "input_image", image_url: linkOf("user") },
      { type: "unknown_part", unknown: words("user") },
    ],
  },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: words("assistant") }] },
  { type: "function_call", call_id: "call_1", name: words("assistant"), arguments: callOf("assistant") },
  { type: "function_call_output", call_id: "call_1", output: words("tool") },
];

const client: readonly JsonObject[] = [
  { type: "session.update", event_id: "event_1", session },
  ...clientItems.map((item) => ({ type: "conversation.item.create", previous_item_id: "item_0", item })),
  { type: "response.create", response: { instructions: words("system"), tools, input: clientItems } },
  { type: "input_audio_buffer.append", audio: BYTES },
  { type: "unknown", unknown: words("user") },
];

const place = { response_id: "resp_1", item_id: "item_1", output_index: 0, content_index: 0 };
const text = (name: string, field: string, value = words("assistant")): readonly JsonObject[] => [
  { type: `response.${name}.delta`, ...place, delta: value },
  { type: `response.${name}.done`, ...place, [field]: value },
];

const content = [
  { type: "output_text", text: words("assistant") },
  { type: "output_audio", transcript: words("assistant") },
];
const message = { id: "item_1", type: "message", role: "assistant", content };
const call = {
  id: "item_2",
  type: "function_call",
  call_id: "call_1",
  name: words("assistant"),
  arguments: callOf("assistant"),
};

const server: readonly JsonObject[] = [
  { type: "session.created", session: { ...session, prompt: null } },
  { type: "conversation.item.added", item: clientItems[1] ?? {} },
  { type: "conversation.item.input_audio_transcription.completed", item_id: "item_0", transcript: words("user") },
  { type: "response.created", response: { id: "resp_1", output: [] } },
  { type: "response.output_item.added", response_id: "resp_1", output_index: 0, item: { ...message, content: [] } },
  { type: "response.content_part.added", ...place, part: { type: "output_text", text: "" } },
  ...text("output_text", "text"),
  ...text("output_audio_transcript", "transcript"),
  { type: "response.content_part.done", ...place, part: { type: "output_text", text: words("assistant") } },
  { type: "response.output_item.done", response_id: "resp_1", output_index: 0, item: message },
  { type: "response.output_item.added", response_id: "resp_1", output_index: 1, item: { ...call, arguments: "" } },
  ...text("function_call_arguments", "arguments", callOf("assistant")).map((event) => ({
    ...event,
    item_id: "item_2",
    output_index: 1,
  })),
  { type: "response.output_item.done", response_id: "resp_1", output_index: 1, item: call },
  { type: "response.done", response: { id: "resp_1", status: "completed", output: [message, call] } },
  { type: "error", error: { type: "server_error", message: words("assistant") } },
  { type: "unknown", unknown: words("assistant") },
];

export const OPENAI_REALTIME: MessageSample = {
  format: "openai-realtime",
  title: "WebSocket …/realtime",
  client,
  server,
};
