import { looseCall } from "../shared/call-shapes.ts";
import { type FieldSchema, structureNames } from "../shared/text-walk.ts";
import type { Json, Origin } from "../../core/model.ts";
import { isOpaqueId } from "../../core/identifier.ts";
import { isObject, fieldNames } from "../shared/json-read.ts";
import { BODY } from "../shared/pointer.ts";
import type { RequestReader } from "../shared/request-reader.ts";

/** Arguments, and maps and schemas whose keys are the caller's own: none of them may be taken for a field of the format. */
const JSON_FIELDS: ReadonlySet<string> = fieldNames("arguments chat_template_kwargs guided_json metadata schema");

/** Chat completions and completions, as OpenAI, Azure and compatible servers write them. */
export const CHAT_SCHEMA: FieldSchema = {
  structure: structureNames(`
    call_id content_filter_results detail encrypted_content finish_reason format logprobs media_type mime_type
    native_finish_reason obfuscation prompt_filter_results provider signature system_fingerprint thought_signature
    tool_call_id
  `),
  binary: new Set(["data", "file_data", "file_id"]),
  links: new Set(["url", "image_url", "video_url", "audio_url"]),
  citations: new Set(["url_citation"]),
  isJson: (key) => JSON_FIELDS.has(key),
  isSealed: () => false,
  originOf: () => null,
  toolOf: looseCall,
};

/** Requests of OpenAI's older routes; credentials inside of them are meant for the provider. */
export const REQUEST_SCHEMA: FieldSchema = {
  ...CHAT_SCHEMA,
  structure: new Set([...CHAT_SCHEMA.structure, "authentication"]),
};

/** Names, ids, switches and numbers that are meant for the provider and that no model reads: what is none of them is read. */
export const SETTINGS: ReadonlySet<string> = fieldNames(`
  audio encoding_format function_call modalities model models moderation prompt_cache_options prompt_cache_retention
  provider reasoning reasoning_effort service_tier stream_options tool_choice verbosity voice
`);

/** Meant to be opaque: digits of an opaque id look like anyone's number. */
const IDS: ReadonlySet<string> = new Set(["prompt_cache_key", "safety_identifier", "user"]);

/** What the operator's program writes. */
const OPERATOR: ReadonlySet<string> = new Set(["metadata", "response_format", "stop"]);

interface RestOptions {
  readonly readApart: ReadonlySet<string>;
  /** Absent: those of chats. */
  readonly settings?: ReadonlySet<string>;
}

/** Reads every field of a request that no other reader takes: one that is not known yet may hold anyone's text. */
export function readRest(reader: RequestReader, body: Json, { readApart, settings = SETTINGS }: RestOptions): void {
  if (!isObject(body)) return;
  reader.readKeys(body);
  for (const [key, value] of Object.entries(body)) {
    if (readApart.has(key)) continue;
    // Where it cannot be an id, as an address or a name, it is read.
    if (IDS.has(key) && typeof value === "string" && isOpaqueId(value)) continue;
    const origin: Origin = OPERATOR.has(key) ? "system" : "user";
    reader.read(value, { pointer: BODY.child(key), origin, key, isName: settings.has(key) });
  }
}
