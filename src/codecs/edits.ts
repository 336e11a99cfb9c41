import { parseExact } from "../core/json-numbers.ts";
import { parseJson } from "../core/json.ts";
import type { Json, JsonObject } from "../core/model.ts";
import { isArray, isObject } from "./json-read.ts";
import type { Pointer } from "./pointer.ts";

/** @returns `undefined` when nothing stands there */
export function getAt(body: Json, { parent, token }: Pointer): Json | undefined {
  if (parent === null) return body;
  const around = getAt(body, parent);
  return around === undefined ? undefined : childAt(around, token);
}

/** What stands at a place of JSON text; `undefined` when it cannot be read. */
export function textAt(data: string, pointer: Pointer): Json | undefined {
  const parsed = parseJson(data);
  return parsed.ok ? getAt(parsed.value, pointer) : undefined;
}

/** A text that changes. */
export interface TextChange {
  readonly pointer: Pointer;
  /** The value there is an object or a list, and `text` its JSON. */
  readonly isValue: boolean;
  readonly text: string;
}

/**
 * Changes of one body, carried out together: each container on the way is copied once, however many of them it holds. All else is
 * shared. A place that does not exist changes nothing.
 */
export class Edits {
  readonly #root = new Node();
  /** Pointers of the body to what is known of their places. */
  readonly #nodes = new Map<Pointer, Node>();

  set(pointer: Pointer, value: Json): this {
    this.#nodeOf(pointer).value = value;
    return this;
  }

  /** Replaces the text of a slot; nothing is left of a value whose text is empty. */
  setText({ pointer, isValue, text }: TextChange): this {
    if (!isValue) return this.set(pointer, text);
    return this.set(pointer, text === "" ? {} : parseExact(text));
  }

  /** Takes an element out of its list, after all other changes. */
  remove(pointer: Pointer): this {
    this.#nodeOf(pointer).isRemoved = true;
    return this;
  }

  of(body: Json): Json {
    return applied(body, this.#root);
  }

  /** The path is as long as the JSON parser lets it be. */
  #nodeOf(pointer: Pointer): Node {
    const { parent, token } = pointer;
    if (parent === null) return this.#root;
    const known = this.#nodes.get(pointer);
    if (known !== undefined) return known;
    const node = this.#nodeOf(parent).child(token);
    this.#nodes.set(pointer, node);
    return node;
  }
}

/** What changes at a place and below. */
class Node {
  value: Json | undefined = undefined;
  isRemoved = false;
  /** By token: one place may have been named by several pointers. */
  readonly children = new Map<string | number, Node>();

  child(token: string | number): Node {
    let node = this.children.get(token);
    if (node === undefined) this.children.set(token, (node = new Node()));
    return node;
  }
}

function applied(before: Json, { value = before, children }: Node): Json {
  if (children.size === 0) return value;
  if (isArray(value)) return withElements(value, children);
  return isObject(value) ? withFields(value, children) : value;
}

function withElements(list: readonly Json[], children: Node["children"]): Json {
  const copy = [...list];
  const removed = new Set<number>();
  for (const [token, node] of children) {
    const child = childAt(list, token);
    if (child === undefined) continue;
    copy[Number(token)] = applied(child, node);
    if (node.isRemoved) removed.add(Number(token));
  }
  return removed.size === 0 ? copy : copy.filter((_, at) => !removed.has(at));
}

/** `__proto__` is a field like any other. */
function withFields(object: JsonObject, children: Node["children"]): Json {
  const copy: Record<string, Json> = { ...object };
  for (const [token, node] of children) {
    const child = childAt(object, token);
    if (child === undefined) continue;
    const value = applied(child, node);
    Object.defineProperty(copy, String(token), { value, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

function childAt(value: Json, token: string | number): Json | undefined {
  if (isArray(value)) return typeof token === "number" ? value[token] : undefined;
  return isObject(value) && Object.hasOwn(value, String(token)) ? value[String(token)] : undefined;
}

/** A copy along the path with `value` at `pointer`. */
export const setAt = (body: Json, pointer: Pointer, value: Json): Json => new Edits().set(pointer, value).of(body);

/** A copy with the texts of slots replaced, and without some elements of lists. */
export function withTexts(body: Json, changes: Iterable<TextChange>, removed: Iterable<Pointer> = []): Json {
  const edits = new Edits();
  for (const change of changes) edits.setText(change);
  for (const pointer of removed) edits.remove(pointer);
  return edits.of(body);
}
