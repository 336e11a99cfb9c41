import type { JsonObject } from "../../core/model.ts";
import { field } from "./json-read.ts";

/** Longest id that is remembered, UTF-16 units. Those of providers have some 60. */
const ID_MAX_CHARS = 512;

const IDS = ["event_id", "item_id", "response_id", "stream_id"] as const;

/** Whether a message names something by an id so long that remembering ids would take memory without a bound. */
export function hasLongId(body: JsonObject): boolean {
  const ids = [...IDS.map((name) => body[name]), field(body["item"], "id"), field(body["response"], "id")];
  return ids.some((id) => typeof id === "string" && id.length > ID_MAX_CHARS);
}
