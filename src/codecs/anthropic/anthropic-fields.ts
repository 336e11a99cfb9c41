import type { Json } from "../../core/model.ts";
import { callNames, looseCall } from "../shared/call-shapes.ts";
import { isObject, stringField, fieldNames } from "../shared/json-read.ts";
import type { FieldSchema } from "../shared/text-walk.ts";
import { structureNames } from "../shared/text-walk.ts";

const STRUCTURE = structureNames(`
  caller category clear_at container display download_id effort encrypted_content encrypted_index encrypted_stdout
  error_code expires_at fallback_credit_token file_type media_type previous_message_id recommended_model request_id
  retrieved_at signature skill_id tab_id tool_id tool_use_id toolset_name ttl
`);

const JSON_FIELDS: ReadonlySet<string> = new Set(["definition", "input", "input_schema", "partial_json", "schema"]);

/** What third parties wrote: documents, and listings of a server's tools. Results of tools are known by the end of their type. */
const FOREIGN: ReadonlySet<string> = new Set(["browser_state", "document", "mcp_tool_listing"]);

/** Requests, answers and events of the messages API. @see https://docs.anthropic.com/en/api/messages */
export const MESSAGES_SCHEMA: FieldSchema = {
  structure: STRUCTURE,
  binary: new Set(["data", "file_id"]),
  isPlain: (key, part) => key === "data" && part === "text",
  sources: new Set(["base64", "file", "url"]),
  links: new Set(["url"]),
  citations: fieldNames(`
    browser_state download_completed download_failed download_started web_fetch_result web_search_result
    web_search_result_location
  `),
  isJson: (key) => JSON_FIELDS.has(key),
  // Thinking, and the summary of what was compacted, go back with a signature.
  isSealed: (key, part) => key === "thinking" || (key === "content" && part.startsWith("compaction")),
  originOf: (key, part) =>
    part.endsWith("_result") || FOREIGN.has(part) || key === "citations" || key === "citation" ? "tool" : null,
  toolOf: (value, key) => (isToolUse(value) ? callNames(value) : looseCall(value, key)),
};

/** A call of a client's tool, a server's or an MCP server's. */
const isToolUse = (block: Json | undefined): boolean => stringField(block, "type").endsWith("tool_use");

/** A call in any shape. */
export const isCall = (block: Json | undefined): boolean =>
  isToolUse(block) || (isObject(block) && looseCall(block, "") !== null);

/** Where definitions of tools are not to be read, in messages neither. */
export const WITHOUT_TOOLS: FieldSchema = { ...MESSAGES_SCHEMA, ignored: new Set(["definition"]) };
