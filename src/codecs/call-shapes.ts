import type { Json, JsonObject } from "../core/model.ts";
import type { ToolText } from "../core/tool-call.ts";
import { field, isObject, stringField } from "./json-read.ts";

/** Fields that name the tool of a call, as providers and gateways write them; the last two may hold the call itself as well. */
const NAMES: readonly string[] = ["name", "function_name", "functionName", "tool_name", "toolName", "function", "tool"];

/** Fields of a call that hold all of its arguments. */
const ARGUMENTS: ReadonlySet<string> = new Set([
  "args",
  "arguments",
  "argumentsJson",
  "arguments_json",
  "function_args",
  "function_arguments",
  "input",
  "kwargs",
  "parameters",
  "params",
  "partial_json",
  "raw_arguments",
  "toolInput",
  "tool_arguments",
  "tool_input",
]);

/** Objects in a call that hold its name, its arguments or both. */
const WRAPPERS: readonly string[] = ["function", "custom", "tool", "function_call", "functionCall", "tool_call"];

/** `ToolText.at` of a custom tool's input: a text of any form. */
export const FREE_INPUT = "input";

/** Which text of a call a field of it holds, as `ToolText.at` says it. @param isCustom the input is a text of any form */
export function callField(key: string, isCustom = false): string | null {
  if (NAMES.includes(key)) return null;
  if (isCustom && key === FREE_INPUT) return FREE_INPUT;
  return ARGUMENTS.has(key) ? "" : key;
}

/** Whether a field of a call holds the call itself: its fields are those of the call. */
export const isWrapper = (key: string): boolean => WRAPPERS.includes(key);

/** All names that a call bears, in its own fields and in those that hold it; each once. */
export function callNames(call: JsonObject): readonly string[] {
  const names = new Set<string>();
  for (const around of [call, ...WRAPPERS.map((key) => field(call, key))])
    if (isObject(around)) for (const key of NAMES) names.add(stringField(around, key));
  names.delete("");
  return [...names];
}

/** The tool of a call by its names. */
export function toolNamed([name = "", ...aliases]: readonly string[]): Pick<ToolText, "name" | "aliases"> {
  return aliases.length === 0 ? { name } : { name, aliases };
}

/** Fields that hold calls, in a list or by themselves. */
const CALLS: ReadonlySet<string> = new Set([
  "custom",
  "function",
  "functionCall",
  "function_call",
  "function_calls",
  "toolCall",
  "toolCalls",
  "tool_call",
  "tool_calls",
  "tool_uses",
]);

/** Types of parts that are calls: `tool_use`, `tool-call`, `function_call`, `mcp_call`. */
const CALL_TYPE = /(?:^|[_-])(?:tool[_-]?use|call)$/i;

/** Arguments that stand beside a name wherever a call does. */
const TELLING: readonly string[] = ["arguments", "function_arguments", "tool_arguments", "tool_input"];

/**
 * The names of the tool that an object calls in a format that many servers write in their own way; `null`: it is no call.
 * @param key of the field that holds the object, or the list with it
 */
export function looseCall(value: JsonObject, key: string): readonly string[] | null {
  if (CALLS.has(key) || CALL_TYPE.test(stringField(value, "type"))) return callNames(value);
  if (!TELLING.some((name) => Object.hasOwn(value, name))) return null;
  const names = callNames(value);
  return names.length === 0 ? null : names;
}

/** Whether the input of a call is a text of any form. @param key as of `looseCall` */
export function isCustomCall(value: Json, key: string): boolean {
  return key === "custom" || stringField(value, "type").startsWith("custom");
}
