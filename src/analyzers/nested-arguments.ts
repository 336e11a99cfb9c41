import { append } from "../core/lists.ts";
import { parseJson } from "../core/json.ts";
import type { Json } from "../core/model.ts";
import type { ToolArgument } from "../core/tool-call.ts";
import { looseFields } from "./loose-fields.ts";

/** JSON inside of a value is read so deep. */
const NESTED_MAX = 8;
/** An object or a list, perhaps in quotes, in brackets or in a code block of Markdown: a tool may read it as JSON. */
const NESTED = /^[\s\p{Cf}"'`(]*(?:```\w*\s*)?[[{]/u;
/** An object behind other text: a name, and what ends one, behind a brace. */
const NESTED_BEHIND = /\{\s*(["'`]?)[\p{L}\p{N}_$-]{1,64}\1\s*[:=]/u;
/** What introduces an object that is not strict JSON: a few words and a colon. Code has braces too, and names the fields of others. */
const INTRODUCTION = /^[\p{L}\p{N} ,._-]{0,200}:\s*$/u;

/** A value, and whether it may hold JSON that is too deep to be read. */
export interface NestedArgument extends ToolArgument {
  readonly isTooDeep?: true;
}

/** What stands inside of a string. */
export interface Nested {
  readonly values: readonly NestedArgument[];
  /** Nothing else stands in it. */
  readonly isWhole: boolean;
}

/**
 * The values inside of a string that is itself JSON: the tool has a reader of its own for it. What is nearly JSON is read as the most
 * lenient parser would, and so is an object that words introduce; one in any other text only where it is JSON. `null`: the value is no JSON.
 * @param depth strings of JSON around it
 */
export function nestedIn(argument: ToolArgument, depth = 0): Nested | null {
  const { value, path, span, isKey } = argument;
  if (isKey || depth === NESTED_MAX) return null;
  const isAtStart = NESTED.test(value);
  const start = isAtStart ? 0 : value.search(NESTED_BEHIND);
  if (start === -1) return null;
  const parsed = parseJson(isAtStart ? value : value.slice(start, value.lastIndexOf("}") + 1));
  if (parsed.ok) {
    const values: NestedArgument[] = [];
    walk(parsed.value, { path, span, depth }, values);
    return { values, isWhole: isAtStart };
  }
  if (!isAtStart && !INTRODUCTION.test(value.slice(0, start))) return null;
  const fields = looseFields(value.slice(start));
  const values = fields.map((field) => ({ path: [...path, ...field.path], value: field.value, span, isKey: false }));
  return { values, isWhole: false };
}

interface Around extends Pick<ToolArgument, "path" | "span"> {
  readonly depth: number;
}

function walk(value: Json, around: Around, found: NestedArgument[]): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, around, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const path = [...around.path, key];
      if (key !== "") found.push({ path, span: around.span, value: key, isKey: true });
      walk(item, { ...around, path }, found);
    }
  } else if (value !== null && value !== "") {
    append(
      found,
      withNested({ path: around.path, span: around.span, value: String(value), isKey: false }, around.depth + 1),
    );
  }
}

function withNested(leaf: ToolArgument, depth: number): readonly NestedArgument[] {
  if (depth === NESTED_MAX && NESTED.test(leaf.value)) return [{ ...leaf, isTooDeep: true }];
  return [...(nestedIn(leaf, depth)?.values ?? []), leaf];
}
