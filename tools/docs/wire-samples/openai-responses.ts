import { stringField } from "../../../src/codecs/shared/json-read.ts";
import type { JsonObject } from "../../../src/core/model.ts";
import { ANNOTATIONS, INPUT_ITEMS, OUTPUT_ITEMS, SCHEMA, TOOLS } from "./openai-responses-items.ts";
import { BYTES, callOf, linkOf, words, type WireSample } from "./sample.ts";

const format = { type: "json_schema", name: words("system"), description: words("system"), schema: SCHEMA };
const variables = {
  status: words("user"),
  text: { type: "input_text", text: words("user") },
  image: { type: "input_image", image_url: linkOf("user"), detail: "auto" },
};

const settings = {
  access_programs: { cyber: "standard" },
  context_management: [{ type: "compaction", compact_threshold: 1 }],
  conversation: { id: "conv_1" },
  model: "gpt-test",
  previous_response_id: "resp_0",
  prompt_cache_key: "key",
  prompt_cache_options: { mode: "implicit", ttl: "30m" },
  prompt_cache_retention: "24h",
  reasoning: { effort: "low", summary: "auto" },
  safety_identifier: "hash",
  service_tier: "auto",
  tool_choice: { type: "function", name: "look_up" },
  truncation: "auto",
  user: "opaque",
};

const request = {
  ...settings,
  input: [...INPUT_ITEMS, ...OUTPUT_ITEMS.filter(({ type }) => type !== "unknown_item")],
  instructions: words("system"),
  prompt: { id: "prompt_1", version: "1", variables },
  metadata: { status: words("user") },
  include: ["reasoning.encrypted_content"],
  stream_options: { include_obfuscation: true },
  text: { format, verbosity: "low" },
  tools: TOOLS,
  unknown: { held: [words("user")] },
};

const error = {
  code: words("assistant"),
  message: words("assistant"),
  param: words("assistant"),
  misalignment: {
    detailed_explanation: words("assistant"),
    review_target: words("assistant"),
    steer: { message: words("assistant") },
  },
};

/** What stands around the items: much of it repeats the request. */
const around = {
  ...settings,
  id: "resp_1",
  object: "response",
  status: "completed",
  error,
  incomplete_details: { reason: "content_filter" },
  instructions: [{ role: "system", content: words("system") }],
  metadata: { status: words("user") },
  prompt: { id: "prompt_1", variables },
  text: { format },
  usage: { input_tokens: 1, output_tokens: 1 },
  unknown: words("assistant"),
};

const response = (fields: JsonObject) => ({
  id: "resp_1",
  object: "response",
  model: "gpt-test",
  output: [],
  ...fields,
});

const text = (name: string, field: string, place: JsonObject, value = words("assistant")): readonly JsonObject[] => [
  { type: `response.${name}.delta`, item_id: "item_1", ...place, delta: value, obfuscation: "x" },
  { type: `response.${name}.done`, item_id: "item_1", ...place, [field]: value },
];

const item = (
  index: number,
  value: JsonObject | undefined,
  ...between: readonly JsonObject[]
): readonly JsonObject[] => {
  const done = value ?? {};
  const start = Object.fromEntries(
    Object.entries(done).filter(([key]) => key === "id" || key === "type" || key === "role"),
  );
  return [
    { type: "response.output_item.added", output_index: index, item: start },
    ...between,
    { type: "response.output_item.done", output_index: index, item: done },
  ];
};

const OWN_EVENTS: ReadonlyMap<string, (at: JsonObject) => readonly JsonObject[]> = new Map([
  [
    "message",
    (at: JsonObject) => [
      { type: "response.content_part.added", ...at, content_index: 0, part: { type: "output_text", text: "" } },
      ...text("output_text", "text", { ...at, content_index: 0 }),
      ...ANNOTATIONS.map((annotation, annotation_index) => ({
        type: "response.output_text.annotation.added",
        ...at,
        content_index: 0,
        annotation_index,
        annotation,
      })),
      {
        type: "response.content_part.done",
        ...at,
        content_index: 0,
        part: { type: "output_text", text: words("assistant"), annotations: ANNOTATIONS },
      },
      ...text("refusal", "refusal", { ...at, content_index: 1 }),
    ],
  ],
  [
    "reasoning",
    (at: JsonObject) => [
      {
        type: "response.reasoning_summary_part.added",
        ...at,
        summary_index: 0,
        part: { type: "summary_text", text: "" },
      },
      ...text("reasoning_summary_text", "text", { ...at, summary_index: 0 }),
      {
        type: "response.reasoning_summary_part.done",
        ...at,
        summary_index: 0,
        part: { type: "summary_text", text: words("assistant") },
      },
      ...text("reasoning_text", "text", { ...at, content_index: 0 }),
    ],
  ],
  ["function_call", (at: JsonObject) => text("function_call_arguments", "arguments", at, callOf("assistant"))],
  ["custom_tool_call", (at: JsonObject) => text("custom_tool_call_input", "input", at)],
  ["code_interpreter_call", (at: JsonObject) => text("code_interpreter_call_code", "code", at)],
  ["mcp_call", (at: JsonObject) => text("mcp_call_arguments", "arguments", at, callOf("assistant"))],
  ["shell_call", (at: JsonObject) => text("shell_call_command", "command", { ...at, command_index: 0 })],
  [
    "shell_call_output",
    (at: JsonObject) => [
      { type: "response.shell_call_output_content.delta", ...at, command_index: 0, delta: { stdout: words("tool") } },
      {
        type: "response.shell_call_output_content.done",
        ...at,
        command_index: 0,
        output: [{ stdout: words("tool"), stderr: words("tool"), outcome: { type: "exit" } }],
      },
    ],
  ],
  ["apply_patch_call", (at: JsonObject) => text("apply_patch_call_operation_diff", "diff", at)],
  [
    "image_generation_call",
    (at: JsonObject) => [{ type: "response.image_generation_call.partial_image", ...at, partial_image_b64: BYTES }],
  ],
]);

/** Calls that clients run have text in every event of theirs. */
const events: readonly JsonObject[] = [
  { type: "response.created", response: response({ ...around, status: "in_progress" }) },
  { type: "response.in_progress", response: response({}) },
  ...OUTPUT_ITEMS.flatMap((value, index) => {
    const own = OWN_EVENTS.get(stringField(value, "type"))?.({ output_index: index }) ?? [];
    return item(index, value, ...own);
  }),
  ...text("audio.transcript", "transcript", { output_index: 90 }),
  { type: "response.audio.delta", delta: BYTES },
  { type: "response.unknown_text.delta", output_index: 91, delta: words("assistant") },
  { type: "response.unknown", unknown: words("assistant") },
  { type: "response.steer.accepted", unknown: words("user") },
  { type: "error", ...error },
  { type: "response.completed", response: response({ ...around, output: OUTPUT_ITEMS }) },
].map((event, sequence_number) => ({ ...event, sequence_number }));

export const OPENAI_RESPONSES: readonly WireSample[] = [
  {
    format: "openai-responses",
    title: "POST …/responses",
    path: "/v1/responses",
    request,
    answer: { ...around, output: OUTPUT_ITEMS },
    events,
    streaming: { fields: { stream: true }, path: "/v1/responses" },
  },
];
