import type { JsonObject } from "../../../src/core/model.ts";
import {
  CALLS,
  CITATIONS,
  CLIENT_RESULTS,
  DOCUMENTS,
  imagesOf,
  OTHERS,
  SERVER_RESULTS,
  TEXT,
  THOUGHTS,
  toolChanges,
  toolDefinition,
} from "./anthropic-blocks.ts";
import { BYTES, callOf, words, type WireSample } from "./sample.ts";

const schema = {
  type: "object",
  properties: { status: { type: "string", description: words("system"), enum: [words("system")] } },
};

const request = {
  model: "claude-test",
  max_tokens: 64,
  system: [{ type: "text", text: words("system"), cache_control: { type: "ephemeral" } }],
  messages: [
    { role: "system", content: words("system") },
    { role: "system", content: [...toolChanges("system"), toolDefinition("system")] },
    { role: "user", content: words("user") },
    {
      role: "user",
      content: [
        { type: "text", text: words("user") },
        ...imagesOf("user"),
        ...DOCUMENTS,
        ...CLIENT_RESULTS,
        { type: "container_upload", file_id: "file_1" },
        { type: "unknown_block", unknown: { held: [words("user")] } },
      ],
    },
    { role: "assistant", content: words("assistant") },
    {
      role: "assistant",
      content: [...THOUGHTS, TEXT, ...CALLS, ...SERVER_RESULTS, ...OTHERS],
      unknown: words("assistant"),
    },
  ],
  cache_control: { type: "ephemeral", ttl: "5m" },
  anthropic_beta: ["one"],
  anthropic_version: "one",
  betas: ["one"],
  billing_policy: { type: "billing_policy" },
  compaction: { instructions: words("system") },
  container: { id: "container_1", skills: [{ type: "custom", skill_id: "skill_1", version: "latest" }] },
  context_management: { edits: [{ type: "compact", instructions: words("system") }] },
  diagnostics: { previous_message_id: "msg_0" },
  fallback_credit_token: "token",
  fallbacks: [{ model: "claude-test", unknown: words("system") }],
  inference_geo: "us",
  mcp_servers: [{ type: "url", name: "one", url: "https://mcp.example", authorization_token: "token" }],
  metadata: { user_id: "opaque", note: words("system") },
  output_format: { type: "json_schema", schema },
  output_config: { effort: "low", format: { type: "json_schema", schema } },
  service_tier: "auto",
  speed: "fast",
  stop_sequences: [words("system")],
  thread: { type: "continue", previous_message_id: "msg_0" },
  thinking: { type: "enabled", budget_tokens: 1, display: "summarized" },
  tool_choice: { type: "tool", name: "look_up" },
  tools: [
    {
      type: "custom",
      name: words("system"),
      description: words("system"),
      input_schema: schema,
      input_examples: [{ status: words("system") }],
      allowed_callers: [words("system")],
    },
    {
      type: "web_search_20260318",
      name: words("system"),
      allowed_domains: [words("system")],
      blocked_domains: [words("system")],
      user_location: { type: "approximate", city: words("system") },
    },
  ],
  user_profile_id: "profile_1",
  workspace_id: "workspace_1",
  unknown: { held: [words("user")] },
};

const message = { id: "msg_1", type: "message", role: "assistant", model: "claude-test" };
const stop = {
  stop_reason: "refusal",
  stop_sequence: words("assistant"),
  stop_details: { type: "refusal", category: "cyber", explanation: words("assistant") },
};
const container = {
  id: "container_1",
  expires_at: "2026-01-01",
  skills: [{ type: "custom", skill_id: "skill_1", version: "1" }],
};
const usage = { input_tokens: 1, output_tokens: 1, service_tier: "standard", inference_geo: "us" };

const answer = {
  ...message,
  container,
  content: [...THOUGHTS, TEXT, ...CALLS, ...SERVER_RESULTS, ...OTHERS, toolDefinition("assistant")],
  context_management: { applied_edits: [{ type: "compact" }] },
  diagnostics: { cache_miss_reason: { type: "model_changed" } },
  ...stop,
  usage,
  unknown: words("assistant"),
};

const block = (index: number, content_block: JsonObject, ...deltas: readonly JsonObject[]): readonly JsonObject[] => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];

const whole = [...THOUGHTS, TEXT, ...CALLS, ...SERVER_RESULTS, ...OTHERS];

const events: readonly JsonObject[] = [
  {
    type: "message_start",
    message: { ...message, content: [], container, stop_reason: null, usage, unknown: words("assistant") },
  },
  { type: "ping" },
  ...block(
    0,
    { type: "thinking", thinking: "", signature: "" },
    { type: "thinking_delta", thinking: words("assistant") },
    { type: "signature_delta", signature: "c2ln" },
  ),
  ...block(
    1,
    { type: "text", text: "" },
    { type: "text_delta", text: words("assistant") },
    ...CITATIONS.map((citation) => ({ type: "citations_delta", citation })),
  ),
  ...block(
    2,
    { type: "tool_use", id: "toolu_1", name: words("assistant"), input: {} },
    { type: "input_json_delta", partial_json: callOf("assistant") },
  ),
  ...block(
    3,
    { type: "compaction", content: "" },
    { type: "compaction_delta", content: words("assistant"), encrypted_content: BYTES },
  ),
  ...block(4, { type: "text", text: "" }, { type: "unknown_delta", unknown: words("assistant") }),
  ...whole.flatMap((content, at) => block(5 + at, content)),
  { type: "message_delta", delta: { ...stop, container }, usage, context_management: { applied_edits: [] } },
  { type: "message_stop" },
  { type: "error", error: { type: "overloaded_error", message: words("assistant") }, request_id: "req_1" },
];

export const ANTHROPIC_MESSAGES: readonly WireSample[] = [
  {
    format: "anthropic-messages",
    title: "POST …/messages",
    path: "/v1/messages",
    request,
    answer,
    events,
    streaming: { fields: { stream: true }, path: "/v1/messages" },
  },
];
