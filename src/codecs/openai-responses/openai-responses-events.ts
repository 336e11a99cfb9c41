import { isSoundIn } from "../shared/misplaced-texts.ts";
import type { JsonObject, Origin } from "../../core/model.ts";
import { isObject, stringField } from "../shared/json-read.ts";
import { builtinTool, walk, walkFields, walkItem } from "./openai-responses-fields.ts";
import type { TextKind } from "../codec.ts";
import { BODY } from "../shared/pointer.ts";
import type { TextLeaf } from "../shared/text-walk.ts";

/**
 * How an event's texts relate to those of other events: a `start` opens texts that may grow, a `piece` continues one, a
 * `whole` repeats what came or brings it at once, an `interim` shows what there is so far.
 */
type Phase = "start" | "piece" | "whole" | "interim";

export interface EventPlan {
  readonly type: string;
  readonly phase: Phase;
  /** The item, or what stands for it: `output/0`. `""`: the event is about none. */
  readonly item: string;
  /** Where a text of the event stands in the answer: `output/0/content/0/text`; `null`: nowhere but in the event. */
  readonly locate: (pointer: string) => string | null;
  /** Texts at or below get no more pieces; `""`: all texts; `null`: none. */
  readonly closes: string | null;
  /** Of pieces whose event alone says it. */
  readonly kind: TextKind | null;
  readonly origin: Origin;
  readonly isTerminal: boolean;
}

/** A text that comes in pieces, and where it stands in its item. */
interface Growing {
  /** Where the event holds a piece, and all of it. */
  readonly piece: string;
  readonly whole: string;
  readonly path: (body: JsonObject) => string;
  readonly kind?: TextKind;
  readonly origin?: Origin;
}

const index = (body: JsonObject, key: string): string => {
  const value = body[key];
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? String(value) : "0";
};
const content = (name: string) => (body: JsonObject) => `content/${index(body, "content_index")}/${name}`;
const grows = (
  whole: string,
  path: Growing["path"],
  rest: Omit<Growing, "path" | "piece" | "whole"> = {},
): Growing => ({
  piece: "/delta",
  whole: `/${whole}`,
  path,
  ...rest,
});

const GROWING: ReadonlyMap<string, Growing> = new Map([
  ["apply_patch_call_operation_diff", grows("diff", () => "operation/diff", { kind: "json" })],
  ["audio.transcript", grows("transcript", () => "transcript")],
  ["code_interpreter_call_code", grows("code", () => "code")],
  ["custom_tool_call_input", grows("input", () => "input", { kind: "json" })],
  ["function_call_arguments", grows("arguments", () => "arguments", { kind: "json" })],
  ["mcp_call_arguments", grows("arguments", () => "arguments", { kind: "json" })],
  ["output_text", grows("text", content("text"))],
  ["reasoning_summary_text", grows("text", (body) => `summary/${index(body, "summary_index")}/text`)],
  ["reasoning_text", grows("text", content("text"))],
  ["refusal", grows("refusal", content("refusal"))],
  [
    "shell_call_command",
    grows("command", (body) => `action/commands/${index(body, "command_index")}`, { kind: "json" }),
  ],
  [
    "shell_call_output_content",
    grows("output/0", (body) => `output/${index(body, "command_index")}`, { origin: "tool" }),
  ],
]);

/** Fields that hold a part of an item, and where it stands. */
const PARTS: ReadonlyMap<string, { readonly field: string; readonly path: (body: JsonObject) => string }> = new Map([
  ["content_part", { field: "/part", path: (body) => `content/${index(body, "content_index")}` }],
  [
    "output_text.annotation",
    {
      field: "/annotation",
      path: (body) => `content/${index(body, "content_index")}/annotations/${index(body, "annotation_index")}`,
    },
  ],
  ["reasoning_summary_part", { field: "/part", path: (body) => `summary/${index(body, "summary_index")}` }],
]);

const PHASES: ReadonlyMap<string, Phase> = new Map([
  ["added", "start"],
  ["delta", "piece"],
  ["done", "whole"],
]);
const TERMINAL: ReadonlySet<string> = new Set(["cancelled", "completed", "failed", "incomplete"]);

/** What an event is, from its type and its indices. */
export function planEvent(type: string, body: JsonObject, item: string): EventPlan {
  const name = type.replace(/^response\./, "");
  // Echo of what a client said while the model spoke.
  const origin = name.startsWith("steer.") ? "user" : "assistant";
  const bare = { type, item, locate: () => null, closes: null, kind: null, origin } as const;
  const plain: EventPlan = { ...bare, phase: "whole", isTerminal: false };
  if (isObject(body["response"])) {
    const isTerminal = TERMINAL.has(name);
    const locate = (pointer: string): string | null => under(pointer, "/response", "");
    return { ...plain, phase: isTerminal ? "whole" : "interim", locate, closes: isTerminal ? "" : null, isTerminal };
  }
  const dot = name.lastIndexOf(".");
  const phase = PHASES.get(name.slice(dot + 1));
  if (phase === undefined) return plain;
  const base = name.slice(0, dot);
  if (base === "output_item") {
    const locate = (pointer: string): string | null => under(pointer, "/item", item);
    return { ...plain, phase, locate, closes: ended(phase, item) };
  }
  return planPart(plain, { base, phase, body });
}

interface PartEvent {
  /** The type without its end. */
  readonly base: string;
  readonly phase: Phase;
  readonly body: JsonObject;
}

function planPart(plain: EventPlan, event: PartEvent): EventPlan {
  const { base, phase, body } = event;
  const part = PARTS.get(base);
  const growing = GROWING.get(base);
  if (growing !== undefined) {
    const path = `${plain.item}/${growing.path(body)}`;
    const from = phase === "piece" ? growing.piece : growing.whole;
    const { kind = null, origin = "assistant" } = growing;
    return {
      ...plain,
      phase,
      locate: (pointer) => under(pointer, from, path),
      closes: ended(phase, path),
      kind,
      origin,
    };
  }
  if (part === undefined) return planUnknown(plain, event);
  const path = `${plain.item}/${part.path(body)}`;
  return { ...plain, phase, locate: (pointer) => under(pointer, part.field, path), closes: ended(phase, path) };
}

function ended(phase: Phase, path: string): string | null {
  return phase === "whole" ? path : null;
}

/** Pieces of a text of a kind to come are one text, too. */
function planUnknown(plain: EventPlan, { base, phase, body }: PartEvent): EventPlan {
  if (phase === "start") return plain;
  const indices = Object.entries(body).flatMap(([key, value]) =>
    key.endsWith("_index") && key !== "output_index" && typeof value === "number" ? [`${key}=${value}`] : [],
  );
  const path = [plain.item, `~${base}`, ...indices.toSorted()].join("/");
  if (phase === "whole") return { ...plain, closes: path };
  // Arguments are released when they are complete.
  const kind = base.includes("call") ? "json" : null;
  return { ...plain, phase, locate: (pointer) => path + pointer, kind };
}

/** The pointer with `from` in front replaced; `null` when the pointer starts differently. */
function under(pointer: string, from: string, to: string): string | null {
  if (pointer === from) return to;
  if (!pointer.startsWith(`${from}/`)) return null;
  const rest = pointer.slice(from.length + 1);
  return to === "" ? rest : `${to}/${rest}`;
}

const SOUND = /(?:^|[._])audio\.delta$/;

/** Sound is no text; its transcript comes beside it. What is not base64 is no sound. */
function isSound(type: string, { delta }: JsonObject): boolean {
  return SOUND.test(type) && typeof delta === "string" && isSoundIn(delta);
}

const TYPE = {
  pointer: BODY.child("item").child("type"),
  label: "",
  kind: "sealed",
  isValue: false,
  origin: "assistant",
} as const;

/**
 * The texts of an event, in their order.
 * @returns `null` when what stands in the place of items is none
 */
export function eventTexts(
  body: JsonObject,
  { type, origin }: EventPlan,
  options: { readonly readsTools: boolean },
): readonly TextLeaf[] | null {
  const leaves: TextLeaf[] = [];
  const sink = { text: (leaf: TextLeaf) => leaves.push(leaf), unread: () => {} };
  const { response, item } = body;
  let rest = isSound(type, body) ? { ...body, delta: null } : body;
  if (isObject(response)) {
    const place = { pointer: BODY.child("response"), origin: "assistant", ...options } as const;
    if (walkFields(response, sink, place) !== null) return null;
    rest = { ...rest, response: null };
  }
  if (isObject(item)) {
    walkItem(item, sink, { pointer: BODY.child("item"), origin: "assistant", ...options });
    const name = builtinTool(item);
    // Of some calls nothing else is said.
    if (name !== null) leaves.push({ ...TYPE, text: stringField(item, "type"), tool: { name, at: null } });
    rest = { ...rest, item: null };
  }
  walk(rest, sink, { pointer: BODY, origin });
  return leaves;
}
