import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { AssetRuntime } from "../../access/runtime.ts";
import { judgeOf } from "../../engine/guard.ts";
import type { CheckResult } from "./text-checks.ts";
import type { Remarks } from "./known-history.ts";

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
        const { policy, scope, threshold, state } = guard;
        return [policy, scope, threshold, state.kind, judgeOf(guard)];
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
