import type { Json, JsonObject } from "../../../src/core/model.ts";
import type { TypedEvent } from "./openai-responses.ts";

interface BuiltItem {
  readonly events: readonly TypedEvent[];
  /** As the finished response repeats it. */
  readonly item: JsonObject;
}

/** An item of one kind around a text that comes in pieces of `size` characters. */
type ItemKind = (text: string, index: number, size: number) => BuiltItem;

const pieces = (text: string, size: number): readonly string[] => text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
const deltas = (type: string, place: JsonObject, parts: readonly string[]): readonly TypedEvent[] =>
  parts.map((delta) => ({ type: `response.${type}.delta`, ...place, delta }));

/** From the item as it starts to the item as it ends, with what comes between. */
function built(index: number, start: JsonObject, item: JsonObject, between: readonly TypedEvent[]): BuiltItem {
  const added = { type: "response.output_item.added", output_index: index, item: start };
  const done = { type: "response.output_item.done", output_index: index, item };
  return { events: [added, ...between, done], item };
}

function messageOf(part: (text: string) => JsonObject, name: string, field: string): ItemKind {
  return (text, index, size) => {
    const place = { item_id: `msg_${index}`, output_index: index, content_index: 0 };
    const item = (status: string, content: Json): JsonObject => ({
      id: `msg_${index}`,
      type: "message",
      role: "assistant",
      status,
      content,
    });
    return built(index, item("in_progress", []), item("completed", [part(text)]), [
      { type: "response.content_part.added", ...place, part: part("") },
      ...deltas(name, place, pieces(text, size)),
      { type: `response.${name}.done`, ...place, [field]: text },
      { type: "response.content_part.done", ...place, part: part(text) },
    ]);
  };
}

const reasoning: ItemKind = (text, index, size) => {
  const place = { item_id: `rs_${index}`, output_index: index, summary_index: 0 };
  const item = (summary: Json): JsonObject => ({
    id: `rs_${index}`,
    type: "reasoning",
    summary,
    encrypted_content: "zz",
  });
  const part = (shown: string): JsonObject => ({ type: "summary_text", text: shown });
  return built(index, item([]), item([part(text)]), [
    { type: "response.reasoning_summary_part.added", ...place, part: part("") },
    ...deltas("reasoning_summary_text", place, pieces(text, size)),
    { type: "response.reasoning_summary_text.done", ...place, text },
    { type: "response.reasoning_summary_part.done", ...place, part: part(text) },
  ]);
};

const functionCall: ItemKind = (text, index, size) => {
  const place = { item_id: `fc_${index}`, output_index: index };
  const json = JSON.stringify({ text });
  const item = (args: string, status: string): JsonObject => ({
    id: `fc_${index}`,
    type: "function_call",
    call_id: `call_${index}`,
    name: "send",
    arguments: args,
    status,
  });
  return built(index, item("", "in_progress"), item(json, "completed"), [
    ...deltas("function_call_arguments", place, pieces(json, size)),
    { type: "response.function_call_arguments.done", ...place, arguments: json },
  ]);
};

const customCall: ItemKind = (text, index, size) => {
  const place = { item_id: `ct_${index}`, output_index: index };
  const item = (input: string, status: string): JsonObject => ({
    id: `ct_${index}`,
    type: "custom_tool_call",
    call_id: `call_${index}`,
    name: "note",
    input,
    status,
  });
  return built(index, item("", "in_progress"), item(text, "completed"), [
    ...deltas("custom_tool_call_input", place, pieces(text, size)),
    { type: "response.custom_tool_call_input.done", ...place, input: text },
  ]);
};

const codeInterpreter: ItemKind = (text, index, size) => {
  const place = { item_id: `ci_${index}`, output_index: index };
  const item = (code: string, outputs: Json, status: string): JsonObject => ({
    id: `ci_${index}`,
    type: "code_interpreter_call",
    container_id: "c",
    code,
    outputs,
    status,
  });
  return built(index, item("", [], "in_progress"), item(text, [{ type: "logs", logs: text }], "completed"), [
    { type: "response.code_interpreter_call.in_progress", ...place },
    ...deltas("code_interpreter_call_code", place, pieces(text, size)),
    { type: "response.code_interpreter_call_code.done", ...place, code: text },
    { type: "response.code_interpreter_call.interpreting", ...place },
    { type: "response.code_interpreter_call.completed", ...place },
  ]);
};

const mcpCall: ItemKind = (text, index, size) => {
  const place = { item_id: `mcp_${index}`, output_index: index };
  const json = JSON.stringify({ text });
  const item = (args: string, output: string | null, status: string): JsonObject => ({
    id: `mcp_${index}`,
    type: "mcp_call",
    name: "find",
    server_label: "s",
    arguments: args,
    output,
    error: null,
    status,
    approval_request_id: null,
  });
  return built(index, item("", null, "in_progress"), item(json, text, "completed"), [
    { type: "response.mcp_call.in_progress", ...place },
    ...deltas("mcp_call_arguments", place, pieces(json, size)),
    { type: "response.mcp_call_arguments.done", ...place, arguments: json },
    { type: "response.mcp_call.completed", ...place },
  ]);
};

const webSearch: ItemKind = (text, index) => {
  const place = { item_id: `ws_${index}`, output_index: index };
  const item = (action: JsonObject, status: string): JsonObject => ({
    id: `ws_${index}`,
    type: "web_search_call",
    action,
    status,
  });
  const sources = [{ type: "url", url: `http://x.example/ ${text}` }];
  const done = item({ type: "search", query: text, sources }, "completed");
  return built(index, item({ type: "search", query: "" }, "in_progress"), done, [
    { type: "response.web_search_call.in_progress", ...place },
    { type: "response.web_search_call.searching", ...place },
    { type: "response.web_search_call.completed", ...place },
  ]);
};

const shellCall: ItemKind = (text, index, size) => {
  const place = { output_index: index, command_index: 0 };
  const item = (commands: Json, status: string): JsonObject => ({
    id: `sh_${index}`,
    type: "shell_call",
    call_id: `call_${index}`,
    status,
    action: { commands, timeout_ms: null, max_output_length: null },
  });
  return built(index, item([], "in_progress"), item([text], "completed"), [
    { type: "response.shell_call_command.added", ...place, command: "" },
    ...deltas("shell_call_command", place, pieces(text, size)),
    { type: "response.shell_call_command.done", ...place, command: text },
  ]);
};

const compaction: ItemKind = (_text, index) => {
  const item = { id: `cmp_${index}`, type: "compaction", encrypted_content: "zz" };
  return built(index, item, item, []);
};

/** Items of a response, each with its own events. */
export const ITEM_KINDS: readonly ItemKind[] = [
  messageOf((text) => ({ type: "output_text", text, annotations: [], logprobs: [] }), "output_text", "text"),
  messageOf((refusal) => ({ type: "refusal", refusal }), "refusal", "refusal"),
  reasoning,
  functionCall,
  customCall,
  codeInterpreter,
  mcpCall,
  webSearch,
  shellCall,
  compaction,
];
