import type { TextSlot } from "../codec.ts";

/** Fields beside the messages that hold the operator's words to the model; all others of theirs are settings. */
const PROMPT_FIELD = /^\/(?:[a-z]+\/)?(?:system\w*|instructions)(?:\/|$)/i;

/** Whether a text of a request is the operator's words to the model, rather than a setting, a schema or a tool. */
export function isPromptSlot({
  origin,
  kind,
  isValue,
  pointer,
  turn,
}: Pick<TextSlot, "origin" | "kind" | "isValue" | "pointer" | "turn">): boolean {
  return origin === "system" && kind === "text" && !isValue && (turn !== null || PROMPT_FIELD.test(pointer.name));
}
