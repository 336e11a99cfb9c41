import { jsonMaskEdits, readJsonText, type JsonText } from "../../codecs/shared/json-text.ts";
import type { TextSlot } from "../../codecs/codec.ts";
import type { TextChange } from "../../codecs/shared/body-edits.ts";
import { type Pointer, placeAt, type PlaceKind } from "../../codecs/shared/pointer.ts";
import { applyEdits, maskEdits, type Edit } from "../../core/masks.ts";
import type { Mask } from "../../core/model.ts";
import { withRestored } from "../../core/restore.ts";
import { blockReason, type BlockReason } from "./block-reason.ts";
import { unplanted } from "./canary-line.ts";
import { inspectParts, isPlainPart, partGroups } from "./joined-parts.ts";
import { restoredIn, type CheckedText } from "./checked-text.ts";
import { checkText, type TextExchange, type CheckResult } from "./text-checks.ts";
import { parseJson } from "../../core/json.ts";

/** What checking one text says. */
export type Inspection =
  /** It may pass, with these edits: ordered, disjoint. */
  | { readonly kind: "pass"; readonly edits: readonly Edit[] }
  | ({ readonly kind: "block" } & BlockReason)
  /** A fail-closed policy could not run. */
  | { readonly kind: "unavailable"; readonly policies: readonly string[] };

const CLEAN: Inspection = { kind: "pass", edits: [] };
const NO_EDITS: readonly Edit[] = [];

/**
 * Checks whole texts that readers put together, each by itself, as the API would, and as one, and says what may pass of each. The
 * exchange's tally learns the verdict.
 */
export async function inspectTexts(
  exchange: TextExchange,
  items: readonly CheckedText[],
): Promise<readonly Inspection[]> {
  const known: Known<CheckedText> = { together: new Map(), checked: new Map() };
  const group = items.filter(isPlainPart);
  if (group.length > 1) await inspectTogether(exchange, group, known);
  const inspections: Inspection[] = [];
  for (const item of items) {
    const checkResult = known.checked.get(item) ?? (await checkText(exchange, item));
    inspections.push(known.together.get(item) ?? inspectChecked(exchange, item, checkResult));
  }
  return inspections;
}

function inspectChecked(exchange: TextExchange, item: CheckedText, checkResult: CheckResult): Inspection {
  const inspection = concludeInspection(exchange, item, checkResult);
  settleInspection(exchange, checkResult, inspection);
  // Policies check what the model says itself.
  return item.origin === "assistant" ? inspection : withoutCanary(item, inspection);
}

/** What is repeated of the request is repeated as the client sent it. */
function withoutCanary({ text }: CheckedText, inspection: Inspection): Inspection {
  const edits = unplanted(text);
  if (edits.length === 0 || inspection.kind !== "pass") return inspection;
  return { kind: "pass", edits: [...inspection.edits, ...edits] };
}

/** Updates the exchange's tally. */
export function settleInspection({ tally }: TextExchange, checkResult: CheckResult, inspection: Inspection): void {
  tally.count(checkResult);
  // A match where no mask can stand blocks beyond what the policies say.
  if (inspection.kind === "block") tally.block(inspection.policies);
}

/**
 * What a result means for the text: whether it may pass, and with which edits. What is masked on side `input` for a policy
 * that restores is put back on side `output`, after the checks, unless it is the operator's own.
 */
export function concludeInspection({ book }: TextExchange, item: CheckedText, checkResult: CheckResult): Inspection {
  const { verdict, failedClosed, masks } = checkResult;
  if (verdict === "blocked") return { kind: "block", ...blockReason(checkResult.blocking, checkResult.kinds) };
  if (failedClosed.length > 0) return { kind: "unavailable", policies: failedClosed };
  const isUnaltered = masks.length === 0 && (item.side === "input" || book.restorable.isEmpty);
  if (isUnaltered) return CLEAN;
  const edits = altered(book, item, masks);
  if (edits === null) return { kind: "block", ...blockReason(checkResult.masking, checkResult.kinds) };
  return { kind: "pass", edits };
}

/** `null`: a match stays where it is, so the text does not pass. */
function altered(book: TextExchange["book"], item: CheckedText, masks: readonly Mask[]): readonly Edit[] | null {
  if (item.kind === "sealed") return masks.length === 0 ? NO_EDITS : null;
  const json = item.kind === "json" ? readJsonText(item.text) : null;
  const edits = masks.length === 0 ? NO_EDITS : editsOf(book, item, { json, masks });
  if (edits === null || item.side === "input") return edits;
  return withRestored(edits, restoredIn(item, book.restorable, json));
}

/** `null` when a match lies where no mask can stand. */
function editsOf(
  book: TextExchange["book"],
  { text, side, origin }: CheckedText,
  { json, masks }: { readonly json: JsonText | null; readonly masks: readonly Mask[] },
): readonly Edit[] | null {
  const writer = book.writerFor(side, origin);
  if (json === null) return maskEdits(text, masks, { book: writer });
  const masking = jsonMaskEdits(json, masks, writer);
  return masking.kind === "edits" ? masking.edits : null;
}

/** What checking all slots of a body says. */
export type SlotsInspection = SlotsPass | Exclude<Inspection, { readonly kind: "pass" }>;

export interface SlotsPass {
  readonly kind: "pass";
  readonly changes: readonly TextChange[];
  readonly refused: readonly Refused[];
  /** List elements that go as a whole, after the changes. */
  readonly takenOut: readonly Pointer[];
}

interface Refused extends BlockReason {
  readonly pointer: Pointer;
}

/**
 * Checks slot by slot.
 * @param options.keepsGoing whether a block ends the check, or is reported as `refused` beside what may pass
 */
export async function inspectSlots(
  exchange: TextExchange,
  slots: readonly TextSlot[],
  options: { readonly keepsGoing: boolean },
): Promise<SlotsInspection> {
  const changes: TextChange[] = [];
  const refused: Refused[] = [];
  await reserveAll(exchange, slots);
  const grouping = partGroups(slots, exchange);
  const groups = grouping instanceof Promise ? await grouping : grouping;
  const known: Known<TextSlot> = { together: new Map(), checked: new Map() };
  for (const slot of slots) {
    const group = groups.get(slot);
    if (group?.[0] === slot) await inspectTogether(exchange, group, known);
    const inspection =
      known.together.get(slot) ??
      inspectChecked(exchange, slot, known.checked.get(slot) ?? (await checkText(exchange, slot)));
    if (inspection.kind === "pass") {
      if (inspection.edits.length === 0) continue;
      changes.push({
        pointer: slot.pointer,
        isValue: slot.isValue,
        text: applyEdits(slot.text, fittingEdits(slot, inspection.edits)),
      });
    } else if (inspection.kind === "block" && options.keepsGoing) {
      refused.push({ pointer: slot.pointer, policies: inspection.policies, kinds: inspection.kinds });
    } else {
      return inspection;
    }
  }
  return { kind: "pass", changes, refused, takenOut: [] };
}

/** Placeholders that stand in texts are given to nothing else. */
export async function reserveAll(
  { book, scheduling }: Pick<TextExchange, "book" | "scheduling">,
  slots: readonly TextSlot[],
): Promise<void> {
  for (const { text } of slots) {
    book.reserve(text);
    const later = scheduling.texts.look(text.length);
    if (later !== null) await later;
  }
}

interface Known<Slot> {
  /** Parts that say something only together, with what follows for each. */
  readonly together: Map<Slot, Inspection>;
  /** What parts say by themselves. */
  readonly checked: Map<Slot, CheckResult>;
}

async function inspectTogether<Slot extends CheckedText>(
  exchange: TextExchange,
  group: readonly Slot[],
  { together, checked }: Known<Slot>,
): Promise<void> {
  const inspected = await inspectParts(exchange, group, checked);
  if (inspected === null) return;
  const { slots, checkResult, outcome } = inspected;
  if (outcome.kind !== "pass") {
    settleInspection(exchange, checkResult, outcome);
    for (const slot of slots) together.set(slot, outcome);
    return;
  }
  for (const [slot, edits] of outcome.edits ?? []) together.set(slot, { kind: "pass", edits });
}

/** What a removed text leaves where no prose may stand: providers refuse other names and links, at every later turn. */
const REMOVED: Readonly<Record<Exclude<PlaceKind, "prose">, string>> = {
  name: "removed_by_guardrail",
  // RFC 6761 §6.4: leads nowhere.
  link: "https://guardrail.invalid/removed",
};

/** What stands in the place of a removed text, as the place needs it: JSON of the same shape where JSON stood. */
export function removalNote({ kind, text, pointer }: TextSlot, policies: readonly string[]): string {
  const note = `[Removed by guardrail policy: ${policies.join(", ")}]`;
  if (kind === "json") return noteInJson(text, note);
  const place = placeAt(pointer);
  return place === "prose" ? note : REMOVED[place];
}

function noteInJson(text: string, note: string): string {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  if (typeof value === "string") return JSON.stringify(note);
  return JSON.stringify(Array.isArray(value) ? [note] : { removed: note });
}

/** The masks as the place takes them: on the way to the provider `<MAIL_1>` is `MAIL_1` in a name or a link. */
export function fittingEdits({ kind, pointer, side }: TextSlot, edits: readonly Edit[]): readonly Edit[] {
  if (edits.length === 0 || kind !== "text" || side === "output" || placeAt(pointer) === "prose") return edits;
  return edits.map((edit) => ({ ...edit, replacement: legal(edit.replacement) }));
}

function legal(replacement: string): string {
  return replacement.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_|_$/g, "") || "masked";
}
