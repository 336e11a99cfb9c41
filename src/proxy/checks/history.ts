import type { CompletionRequest, TextSlot } from "../../codecs/codec.ts";
import type { Pointer } from "../../codecs/shared/pointer.ts";
import { applyEdits } from "../../core/masks.ts";
import { inTurns, ITEM_UNITS, type Steps } from "../../core/steps.ts";
import { BEFORE_MAX, JOINT } from "../../engine/joined.ts";
import type { ProxyExchange } from "../context.ts";
import { conclude, reserveAll, settle, type Inspection, type SlotsInspection } from "./inspect.ts";
import { isHarmless, judgeText, type Checks, type Judgement } from "./text-checks.ts";
import { inspectParts, partGroups, type PartGroup } from "./joined-parts.ts";
import { judgeJoined, turnSteps, type UserTurn } from "./joined-turns.ts";
import { recall, UNKNOWN } from "./known-history.ts";
import { newestTurn } from "./newest-turn.ts";
import { SignedThoughts } from "./signed-thoughts.ts";
import { fittingEdits, noteIn } from "./replacements.ts";

/** What checking a request needs of its exchange. */
export type RequestChecks = Checks & {
  readonly upstream: Pick<ProxyExchange["upstream"], "blockedHistory" | "joinedTurns">;
  readonly headers: Record<string, string>;
};

/**
 * Checks a request: each text by itself, then recent user messages together. What is new is refused when it is blocked. Of
 * the history, blocked text makes room for a note: the client will send it again at every turn, and the model never sees it.
 */
export function inspectRequest(
  exchange: RequestChecks,
  request: ReadRequest,
  options: RequestOptions = {},
): Promise<SlotsInspection> {
  return new RequestInspection(exchange, request, options).run();
}

export interface RequestOptions {
  /** What the user said before, where the request does not repeat it; at most the turns that are judged together. */
  readonly earlier?: readonly string[];
}

type ReadRequest = Pick<CompletionRequest, "slots" | "turns">;

const NOWHERE: ReadonlyMap<TextSlot, number> = new Map();

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
  readonly #exchange: RequestChecks;
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
  readonly #thoughts: SignedThoughts;
  /** Parts that were decided with their neighbours, and what parts say by themselves. */
  readonly #settled = new Set<TextSlot>();
  readonly #judged = new Map<TextSlot, Judgement>();
  readonly #earlier: readonly string[];

  constructor(exchange: RequestChecks, { slots, turns }: ReadRequest, { earlier = [] }: RequestOptions) {
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
    const { upstream, book } = this.#exchange;
    this.#known = await recall(this.#exchange, this.#conversation, `joined ${upstream.joinedTurns}`);
    await reserveAll(book, this.#conversation);
    await reserveAll(book, this.#others);
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
    const positions = await this.#positions(groups.size > 0);
    const joined = new Set<PartGroup>();
    for (const [index, slot] of slots.entries()) {
      if (index < count && !remarks.texts.has(index)) continue;
      const group = groups.get(slot);
      if (group !== undefined && !joined.has(group)) {
        joined.add(group);
        const refusal = await this.#parts(group, positions);
        if (refusal !== null) return refusal;
      }
      if (this.#settled.has(slot)) continue;
      const judgement = this.#judged.get(slot) ?? (await judgeText(this.#exchange, slot));
      if (!isHarmless(judgement)) this.#remarks.texts.add(index);
      const refusal = this.#conclude(slot, judgement);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  /** @param isAsked whether there are any parts: most requests have none */
  async #positions(isAsked: boolean): Promise<ReadonlyMap<TextSlot, number>> {
    if (!isAsked) return NOWHERE;
    return await inTurns(positionSteps(this.#conversation), this.#exchange.longTexts.newRequests.turn);
  }

  /** What parts say only together. */
  async #parts(group: PartGroup, positions: ReadonlyMap<TextSlot, number>): Promise<Refusal | null> {
    const exchange = this.#exchange;
    const inspected = await inspectParts(exchange, group, this.#judged);
    if (inspected === null) return null;
    const { slots, judgement, outcome } = inspected;
    for (const slot of slots) {
      const position = positions.get(slot);
      if (position !== undefined) this.#remarks.texts.add(position);
    }
    if (outcome.kind === "block" && slots.every((slot) => this.#isRemovable(slot))) {
      this.#remove(slots, judgement, outcome.policies);
      for (const slot of slots) this.#settled.add(slot);
      return null;
    }
    if (outcome.kind !== "pass") {
      settle(exchange, judgement, outcome);
      return outcome;
    }
    for (const [slot, edits] of outcome.edits ?? []) {
      this.#settled.add(slot);
      if (edits.length > 0) this.#texts.set(slot, applyEdits(slot.text, edits));
    }
    return null;
  }

  #conclude(slot: TextSlot, judgement: Judgement): Refusal | null {
    const inspection = conclude(this.#exchange, slot, judgement);
    if (inspection.kind === "block" && this.#isRemovable(slot)) {
      this.#remove([slot], judgement, inspection.policies);
      return null;
    }
    if (inspection.kind === "block" && this.#takeOut(slot)) {
      this.#exchange.tally.remove([...judgement.policies, ...inspection.policies]);
      return null;
    }
    settle(this.#exchange, judgement, inspection);
    if (inspection.kind !== "pass") return inspection;
    const edits = fittingEdits(slot, inspection.edits);
    if (edits.length > 0) this.#texts.set(slot, applyEdits(slot.text, edits));
    return null;
  }

  async #together(): Promise<Refusal | null> {
    const exchange = this.#exchange;
    const count = exchange.upstream.joinedTurns - 1;
    const recent = [...this.#earlier];
    for (const { turn, last, slots } of await this.#userTurns()) {
      const parts = slots.map((slot) => slot.text);
      if (last >= this.#known.count || this.#known.remarks.turns.has(turn)) {
        const judgement = await judgeJoined(exchange, recent, parts);
        if (!isHarmless(judgement)) this.#remarks.turns.add(turn);
        if (judgement.verdict === "blocked" && slots.every((slot) => this.#isRemovable(slot))) {
          this.#remove(slots, judgement, judgement.blocking);
          continue;
        }
        exchange.tally.count(judgement);
        if (judgement.verdict === "blocked") return { kind: "block", policies: judgement.blocking };
        if (judgement.failedClosed.length > 0) return { kind: "unavailable", policies: judgement.failedClosed };
      }
      // No more of it is read.
      recent.push(parts.join(JOINT).slice(-BEFORE_MAX));
      if (recent.length > count) recent.shift();
    }
    return null;
  }

  #userTurns(): Promise<readonly UserTurn[]> {
    return inTurns(turnSteps(this.#conversation, this.#removed), this.#exchange.longTexts.newRequests.turn);
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

  #remove(slots: readonly TextSlot[], judgement: Judgement, policies: readonly string[]): void {
    this.#exchange.tally.remove([...judgement.policies, ...policies]);
    for (const slot of slots) {
      this.#texts.set(slot, noteIn(slot, policies));
      this.#removed.add(slot);
    }
  }
}
