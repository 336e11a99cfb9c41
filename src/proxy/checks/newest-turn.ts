import type { TextSlot } from "../../codecs/codec.ts";
import type { Origin } from "../../core/model.ts";

/**
 * The first message that is new: the last one, or the results of tools that came with it. What the operator adds to it, or
 * the beginning of the answer, does not make it older.
 * @param turns who wrote each message; the last may hold no text: an image, or nothing
 */
export function newestTurn(conversation: readonly TextSlot[], turns: readonly Origin[] = []): number {
  const at = conversation.findLastIndex(({ origin }) => isAsking(origin));
  const withText = (conversation[at] ?? conversation.at(-1))?.turn ?? 0;
  const last = turns.findLastIndex(isAsking);
  let first = last > withText ? last : firstResult(conversation, { at, first: withText, turns });
  while (turns[first] === "tool" && turns[first - 1] === "tool") first -= 1;
  return first;
}

const isAsking = (origin: Origin): boolean => origin === "user" || origin === "tool";

interface Newest {
  /** The last text of a user or a tool. */
  readonly at: number;
  /** Its message. */
  readonly first: number;
  readonly turns: readonly Origin[];
}

/** A user's message stands alone; what tools say may be many messages. */
function firstResult(conversation: readonly TextSlot[], { at, first, turns }: Newest): number {
  for (let index = at; index >= 0; index--) {
    const slot = conversation[index];
    const turn = slot?.turn ?? 0;
    if (slot?.origin !== "tool" || turn < first - 1 || turns[turn] === "assistant") break;
    first = turn;
  }
  return first;
}
