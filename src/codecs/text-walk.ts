import type { Json } from "../core/model.ts";
import type { TextKind } from "./codec.ts";
import { field, isArray, isObject, stringField } from "./json-read.ts";
import { join } from "./pointer.ts";

/** One string of a body that carries text. */
export interface TextLeaf {
  readonly pointer: string;
  /** The pointer with list elements named by their own `index`; an element without one is named `#` and its position. */
  readonly label: string;
  readonly text: string;
  readonly kind: TextKind;
}

export interface TextSink {
  readonly text: (leaf: TextLeaf) => void;
  /** A part that carries no text; `kind` is its `type`. */
  readonly unread: (kind: string) => void;
}

/** Names, ids and enumerations: strings that the format defines, not the model or its user. */
const STRUCTURE: ReadonlySet<string> = new Set([
  "cache_control",
  "call_id",
  "content_filter_results",
  "created",
  "detail",
  "encrypted_content",
  "finish_reason",
  "format",
  "id",
  "index",
  "logprobs",
  "media_type",
  "mime_type",
  "model",
  "native_finish_reason",
  "object",
  "prompt_filter_results",
  "provider",
  "role",
  "service_tier",
  "signature",
  "stop_reason",
  "system_fingerprint",
  "thought_signature",
  "tool_call_id",
  "type",
  "usage",
]);

/** Bytes in base64, or references to what only the provider can open. */
const BINARY: ReadonlySet<string> = new Set(["data", "file_data", "file_id"]);
const URLS: ReadonlySet<string> = new Set(["url", "image_url", "video_url", "audio_url"]);
/** Strings that hold JSON: the arguments of a tool call. */
const JSON_STRINGS: ReadonlySet<string> = new Set(["arguments"]);

/**
 * Finds every string that may carry text, in fields known or unknown: a field that a provider adds tomorrow is read today.
 * The depth is bounded by the JSON parser.
 */
export function walkText(value: Json, sink: TextSink, at: { readonly pointer: string; readonly label: string }): void {
  walk(value, sink, { ...at, key: "", part: "part", isFree: false });
}

interface Place {
  readonly pointer: string;
  readonly label: string;
  /** The key of the field, or of the list that holds the element. */
  readonly key: string;
  /** `type` of the nearest object around. */
  readonly part: string;
  /** Inside arguments that came as an object: its keys are the caller's, so none of them is structure. */
  readonly isFree: boolean;
}

function walk(value: Json, sink: TextSink, place: Place): void {
  if (typeof value === "string") {
    readString(value, sink, place);
  } else if (isArray(value)) {
    walkList(value, sink, place);
  } else if (isObject(value)) {
    const part = stringField(value, "type") || place.part;
    for (const [key, child] of Object.entries(value)) {
      if (!place.isFree && STRUCTURE.has(key)) continue;
      const isFree = place.isFree || JSON_STRINGS.has(key);
      walk(child, sink, { pointer: join(place.pointer, key), label: join(place.label, key), key, part, isFree });
    }
  }
}

function walkList(list: readonly Json[], sink: TextSink, place: Place): void {
  for (const [position, item] of list.entries()) {
    const index = field(item, "index");
    const name = typeof index === "number" ? String(index) : `#${position}`;
    walk(item, sink, { ...place, pointer: join(place.pointer, position), label: `${place.label}/${name}` });
  }
}

function readString(text: string, sink: TextSink, { pointer, label, key, part, isFree }: Place): void {
  const kind = JSON_STRINGS.has(key) ? "json" : "text";
  if (isFree) {
    if (text !== "") sink.text({ pointer, label, text, kind });
    return;
  }
  if (BINARY.has(key)) {
    if (text !== "") sink.unread(part);
    return;
  }
  if (URLS.has(key)) {
    // What a link points to is unread, the link itself is text: it may carry credentials.
    if (part !== "url_citation") sink.unread(part);
    if (text.startsWith("data:")) return;
  }
  if (text !== "") sink.text({ pointer, label, text, kind });
}
