import { jsonMaskEdits, readJsonText } from "../codecs/json-text.ts";
import type { TextSlot } from "../codecs/codec.ts";
import { applyEdits, maskEdits, type Edit } from "../core/masks.ts";
import { judgeText, type Checks, type JudgedText, type Judgement } from "./judge.ts";

/** What checking one text says. */
export type Inspection =
  /** It may pass, with these edits: ordered, disjoint. */
  | { readonly kind: "pass"; readonly edits: readonly Edit[] }
  | { readonly kind: "block"; readonly policies: readonly string[] }
  /** A fail-closed policy could not run. */
  | { readonly kind: "unavailable"; readonly policies: readonly string[] };

const CLEAN: Inspection = { kind: "pass", edits: [] };

/** Judges one whole text, as the API would, and says what may pass of it. The exchange's tally learns the verdict. */
export async function inspectText(exchange: Checks, item: JudgedText): Promise<Inspection> {
  const judgement = await judgeText(exchange, item);
  const inspection = conclude(exchange, item, judgement);
  settle(exchange, judgement, inspection);
  return inspection;
}

/** Tells the exchange's tally. */
export function settle({ tally }: Checks, judgement: Judgement, inspection: Inspection): void {
  tally.count(judgement);
  // A match where no mask can stand blocks beyond what the policies say.
  if (inspection.kind === "block") tally.block(inspection.policies);
}

/** What a judgement means for the text: whether it may pass, and with which edits. */
export function conclude({ book }: Checks, item: JudgedText, judgement: Judgement): Inspection {
  const { verdict, failedClosed, masks } = judgement;
  if (verdict === "blocked") return { kind: "block", policies: judgement.blocking };
  if (failedClosed.length > 0) return { kind: "unavailable", policies: failedClosed };
  if (masks.length === 0) return CLEAN;
  const json = item.kind === "json" ? readJsonText(item.text) : null;
  if (json === null) return { kind: "pass", edits: maskEdits(item.text, masks, { book }) };
  const masking = jsonMaskEdits(json, masks, book);
  return masking.kind === "edits" ? { kind: "pass", edits: masking.edits } : unmaskable(judgement);
}

/** The match stays where it is, so the text does not pass. */
function unmaskable({ masking }: Judgement): Inspection {
  return { kind: "block", policies: masking };
}

/** What checking all slots of a body says. */
export type SlotsInspection = SlotsPass | Exclude<Inspection, { readonly kind: "pass" }>;

export interface SlotsPass {
  readonly kind: "pass";
  readonly changes: readonly SlotChange[];
  readonly refused: readonly Refused[];
}

export interface SlotChange {
  readonly pointer: string;
  readonly isValue: boolean;
  readonly text: string;
}

export interface Refused {
  readonly pointer: string;
  readonly policies: readonly string[];
}

/**
 * Checks slot by slot.
 * @param options.keepsGoing whether a block ends the check, or is told as `refused` beside what may pass
 */
export async function inspectSlots(
  exchange: Checks,
  slots: readonly TextSlot[],
  options: { readonly keepsGoing: boolean },
): Promise<SlotsInspection> {
  const changes: SlotChange[] = [];
  const refused: Refused[] = [];
  for (const slot of slots) exchange.book.reserve(slot.text);
  for (const slot of slots) {
    const inspection = await inspectText(exchange, slot);
    if (inspection.kind === "pass") {
      if (inspection.edits.length === 0) continue;
      changes.push({ pointer: slot.pointer, isValue: slot.isValue, text: applyEdits(slot.text, inspection.edits) });
    } else if (inspection.kind === "block" && options.keepsGoing) {
      refused.push({ pointer: slot.pointer, policies: inspection.policies });
    } else {
      return inspection;
    }
  }
  return { kind: "pass", changes, refused };
}
