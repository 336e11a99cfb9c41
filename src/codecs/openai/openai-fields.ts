import { looseCall } from "../shared/call-shapes.ts";
import type { FieldSchema } from "../shared/text-walk.ts";
import { COMMON_STRUCTURE } from "../shared/text-walk.ts";

/** Arguments, and maps and schemas whose keys are the caller's own: none of them may be taken for a field of the format. */
const JSON_FIELDS: ReadonlySet<string> = new Set([
  "arguments",
  "chat_template_kwargs",
  "guided_json",
  "metadata",
  "schema",
]);

/** Chat completions and completions, as OpenAI, Azure and compatible servers write them. */
export const CHAT_SCHEMA: FieldSchema = {
  structure: new Set([
    ...COMMON_STRUCTURE,
    "call_id",
    "content_filter_results",
    "detail",
    "encrypted_content",
    "finish_reason",
    "format",
    "logprobs",
    "media_type",
    "mime_type",
    "native_finish_reason",
    "obfuscation",
    "prompt_filter_results",
    "provider",
    "signature",
    "system_fingerprint",
    "thought_signature",
    "tool_call_id",
  ]),
  binary: new Set(["data", "file_data", "file_id"]),
  links: new Set(["url", "image_url", "video_url", "audio_url"]),
  citations: new Set(["url_citation"]),
  isJson: (key) => JSON_FIELDS.has(key),
  isSealed: () => false,
  originOf: () => null,
  toolOf: looseCall,
};
