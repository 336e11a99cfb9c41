import type { TextSlot } from "../../codecs/codec.ts";
import { listOf, type Pointer } from "../../codecs/shared/pointer.ts";
import { readJsonText } from "../../codecs/shared/json-text.ts";
import { maskEdits, mergeMasks, placedMasks, type Edit } from "../../core/masks.ts";
import type { Mask, Span } from "../../core/model.ts";
import { withRestored, type Restorable } from "../../core/restore.ts";
import { inTurnsIf, ITEM_UNITS, type Steps } from "../../core/steps.ts";
import { blockReason, type BlockReason } from "./block-reason.ts";
import type { CheckedText } from "./checked-text.ts";
import {
  isBlocked,
  isHarmless,
  checkJoinedParts,
  checkText,
  type TextExchange,
  type CheckResult,
} from "./text-checks.ts";

/** Texts of one list: parts of a message, an item or a candidate. Two or more, in order. */
export type PartGroup = readonly TextSlot[];

/** What parts say when they are read as one text. */
interface PartsInspection<Slot extends CheckedText = TextSlot> {
  /** Those that were read: what is blocked by itself is none of them. */
  readonly slots: readonly Slot[];
  readonly checkResult: CheckResult;
  readonly outcome:
    | ({ readonly kind: "block" } & BlockReason)
    | { readonly kind: "unavailable"; readonly policies: readonly string[] }
    /** Each part's edits; `null`: together they say no more than one by one. */
    | { readonly kind: "pass"; readonly edits: ReadonlyMap<Slot, readonly Edit[]> | null };
}

/** Each text of several that stand in one list, with the others. Texts in places of other kinds may lie between them. */
function* groupSteps(slots: readonly TextSlot[]): Steps<ReadonlyMap<TextSlot, PartGroup>> {
  // What is read as one stands in one list, and has all that decides how it is checked in common.
  const lists = new Map<Pointer | string, Map<string, TextSlot[]>>();
  for (const slot of slots) {
    yield ITEM_UNITS;
    const list = groupOf(slot);
    if (list === null) continue;
    const alike = lists.get(list) ?? new Map<string, TextSlot[]>();
    const manner = `${slot.side} ${slot.origin} ${slot.turn}`;
    const known = alike.get(manner);
    if (known !== undefined) known.push(slot);
    else lists.set(list, alike.set(manner, [slot]));
  }
  if (lists.size === 0) return NO_GROUPS;
  const groups = new Map<TextSlot, PartGroup>();
  for (const alike of lists.values()) for (const list of alike.values()) yield* addGroup(groups, list);
  return groups;
}

/** All at once where there are few texts, else a slice at a time. */
export function partGroups(
  slots: readonly TextSlot[],
  { longTexts }: Pick<TextExchange, "longTexts">,
): ReadonlyMap<TextSlot, PartGroup> | Promise<ReadonlyMap<TextSlot, PartGroup>> {
  return inTurnsIf(slots.length * ITEM_UNITS, groupSteps(slots), longTexts.newRequests.yieldToLoop);
}

const NO_GROUPS: ReadonlyMap<TextSlot, PartGroup> = new Map();

function* addGroup(groups: Map<TextSlot, PartGroup>, list: readonly TextSlot[]): Steps<void> {
  if (list.length < 2) return;
  const group: TextSlot[] = [];
  for (const slot of list) {
    if (isPlainPart(slot)) group.push(slot);
    yield ITEM_UNITS + (slot.kind === "json" ? slot.text.length : 0);
  }
  if (group.length < 2) return;
  for (const slot of group) {
    groups.set(slot, group);
    yield ITEM_UNITS;
  }
}

/** The name of the texts that it is read with, or the list that holds it; `null`: the text is no part. */
function groupOf({ pointer, kind, isValue, joined }: TextSlot): Pointer | string | null {
  if (joined !== undefined) return joined;
  return isValue || kind === "sealed" ? null : listOf(pointer);
}

/** JSON by itself is read by itself; of JSON that is cut into parts none is. */
export const isPlainPart = ({ kind, text }: Pick<TextSlot, "kind" | "text">): boolean =>
  kind !== "json" || readJsonText(text) === null;

interface Part<Slot extends CheckedText = CheckedText> {
  readonly slot: Slot;
  readonly checkResult: CheckResult;
  /** Where it begins in the joined text. */
  readonly start: number;
}

/**
 * Checks parts once more as one text, without anything between them: clients and models read them so. Adds violations, except
 * blocks, to the exchange's tally. `null`: nothing is to be done, now or when the parts come again.
 * @param checked learns what each part says by itself
 */
export async function inspectParts<Slot extends CheckedText>(
  exchange: TextExchange,
  group: readonly Slot[],
  checked: Map<Slot, CheckResult>,
): Promise<PartsInspection<Slot> | null> {
  const parts: Part<Slot>[] = [];
  let text = "";
  for (const slot of group) {
    const checkResult = await checkText(exchange, slot);
    checked.set(slot, checkResult);
    if (isBlocked(checkResult) || checkResult.failedClosed.length > 0) continue;
    parts.push({ slot, checkResult, start: text.length });
    text += slot.text;
  }
  const [first, second] = parts;
  if (first === undefined || second === undefined) return null;
  const { side, origin, turn = null, pointer } = first.slot;
  const place = pointer === undefined ? {} : { pointer: listOf(pointer) ?? pointer };
  const joined = { text, kind: "text", side, origin, turn, joinedTexts: "parts", ...place } as const;
  const checkResult = await checkJoinedParts(exchange, joined);
  learnJoined(exchange, parts, checkResult);
  const outcome = outcomeOf(exchange, { text, parts, checkResult });
  if (outcome.kind === "pass" && outcome.edits === null && isHarmless(checkResult)) return null;
  return { slots: parts.map(({ slot }) => slot), checkResult, outcome };
}

function outcomeOf<Slot extends CheckedText>(
  exchange: TextExchange,
  {
    text,
    parts,
    checkResult,
  }: { readonly text: string; readonly parts: readonly Part<Slot>[]; readonly checkResult: CheckResult },
): PartsInspection<Slot>["outcome"] {
  const { failedClosed, masks, masking, blocking, kinds } = checkResult;
  if (isBlocked(checkResult)) return { kind: "block", ...blockReason(blocking, kinds) };
  exchange.tally.count(checkResult);
  if (failedClosed.length > 0) return { kind: "unavailable", policies: failedClosed };
  const edits = joinedEdits(exchange, { text, parts, masks });
  // What is signed may not be altered.
  if (edits !== null && masks.length > 0 && parts.some(({ slot }) => slot.kind === "sealed"))
    return { kind: "block", ...blockReason(masking, kinds) };
  return { kind: "pass", edits: edits === null ? null : perPart(parts, edits) };
}

/** Adds to the record what parts contain only together. */
function learnJoined({ recording }: TextExchange, parts: readonly Part[], { places }: CheckResult): void {
  if (recording === null || places === undefined || places.masks.length === 0) return;
  const joined = mergeMasks(places.masks);
  let next = 0;
  for (const { slot, checkResult: own, start } of parts) {
    const end = start + slot.text.length;
    while ((joined[next]?.end ?? Infinity) <= start) next += 1;
    if (own.places === undefined) continue;
    const masks: Mask[] = [];
    for (let at = next, mask = joined[at]; mask !== undefined && mask.start < end; mask = joined[++at])
      masks.push({ ...mask, ...spanIn({ start, end }, mask) });
    if (masks.length > 0) recording.learn(slot.side, slot.text, { ...own.places, masks });
  }
}

interface Joined {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly masks: readonly Mask[];
}

/** `null` when each part by itself gets the same. */
function joinedEdits({ book, tally }: TextExchange, { text, parts, masks }: Joined): readonly Edit[] | null {
  const own = parts.flatMap(({ checkResult, start }) =>
    checkResult.masks.map((mask) => ({ ...mask, start: mask.start + start, end: mask.end + start })),
  );
  const { side = "output", origin = "assistant" } = parts[0]?.slot ?? {};
  const isInput = side === "input";
  const restored = isInput || book.restorable.isEmpty ? [] : book.restorable.read(text).edits;
  const isAsAlone = isInput || isSameAlone(restored, parts, book.restorable);
  if (isCovered(masks, placedMasks(text, own)) && isAsAlone) return null;
  for (const { checkResult } of parts) tally.count(checkResult);
  return withRestored(maskEdits(text, [...own, ...masks], { book: book.writerFor(side, origin) }), restored);
}

/** Whether each part by itself gets the same values back: an address may begin in one part and end in the next. */
function isSameAlone(restored: readonly Edit[], parts: readonly Part[], restorable: Restorable): boolean {
  const places = new Set(restored.map(({ start, end }) => `${start} ${end}`));
  const alone = parts.flatMap(({ slot, start }) =>
    restorable.read(slot.text).edits.map((edit) => `${edit.start + start} ${edit.end + start}`),
  );
  return alone.length === places.size && alone.every((place) => places.has(place));
}

/** @param by in order, disjoint */
function isCovered(masks: readonly Mask[], by: readonly Mask[]): boolean {
  let at = 0;
  return masks
    .toSorted((a, b) => a.start - b.start)
    .every((mask) => {
      while ((by[at]?.end ?? mask.end) <= mask.start) at += 1;
      const cover = by[at];
      return cover !== undefined && cover.start <= mask.start && mask.end <= cover.end;
    });
}

/** Stands for a part of which nothing is left: providers refuse an empty text. */
export const EMPTIED = "…";

/** What of a span lies in a part of the joined text, counted from the part's beginning. */
const spanIn = (part: Span, { start, end }: Span): Span => ({
  start: Math.max(start, part.start) - part.start,
  end: Math.min(end, part.end) - part.start,
});

/** The same of an edit: the first part that it touches shows the replacement. */
export const editIn = (part: Span, edit: Edit): Edit => ({
  ...spanIn(part, edit),
  replacement: edit.start >= part.start ? edit.replacement : "",
});

/** Edits of the joined text as edits of its parts. */
function perPart<Slot extends CheckedText>(
  parts: readonly Part<Slot>[],
  edits: readonly Edit[],
): ReadonlyMap<Slot, readonly Edit[]> {
  let next = 0;
  return new Map(
    parts.map(({ slot, start }) => {
      const end = start + slot.text.length;
      const own: Edit[] = [];
      for (let edit = edits[next]; edit !== undefined && edit.start < end; edit = edits[++next]) {
        own.push(editIn({ start, end }, edit));
        if (edit.end > end) break;
      }
      const [only] = own;
      const isEmptied = only?.replacement === "" && only.end - only.start === slot.text.length;
      return [slot, isEmptied ? [{ ...only, replacement: EMPTIED }] : own] as const;
    }),
  );
}
