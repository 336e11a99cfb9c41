import { hash, createHash, type Hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { AssetRuntime } from "../../access/runtime.ts";
import { judgeOf } from "../../engine/guard.ts";
import type { CheckResult, TextExchange } from "./text-checks.ts";
import type { TextSlot } from "../../codecs/codec.ts";
import { BODY, type Pointer } from "../../codecs/shared/pointer.ts";
import type { Scheduling } from "../scheduling.ts";

/** Masks that are kept for each entry, on average: one text may have thousands, and memory has a bound. */
const MASKS_PER_ENTRY = 8;
/** Texts for each conversation that is remembered as a whole, on average. */
const TEXTS_PER_HISTORY = 8;
/** Remarks that are kept for each conversation, on average. */
const REMARKS_PER_HISTORY = 32;

/** Which result; `null` when nothing is remembered. */
export type MemoKey = string | null;

/**
 * What was said of texts, by their digest: a conversation is sent whole at every turn, and of its history only digests are
 * made. Holds no text. Digests take less time than the cheapest policy does, for texts of any length.
 */
export class VerdictMemo {
  /** Results, at most; 0: none. */
  readonly entries: number;
  readonly #checkResults: LRUCache<string, CheckResult> | null;
  readonly #histories: LRUCache<string, Remarks> | null;
  readonly #names = new WeakMap<AssetRuntime, string>();

  constructor(entries: number) {
    this.entries = entries;
    this.#checkResults = entries === 0 ? null : resultCache(entries);
    this.#histories = entries === 0 ? null : historyCache(Math.ceil(entries / TEXTS_PER_HISTORY));
  }

  /**
   * @param asset whose policies check; another asset, or the same otherwise configured, shares nothing with it
   * @param manner what besides the text decides; of a fixed vocabulary, without line breaks
   */
  keyOf(asset: AssetRuntime, manner: string, text: string): MemoKey {
    return this.#checkResults === null ? null : digest(`${this.nameOf(asset)} ${manner}\n${text}`);
  }

  get(key: MemoKey): CheckResult | undefined {
    return key === null ? undefined : this.#checkResults?.get(key);
  }

  set(key: MemoKey, checkResult: CheckResult): void {
    if (key !== null) this.#checkResults?.set(key, checkResult);
  }

  /** What is to be looked at again in the beginning of a conversation; `undefined`: it is not known. */
  getHistory(key: string): Remarks | undefined {
    return this.#histories?.get(key);
  }

  setHistory(key: string, remarks: Remarks): void {
    this.#histories?.set(key, remarks);
  }

  /** Equal for equal policies: a reload that changes other things forgets nothing. */
  nameOf(runtime: AssetRuntime): string {
    let name = this.#names.get(runtime);
    if (name === undefined) {
      const { asset, guards, shadows } = runtime;
      const settings = [...guards, ...shadows].map((guard) => {
        const { policy, scope, threshold, entities, reads, state } = guard;
        // Not as the policy's list says: a request may have made all of it block.
        const ofKinds = entities === undefined ? null : [...entities];
        return [policy, scope, threshold, ofKinds, reads, state.kind, judgeOf(guard)];
      });
      name = digest(JSON.stringify([asset.organization, asset.id, settings]));
      this.#names.set(runtime, name);
    }
    return name;
  }
}

function resultCache(entries: number): LRUCache<string, CheckResult> {
  const maxSize = entries * (1 + MASKS_PER_ENTRY);
  return new LRUCache({
    max: entries,
    maxSize,
    sizeCalculation: ({ masks, findingCount }) => 1 + masks.length + findingCount,
  });
}

function historyCache(entries: number): LRUCache<string, Remarks> {
  const maxSize = entries * (1 + REMARKS_PER_HISTORY);
  return new LRUCache({ max: entries, maxSize, sizeCalculation: ({ texts, turns }) => 1 + texts.size + turns.size });
}

const digest = (text: string): string => hash("sha256", hashable(text), "base64url");

/** Half a surrogate pair has no UTF-8: texts that differ in one must not share a digest. */
export function hashable(text: string): string | Uint8Array {
  return text.isWellFormed() ? text : Buffer.from(text, "utf16le");
}

/** What of a conversation has to be looked at again when it comes again: all else may pass as it is. */
interface Remarks {
  /** Positions of texts. */
  readonly texts: ReadonlySet<number>;
  /** Messages of the user that say something together with those before. */
  readonly turns: ReadonlySet<number>;
}

/** A conversation as it came: a part that is known, and its name for the next time. */
interface KnownHistory {
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
  { memo, asset, scheduling }: Pick<TextExchange, "memo" | "asset" | "scheduling">,
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
