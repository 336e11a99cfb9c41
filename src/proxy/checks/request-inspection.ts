import type { CompletionRequest, TextSlot } from "../../codecs/codec.ts";
import type { Pointer } from "../../codecs/shared/pointer.ts";
import { applyEdits } from "../../core/masks.ts";
import { inTurns, ITEM_UNITS, type Steps } from "../../core/steps.ts";
import { BEFORE_MAX, JOINT } from "../../engine/joined.ts";
import type { ProxyExchange } from "../context.ts";
import {
  concludeInspection,
  reserveAll,
  settleInspection,
  type Inspection,
  type SlotsInspection,
  fittingEdits,
  removalNote,
} from "./inspect.ts";
import { blockReason } from "./block-reason.ts";
import { isHarmless, checkText, type TextExchange, type CheckResult } from "./text-checks.ts";
import { inspectParts, partGroups, type PartGroup } from "./joined-parts.ts";
import { checkJoinedTurns, turnSteps } from "./joined-turns.ts";
import { recall, UNKNOWN } from "./verdict-memo.ts";
import type { Origin } from "../../core/model.ts";

/** What checking a request needs of its exchange. */
export type RequestExchange = TextExchange & {
  readonly upstream: Pick<ProxyExchange["upstream"], "blockedHistory" | "joinedTurns">;
  readonly headers: Record<string, string>;
};

/**
 * Checks a request: each text by itself, then recent user messages together. What is new is refused when it is blocked. Of
 * the history, blocked text makes room for a note: the client sends it again at every turn, and the model never sees it.
 * @param earlier what the user said before, where the request does not repeat it; at most the turns that are checked together
 */
export function inspectRequest(
  exchange: RequestExchange,
  request: ReadRequest,
  earlier: readonly string[] = [],
): Promise<SlotsInspection> {
  return new RequestInspection(exchange, request, earlier).run();
}

type ReadRequest = Pick<CompletionRequest, "slots" | "turns">;

function* positionSteps(slots: readonly TextSlot[]): Steps<ReadonlyMap<TextSlot, number>> {
  const positions = new Map<TextSlot, number>();
  for (const [position, slot] of slots.entries()) {
    positions.set(slot, position);
    yield ITEM_UNITS;
  }
  return positions;
}

/** Ends the inspection. */
type Refusal = Exclude<Inspection, { readonly kind: "pass" }>;

class RequestInspection {
  readonly #exchange: RequestExchange;
  /** The messages' texts; others (instructions, settings) are no part of the conversation. */
  readonly #conversation: readonly TextSlot[];
  readonly #others: readonly TextSlot[];
  /** The first message that is new. */
  readonly #newest: number;
  #known = UNKNOWN;
  /** What the next request need not look for again. */
  readonly #remarks = { texts: new Set<number>(), turns: new Set<number>() };
  /** Slot → what stands there instead. */
  readonly #texts = new Map<TextSlot, string>();
  readonly #removed = new Set<TextSlot>();
  /** Parts that go as a whole. */
  readonly #takenOut = new Set<Pointer>();
  /** Of the texts of the conversation; made when first asked for, since most requests have no parts. */
  #positions: ReadonlyMap<TextSlot, number> | null = null;
  readonly #thoughts: SignedThoughts;
  /** Parts that were decided with their neighbours, and the results of parts by themselves. */
  readonly #decided = new Set<TextSlot>();
  readonly #checked = new Map<TextSlot, CheckResult>();
  readonly #earlier: readonly string[];

  constructor(exchange: RequestExchange, { slots, turns }: ReadRequest, earlier: readonly string[]) {
    this.#exchange = exchange;
    this.#earlier = earlier;
    this.#conversation = slots.filter(({ turn }) => turn !== null);
    this.#others = slots.filter(({ turn }) => turn === null);
    this.#thoughts = new SignedThoughts(this.#conversation);
    this.#newest = newestTurn(this.#conversation, turns);
    exchange.conversation.add(slots);
    exchange.recording?.addPrompt(slots, this.#newest);
  }

  async run(): Promise<SlotsInspection> {
    const { upstream } = this.#exchange;
    this.#known = await recall(this.#exchange, this.#conversation, `joined ${upstream.joinedTurns}`);
    await reserveAll(this.#exchange, this.#conversation);
    await reserveAll(this.#exchange, this.#others);
    const refusal = (await this.#each()) ?? (await this.#together());
    if (refusal !== null) return refusal;
    const { memo, headers } = this.#exchange;
    if (this.#known.key !== null) memo.setHistory(this.#known.key, this.#remarks);
    const messages = new Set([...this.#removed].map(({ turn }) => turn));
    if (messages.size > 0) headers["x-guardrail-removed"] = String(messages.size);
    const changes = [...this.#texts].map(([{ pointer, isValue }, text]) => ({ pointer, isValue, text }));
    return { kind: "pass", changes, refused: [], takenOut: [...this.#takenOut] };
  }

  async #each(): Promise<Refusal | null> {
    const { count, remarks } = this.#known;
    const slots = [...this.#conversation, ...this.#others];
    const grouping = partGroups(slots, this.#exchange);
    const groups = grouping instanceof Promise ? await grouping : grouping;
    const joined = new Set<PartGroup>();
    for (const [index, slot] of slots.entries()) {
      if (index < count && !remarks.texts.has(index)) continue;
      const group = groups.get(slot);
      if (group !== undefined && !joined.has(group)) {
        joined.add(group);
        const refusal = await this.#parts(group);
        if (refusal !== null) return refusal;
      }
      if (this.#decided.has(slot)) continue;
      const checkResult = this.#checked.get(slot) ?? (await checkText(this.#exchange, slot));
      if (!isHarmless(checkResult)) this.#remarks.texts.add(index);
      const refusal = this.#concludeInspection(slot, checkResult);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  #inTurns<Result>(steps: Steps<Result>): Promise<Result> {
    return inTurns(steps, this.#exchange.longTexts.newRequests.yieldToLoop);
  }

  /** What parts say only together. */
  async #parts(group: PartGroup): Promise<Refusal | null> {
    const exchange = this.#exchange;
    const inspected = await inspectParts(exchange, group, this.#checked);
    if (inspected === null) return null;
    const { slots, checkResult, outcome } = inspected;
    this.#positions ??= await this.#inTurns(positionSteps(this.#conversation));
    for (const slot of slots) {
      const position = this.#positions.get(slot);
      if (position !== undefined) this.#remarks.texts.add(position);
    }
    if (outcome.kind === "block" && slots.every((slot) => this.#isRemovable(slot))) {
      this.#remove(slots, checkResult, outcome.policies);
      for (const slot of slots) this.#decided.add(slot);
      return null;
    }
    if (outcome.kind !== "pass") {
      settleInspection(exchange, checkResult, outcome);
      return outcome;
    }
    for (const [slot, edits] of outcome.edits ?? []) {
      this.#decided.add(slot);
      if (edits.length > 0) this.#texts.set(slot, applyEdits(slot.text, edits));
    }
    return null;
  }

  #concludeInspection(slot: TextSlot, checkResult: CheckResult): Refusal | null {
    const inspection = concludeInspection(this.#exchange, slot, checkResult);
    if (inspection.kind === "block" && this.#isRemovable(slot)) {
      this.#remove([slot], checkResult, inspection.policies);
      return null;
    }
    if (inspection.kind === "block" && this.#takeOut(slot)) {
      this.#exchange.tally.remove([...checkResult.policies, ...inspection.policies]);
      return null;
    }
    settleInspection(this.#exchange, checkResult, inspection);
    if (inspection.kind !== "pass") return inspection;
    const edits = fittingEdits(slot, inspection.edits);
    if (edits.length > 0) this.#texts.set(slot, applyEdits(slot.text, edits));
    return null;
  }

  async #together(): Promise<Refusal | null> {
    const exchange = this.#exchange;
    const count = exchange.upstream.joinedTurns - 1;
    const recent = [...this.#earlier];
    const userTurns = await this.#inTurns(turnSteps(this.#conversation, this.#removed));
    for (const { turn, last, slots } of userTurns) {
      const parts = slots.map((slot) => slot.text);
      if (last >= this.#known.count || this.#known.remarks.turns.has(turn)) {
        const checkResult = await checkJoinedTurns(exchange, recent, parts);
        if (!isHarmless(checkResult)) this.#remarks.turns.add(turn);
        if (checkResult.verdict === "blocked" && slots.every((slot) => this.#isRemovable(slot))) {
          this.#remove(slots, checkResult, checkResult.blocking);
          continue;
        }
        exchange.tally.count(checkResult);
        if (checkResult.verdict === "blocked")
          return { kind: "block", ...blockReason(checkResult.blocking, checkResult.kinds) };
        if (checkResult.failedClosed.length > 0) return { kind: "unavailable", policies: checkResult.failedClosed };
      }
      // No more of it is read.
      recent.push(parts.join(JOINT).slice(-BEFORE_MAX));
      if (recent.length > count) recent.shift();
    }
    return null;
  }

  /** Only what has been said before, by someone else than the operator, and is not signed. */
  #isRemovable(slot: TextSlot): boolean {
    return this.#isOld(slot) && slot.kind !== "sealed";
  }

  #isOld({ turn, origin }: TextSlot): boolean {
    if (this.#exchange.upstream.blockedHistory === "block") return false;
    return turn !== null && turn < this.#newest && origin !== "system";
  }

  /** A thought that is signed can only go as a whole, and where its message keeps something. False: it stays. */
  #takeOut(slot: TextSlot): boolean {
    const part = this.#isOld(slot) ? this.#thoughts.takeOut(slot) : null;
    if (part === null) return false;
    this.#takenOut.add(part);
    this.#removed.add(slot);
    return true;
  }

  #remove(slots: readonly TextSlot[], checkResult: CheckResult, policies: readonly string[]): void {
    this.#exchange.tally.remove([...checkResult.policies, ...policies]);
    for (const slot of slots) {
      this.#texts.set(slot, removalNote(slot, policies));
      this.#removed.add(slot);
    }
  }
}

/** The signed thoughts of a conversation, and what stands beside them. */
class SignedThoughts {
  readonly #conversation: readonly TextSlot[];
  /** Lists that hold thoughts → their elements that hold text and stay. Made when first asked for. */
  #lists: Map<Pointer, Set<Pointer>> | null = null;

  constructor(conversation: readonly TextSlot[]) {
    this.#conversation = conversation;
  }

  /** Takes a thought out of its list, where that keeps something. @returns the element that goes; `null`: the text stays */
  takeOut(slot: TextSlot): Pointer | null {
    const part = thoughtOf(slot);
    if (part?.parent == null) return null;
    this.#lists ??= this.#read();
    const kept = this.#lists.get(part.parent);
    if (kept === undefined || kept.size === 0 || (kept.size === 1 && kept.has(part))) return null;
    kept.delete(part);
    return part;
  }

  #read(): Map<Pointer, Set<Pointer>> {
    const lists = new Map<Pointer, Set<Pointer>>();
    for (const slot of this.#conversation) {
      const list = thoughtOf(slot)?.parent ?? null;
      if (list !== null) lists.set(list, new Set());
    }
    for (const { pointer } of this.#conversation)
      for (let at = pointer; at.parent !== null; at = at.parent) lists.get(at.parent)?.add(at);
    return lists;
  }
}

/** The element of a list that a signed thought is; a summary of what was said is none, since the model could not continue without it. */
function thoughtOf({ kind, pointer: { token, parent } }: TextSlot): Pointer | null {
  if (kind !== "sealed" || (token !== "thinking" && token !== "text")) return null;
  return parent?.isElement === true && parent.depth > 1 ? parent : null;
}

/**
 * The first message that is new: the last one, or the results of tools that came with it. What the operator adds to it, or
 * the beginning of the answer, does not make it older.
 * @param turns the author of each message; the last may hold no text: an image, or nothing
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
