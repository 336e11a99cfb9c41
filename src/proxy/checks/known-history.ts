import { createHash, type Hash } from "node:crypto";
import type { TextSlot } from "../../codecs/codec.ts";
import { BODY, type Pointer } from "../../codecs/shared/pointer.ts";
import type { Scheduling } from "../scheduling/scheduling.ts";
import type { Checks } from "./text-checks.ts";
import { hashable } from "./verdict-memo.ts";

/** What of a conversation has to be looked at again when it comes again: all else may pass as it is. */
export interface Remarks {
  /** Positions of texts. */
  readonly texts: ReadonlySet<number>;
  /** Messages of the user that say something together with those before. */
  readonly turns: ReadonlySet<number>;
}

/** A conversation as it came: a part that is known, and its name for the next time. */
export interface KnownHistory {
  /** Texts from the first on that were checked as the conversation that they are. */
  readonly count: number;
  readonly remarks: Remarks;
  /** `null`: nothing is to be remembered. */
  readonly key: string | null;
}

const NOTHING: Remarks = { texts: new Set(), turns: new Set() };
/** Of a conversation that is new. */
export const UNKNOWN: KnownHistory = { count: 0, remarks: NOTHING, key: null };

/** Answers before which a conversation may have been seen, counted from the end; clients may send some of them together. */
const ANSWERS_MAX = 4;

/**
 * Knows a conversation again that has grown by an answer and what follows it. One digest says so: a digest for each of its texts
 * would cost ten times as much.
 * @param manner what besides the texts decides
 */
export async function recall(
  { memo, asset, scheduling }: Pick<Checks, "memo" | "asset" | "scheduling">,
  conversation: readonly TextSlot[],
  manner: string,
): Promise<KnownHistory> {
  if (memo.entries === 0) return UNKNOWN;
  const digest = createHash("sha256").update(`${memo.nameOf(asset)} ${manner}\n`);
  let { count, remarks } = UNKNOWN;
  let from = 0;
  for (const answer of answers(conversation)) {
    await write(digest, conversation, { from, to: answer, scheduling });
    from = answer;
    const found = memo.getHistory(digest.copy().digest("base64url"));
    if (found !== undefined) [count, remarks] = [answer, found];
  }
  await write(digest, conversation, { from, to: conversation.length, scheduling });
  return { count, remarks, key: digest.digest("base64url") };
}

/** Where the last answers begin, in order: what stands before one was the request for it. */
function answers(conversation: readonly TextSlot[]): readonly number[] {
  const found: number[] = [];
  for (let at = conversation.length - 1; at > 0 && found.length < ANSWERS_MAX; at--) {
    const [before, slot] = [conversation[at - 1], conversation[at]];
    const isFirst = slot?.origin === "assistant" && before?.origin !== "assistant" && before?.turn !== slot.turn;
    if (isFirst) found.push(at);
  }
  return found.reverse();
}

/** Texts that are written at once: others have a turn of the event loop between. */
const TEXTS_AT_ONCE = 256;

async function write(
  digest: Hash,
  conversation: readonly TextSlot[],
  { from, to, scheduling }: { readonly from: number; readonly to: number; readonly scheduling: Scheduling },
): Promise<void> {
  for (let at = from; at < to; at += TEXTS_AT_ONCE) {
    const all = written(conversation, at, Math.min(to, at + TEXTS_AT_ONCE));
    digest.update(hashable(all));
    const later = scheduling.texts.look(TEXTS_AT_ONCE + all.length);
    if (later !== null) await later;
  }
}

/** Unambiguous: each text with its length, and with all that decides how it is checked, its place among others too. */
function written(conversation: readonly TextSlot[], from: number, to: number): string {
  let all = "";
  let before = conversation[from - 1]?.pointer ?? BODY;
  for (const { kind, side, origin, turn, pointer, text } of conversation.slice(from, to)) {
    all += `${kind} ${side} ${origin} ${turn} ${text.length}${pathFrom(before, pointer)}\n${text}\n`;
    before = pointer;
  }
  return all;
}

/** The way from one place to another: how many tokens they share, and the rest. What many texts have around them is written once. */
function pathFrom(before: Pointer, pointer: Pointer): string {
  let shared: Pointer | null = before.at(pointer.depth);
  let path = "";
  for (let at: Pointer | null = pointer; at !== null && at !== shared; at = at.parent) {
    if (shared !== null && shared.depth === at.depth) shared = shared.parent;
    path = ` ${String(at.token).length} ${at.token}${path}`;
  }
  return ` ${shared?.depth ?? 0}${path}`;
}
