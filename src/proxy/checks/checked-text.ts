import type { TextKind } from "../../codecs/codec.ts";
import { FREE_INPUT } from "../../codecs/shared/call-shapes.ts";
import {
  jsonArguments,
  readJsonText,
  type JsonText,
  jsonRestoreEdits,
  looseRestoreEdits,
} from "../../codecs/shared/json-text.ts";
import type { JoinedTexts, Origin, Side } from "../../core/model.ts";
import { namesOf, type ToolArgument, type ToolCall, type ToolText } from "../../core/tool-call.ts";
import { runsOn } from "../../engine/evaluate.ts";
import { readsCalls, readsConversation, type Guard } from "../../engine/guard.ts";
import type { Pointer } from "../../codecs/shared/pointer.ts";
import type { CheckingExchange } from "../context.ts";
import type { MemoKey } from "./verdict-memo.ts";
import type { Edit } from "../../core/masks.ts";
import type { Restorable } from "../../core/restore.ts";

export interface CheckedText {
  readonly text: string;
  readonly kind: TextKind;
  readonly side: Side;
  readonly origin: Origin;
  readonly tool?: ToolText;
  /** The message that holds it, from 0; absent or `null`: none does. */
  readonly turn?: number | null;
  /** Where it stands in its body, or the list of its parts; absent: not known. */
  readonly pointer?: Pointer;
  /** It consists of several texts. */
  readonly joinedTexts?: JoinedTexts;
}

/** Which of an asset's policies are asked about a text, and why it is checked. */
export interface CheckMode {
  readonly select: (guard: Guard) => boolean;
  /** Of a fixed vocabulary: what besides the text decides. */
  readonly manner: string;
}

/** Names all that decides what guards say of a text. */
export function checkKey(
  { asset, memo, conversation }: Pick<CheckingExchange, "asset" | "memo" | "conversation">,
  { text, kind, side, origin, tool }: CheckedText,
  { guards, manner }: { readonly guards: readonly Guard[]; readonly manner: string },
): MemoKey {
  const isCall = tool !== undefined;
  const isBeside =
    side === "output" && guards.some((guard) => readsConversation(guard) && runsOn(guard, side, origin, isCall));
  const beside = isBeside ? ` ${conversation.digest}` : "";
  // A name is any text of the model: as JSON it has no line break.
  const called = isCall && guards.some(readsCalls) ? ` ${JSON.stringify([tool.at, ...namesOf(tool)])}` : "";
  return memo.keyOf(asset, `${manner}${kind} ${side} ${origin}${beside}${called}`, text);
}

/** A text as policies read it: JSON as its reader sees it, since escapes would hide a match (`\u0040`) or glue a letter to one. */
export function readText({ text, kind, tool }: CheckedText): { readonly text: string; readonly tool?: ToolCall } {
  const json = kind === "json" ? readJsonText(text) : null;
  const shown = json?.text ?? (kind === "json" && tool?.at === "" ? withoutBreaks(text) : text);
  return {
    text: shown,
    ...(tool === undefined ? {} : { tool: { ...tool, values: () => valuesOf(tool, text, json) } }),
  };
}

/** Of what is nearly JSON: escapes of spaces as spaces, of the same length. Detectors read other escapes by themselves. */
const withoutBreaks = (text: string): string => text.replaceAll(/\\[bfnrt]/g, " \n");

function valuesOf({ at }: ToolText, text: string, json: JsonText | null): readonly ToolArgument[] | null {
  if (at === null) return NO_VALUES;
  if (at === "") return argumentsIn(text, json);
  const path = at.split(".");
  // The input of a custom tool is one value, whatever it looks like.
  if (json !== null && at !== FREE_INPUT) return jsonArguments(json, path);
  return [{ path, value: text, span: { start: 0, end: text.length }, isKey: false }];
}

const NO_VALUES: readonly ToolArgument[] = [];

/** What clients take for no arguments. */
const EMPTY = /^[ \t\r\n]*(?:null[ \t\r\n]*)?$/;

/** Arguments are one object: of everything else each client makes what its parser makes of it. */
function argumentsIn(text: string, json: JsonText | null): readonly ToolArgument[] | null {
  if (json !== null && json.raw.trimStart().startsWith("{")) return jsonArguments(json, []);
  return EMPTY.test(text) ? NO_VALUES : null;
}

const NO_EDITS: readonly Edit[] = [];

/**
 * The edits that put values of the prompt back into a text of an answer. Never into a tool's name; into its arguments only what that tool may have, and
 * into JSON with its escapes.
 */
export function restoredIn(
  item: CheckedText,
  restorable: Restorable,
  json: JsonText | null = item.kind === "json" ? readJsonText(item.text) : null,
): readonly Edit[] {
  const { text, kind, tool } = item;
  if (restorable.isEmpty || kind === "sealed") return NO_EDITS;
  if (tool !== undefined) return isOpaque(tool, json) ? NO_EDITS : edits(text, json, { restorable, tool });
  return kind === "json" ? edits(text, json, { restorable }) : restorable.read(text).edits;
}

/** A name; or arguments in which values cannot be recognised. */
const isOpaque = ({ at }: ToolText, json: JsonText | null): boolean =>
  at === null || (at === "" && json?.raw.trimStart().startsWith("{") !== true);

function edits(
  text: string,
  json: JsonText | null,
  { restorable, ...place }: { readonly restorable: Restorable; readonly tool?: ToolText },
): readonly Edit[] {
  return json === null ? looseRestoreEdits(text, restorable, place) : jsonRestoreEdits(json, restorable, place);
}
