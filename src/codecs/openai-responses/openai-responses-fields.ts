import type { Json, JsonObject, Origin } from "../../core/model.ts";
import type { Steps } from "../../core/steps.ts";
import { callField, callNames, isWrapper, looseCall } from "../shared/call-shapes.ts";
import type { CompletionRequest } from "../codec.ts";
import { isIdentifier, isOpaqueId } from "../../core/identifier.ts";
import { isArray, isObject, stringField, fieldNames } from "../shared/json-read.ts";
import { originOf } from "../openai/openai-chat.ts";
import { keySteps, walkKeys } from "../shared/misplaced-texts.ts";
import type { Pointer } from "../shared/pointer.ts";
import {
  structureNames,
  mayHoldText,
  textSteps,
  type FieldSchema,
  type TextSink,
  walkWith,
  type WalkStart,
} from "../shared/text-walk.ts";

/** Responses of OpenAI: items and their parts. @see https://platform.openai.com/docs/api-reference/responses */
const RESPONSES_SCHEMA: FieldSchema = {
  structure: structureNames(`
    approval_request_id call_id caller container_id created_by detail encrypted_content execution fingerprint item_id
    logprobs obfuscation output_format phase previous_response_id prompt_cache_breakpoint response_id stream_id
    verbosity
  `),
  binary: new Set(["data", "file_data", "file_id", "partial_image_b64", "result"]),
  isPlain: (key, part) => key === "result" && part !== "image_generation_call",
  links: new Set(["url", "image_url", "file_url", "video_url", "audio_url"]),
  citations: new Set(["url_citation", "url", "open_page", "find_in_page"]),
  isJson: (key, part) => JSON_FIELDS.has(key) || (key === "input" && part === "custom_tool_call"),
  isSealed: () => false,
  originOf: (key, part) => (/^annotations?$/.test(key) || TOOL_FIELDS.get(part)?.has(key) === true ? "tool" : null),
  toolOf: calledTools,
};

/** Names of the tool that an item calls; `null`: it is no call. @param key of the field that holds it */
export function calledTools(item: Json, key = ""): readonly string[] | null {
  const type = stringField(item, "type");
  if (!isObject(item)) return null;
  if (type !== "mcp_approval_request" && !type.endsWith(CALL)) return looseCall(item, key);
  const names = callNames(item);
  return names.length > 0 || !type.endsWith(CALL) ? names : [type.slice(0, -CALL.length)];
}

const CALL = "_call";

/** Which text of a call stands there, as `ToolText.at` says it. @param path after the item: `action/commands/0` */
export function callPath(path: string): string | null {
  const [first = "", ...rest] = path.split("/").filter((name) => !/^\d+$/.test(name));
  if (isWrapper(first) && rest.length > 0) return callPath(rest.join("/"));
  // Only custom tools have one.
  const at = callField(first, true);
  return at === null || at === "" || rest.length === 0 ? at : [first, ...rest].join(".");
}

/** Name of the tool that a call without a name is of; `null`: it has one, or is no call. */
export function builtinTool(item: Json): string | null {
  if (!isObject(item) || callNames(item).length > 0 || !stringField(item, "type").endsWith(CALL)) return null;
  return calledTools(item)?.[0] ?? null;
}

/** Maps and schemas whose keys are the caller's own: none of them may be taken for a field of the format. */
const JSON_FIELDS: ReadonlySet<string> = fieldNames(`
  arguments attributes env input_schema metadata output_schema parameters schema
`);

/** Fields of a call that its tool wrote. `search` is the action of a web search. */
const TOOL_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["code_interpreter_call", new Set(["outputs"])],
  ["file_search_call", new Set(["results"])],
  ["mcp_call", new Set(["error", "output"])],
  ["search", new Set(["results", "sources"])],
  ["web_search_call", new Set(["results", "sources"])],
]);

/** Types of parts whose references only name a source: their text is read. */
const SOURCES: ReadonlySet<string> = fieldNames("container_file_citation file_citation file_path file_search_call");

/** Calls that the client runs: what leaves of them must be complete. */
export const CLIENT_CALLS: ReadonlySet<string> = fieldNames(`
  apply_patch_call computer_call custom_tool_call function_call local_shell_call shell_call tool_search_call
`);

/** Top-level fields of requests and responses that are settings: enumerations, ids, counts. What is none of them is read. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...RESPONSES_SCHEMA.structure,
  ...fieldNames(`
  access_programs context_management conversation first_id include incomplete_details last_id prompt_cache_diagnostics
  prompt_cache_options prompt_cache_retention reasoning stream_options tool_choice tool_usage truncation
`),
]);

/** Meant to be opaque. */
const IDS: ReadonlySet<string> = new Set(["prompt_cache_key", "safety_identifier", "user"]);

const FIELD_ORIGINS: ReadonlyMap<string, Origin> = new Map([
  ["metadata", "user"],
  ["personality", "system"],
  ["text", "system"],
]);

interface FieldsPlace {
  readonly pointer: Pointer;
  /** The author where no field names one. */
  readonly origin: Origin;
  readonly readsTools: boolean;
}

/**
 * Finds the texts of a request, a response or a list of items.
 * @returns the field that cannot be read; `null`: all could
 */
export function walkFields(body: JsonObject, sink: TextSink, place: FieldsPlace): string | null {
  walkKeys(body, sink, place);
  for (const [key, value] of Object.entries(body)) {
    if (value === null || isId(key, value)) continue;
    const here = { ...place, pointer: place.pointer.child(key) };
    const writer = ITEM_LISTS.get(key);
    if (SETTINGS.has(key)) {
      walk(value, sink, { ...here, key, isName: true });
    } else if (writer !== undefined) {
      if (!walkItems(value, sink, { ...here, origin: writer })) return key;
    } else if (key === "prompt") {
      walkWith(sink, promptSteps(value, sink, here));
    } else if (key !== "tools") {
      walk(value, sink, { ...here, key, origin: FIELD_ORIGINS.get(key) ?? place.origin });
    } else if (place.readsTools) {
      walkWith(sink, toolSteps(value, sink, here.pointer));
    }
  }
  return null;
}

const isId = (key: string, value: Json): boolean => IDS.has(key) && typeof value === "string" && isOpaqueId(value);

/** Texts or lists of items, and the author where no item names one. */
const ITEM_LISTS: ReadonlyMap<string, Origin> = new Map([
  ["data", "user"],
  ["input", "user"],
  ["instructions", "system"],
  ["output", "assistant"],
]);

/** Any value of the format. References that name sources are no unread parts. */
export function walk(value: Json, sink: TextSink, place: WalkStart): void {
  if (mayHoldText(value)) walkWith(sink, walkSteps(value, sink, place));
}

function* walkSteps(value: Json, sink: TextSink, place: WalkStart): Steps<void> {
  const quiet: TextSink = { text: sink.text, unread: (kind) => (SOURCES.has(kind) ? undefined : sink.unread(kind)) };
  yield* textSteps(value, RESPONSES_SCHEMA, quiet, place);
}

/** A text, or a list of items; false when it is neither (token ids). */
function walkItems(value: Json, sink: TextSink, place: FieldsPlace): boolean {
  if (typeof value === "string") {
    walk(value, sink, { pointer: place.pointer, origin: place.origin });
    return true;
  }
  if (!isArray(value)) return false;
  if (!value.every(isObject)) return false;
  walkWith(sink, itemsSteps(value, sink, place));
  return true;
}

function* itemsSteps(items: readonly JsonObject[], sink: TextSink, place: FieldsPlace): Steps<void> {
  for (const [position, item] of items.entries())
    yield* itemSteps(item, sink, { ...place, pointer: place.pointer.child(position) });
}

export function walkItem(item: JsonObject, sink: TextSink, place: FieldsPlace): void {
  walkWith(sink, itemSteps(item, sink, place));
}

function itemSteps(item: JsonObject, sink: TextSink, { pointer, origin, readsTools }: FieldsPlace): Steps<void> {
  const type = stringField(item, "type");
  const readable = type === "additional_tools" && !readsTools ? { ...item, tools: null } : item;
  return walkSteps(readable, sink, { pointer, origin: itemOrigin(item) ?? origin });
}

/** The author of each item of an input. A reference names what was said before. */
export function itemAuthors(input: Json | undefined): readonly Origin[] {
  if (!isArray(input)) return typeof input === "string" ? ["user"] : [];
  return input.map((item) => {
    if (stringField(item, "type") === "item_reference") return "assistant";
    return (isObject(item) ? itemOrigin(item) : null) ?? "user";
  });
}

/** The author of an item; `null`: the author of the list. */
function itemOrigin(item: JsonObject): Origin | null {
  const type = stringField(item, "type");
  const role = stringField(item, "role");
  if (type === "additional_tools" || type === "configuration_update") return "system";
  if (role !== "") return originOf(role);
  // What tools, servers and searches gave.
  if (type === "mcp_list_tools" || type.endsWith("_output")) return "tool";
  if (type === "mcp_approval_response") return "user";
  return type.endsWith("_call") || MODEL_ITEMS.has(type) ? "assistant" : null;
}

const MODEL_ITEMS: ReadonlySet<string> = new Set(["mcp_approval_request", "program", "reasoning"]);

/** A template of the provider's, by name and version, with the caller's variables. What else stands there is read. */
function* promptSteps(prompt: Json, sink: TextSink, { pointer }: FieldsPlace): Steps<void> {
  if (!isObject(prompt)) {
    yield* freeSteps(prompt, sink, pointer);
    return;
  }
  yield* keySteps(prompt, sink, { pointer, origin: "user" });
  for (const [key, value] of Object.entries(prompt)) {
    if ((key === "id" || key === "version") && typeof value === "string" && isIdentifier(key, value)) continue;
    const at = pointer.child(key);
    if (key !== "variables" || !isObject(value)) {
      yield* freeSteps(value, sink, at);
      continue;
    }
    // Their names are the caller's own: none of them is a field of the format.
    yield* keySteps(value, sink, { pointer: at, origin: "user" });
    for (const [name, variable] of Object.entries(value)) yield* freeSteps(variable, sink, at.child(name));
  }
}

/** A text, a part of a message, or a value with fields of any name. */
function* freeSteps(value: Json, sink: TextSink, pointer: Pointer): Steps<void> {
  if (isArray(value)) {
    for (const [position, item] of value.entries()) yield* freeSteps(item, sink, pointer.child(position));
  } else if (isObject(value) && !stringField(value, "type").startsWith("input_")) {
    yield valueLeaf(value, sink, { pointer, origin: "user" });
  } else {
    yield* walkSteps(value, sink, { pointer, origin: "user" });
  }
}

function* toolSteps(tools: Json, sink: TextSink, pointer: Pointer): Steps<void> {
  if (!isArray(tools)) return;
  for (const [position, tool] of tools.entries())
    yield valueLeaf(tool, sink, { pointer: pointer.child(position), origin: "system" });
}

/** Reads a value as one JSON text. @returns what it cost, in units of steps */
function valueLeaf(value: Json, sink: TextSink, place: Pick<WalkStart, "pointer" | "origin">): number {
  const text = JSON.stringify(value);
  sink.text({ ...place, label: "", text, kind: "json", isValue: true });
  return VALUE_UNITS + text.length;
}

/** What a value costs besides its length. */
const VALUE_UNITS = 64;

/** The value without what repeats its texts: token by token (the schema wants lists), and spoken. */
export function withoutOutputRepeats(value: Json): Json {
  if (isArray(value)) return value.map(withoutOutputRepeats);
  if (!isObject(value)) return value;
  const isSound = value["type"] === "output_audio";
  const entries = Object.entries(value).map(([key, child]) => {
    if (key === "logprobs" && isArray(child)) return [key, []] as const;
    return [key, isSound && key === "data" ? "" : withoutOutputRepeats(child)] as const;
  });
  return Object.fromEntries(entries);
}

/** Tools that an answer repeats are read where the request's were. */
export function readsTools(request: Pick<CompletionRequest, "slots">): boolean {
  return request.slots.some(({ pointer }) => pointer.tokenAt(1) === "tools");
}
