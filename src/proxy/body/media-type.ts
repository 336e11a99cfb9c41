/** What a `Content-Type` says about how a body is to be read. */
export interface MediaType {
  /** `application/json`, or a type whose syntax it is (`+json`, RFC 6839 §3.1). */
  readonly isJson: boolean;
  readonly isEventStream: boolean;
  readonly isForm: boolean;
  /** Words in no other form: plain text and subtitles. */
  readonly isText: boolean;
  /** No charset, or one that reads as UTF-8 does; several that differ are not. */
  readonly isUtf8: boolean;
}

const PLAIN_JSON: MediaType = { isJson: true, isEventStream: false, isForm: false, isText: false, isUtf8: true };
const JSON_TYPE = /^(?:application\/json|text\/json|[\w.!#$&^-]+\/[\w.!#$&^-]+\+json)$/;
const TEXT_TYPES: ReadonlySet<string> = new Set([
  "application/srt",
  "application/x-subrip",
  "text/plain",
  "text/srt",
  "text/vtt",
]);
const CHARSETS = /;\s*charset\s*=\s*"?([^\s;"]*)/gi;
const UTF8: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii"]);

export function mediaType(header: string | undefined): MediaType {
  if (header === "application/json") return PLAIN_JSON;
  const type = header?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const charsets = [...(header ?? "").matchAll(CHARSETS)];
  return {
    isJson: JSON_TYPE.test(type),
    isEventStream: type === "text/event-stream",
    isForm: type === "multipart/form-data",
    isText: TEXT_TYPES.has(type),
    isUtf8: charsets.every(([, name = ""]) => UTF8.has(name.toLowerCase())),
  };
}
