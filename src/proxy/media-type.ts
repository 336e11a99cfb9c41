/** What a `Content-Type` says about how a body is to be read. */
export interface MediaType {
  readonly isJson: boolean;
  readonly isEventStream: boolean;
  /** No charset, or one that reads as UTF-8 does. */
  readonly isUtf8: boolean;
}

const PLAIN_JSON: MediaType = { isJson: true, isEventStream: false, isUtf8: true };
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

export function mediaType(header: string | undefined): MediaType {
  if (header === undefined) return { isJson: false, isEventStream: false, isUtf8: true };
  if (header === "application/json") return PLAIN_JSON;
  const type = header.split(";", 1)[0]?.trim().toLowerCase();
  const charset = CHARSET.exec(header)?.[1]?.toLowerCase();
  return {
    isJson: type === "application/json",
    isEventStream: type === "text/event-stream",
    isUtf8: charset === undefined || charset === "utf-8" || charset === "utf8" || charset === "us-ascii",
  };
}
