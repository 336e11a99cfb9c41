import { TOOL_PROVENANCE } from "../../../src/analyzers/tool-provenance/index.ts";
import type { ConversationText } from "../../../src/core/conversation.ts";
import type { Json } from "../../../src/core/model.ts";
import { judgeCall } from "./judged.ts";

export const user = (text: string): ConversationText => ({ origin: "user", text });

export const tool = (result: Json): ConversationText =>
  typeof result === "string"
    ? { origin: "tool", text: result }
    : { origin: "tool", text: JSON.stringify(result), json: JSON.stringify(result) };

/** A call that the assistant made earlier: its name, and its arguments. */
export function call(name: string, args: Json): readonly ConversationText[] {
  const json = JSON.stringify(args);
  return [
    { origin: "assistant", text: name, isCall: true },
    { origin: "assistant", text: json, json, isCall: true },
  ];
}

/** What `tool_provenance` finds in a call, by its kind. */
export function kinds(
  texts: readonly ConversationText[],
  name: string,
  args: Json,
  metadata: Json = null,
): readonly string[] {
  return judgeCall(TOOL_PROVENANCE, { name, args, texts, metadata }).findings.map(({ kind }) => kind);
}
