import type { TextSlot } from "../codecs/codec.ts";
import type { TextChange } from "../codecs/edits.ts";
import { isPromptSlot } from "../codecs/prompt-slots.ts";
import type { Edit } from "../core/masks.ts";
import { runsOn } from "../engine/evaluate.ts";
import { readsConversation } from "../engine/guard.ts";
import type { CheckedIngress } from "./context.ts";

/** What is put behind a system prompt. */
const lineOf = (canary: string): string => `\n\nInternal reference, not to be mentioned: ${canary}`;

type Planting = Pick<CheckedIngress, "runtime" | "upstream" | "asset" | "conversation">;

/**
 * Puts the canary behind the first text of the system prompt, where the upstream asks for it and a policy looks for it in answers.
 * Without a system prompt nothing is put anywhere.
 * @returns the changes of the request, that one included
 */
export function plantCanary(
  { runtime, upstream, asset, conversation }: Planting,
  slots: readonly TextSlot[],
  changes: readonly TextChange[],
): readonly TextChange[] {
  if (!upstream.canary) return changes;
  if (!asset.guards.some((guard) => readsConversation(guard) && runsOn(guard, "output", "assistant"))) return changes;
  const slot = slots.find(isPromptSlot);
  if (slot === undefined) return changes;
  conversation.plant(runtime.canary);
  const { pointer, isValue } = slot;
  const known = changes.find((change) => change.pointer === pointer)?.text ?? slot.text;
  const planted = { pointer, isValue, text: known + lineOf(runtime.canary) };
  return [...changes.filter((change) => change.pointer !== pointer), planted];
}

/** Takes the line out of what a provider repeats of the request: the client gets back what it sent. */
export function unplanted({ canary }: Planting["conversation"], text: string): readonly Edit[] {
  if (canary === undefined) return NONE;
  const line = lineOf(canary);
  const start = text.indexOf(line);
  return start < 0 ? NONE : [{ start, end: start + line.length, replacement: "" }];
}

const NONE: readonly Edit[] = [];
