import type { JsonObject } from "../../../src/core/model.ts";
import { BYTES, callOf, linkOf, words } from "./sample.ts";

const CALLER = { caller: { type: "program", caller_id: "program_1" } };
const CACHE = { prompt_cache_breakpoint: { mode: "explicit", ttl: "30m" } };

export const SCHEMA: JsonObject = {
  type: "object",
  properties: { status: { type: "string", description: words("system"), enum: [words("system")] } },
};

export const TOOLS: readonly JsonObject[] = [
  { type: "function", name: words("system"), description: words("system"), parameters: SCHEMA },
  {
    type: "custom",
    name: words("system"),
    description: words("system"),
    format: { type: "grammar", syntax: "lark", definition: words("system") },
  },
  { type: "mcp", server_label: words("system"), server_description: words("system"), server_url: words("system") },
  { type: "web_search", filters: { allowed_domains: [words("system")] }, user_location: { city: words("system") } },
];

const logprobs = [{ token: "wo", bytes: [119], logprob: 0, top_logprobs: [{ token: "wo", bytes: [119], logprob: 0 }] }];

export const ANNOTATIONS: readonly JsonObject[] = [
  { type: "url_citation", title: words("tool"), url: linkOf("tool"), start_index: 0, end_index: 1 },
  { type: "file_citation", file_id: "file_1", filename: words("tool"), index: 0 },
  { type: "container_file_citation", container_id: "c_1", file_id: "file_1", filename: words("tool") },
  { type: "file_path", file_id: "file_1", index: 0 },
];

/** What a person or a tool sends. */
export const inputParts = (origin: "user" | "tool"): readonly JsonObject[] => [
  { type: "input_text", text: words(origin), ...CACHE },
  { type: "input_image", image_url: linkOf(origin), file_id: "file_1", detail: "auto" },
  { type: "input_file", filename: words(origin), file_data: BYTES, file_id: "file_1", file_url: linkOf(origin) },
  { type: "input_audio", input_audio: { data: BYTES, format: "wav" } },
  { type: "unknown_part", unknown: words(origin) },
];

/** What a server lists or searches through. */
const listed = {
  name: words("tool"),
  description: words("tool"),
  input_schema: { properties: { status: { description: words("tool") } } },
  annotations: { title: words("tool") },
};

/** What a model answers, and what the provider's tools bring. */
export const OUTPUT_ITEMS: readonly JsonObject[] = [
  {
    id: "msg_1",
    type: "message",
    role: "assistant",
    status: "completed",
    phase: "final_answer",
    content: [
      { type: "output_text", text: words("assistant"), annotations: ANNOTATIONS, logprobs },
      { type: "refusal", refusal: words("assistant") },
      { type: "output_audio", data: BYTES, transcript: words("assistant") },
    ],
  },
  {
    id: "rs_1",
    type: "reasoning",
    summary: [{ type: "summary_text", text: words("assistant") }],
    content: [{ type: "reasoning_text", text: words("assistant") }],
    encrypted_content: BYTES,
  },
  {
    id: "fc_1",
    type: "function_call",
    call_id: "call_1",
    name: words("assistant"),
    namespace: words("assistant"),
    arguments: callOf("assistant"),
    ...CALLER,
  },
  {
    id: "ct_1",
    type: "custom_tool_call",
    call_id: "call_1",
    name: words("assistant"),
    namespace: words("assistant"),
    input: words("assistant"),
  },
  {
    id: "cc_1",
    type: "computer_call",
    call_id: "call_1",
    action: { type: "type", text: words("assistant") },
    actions: [{ type: "keypress", keys: [words("assistant")] }],
    pending_safety_checks: [{ id: "check_1", code: words("assistant"), message: words("assistant") }],
  },
  {
    id: "fs_1",
    type: "file_search_call",
    queries: [words("assistant")],
    results: [
      { file_id: "file_1", filename: words("tool"), text: words("tool"), attributes: { status: words("tool") } },
    ],
  },
  {
    id: "ws_1",
    type: "web_search_call",
    action: {
      type: "search",
      query: words("assistant"),
      queries: [words("assistant")],
      sources: [{ type: "url", url: linkOf("tool") }],
    },
  },
  { id: "ws_2", type: "web_search_call", action: { type: "open_page", url: linkOf("assistant") } },
  {
    id: "ws_3",
    type: "web_search_call",
    action: { type: "find_in_page", url: linkOf("assistant"), pattern: words("assistant") },
  },
  {
    id: "ci_1",
    type: "code_interpreter_call",
    container_id: "c_1",
    code: words("assistant"),
    outputs: [
      { type: "logs", logs: words("tool") },
      { type: "image", url: linkOf("tool") },
    ],
  },
  {
    id: "ig_1",
    type: "image_generation_call",
    result: BYTES,
    revised_prompt: words("assistant"),
    output_format: "png",
    error: { message: words("assistant") },
  },
  {
    id: "ls_1",
    type: "local_shell_call",
    call_id: "call_1",
    action: {
      type: "exec",
      command: [words("assistant")],
      env: { status: words("assistant") },
      user: words("assistant"),
      working_directory: words("assistant"),
    },
  },
  {
    id: "sh_1",
    type: "shell_call",
    call_id: "call_1",
    action: { commands: [words("assistant")] },
    environment: { type: "container_reference", container_id: "c_1" },
    created_by: "one",
  },
  {
    id: "sh_3",
    type: "shell_call",
    call_id: "call_1",
    action: { commands: [words("assistant")] },
    environment: {
      type: "local",
      skills: [{ name: words("assistant"), description: words("assistant"), path: words("assistant") }],
    },
  },
  { id: "cc_2", type: "computer_call", call_id: "call_1", action: { type: "click", keys: [words("assistant")] } },
  {
    id: "ap_3",
    type: "apply_patch_call",
    call_id: "call_1",
    operation: { type: "delete_file", path: words("assistant") },
  },
  {
    id: "sh_2",
    type: "shell_call_output",
    call_id: "call_1",
    output: [{ stdout: words("tool"), stderr: words("tool"), outcome: { type: "exit", exit_code: 0 } }],
  },
  {
    id: "ap_1",
    type: "apply_patch_call",
    call_id: "call_1",
    operation: { type: "update_file", path: words("assistant"), diff: words("assistant") },
  },
  { id: "ap_2", type: "apply_patch_call_output", call_id: "call_1", output: words("tool") },
  { id: "ml_1", type: "mcp_list_tools", server_label: words("tool"), error: words("tool"), tools: [listed] },
  {
    id: "mc_1",
    type: "mcp_call",
    name: words("assistant"),
    server_label: words("assistant"),
    arguments: callOf("assistant"),
    output: words("tool"),
    error: { type: "http_error", message: words("tool") },
    approval_request_id: "ma_1",
  },
  {
    id: "ma_1",
    type: "mcp_approval_request",
    name: words("assistant"),
    server_label: words("assistant"),
    arguments: callOf("assistant"),
  },
  { id: "ts_1", type: "tool_search_call", arguments: { status: words("assistant") }, execution: "client" },
  { id: "ts_2", type: "tool_search_output", call_id: "call_1", tools: [{ type: "function", ...listed }] },
  { id: "cm_1", type: "compaction", encrypted_content: BYTES, created_by: "one" },
  { id: "pr_1", type: "program", call_id: "call_1", code: words("assistant"), fingerprint: "print" },
  { id: "pr_2", type: "program_output", call_id: "call_1", result: words("tool") },
  { id: "un_1", type: "unknown_item", unknown: { held: [words("assistant")] } },
];

/** What only requests hold. */
export const INPUT_ITEMS: readonly JsonObject[] = [
  { role: "system", content: words("system") },
  { type: "message", role: "developer", content: [{ type: "input_text", text: words("system") }] },
  { role: "user", content: words("user") },
  { type: "message", role: "user", content: inputParts("user") },
  { role: "assistant", content: words("assistant") },
  {
    type: "function_call_output",
    call_id: "call_1",
    output: words("tool"),
    name: words("tool"),
    namespace: words("tool"),
  },
  { type: "function_call_output", call_id: "call_1", output: inputParts("tool") },
  { type: "custom_tool_call_output", call_id: "call_1", output: words("tool") },
  { type: "custom_tool_call_output", call_id: "call_1", output: inputParts("tool") },
  {
    type: "computer_call_output",
    call_id: "call_1",
    output: { type: "computer_screenshot", image_url: linkOf("tool"), file_id: "file_1" },
    acknowledged_safety_checks: [{ id: "check_1", code: words("tool"), message: words("tool") }],
  },
  { type: "local_shell_call_output", id: "ls_2", output: words("tool") },
  { type: "mcp_approval_response", approval_request_id: "ma_1", reason: words("user") },
  { type: "item_reference", id: "msg_0" },
  { type: "additional_tools", role: "developer", tools: TOOLS },
  { type: "configuration_update", unknown: words("system") },
  { type: "unknown_item", unknown: { held: [words("user")] } },
];
