import { parseJson } from "../../core/json.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import type { ToolText } from "../../core/tool-call.ts";
import { isObject, stringField, fieldNames } from "./json-read.ts";

/** Names of fields in one form: `toolCalls`, `tool_calls` and `Tool-Calls` are one. */
const folded = (key: string): string => (FOLDED.test(key) ? key : key.replaceAll(/[_-]/g, "").toLowerCase());
const FOLDED = /^[a-z]*$/;

/** Fields that name the tool of a call, as providers and gateways write them; the last two may hold the call itself as well. */
const NAMES: ReadonlySet<string> = new Set(["functionname", "name", "recipientname", "toolname", "function", "tool"]);

/** Fields of a call that hold all of its arguments. */
const ARGUMENTS: ReadonlySet<string> = fieldNames(`
  args arguments argumentsjson functionargs functionarguments input kwargs parameters params parsedarguments partialargs
  partialjson rawarguments toolarguments toolinput
`);

/** Objects in a call that hold its name, its arguments or both. */
const WRAPPERS: ReadonlySet<string> = new Set(["custom", "function", "functioncall", "tool", "toolcall", "tooluse"]);

/** `ToolText.at` of a custom tool's input: a text of any form. */
export const FREE_INPUT = "input";

/** Which text of a call a field of it holds, as `ToolText.at` says it. @param isCustom the input is a text of any form */
export function callField(key: string, isCustom = false): string | null {
  const name = folded(key);
  if (NAMES.has(name)) return null;
  if (isCustom && name === FREE_INPUT) return FREE_INPUT;
  return ARGUMENTS.has(name) ? "" : key;
}

/** Whether a field of a call holds the call itself: its fields are those of the call. */
export const isWrapper = (key: string): boolean => WRAPPERS.has(folded(key));

/** All names that a call bears, in its own fields and in those that hold it; each once. */
export function callNames(call: JsonObject): readonly string[] {
  const names = new Set<string>();
  addNames(call, names);
  for (const [key, inner] of Object.entries(call)) if (isWrapper(key) && isObject(inner)) addNames(inner, names);
  names.delete("");
  return [...names];
}

function addNames(around: JsonObject, names: Set<string>): void {
  for (const [key, value] of Object.entries(around))
    if (typeof value === "string" && NAMES.has(folded(key))) names.add(value);
}

/** Whether a call, or what it is wrapped in, brings arguments. */
export function hasArguments(call: JsonObject): boolean {
  return Object.entries(call).some(([key, value]) => {
    if (ARGUMENTS.has(folded(key))) return value !== null && value !== "";
    return isWrapper(key) && isObject(value) && hasArguments(value);
  });
}

/** The tool of a call by its names. */
export function toolNamed([name = "", ...aliases]: readonly string[]): Pick<ToolText, "name" | "aliases"> {
  return aliases.length === 0 ? { name } : { name, aliases };
}

/** Fields that hold calls, in a list or by themselves: `tool_calls`, `functionCall`, `toolUse`, `invalid_tool_calls`. */
const CALLS = /^(?:custom|function|[a-z]{0,16}(?:tool|function|mcp)(?:call|use)s?)$/;

/** Types of parts that are calls: `tool_use`, `tool-call`, `function_call`, `mcp_call`. */
const CALL_TYPE = /(?:(?:^|[_-])call|(?:tool|function|mcp)[_-]?(?:call|use))$/i;

/** Fields that hold definitions of tools, which have names and parameters too. */
const DEFINITIONS: ReadonlySet<string> = new Set(["functiondeclarations", "functions", "schema", "tools"]);

/**
 * The names of the tool that an object calls, in whatever format a server writes it; `null`: it is no call.
 * @param key of the field that holds the object, or the list with it
 */
export function looseCall(value: JsonObject, key: string): readonly string[] | null {
  const around = folded(key);
  if (CALLS.test(around) || CALL_TYPE.test(stringField(value, "type"))) return callNames(value);
  if (DEFINITIONS.has(around) || !Object.keys(value).some((name) => ARGUMENTS.has(folded(name)))) return null;
  const names = callNames(value);
  return names.length === 0 ? null : names;
}

/** Names of the tools that a text calls which stands where a call is meant to, or its name; `null`: it is none. */
export function writtenCall(text: string, key: string, isName: boolean): readonly string[] | null {
  if (!(isName || CALLS.test(folded(key))) || !/^\s*[[{]/.test(text)) return null;
  const parsed = parseJson(text);
  const calls = parsed.ok ? [parsed.value].flat() : [];
  return [...new Set(calls.flatMap((call) => (isObject(call) ? callNames(call) : [])))];
}

/** Whether the input of a call is a text of any form. @param key as of `looseCall` */
export function isCustomCall(value: Json, key: string): boolean {
  return key === "custom" || stringField(value, "type").startsWith("custom");
}
