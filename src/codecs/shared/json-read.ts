import { isExactNumber } from "../../core/json-numbers.ts";
import { parseJson } from "../../core/json.ts";
import type { Json, JsonObject } from "../../core/model.ts";

/** Narrow readers of provider JSON: they read the minimum and touch nothing. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An own property; `undefined` if there is none. */
export function field(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function stringField(value: Json | undefined, key: string): string {
  const found = field(value, key);
  return typeof found === "string" ? found : "";
}

/** The elements of a list in a field; none where there is no list. */
export function listField(value: Json | undefined, key: string): readonly Json[] {
  const list = field(value, key);
  return isArray(list) ? list : [];
}

/** Those of the named fields that an object has. */
export function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (object[name] === undefined ? [] : [[name, object[name]]])));
}

/** The object that JSON text is; `null` when it is none. */
export function objectOf(data: string | null): JsonObject | null {
  const parsed = parseJson(data ?? "");
  return parsed.ok && isObject(parsed.value) ? parsed.value : null;
}

/** Longest id that is remembered, UTF-16 units. Those of providers have some 60. */
const ID_MAX_CHARS = 512;

const IDS = ["event_id", "item_id", "response_id", "stream_id"] as const;

/** Whether a message names something by an id so long that remembering ids would take memory without a bound. */
export function hasLongId(body: JsonObject): boolean {
  const ids = [...IDS.map((name) => body[name]), field(body["item"], "id"), field(body["response"], "id")];
  return ids.some((id) => typeof id === "string" && id.length > ID_MAX_CHARS);
}

/** The names of a list that white space separates. */
export const fieldNames = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** An object without some of its fields; any other value as it is. */
export function without(value: Json, names: ReadonlySet<string>): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !names.has(key))) : value;
}

/** Forgets what a set or map has known longest, where it knows more than `max`. */
export function forgetOldest<Key>(
  known: { readonly size: number; keys: () => Iterable<Key>; delete: (key: Key) => unknown },
  max: number,
): void {
  const [oldest] = known.keys();
  if (known.size > max && oldest !== undefined) known.delete(oldest);
}
