import type { Json, Origin } from "../../core/model.ts";
import { isOpaqueId } from "../../core/identifier.ts";
import { isObject } from "../shared/json-read.ts";
import { CHAT_SCHEMA } from "./openai-fields.ts";
import { BODY } from "../shared/pointer.ts";
import type { RequestReader } from "../shared/request-reader.ts";
import type { FieldSchema } from "../shared/text-walk.ts";

/** Requests of OpenAI's older routes; credentials inside of them are meant for the provider. */
export const REQUEST_SCHEMA: FieldSchema = {
  ...CHAT_SCHEMA,
  structure: new Set([...CHAT_SCHEMA.structure, "authentication"]),
};

/** Names, ids, switches and numbers that are meant for the provider and that no model reads: what is none of them is read. */
export const SETTINGS: ReadonlySet<string> = new Set([
  "audio",
  "encoding_format",
  "function_call",
  "modalities",
  "model",
  "models",
  "moderation",
  "prompt_cache_options",
  "prompt_cache_retention",
  "provider",
  "reasoning",
  "reasoning_effort",
  "service_tier",
  "stream_options",
  "tool_choice",
  "verbosity",
  "voice",
]);

/** Meant to be opaque: digits of an opaque id look like anyone's number. */
const IDS: ReadonlySet<string> = new Set(["prompt_cache_key", "safety_identifier", "user"]);

/** What the operator's program writes. */
const OPERATOR: ReadonlySet<string> = new Set(["metadata", "response_format", "stop"]);

export interface RestOptions {
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
