import { mergeMasks, type Edit, type PlaceholderBook } from "../core/masks.ts";
import type { Mask, Span } from "../core/model.ts";

/** JSON inside a string (tool arguments), read for checking and masking. Offsets are UTF-16 units of `raw`. */
export interface JsonText {
  readonly raw: string;
  /** `raw` with the escapes of its strings undone; `null` when there are none and `raw` says it all. */
  readonly decoded: string | null;
  /** The insides of all string values; keys, numbers and structure are not among them. In order. */
  readonly leaves: readonly Span[];
  readonly escapes: readonly Escape[];
}

interface Escape {
  readonly raw: Span;
  /** Where its one code unit stands in `decoded`. */
  readonly at: number;
}

/** `null` when the text is not a JSON object, array or string: it is plain text then. */
export function readJsonText(raw: string): JsonText | null {
  if (!/^[ \t\r\n]*[{["]/.test(raw)) return null;
  try {
    JSON.parse(raw);
  } catch {
    return null;
  }
  const leaves: Span[] = [];
  const escapes: Escape[] = [];
  let decoded = "";
  let copied = 0;
  for (let quote = raw.indexOf('"'); quote !== -1;) {
    const start = quote + 1;
    let at = start;
    for (let code = raw.charCodeAt(at); code !== QUOTE; code = raw.charCodeAt(at)) {
      if (code !== BACKSLASH) {
        at += 1;
        continue;
      }
      const end = at + (raw[at + 1] === "u" ? 6 : 2);
      decoded += raw.slice(copied, at);
      escapes.push({ raw: { start: at, end }, at: decoded.length });
      decoded += unescape(raw.slice(at, end));
      copied = at = end;
    }
    if (!isKey(raw, at + 1)) leaves.push({ start, end: at });
    quote = raw.indexOf('"', at + 1);
  }
  return { raw, decoded: escapes.length === 0 ? null : decoded + raw.slice(copied), leaves, escapes };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const KEY_END = /[ \t\r\n]*:/y;

/** In valid JSON a string before a colon is a key, and no other is. */
function isKey(raw: string, from: number): boolean {
  KEY_END.lastIndex = from;
  return KEY_END.test(raw);
}

function unescape(text: string): string {
  return String(JSON.parse(`"${text}"`));
}

/** A span of `decoded` as a span of `raw`. */
export function toRawSpan(json: JsonText, span: Span): Span {
  return { start: toRaw(json.escapes, span.start), end: toRaw(json.escapes, span.end) };
}

function toRaw(escapes: readonly Escape[], offset: number): number {
  const escape = escapes[lastAtOrBefore(escapes, offset, (item) => item.at)];
  if (escape === undefined) return offset;
  return offset === escape.at ? escape.raw.start : escape.raw.end + offset - escape.at - 1;
}

/** Index of the last item whose place is at or before `offset`, or -1. */
function lastAtOrBefore<Item>(items: readonly Item[], offset: number, placeOf: (item: Item) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && placeOf(item) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export type JsonMasking =
  | { readonly kind: "edits"; readonly edits: readonly Edit[] }
  /** A match lies in a key, a number or the structure, where no placeholder can stand. */
  | { readonly kind: "unmaskable" };

/** Edits of `raw` that put placeholders into string values only, so that the result still parses and keeps its keys. */
export function jsonMaskEdits(
  json: JsonText,
  masks: { readonly raw: readonly Mask[]; readonly decoded: readonly Mask[] },
  book: PlaceholderBook,
): JsonMasking {
  const pieces: Mask[] = [];
  const inRaw = [
    ...masks.raw.map((mask) => ({ ...mask, ...widen(json.escapes, mask) })),
    ...masks.decoded.map((mask) => ({ ...mask, ...toRawSpan(json, mask) })),
  ];
  for (const mask of inRaw) {
    const clipped = clip(json.leaves, mask);
    if (clipped.length === 0) return { kind: "unmaskable" };
    pieces.push(...clipped);
  }
  const edits = mergeMasks(pieces).map((piece) => ({
    start: piece.start,
    end: piece.end,
    replacement: book.placeholder(piece.type, unescape(json.raw.slice(piece.start, piece.end))),
  }));
  return { kind: "edits", edits };
}

/** A span that begins or ends inside an escape takes it in whole. */
function widen(escapes: readonly Escape[], span: Span): Span {
  const first = escapes[lastAtOrBefore(escapes, span.start, (item) => item.raw.start)];
  const last = escapes[lastAtOrBefore(escapes, span.end - 1, (item) => item.raw.start)];
  return {
    start: first !== undefined && span.start < first.raw.end ? first.raw.start : span.start,
    end: last !== undefined && span.end < last.raw.end ? last.raw.end : span.end,
  };
}

function clip(leaves: readonly Span[], mask: Mask): readonly Mask[] {
  const clipped: Mask[] = [];
  const from = Math.max(
    0,
    lastAtOrBefore(leaves, mask.start, (leaf) => leaf.start),
  );
  for (let index = from; index < leaves.length; index++) {
    const leaf = leaves[index];
    if (leaf === undefined || leaf.start >= mask.end) break;
    const start = Math.max(leaf.start, mask.start);
    const end = Math.min(leaf.end, mask.end);
    if (start < end) clipped.push({ ...mask, start, end });
  }
  return clipped;
}
