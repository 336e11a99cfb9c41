import { parseExact } from "../core/json-numbers.ts";
import { parseJson } from "../core/json.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { isArray, isObject } from "./json-read.ts";

/** Appends a token to a JSON Pointer (RFC 6901). */
export function join(pointer: string, token: string | number): string {
  if (typeof token === "number") return `${pointer}/${token}`;
  return `${pointer}/${/[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token}`;
}

/** @returns `undefined` when nothing stands there */
export function getAt(body: Json, pointer: string): Json | undefined {
  let value: Json | undefined = body;
  for (const token of tokens(pointer)) {
    if (isArray(value)) value = value[arrayIndex(value, token)];
    else if (isObject(value) && Object.hasOwn(value, token)) value = value[token];
    else return undefined;
  }
  return value;
}

/** What stands at a place of JSON text; `undefined` when it cannot be read. */
export function textAt(data: string, pointer: string): Json | undefined {
  const parsed = parseJson(data);
  return parsed.ok ? getAt(parsed.value, pointer) : undefined;
}

/** A copy along the path with `value` at `pointer`; all else is shared. A place that does not exist changes nothing. */
export function setAt(body: Json, pointer: string, value: Json): Json {
  return place(body, tokens(pointer), value);
}

/** A copy with the text of a slot replaced; nothing is left of a value whose text is empty. */
export function setText(body: Json, slot: { readonly pointer: string; readonly isValue: boolean }, text: string): Json {
  if (!slot.isValue) return setAt(body, slot.pointer, text);
  const value: Json = text === "" ? {} : parseExact(text);
  return setAt(body, slot.pointer, value);
}

/** A copy without those elements of lists. */
export function withoutElements(body: Json, pointers: readonly string[]): Json {
  const lists = new Map<string, Set<number>>();
  for (const pointer of pointers) {
    const at = pointer.lastIndexOf("/");
    const list = pointer.slice(0, at);
    const indices = lists.get(list) ?? new Set();
    lists.set(list, indices.add(Number(pointer.slice(at + 1))));
  }
  let changed = body;
  for (const [pointer, indices] of lists) {
    const list = getAt(changed, pointer);
    if (isArray(list))
      changed = setAt(
        changed,
        pointer,
        list.filter((_, index) => !indices.has(index)),
      );
  }
  return changed;
}

function place(body: Json, path: readonly string[], value: Json): Json {
  const [token, ...rest] = path;
  if (token === undefined) return value;
  if (isArray(body)) {
    const index = arrayIndex(body, token);
    const child = body[index];
    return child === undefined ? body : body.with(index, place(child, rest, value));
  }
  if (!isObject(body) || !Object.hasOwn(body, token)) return body;
  const child = body[token];
  return child === undefined ? body : withField(body, token, place(child, rest, value));
}

/** A copy with one own field set. `__proto__` is a field like any other. */
function withField(body: JsonObject, key: string, value: Json): JsonObject {
  return Object.defineProperty({ ...body }, key, { value, enumerable: true, writable: true, configurable: true });
}

function tokens(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => (token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token));
}

/** -1 for what is no index of the array. */
function arrayIndex(values: readonly Json[], token: string): number {
  const index = /^(?:0|[1-9]\d{0,9})$/.test(token) ? Number(token) : -1;
  return index < values.length ? index : -1;
}
