import type { JsonObject, Origin } from "../../../src/core/model.ts";
import { BYTES, linkOf, words } from "./sample.ts";

const CACHE = { cache_control: { type: "ephemeral", ttl: "5m" } };
const CALLER = { caller: { type: "code_execution_20260120", tool_id: "tool_1" } };
const error = (type: string): JsonObject => ({ type, error_code: "unavailable", error_message: words("tool") });

/** All kinds of citations. */
export const CITATIONS: readonly JsonObject[] = [
  {
    type: "char_location",
    cited_text: words("tool"),
    document_index: 0,
    document_title: words("tool"),
    end_char_index: 1,
    file_id: "file_1",
    start_char_index: 0,
  },
  { type: "page_location", cited_text: words("tool"), document_title: words("tool"), file_id: "file_1" },
  { type: "content_block_location", cited_text: words("tool"), document_title: words("tool"), file_id: "file_1" },
  { type: "search_result_location", cited_text: words("tool"), source: words("tool"), title: words("tool") },
  {
    type: "web_search_result_location",
    cited_text: words("tool"),
    encrypted_index: BYTES,
    title: words("tool"),
    url: linkOf("tool"),
  },
];

const TEXTS = [{ type: "text", text: words("tool"), citations: CITATIONS, ...CACHE }];

export const DOCUMENTS: readonly JsonObject[] = [
  {
    type: "document",
    source: { type: "text", media_type: "text/plain", data: words("tool") },
    title: words("tool"),
    context: words("tool"),
    citations: { enabled: true },
    ...CACHE,
  },
  { type: "document", source: { type: "content", content: words("tool") } },
  { type: "document", source: { type: "content", content: [{ type: "text", text: words("tool") }] } },
  { type: "document", source: { type: "base64", media_type: "application/pdf", data: BYTES } },
  { type: "document", source: { type: "url", url: linkOf("tool") } },
  { type: "document", source: { type: "file", file_id: "file_1" } },
  { type: "search_result", source: words("tool"), title: words("tool"), content: TEXTS, citations: { enabled: true } },
];

/** Whoever sends an image wrote its link. */
export const imagesOf = (origin: Origin): readonly JsonObject[] => [
  {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: BYTES },
    transformations: { oversized_image: "downsize" },
    ...CACHE,
  },
  { type: "image", source: { type: "url", url: linkOf(origin) } },
  { type: "image", source: { type: "file", file_id: "file_1" } },
];

/** What comes back from the client's own tools. */
export const CLIENT_RESULTS: readonly JsonObject[] = [
  { type: "tool_result", tool_use_id: "toolu_1", content: words("tool"), toolset_name: "browser", ...CACHE },
  {
    type: "tool_result",
    tool_use_id: "toolu_1",
    is_error: false,
    content: [
      ...TEXTS,
      ...imagesOf("tool"),
      ...DOCUMENTS,
      { type: "tool_reference", tool_name: words("tool") },
      {
        type: "browser_state",
        tabs: [{ tab_id: "tab_1", title: words("tool"), url: linkOf("tool"), active: true }],
        state_changes: [
          { type: "download_completed", download_id: "d_1", url: linkOf("tool"), path: words("tool") },
          { type: "download_failed", download_id: "d_1", url: linkOf("tool"), error: words("tool") },
          { type: "download_started", download_id: "d_1", url: linkOf("tool") },
          { type: "tab_opened", tab_id: "tab_1" },
        ],
      },
    ],
  },
];

/** What the provider's own tools brought. */
export const SERVER_RESULTS: readonly JsonObject[] = [
  {
    type: "web_search_tool_result",
    tool_use_id: "srv_1",
    ...CALLER,
    content: [
      {
        type: "web_search_result",
        encrypted_content: BYTES,
        page_age: words("tool"),
        title: words("tool"),
        url: linkOf("tool"),
      },
    ],
  },
  { type: "web_search_tool_result", tool_use_id: "srv_1", content: error("web_search_tool_result_error") },
  {
    type: "web_fetch_tool_result",
    tool_use_id: "srv_1",
    content: {
      type: "web_fetch_result",
      url: linkOf("tool"),
      retrieved_at: "2026-01-01",
      content: {
        type: "document",
        title: words("tool"),
        source: { type: "text", media_type: "text/plain", data: words("tool") },
      },
    },
  },
  {
    type: "code_execution_tool_result",
    tool_use_id: "srv_1",
    content: {
      type: "code_execution_result",
      return_code: 0,
      stdout: words("tool"),
      stderr: words("tool"),
      content: [{ type: "code_execution_output", file_id: "file_1" }],
    },
  },
  {
    type: "code_execution_tool_result",
    tool_use_id: "srv_1",
    content: { type: "encrypted_code_execution_result", encrypted_stdout: BYTES, stderr: words("tool"), content: [] },
  },
  {
    type: "bash_code_execution_tool_result",
    tool_use_id: "srv_1",
    content: {
      type: "bash_code_execution_result",
      stdout: words("tool"),
      stderr: words("tool"),
      content: [{ type: "bash_code_execution_output", file_id: "file_1" }],
    },
  },
  {
    type: "text_editor_code_execution_tool_result",
    tool_use_id: "srv_1",
    content: { type: "text_editor_code_execution_view_result", content: words("tool"), file_type: "text" },
  },
  {
    type: "text_editor_code_execution_tool_result",
    tool_use_id: "srv_1",
    content: { type: "text_editor_code_execution_str_replace_result", lines: [words("tool")] },
  },
  {
    type: "tool_search_tool_result",
    tool_use_id: "srv_1",
    content: {
      type: "tool_search_tool_search_result",
      tool_references: [{ type: "tool_reference", tool_name: words("tool") }],
    },
  },
  { type: "tool_search_tool_result", tool_use_id: "srv_1", content: error("tool_search_tool_result_error") },
  {
    type: "mcp_tool_result",
    tool_use_id: "srv_1",
    is_error: false,
    content: [{ type: "text", text: words("tool"), citations: null }],
  },
  { type: "mcp_tool_result", tool_use_id: "srv_1", content: words("tool") },
  { type: "advisor_tool_result", tool_use_id: "srv_1", content: { type: "advisor_result", text: words("tool") } },
  {
    type: "advisor_tool_result",
    tool_use_id: "srv_1",
    content: { type: "advisor_redacted_result", encrypted_content: BYTES, stop_reason: "end_turn" },
  },
];

/** What the model wrote. */
export const CALLS: readonly JsonObject[] = [
  {
    type: "tool_use",
    id: "toolu_1",
    name: words("assistant"),
    input: { status: words("assistant") },
    toolset_name: "t",
    ...CALLER,
  },
  { type: "server_tool_use", id: "srv_1", name: words("assistant"), input: { query: words("assistant") }, ...CALLER },
  {
    type: "mcp_tool_use",
    id: "mcp_1",
    name: words("assistant"),
    server_name: words("assistant"),
    input: { query: words("assistant") },
  },
];

export const THOUGHTS: readonly JsonObject[] = [
  { type: "thinking", thinking: words("assistant"), signature: "c2ln" },
  { type: "redacted_thinking", data: BYTES },
  { type: "compaction", content: words("assistant"), signature: "c2ln" },
];

export const TEXT: JsonObject = { type: "text", text: words("assistant"), citations: CITATIONS };

/** Tools that come and go in the middle of a conversation. */
export const toolChanges = (origin: Origin): readonly JsonObject[] => [
  {
    type: "tool_addition",
    tool: { type: "mcp_tool_reference", name: words(origin), server_name: words(origin) },
    ...CACHE,
  },
  { type: "tool_removal", tool: { type: "mcp_toolset_reference", server_name: words(origin) } },
];

/** Read only where definitions of tools are. */
export const toolDefinition = (origin: Origin): JsonObject => ({
  type: "tool_addition",
  tool: {
    type: "tool_definition",
    definition: { name: words(origin), description: words(origin), input_schema: { status: words(origin) } },
  },
});

export const OTHERS: readonly JsonObject[] = [
  ...toolChanges("assistant"),
  {
    type: "mcp_tool_listing",
    mcp_server_name: words("tool"),
    tools: [{ name: words("tool"), description: words("tool"), input_schema: { status: words("tool") } }],
  },
  { type: "fallback", from: { model: "one" }, to: { model: "two" }, trigger: { type: "refusal", category: "cyber" } },
  { type: "container_upload", file_id: "file_1" },
  { type: "unknown_block", unknown: { held: [words("assistant")] } },
];
