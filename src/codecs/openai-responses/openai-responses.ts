import type { Work } from "../../core/work-budget.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import type { CompletionCodec, CompletionRequest, Parsed, RequestTarget, TextSlot } from "../codec.ts";
import { responseFacts } from "../shared/gen-ai.ts";
import { field, isArray, isObject, stringField, listField } from "../shared/json-read.ts";
import { OPENAI_FORMAT } from "../openai/openai-errors.ts";
import {
  builtinTool,
  readsTools,
  itemAuthors,
  walkFields,
  walkItem,
  withoutOutputRepeats,
} from "./openai-responses-fields.ts";
import { OpenAiResponsesStream } from "./openai-responses-stream.ts";
import { joinedBy } from "../shared/stream-steps.ts";
import { completionRequest } from "../shared/request-reader.ts";
import { BODY, type Pointer } from "../shared/pointer.ts";
import { withoutLabel, type TextSink } from "../shared/text-walk.ts";

/** OpenAI responses, stored ones too. @see https://platform.openai.com/docs/api-reference/responses */
export const openAiResponses = {
  ...OPENAI_FORMAT,
  format: "openai-responses",
  matches: (method, path) => PATHS.get(method)?.test(path) === true,
  readRequest,
  readResponse,
  afterMask: withoutOutputRepeats,
  refuseChoices: refuseOutput,
  openStream: (request, framing) => new OpenAiResponsesStream(request, framing),
  genAi: {
    provider: () => "openai",
    operation: (_path, method) => (method === "POST" ? "chat" : "fetch_response"),
    facts: responseFacts,
  },
} as const satisfies CompletionCodec;

/** Whatever version or deployment segments stand before it. */
const PATHS: ReadonlyMap<string, RegExp> = new Map([
  ["DELETE", /\/responses\/[^/]+\/?$/],
  ["GET", /\/(?:responses\/[^/]+(?:\/input_items)?|conversations\/[^/]+\/items(?:\/[^/]+)?)\/?$/],
  ["POST", /\/responses(?:\/compact|\/input_tokens|\/[^/]+\/cancel)?\/?$/],
]);

const NUMBERS = /\/responses\/input_tokens\/?$/;
const CANCEL = /\/responses\/[^/]+\/cancel\/?$/;

function readRequest(body: Json, target: RequestTarget): Parsed<CompletionRequest> {
  const { method, path, query } = target;
  // The address says what is wanted of a stored response.
  const isStored = method !== "POST" || CANCEL.test(path);
  if (!isObject(body) && !(isStored && body === null)) return { ok: false, reason: "body" };
  const fields = isObject(body) ? body : {};
  const slots: TextSlot[] = [];
  const unread = new Set<string>();
  const failed = walkFields(
    fields,
    {
      text: (leaf) => {
        target.work?.draw("texts", 1);
        slots.push({ ...withoutLabel(leaf), side: "input", turn: turnOf(leaf.pointer) });
      },
      unread: (kind) => unread.add(kind),
      later: target.later,
    },
    { pointer: BODY, origin: "user", readsTools: target.readsTools },
  );
  if (failed !== null) return { ok: false, reason: failed };
  const format = stringField(field(fields["text"], "format"), "type");
  return completionRequest(
    { slots, unread },
    {
      turns: itemAuthors(fields["input"]),
      stream: isStored ? new URLSearchParams(query).get("stream") === "true" : fields["stream"] === true,
      includeUsage: true,
      model: stringField(fields, "model"),
      isJsonOutput: format === "json_object" || format === "json_schema",
      readsAnswer: method !== "DELETE" && !NUMBERS.test(path),
    },
  );
}

/** The position of the item that holds it: `/input/1/content` → 1. A prompt that is one text is the first item. */
function turnOf(pointer: Pointer): number | null {
  return pointer.tokenAt(1) === "input" ? Number(pointer.tokenAt(2) ?? 0) : null;
}

function readResponse(body: Json, request: CompletionRequest, work?: Work): Parsed<readonly TextSlot[]> {
  if (!isObject(body) || !hasContent(body)) return { ok: false, reason: "output" };
  const slots: TextSlot[] = [];
  const isItem = ITEM.test(stringField(body, "type")) && body["output"] === undefined;
  const sink: TextSink = {
    text: (leaf) => {
      work?.draw("texts", 1);
      const { pointer, origin, kind } = leaf;
      const isOutput = (origin === "assistant" || origin === "tool") && !ECHO.has(pointer.tokenAt(1));
      const isStructured = request.isJsonOutput && JSON_TEXT.test(pointer.name);
      const side = isOutput ? "output" : "input";
      const joined = joinedBy(isOutput && isMessageText(body, pointer) ? MESSAGES : null);
      slots.push({ ...withoutLabel(leaf), side, kind: isStructured ? "json" : kind, turn: null, ...joined });
    },
    unread: () => {},
  };
  const place = { pointer: BODY, origin: "assistant", readsTools: readsTools(request) } as const;
  const failed = isItem ? walkItem(body, sink, place) : walkFields(body, sink, place);
  if (typeof failed === "string") return { ok: false, reason: failed };
  return { ok: true, value: [...slots, ...namelessCalls(body)] };
}

/** Calls of tools that the API has built in go by their type: it is all that some of them say. */
function namelessCalls(body: JsonObject): readonly TextSlot[] {
  const list = BODY.child("output");
  return listField(body, "output").flatMap((item, position) => {
    const name = builtinTool(item);
    if (name === null) return [];
    const place = { pointer: list.child(position).child("type"), side: "output", origin: "assistant" } as const;
    const text = stringField(item, "type");
    return [{ ...place, text, kind: "sealed", isValue: false, turn: null, tool: { name, at: null } } as const];
  });
}

/** What the provider repeats of the request. */
const ECHO: ReadonlySet<string | number | null> = new Set(["data", "input", "instructions", "prompt"]);
/** Clients put the texts of all messages together. */
function isMessageText({ output }: JsonObject, pointer: Pointer): boolean {
  const position = OUTPUT_TEXT.exec(pointer.name)?.[1];
  return position !== undefined && isArray(output) && stringField(output[Number(position)], "type") === "message";
}

const MESSAGES = "messages";
const OUTPUT_TEXT = /^\/output\/(\d+)\/content\/\d+\/(?:refusal|text|transcript)$/;
const JSON_TEXT = /^\/output\/\d+\/content\/\d+\/text$/;

/** An item of a conversation, which is asked for by itself. */
const ITEM = /^[a-z_]{1,64}$/;

/** A response, an item or a list of them, or an error that came with status 200. */
function hasContent(body: JsonObject): boolean {
  if (ITEM.test(stringField(body, "type"))) return true;
  return isArray(body["output"]) || isArray(body["data"]) || isObject(body["error"]);
}

/**
 * The response ended as `incomplete`, the refused items without their text: messages empty, other items removed.
 * @returns `null` when a text stands in no item, or the answer is no response
 */
function refuseOutput(body: Json, pointers: readonly Pointer[]): Json | null {
  if (!isObject(body) || body["object"] !== "response") return null;
  const { output, ...rest } = body;
  if (!isArray(output) || !pointers.every(({ name }) => OUTPUT_ITEM.test(name))) return null;
  // The joined text holds what some item holds.
  const { output_text: _joined, ...fields } = rest;
  const positions = new Set(pointers.map(({ name }) => OUTPUT_ITEM.exec(name)?.[1] ?? JOINED));
  const kept = output.flatMap((item, position) => {
    if (!positions.has(String(position)) && !positions.has(JOINED)) return [item];
    if (!isObject(item) || item["type"] !== "message") return [];
    return [{ ...item, status: "incomplete", content: [] }];
  });
  return { ...fields, status: "incomplete", incomplete_details: { reason: "content_filter" }, output: kept };
}

/** Stands for every item: a match in the joined text may span them. */
const JOINED = "";
const OUTPUT_ITEM = /^\/output(?:\/(\d+)\/|_text$)/;
