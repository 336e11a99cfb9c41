import { append } from "../core/append.ts";
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

/** A value, and whether it may hold JSON that is too deep to be read. */
export interface NestedArgument extends ToolArgument {
  readonly isTooDeep?: true;
}

/**
 * The values inside of a string that is itself JSON: the tool has a reader of its own for it. What is nearly JSON is read as the most
 * lenient parser would, and so is JSON behind other text. `null`: the value is no JSON.
 * @param depth strings of JSON around it
 */
export function nestedIn(argument: ToolArgument, depth = 0): readonly NestedArgument[] | null {
  const { value, path, span, isKey } = argument;
  if (isKey || depth === NESTED_MAX) return null;
  const start = NESTED.test(value) ? 0 : value.search(NESTED_BEHIND);
  if (start === -1) return null;
  const parsed = start === 0 ? parseJson(value) : NO_JSON;
  if (!parsed.ok) return looseFields(value.slice(start), path).map((field) => ({ ...field, span, isKey: false }));
  const found: NestedArgument[] = [];
  walk(parsed.value, { path, span, depth }, found);
  return found;
}

const NO_JSON = { ok: false } as const;

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
    const leaf = { path: around.path, span: around.span, value: String(value), isKey: false };
    if (around.depth + 1 === NESTED_MAX && NESTED.test(leaf.value)) found.push({ ...leaf, isTooDeep: true });
    else append(found, [...(nestedIn(leaf, around.depth + 1) ?? []), leaf]);
  }
}
