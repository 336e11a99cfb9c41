import { parseJson } from "../core/json.ts";
import type { Json } from "../core/model.ts";
import type { ToolArgument } from "../core/tool-call.ts";
import { looseFields } from "./loose-fields.ts";

/** JSON inside of a value is read so deep. */
const NESTED_MAX = 3;
/** An object or a list, perhaps in quotes or in a code block of Markdown: a tool may read it as JSON. */
const NESTED = /^[\s\ufeff"'`]*(?:```\w*\s*)?[[{]/;

/**
 * The values inside of a string that is itself JSON: the tool has a reader of its own for it. What is nearly JSON is read as the most
 * lenient parser would. `null`: the value is no JSON.
 */
export function nestedIn(argument: ToolArgument, depth = 0): readonly ToolArgument[] | null {
  const { value, path, span, isKey } = argument;
  if (isKey || depth === NESTED_MAX || !NESTED.test(value)) return null;
  const parsed = parseJson(value);
  if (!parsed.ok)
    return looseFields(value).map((field) => ({
      path: [...path, ...field.path],
      value: field.value,
      span,
      isKey: false,
    }));
  const found: ToolArgument[] = [];
  walk(parsed.value, { path, span, depth }, found);
  return found;
}

interface Around extends Pick<ToolArgument, "path" | "span"> {
  readonly depth: number;
}

function walk(value: Json, around: Around, found: ToolArgument[]): void {
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
    found.push(...(nestedIn(leaf, around.depth + 1) ?? []), leaf);
  }
}
