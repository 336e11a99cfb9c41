import type { Json, Origin } from "../../core/model.ts";
import { callNames, looseCall } from "../shared/call-shapes.ts";
import { isArray, isObject, stringField } from "../shared/json-read.ts";
import { originOf } from "../openai/openai-chat.ts";
import { structureNames, type FieldSchema } from "../shared/text-walk.ts";

const STRUCTURE = structureNames(`
  approval_request_id call_id client_secret connector_id content_index conversation conversation_id detail effort
  event_id include input_audio_format item_id language languages logprobs modalities noise_reduction obfuscation
  output_audio_format output_index output_modalities previous_item_id rate_limits response_id server_label tool_choice
  truncation turn_detection version voice
`);

/** Realtime messages of both sides. @see https://platform.openai.com/docs/api-reference/realtime */
export function realtimeSchema(options: { readonly readsTools: boolean }): FieldSchema {
  return {
    structure: STRUCTURE,
    ignored: new Set(options.readsTools ? [] : ["tools"]),
    maps: new Set(["metadata", "variables"]),
    binary: new Set(["audio", "data", "file_data", "file_id"]),
    links: new Set(["audio_url", "image_url", "url"]),
    citations: new Set(["url_citation"]),
    isJson: (key, part) =>
      key === "arguments" ||
      key === "tools" ||
      (key === "delta" && ARGUMENTS.test(part)) ||
      (key === "output" && RESULTS.has(part)),
    isSealed: () => false,
    originOf: (key, part) => {
      if (RESULTS.has(part) && (key === "output" || key === "error")) return "tool";
      if (part === "mcp_list_tools") return "tool";
      if (key === "instructions" || key === "tools") return "system";
      return key === "variables" ? "user" : null;
    },
    toolOf: (item, key) => (CALLS.has(stringField(item, "type")) ? callNames(item) : looseCall(item, key)),
  };
}

/** Parts that hold the result of a tool. */
const RESULTS: ReadonlySet<string> = new Set(["function_call_output", "mcp_call"]);
const CALLS: ReadonlySet<string> = new Set(["function_call", "mcp_call", "mcp_approval_request"]);
const ARGUMENTS = /arguments\.delta$/;

/** The author of an item of the conversation. */
export function itemOrigin(item: Json | undefined): Origin {
  switch (stringField(item, "type")) {
    case "function_call_output":
    case "mcp_list_tools":
      return "tool";
    case "function_call":
    case "mcp_call":
    case "mcp_approval_request":
      return "assistant";
    default:
      return originOf(stringField(item, "role"));
  }
}

/** Without log probabilities, which repeat the text token by token. */
export function withoutLogprobs(value: Json): Json {
  if (isArray(value)) return value.map(withoutLogprobs);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, child]) => [key, key === "logprobs" ? null : withoutLogprobs(child)] as const,
  );
  return Object.fromEntries(entries);
}
