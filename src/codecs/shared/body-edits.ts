import { parseExact } from "../../core/json-numbers.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import { finish, ITEM_UNITS, type Steps } from "../../core/steps.ts";
import { isArray, isObject } from "./json-read.ts";
import type { Pointer } from "./pointer.ts";

/** @returns `undefined` when nothing stands there */
export function getAt(body: Json, { parent, token }: Pointer): Json | undefined {
  if (parent === null) return body;
  const around = getAt(body, parent);
  return around === undefined ? undefined : childAt(around, token);
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
export class BodyEdits {
  readonly #root = new Node();
  /** The place around the last change. */
  #last: Pointer | null = null;
  #lastNode = this.#root;

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
    return finish(this.steps(body));
  }

  /** The same, a step at a time. */
  steps(body: Json): Steps<Json> {
    return applied(body, this.#root);
  }

  /** The path is as long as the JSON parser lets it be. */
  #nodeOf({ parent, token }: Pointer): Node {
    return parent === null ? this.#root : this.#around(parent).child(token);
  }

  /** Texts of one body mostly come in order, and next to each other. */
  #around(pointer: Pointer): Node {
    if (pointer !== this.#last) {
      this.#lastNode = this.#nodeOf(pointer);
      this.#last = pointer;
    }
    return this.#lastNode;
  }
}

/** What changes at a place and below. Most places have one changed place below, and are made by the thousand. */
class Node {
  value: Json | undefined = undefined;
  isRemoved = false;
  #token: string | number | null = null;
  #first: Node | null = null;
  /** By token: one place may have been named by several pointers. `null`: there is no more than one. */
  #more: Map<string | number, Node> | null = null;

  get isLeaf(): boolean {
    return this.#first === null;
  }

  child(token: string | number): Node {
    if (this.#first === null) {
      this.#token = token;
      return (this.#first = new Node());
    }
    if (this.#token === token) return this.#first;
    this.#more ??= new Map();
    let node = this.#more.get(token);
    if (node === undefined) this.#more.set(token, (node = new Node()));
    return node;
  }

  *children(): Generator<readonly [token: string | number, node: Node], void> {
    if (this.#first !== null && this.#token !== null) yield [this.#token, this.#first];
    if (this.#more !== null) yield* this.#more;
  }
}

function* applied(before: Json, node: Node): Steps<Json> {
  const { value = before } = node;
  if (node.isLeaf) return value;
  if (isArray(value)) return yield* withElements(value, node);
  return isObject(value) ? yield* withFields(value, node) : value;
}

function* withElements(list: readonly Json[], changes: Node): Steps<Json> {
  const copy = [...list];
  const removed = new Set<number>();
  for (const [token, node] of changes.children()) {
    yield ITEM_UNITS;
    const child = childAt(list, token);
    if (child === undefined) continue;
    copy[Number(token)] = yield* applied(child, node);
    if (node.isRemoved) removed.add(Number(token));
  }
  return removed.size === 0 ? copy : copy.filter((_, at) => !removed.has(at));
}

function* withFields(object: JsonObject, changes: Node): Steps<Json> {
  const copy: Record<string, Json> = { ...object };
  for (const [token, node] of changes.children()) {
    yield ITEM_UNITS;
    const child = childAt(object, token);
    if (child === undefined) continue;
    const key = String(token);
    const value = yield* applied(child, node);
    // It is a field like any other.
    if (key === "__proto__")
      Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
    else copy[key] = value;
  }
  return copy;
}

function childAt(value: Json, token: string | number): Json | undefined {
  if (isArray(value)) return typeof token === "number" ? value[token] : undefined;
  return isObject(value) && Object.hasOwn(value, String(token)) ? value[String(token)] : undefined;
}

/** A copy with the texts of slots replaced, and without some elements of lists. */
export function withTexts(body: Json, changes: Iterable<TextChange>, removed: Iterable<Pointer> = []): Json {
  return finish(changeSteps(body, changes, removed));
}

/** The same, a step at a time. */
export function* changeSteps(body: Json, changes: Iterable<TextChange>, removed: Iterable<Pointer> = []): Steps<Json> {
  const edits = new BodyEdits();
  for (const change of changes) {
    edits.setText(change);
    yield ITEM_UNITS + (change.isValue ? change.text.length : 0);
  }
  for (const pointer of removed) {
    edits.remove(pointer);
    yield ITEM_UNITS;
  }
  return yield* edits.steps(body);
}
