import {
  brokenJsonRestoreEdits,
  jsonMaskEdits,
  jsonRestoreEdits,
  readJsonText,
  type JsonText,
} from "../codecs/json-text.ts";
import type { TextKind, TextSlot } from "../codecs/codec.ts";
import { applyEdits, maskEdits, type Edit } from "../core/masks.ts";
import type { Evaluation, Mask, Origin, Side } from "../core/model.ts";
import { withRestored, type Restorable } from "../core/restore.ts";
import { evaluate } from "../engine/evaluate.ts";
import { Text } from "../text/text.ts";
import type { CheckedIngress } from "./context.ts";

/** What checking one text says. */
export type Inspection =
  /** It may pass, with these edits: ordered, disjoint. */
  | { readonly kind: "pass"; readonly edits: readonly Edit[] }
  | { readonly kind: "block"; readonly policies: readonly string[] }
  /** A fail-closed policy could not run. */
  | { readonly kind: "unavailable"; readonly policies: readonly string[] };

export interface InspectedText {
  readonly text: string;
  readonly kind: TextKind;
  readonly side: Side;
  readonly origin: Origin;
}

const CLEAN: Inspection = { kind: "pass", edits: [] };

/**
 * Evaluates one whole text, as the API would, and says what may pass of it. The exchange's tally learns the verdict. JSON is
 * read as its reader sees it: escapes would hide a match (`\u0040`) or glue a letter to one (`\nAKIA…`). What is masked on
 * side `input` for a policy that restores is put back on side `output`, after the checks.
 */
export async function inspectText(exchange: CheckedIngress, item: InspectedText): Promise<Inspection> {
  const json = item.kind === "json" ? readJsonText(item.text) : null;
  const evaluation = await run(exchange, item, json?.text ?? item.text);
  const refused = refusal(evaluation);
  if (refused !== null) return refused;
  const masks = masksOf(evaluation);
  if (item.kind === "sealed") return masks.length === 0 ? CLEAN : unmaskable(exchange, evaluation);
  const edits = masks.length === 0 ? NO_EDITS : editsOf(exchange, item, { json, masks });
  if (edits === null) return unmaskable(exchange, evaluation);
  const restored = item.side === "output" ? restoredIn(item, { json, restorable: exchange.book.restorable }) : NO_EDITS;
  return edits.length + restored.length === 0 ? CLEAN : { kind: "pass", edits: withRestored(edits, restored) };
}

/** `null` when a match lies where no mask can stand. */
function editsOf(
  { book }: CheckedIngress,
  { text, side }: InspectedText,
  { json, masks }: { readonly json: JsonText | null; readonly masks: readonly Mask[] },
): readonly Edit[] | null {
  const writer = side === "input" ? book.prompt : book;
  if (json === null) return maskEdits(text, masks, { book: writer });
  const masking = jsonMaskEdits(json, masks, writer);
  return masking.kind === "edits" ? masking.edits : null;
}

function restoredIn(
  { text, kind }: InspectedText,
  { json, restorable }: { readonly json: JsonText | null; readonly restorable: Restorable },
): readonly Edit[] {
  if (restorable.isEmpty) return NO_EDITS;
  if (json !== null) return jsonRestoreEdits(json, restorable);
  return kind === "json" ? brokenJsonRestoreEdits(text, restorable) : restorable.edits(text);
}

/** The match stays where it is, so the text does not pass. */
function unmaskable(exchange: CheckedIngress, { violations }: Evaluation): Inspection {
  const policies = violations
    .filter(({ policy, masks }) => policy.mask && masks.length > 0)
    .map(({ policy }) => policy.name);
  exchange.tally.block(policies);
  return { kind: "block", policies };
}

async function run(exchange: CheckedIngress, item: InspectedText, text: string): Promise<Evaluation> {
  const { side, origin } = item;
  const { clock, abort, tally } = exchange;
  const context = { side, origin, clock, signal: abort.signal };
  const evaluation = await evaluate(exchange.asset.guards, new Text(text), context);
  tally.add(evaluation);
  return evaluation;
}

function refusal(evaluation: Evaluation): Inspection | null {
  if (evaluation.verdict === "blocked") return { kind: "block", policies: blockedBy(evaluation) };
  if (evaluation.failedClosed.length > 0) return { kind: "unavailable", policies: evaluation.failedClosed };
  return null;
}

function blockedBy({ violations }: Evaluation): readonly string[] {
  return violations.filter(({ action }) => action === "block").map(({ policy }) => policy.name);
}

/** Only what a policy is told to mask on its way through: `mask: true`. */
function masksOf({ violations }: Evaluation): readonly Mask[] {
  if (violations.length === 0) return NO_MASKS;
  return violations.flatMap((violation) => (violation.policy.mask ? violation.masks : NO_MASKS));
}

const NO_MASKS: readonly Mask[] = [];
const NO_EDITS: readonly Edit[] = [];

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
  exchange: CheckedIngress,
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
