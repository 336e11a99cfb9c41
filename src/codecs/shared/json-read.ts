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

/** An own property; `undefined` when there is none. */
export function field(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function stringField(value: Json | undefined, key: string): string {
  const found = field(value, key);
  return typeof found === "string" ? found : "";
}

/** The object that JSON text is; `null` when it is none. */
export function objectOf(data: string | null): JsonObject | null {
  const parsed = parseJson(data ?? "");
  return parsed.ok && isObject(parsed.value) ? parsed.value : null;
}
