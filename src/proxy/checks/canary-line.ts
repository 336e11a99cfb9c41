import type { Runtime } from "../../access/runtime.ts";
import type { TextSlot } from "../../codecs/codec.ts";
import type { TextChange } from "../../codecs/shared/body-edits.ts";
import { isPromptSlot } from "../../codecs/shared/answer-slots.ts";
import type { Edit } from "../../core/masks.ts";
import { runsOn } from "../../engine/evaluate.ts";
import { readsConversation } from "../../engine/guard.ts";
import type { CheckingExchange } from "../context.ts";

/** The text added to a system prompt. */
const lineOf = (canary: string): string => `\n\nInternal reference, not to be mentioned: ${canary}`;

/** The line of any canary: an older process, or another key, may have put it there. */
const LINE = /\n\nInternal reference, not to be mentioned: [a-z]{24}(?![a-z])/g;

type Planting = Pick<CheckingExchange, "runtime" | "upstream" | "asset">;

/** Whether the upstream asks for a canary and a policy looks for it in answers: in any, whatever its request says. */
export const isWatched = ({ upstream, asset }: Pick<Planting, "upstream" | "asset">): boolean =>
  upstream.canary && asset.guards.some((guard) => readsConversation(guard) && runsOn(guard, "output", "assistant"));

/**
 * Adds the canary to the first text of the system prompt, where the upstream asks for it and a policy looks for it in answers.
 * Without a system prompt nothing is put anywhere.
 * @returns the changes of the request, that one included
 */
export function plantCanary(
  { runtime, upstream, asset }: Planting,
  slots: readonly TextSlot[],
  changes: readonly TextChange[],
): readonly TextChange[] {
  const slot = isWatched({ upstream, asset }) ? slots.find(isPromptSlot) : undefined;
  if (slot === undefined) return changes;
  const { pointer, isValue } = slot;
  const known = changes.find((change) => change.pointer === pointer)?.text ?? slot.text;
  const planted = { pointer, isValue, text: known + lineOf(runtime.canary) };
  return [...changes.filter((change) => change.pointer !== pointer), planted];
}

/** Takes the lines out of what a provider repeats of a request, now or of a stored one: the client gets back what it sent. */
export function unplanted(text: string): readonly Edit[] {
  if (!text.includes("Internal reference")) return NONE;
  return [...text.matchAll(LINE)].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.length,
    replacement: "",
  }));
}

/** The line as errors quote it: with its line feeds as they are or escaped, however often, and cut at any letter of the canary. */
const QUOTED = /(?:\\{0,8}[\r\n]|\\{1,8}[rn]){0,4}Internal reference, not to be mentioned(?:: ?[a-z]{0,24})?/g;

/**
 * The same of bytes that no policy reads, such as errors of a provider, which quote what they refuse.
 * @returns `null`: there is nothing to take out
 */
export function unplantedBytes(bytes: Uint8Array, { canary }: Pick<Runtime, "canary">): Uint8Array | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  if (!text.includes(canary) && !text.includes("Internal reference")) return null;
  const rest = text.replaceAll(QUOTED, "").replaceAll(canary, "");
  return rest === text ? null : Buffer.from(rest, "latin1");
}

const NONE: readonly Edit[] = [];
