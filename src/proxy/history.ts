import type { TextSlot } from "../codecs/codec.ts";
import { parseJson } from "../core/json.ts";
import { applyEdits } from "../core/masks.ts";
import type { ProxyExchange } from "./context.ts";
import { conclude, settle, type Inspection, type SlotsInspection } from "./inspect.ts";
import { isHarmless, judgeText, type Checks, type Judgement } from "./judge.ts";
import { joinedText, judgeJoined, userTurns } from "./joined-turns.ts";
import { recall, type KnownHistory } from "./known-history.ts";

/** What checking a request needs of its exchange. */
export type RequestChecks = Checks & {
  readonly upstream: Pick<ProxyExchange["upstream"], "blockedHistory" | "joinedTurns">;
  readonly headers: Record<string, string>;
};

/**
 * Checks a request: each text by itself, then recent user messages together. What is new is refused when it is blocked. Of
 * the history, blocked text makes room for a note: the client will send it again at every turn, and the model never sees it.
 */
export async function inspectRequest(
  exchange: RequestChecks,
  slots: readonly TextSlot[],
  options: RequestOptions = {},
): Promise<SlotsInspection> {
  return new RequestInspection(exchange, slots, options).run();
}

export interface RequestOptions {
  /** What the user said before, where the request does not repeat it; at most the turns that are judged together. */
  readonly earlier?: readonly string[];
}

/** Ends the inspection. */
type Refusal = Exclude<Inspection, { readonly kind: "pass" }>;

class RequestInspection {
  readonly #exchange: RequestChecks;
  /** The messages' texts; others (instructions, settings) are no part of the conversation. */
  readonly #conversation: readonly TextSlot[];
  readonly #others: readonly TextSlot[];
  /** The first message that is new. */
  readonly #newest: number;
  readonly #known: KnownHistory;
  /** What the next request need not look for again. */
  readonly #remarks = { texts: new Set<number>(), turns: new Set<number>() };
  /** Slot → what stands there instead. */
  readonly #texts = new Map<TextSlot, string>();
  readonly #removed = new Set<TextSlot>();
  readonly #earlier: readonly string[];

  constructor(exchange: RequestChecks, slots: readonly TextSlot[], { earlier = [] }: RequestOptions) {
    this.#exchange = exchange;
    this.#earlier = earlier;
    this.#conversation = slots.filter(({ turn }) => turn !== null);
    this.#others = slots.filter(({ turn }) => turn === null);
    this.#newest = newestTurn(this.#conversation);
    this.#known = recall(exchange, this.#conversation, `joined ${exchange.upstream.joinedTurns}`);
    for (const slot of slots) exchange.book.reserve(slot.text);
  }

  async run(): Promise<SlotsInspection> {
    const refusal = (await this.#each()) ?? (await this.#together());
    if (refusal !== null) return refusal;
    const { memo, headers } = this.#exchange;
    if (this.#known.key !== null) memo.setHistory(this.#known.key, this.#remarks);
    const messages = new Set([...this.#removed].map(({ turn }) => turn));
    if (messages.size > 0) headers["x-guardrail-removed"] = String(messages.size);
    const changes = [...this.#texts].map(([{ pointer, isValue }, text]) => ({ pointer, isValue, text }));
    return { kind: "pass", changes, refused: [] };
  }

  async #each(): Promise<Refusal | null> {
    const { count, remarks } = this.#known;
    for (const [index, slot] of this.#conversation.entries()) {
      if (index < count && !remarks.texts.has(index)) continue;
      const judgement = await judgeText(this.#exchange, slot);
      if (!isHarmless(judgement)) this.#remarks.texts.add(index);
      const refusal = this.#conclude(slot, judgement);
      if (refusal !== null) return refusal;
    }
    for (const slot of this.#others) {
      const refusal = this.#conclude(slot, await judgeText(this.#exchange, slot));
      if (refusal !== null) return refusal;
    }
    return null;
  }

  #conclude(slot: TextSlot, judgement: Judgement): Refusal | null {
    const inspection = conclude(this.#exchange, slot, judgement);
    if (inspection.kind === "block" && this.#isRemovable(slot)) {
      this.#remove([slot], judgement, inspection.policies);
      return null;
    }
    settle(this.#exchange, judgement, inspection);
    if (inspection.kind !== "pass") return inspection;
    if (inspection.edits.length > 0) this.#texts.set(slot, applyEdits(slot.text, inspection.edits));
    return null;
  }

  async #together(): Promise<Refusal | null> {
    const exchange = this.#exchange;
    const count = exchange.upstream.joinedTurns - 1;
    if (count === 0) return null;
    const recent = [...this.#earlier];
    for (const said of userTurns(this.#conversation, this.#removed)) {
      const { turn, last, slots } = said;
      const text = joinedText(said);
      if (last >= this.#known.count || this.#known.remarks.turns.has(turn)) {
        const judgement = await judgeJoined(exchange, recent, text);
        if (!isHarmless(judgement)) this.#remarks.turns.add(turn);
        if (judgement.verdict === "blocked" && slots.every((slot) => this.#isRemovable(slot))) {
          this.#remove(slots, judgement, judgement.blocking);
          continue;
        }
        exchange.tally.count(judgement);
        if (judgement.verdict === "blocked") return { kind: "block", policies: judgement.blocking };
        if (judgement.failedClosed.length > 0) return { kind: "unavailable", policies: judgement.failedClosed };
      }
      recent.push(text);
      if (recent.length > count) recent.shift();
    }
    return null;
  }

  /** Only what has been said before, by someone else than the operator, and is not signed. */
  #isRemovable({ turn, origin, kind }: TextSlot): boolean {
    if (this.#exchange.upstream.blockedHistory === "block") return false;
    return turn !== null && turn < this.#newest && origin !== "system" && kind !== "sealed";
  }

  #remove(slots: readonly TextSlot[], judgement: Judgement, policies: readonly string[]): void {
    this.#exchange.tally.remove([...judgement.policies, ...policies]);
    const note = `[Removed by guardrail policy: ${policies.join(", ")}]`;
    for (const slot of slots) {
      this.#texts.set(slot, noteIn(slot, note));
      this.#removed.add(slot);
    }
  }
}

/**
 * The first message that is new: the last one, or the results of tools that came with it. What the operator puts behind it, or
 * the beginning of the answer, does not make it older.
 */
function newestTurn(conversation: readonly TextSlot[]): number {
  const at = conversation.findLastIndex(({ origin }) => origin === "user" || origin === "tool");
  let first = (conversation[at] ?? conversation.at(-1))?.turn ?? 0;
  // A user's message stands alone; what tools say may be many messages.
  for (let index = at; index >= 0; index--) {
    const slot = conversation[index];
    const turn = slot?.turn ?? 0;
    if (slot?.origin !== "tool" || turn < first - 1) break;
    first = turn;
  }
  return first;
}

/** The note as the place needs it: JSON of the same shape where JSON stood. */
function noteIn({ kind, text }: TextSlot, note: string): string {
  if (kind !== "json") return note;
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  if (typeof value === "string") return JSON.stringify(note);
  return JSON.stringify(Array.isArray(value) ? [note] : { removed: note });
}
