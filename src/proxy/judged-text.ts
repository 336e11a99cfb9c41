import type { TextKind } from "../codecs/codec.ts";
import { jsonArguments } from "../codecs/json-arguments.ts";
import { readJsonText, type JsonText } from "../codecs/json-text.ts";
import type { Origin, Side } from "../core/model.ts";
import type { ToolCall, ToolText } from "../core/tool-call.ts";
import { runsOn } from "../engine/evaluate.ts";
import { readsCalls, readsConversation, type Guard } from "../engine/guard.ts";
import type { CheckedIngress } from "./context.ts";
import type { MemoKey } from "./verdict-memo.ts";

export interface JudgedText {
  readonly text: string;
  readonly kind: TextKind;
  readonly side: Side;
  readonly origin: Origin;
  readonly tool?: ToolText;
  /** The message that holds it, from 0; absent or `null`: none does. */
  readonly turn?: number | null;
}

/** Which of an asset's policies are asked about a text, and why it is judged. */
export interface Judging {
  readonly select: (guard: Guard) => boolean;
  /** Of a fixed vocabulary: what besides the text decides. */
  readonly manner: string;
}

/** Names all that decides what guards say of a text. */
export function judgedKey(
  { asset, memo, conversation }: Pick<CheckedIngress, "asset" | "memo" | "conversation">,
  { text, kind, side, origin, tool }: JudgedText,
  { guards, manner }: { readonly guards: readonly Guard[]; readonly manner: string },
): MemoKey {
  const isCall = tool !== undefined;
  const isBeside =
    side === "output" && guards.some((guard) => readsConversation(guard) && runsOn(guard, side, origin, isCall));
  const beside = isBeside ? ` ${conversation.digest}` : "";
  // A name is any text of the model: as JSON it has no line break.
  const called = isCall && guards.some(readsCalls) ? ` ${JSON.stringify([tool.name, tool.at])}` : "";
  return memo.keyOf(asset, `${manner}${kind} ${side} ${origin}${beside}${called}`, text);
}

/** A text as policies read it: JSON as its reader sees it, since escapes would hide a match (`\u0040`) or glue a letter to one. */
export function readText({ text, kind, tool }: JudgedText): { readonly text: string; readonly tool?: ToolCall } {
  const json = kind === "json" ? readJsonText(text) : null;
  return { text: json?.text ?? text, ...(tool === undefined ? {} : { tool: callOf(tool, text, json) }) };
}

function callOf(tool: ToolText, text: string, json: JsonText | null): ToolCall {
  const { at } = tool;
  const path = at === null || at === "" ? [] : at.split(".");
  // What is no JSON is the one input of a custom tool.
  const whole = { path: at === "" ? ["input"] : path, value: text, span: { start: 0, end: text.length }, isKey: false };
  return { ...tool, values: () => (at === null ? [] : json === null ? [whole] : jsonArguments(json, path)) };
}
