import { isLinkStart } from "../../core/link-signs.ts";
import { clearEdges } from "../../core/mask-forms.ts";
import { mergeMasks, type Edit, type MaskWriter } from "../../core/masks.ts";
import type { Mask, Span } from "../../core/model.ts";
import type { Restorable, RestorePlace } from "../../core/restore.ts";
import { JSON_DEPTH_MAX } from "../../core/json.ts";
import type { ToolArgument } from "../../core/tool-call.ts";

/** JSON inside a string (tool arguments), read for checking and masking. Offsets are UTF-16 units of `raw`. */
export interface JsonText {
  readonly raw: string;
  /** `raw` with the escapes of its strings undone: what a reader of the JSON sees, and what is checked. */
  readonly text: string;
  /** The insides of all string values; keys, numbers and structure are not among them. In order. */
  readonly leaves: readonly Span[];
  readonly escapes: readonly Escape[];
}

interface Escape {
  readonly raw: Span;
  /** Where its one code unit stands in `text`. */
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
  return { raw, text: decoded + raw.slice(copied), leaves, escapes };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const KEY_END = /[ \t\r\n]*:/y;

/** In valid JSON a string before a colon is a key, and no other is. */
function isKey(raw: string, from: number): boolean {
  KEY_END.lastIndex = from;
  return KEY_END.test(raw);
}

/** A line break, which a partial mask keeps, is written as an escape. */
function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function unescape(text: string): string {
  return String(JSON.parse(`"${text}"`));
}

/** A span of `text` as a span of `raw`. */
export function toRawSpan(json: JsonText, span: Span): Span {
  return { start: toRaw(json.escapes, span.start), end: toRaw(json.escapes, span.end) };
}

function toRaw(escapes: readonly Escape[], offset: number): number {
  const escape = escapes[lastAtOrBefore(escapes, offset, (item) => item.at)];
  if (escape === undefined) return offset;
  return offset === escape.at ? escape.raw.start : escape.raw.end + offset - escape.at - 1;
}

/** Where a unit of `raw` that is no part of an escape stands in `text`. */
function toText(escapes: readonly Escape[], offset: number): number {
  const before = escapes[lastAtOrBefore(escapes, offset, ({ raw }) => raw.end)];
  return before === undefined ? offset : before.at + 1 + offset - before.raw.end;
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

type JsonMasking =
  | { readonly kind: "edits"; readonly edits: readonly Edit[] }
  /** A match lies in a key, a number or the structure, where no placeholder can stand. */
  | { readonly kind: "unmaskable" };

/**
 * Edits of `raw` that put placeholders into string values only, so that the result still parses and keeps its keys.
 * @param masks spans of `json.text`
 */
export function jsonMaskEdits(json: JsonText, masks: readonly Mask[], book: MaskWriter): JsonMasking {
  const pieces: Mask[] = [];
  for (const mask of masks) {
    // A value may hold JSON of its own, or code.
    const clipped = clip(json.leaves, { ...mask, ...toRawSpan(json, clearEdges(json.text, mask)) });
    if (clipped.length === 0) return { kind: "unmaskable" };
    for (const piece of clipped) pieces.push(piece);
  }
  const edits = mergeMasks(pieces).map((piece) => ({
    start: piece.start,
    end: piece.end,
    replacement: escape(book.replacement(piece, unescape(json.raw.slice(piece.start, piece.end)))),
  }));
  return { kind: "edits", edits };
}

/** JSON in strings of JSON is written into so deep. */
const NESTED_MAX = 3;
/** What an escape could be wrong in: JSON in a string that is no JSON by itself, code. */
const MAY_NEST = /[\\{[]/;

/**
 * Edits of `raw` that put the values of placeholders back into string values, each string by itself, so that the result still parses and
 * keeps its keys; in JSON inside of a string too. In order.
 */
export function jsonRestoreEdits(
  json: JsonText,
  restorable: Restorable,
  place: Pick<RestorePlace, "tool"> = {},
  depth = 0,
): readonly Edit[] {
  const edits: Edit[] = [];
  if (restorable.isEmpty || !json.text.includes("<")) return edits;
  for (const leaf of json.leaves) {
    const start = toText(json.escapes, leaf.start);
    const own = json.text.slice(start, toText(json.escapes, leaf.end));
    for (const edit of leafEdits(own, restorable, place, depth)) {
      const span = toRawSpan(json, { start: start + edit.start, end: start + edit.end });
      edits.push({ ...span, replacement: escape(edit.replacement) });
    }
  }
  return edits;
}

function leafEdits(
  text: string,
  restorable: Restorable,
  place: Pick<RestorePlace, "tool">,
  depth: number,
): readonly Edit[] {
  if (!text.includes("<")) return [];
  const nested = readJsonText(text);
  if (nested === null) return looseRestoreEdits(text, restorable, place);
  return depth === NESTED_MAX ? [] : jsonRestoreEdits(nested, restorable, place, depth + 1);
}

/** The same for what may hold JSON, or is JSON that is broken off: there only what needs no escape, which cannot change what the rest means. */
export function looseRestoreEdits(
  text: string,
  restorable: Restorable,
  place: Pick<RestorePlace, "tool"> = {},
): readonly Edit[] {
  if (place.tool !== undefined && isLinkStart(text)) return [];
  const { edits } = restorable.read(text, place);
  return MAY_NEST.test(text) ? edits.filter(({ replacement }) => escape(replacement) === replacement) : edits;
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

/**
 * The values of a JSON text, in order: strings, numbers, `true` and `false`, and names of fields, each with its path; of a field that is there twice
 * both. Spans are of `json.text`.
 * @param around the path of the text itself
 * @returns `null` where it is nested deeper than bodies may be
 */
export function jsonArguments(json: JsonText, around: readonly string[]): readonly ToolArgument[] | null {
  const reader = new ArgumentReader(json.raw, around);
  return reader.read() ? reader.found : null;
}

/** An object or a list around the place that is read. */
interface Level {
  /** `null`: a list, or an object before its first field. */
  key: string | null;
  readonly isObject: boolean;
  /** A key is what comes next. */
  expectsKey: boolean;
}

const DOUBLE_QUOTE = '"';
const TOKEN = /[^\s,:[\]{}"]+/y;

/** Walks JSON that parses: only strings, numbers and their containers are distinguished. */
class ArgumentReader {
  readonly found: ToolArgument[] = [];
  readonly #raw: string;
  readonly #around: readonly string[];
  readonly #levels: Level[] = [];
  #at = 0;
  /** Units that escapes before `#at` have taken more in the raw text than in the one that is checked. */
  #shrunk = 0;

  constructor(raw: string, around: readonly string[]) {
    this.#raw = raw;
    this.#around = around;
  }

  /** False when it is nested too deep. */
  read(): boolean {
    while (this.#at < this.#raw.length) {
      const sign = this.#raw.charAt(this.#at);
      if (sign === DOUBLE_QUOTE) this.#readString();
      else if (!this.#readSign(sign)) this.#readToken();
      if (this.#levels.length > JSON_DEPTH_MAX) return false;
    }
    return true;
  }

  /** False when it is no sign of structure. */
  #readSign(sign: string): boolean {
    const level = this.#levels.at(-1);
    if (sign === "{" || sign === "[")
      this.#levels.push({ key: null, isObject: sign === "{", expectsKey: sign === "{" });
    else if (sign === "}" || sign === "]") this.#levels.pop();
    else if (sign === ",") this.#expectKey(level?.isObject === true);
    else if (sign === ":") this.#expectKey(false);
    else return false;
    this.#at += 1;
    return true;
  }

  #expectKey(expects: boolean): void {
    const level = this.#levels.at(-1);
    if (level !== undefined) level.expectsKey = expects;
  }

  #readString(): void {
    const start = this.#at + 1;
    let end = start;
    while (end < this.#raw.length && this.#raw.charAt(end) !== DOUBLE_QUOTE)
      end += this.#raw.charCodeAt(end) === BACKSLASH ? 2 : 1;
    const inner = this.#raw.slice(start, end);
    const value = inner.includes("\\") ? String(JSON.parse(`"${inner}"`)) : inner;
    const level = this.#levels.at(-1);
    const isKey = level?.expectsKey === true;
    if (isKey) level.key = value;
    this.#add(value, start, isKey);
    this.#shrunk += inner.length - value.length;
    this.#at = end + 1;
  }

  #readToken(): void {
    TOKEN.lastIndex = this.#at;
    const [token = ""] = TOKEN.exec(this.#raw) ?? [];
    if (/^(?:[-\d]|true|false)/.test(token)) this.#add(token, this.#at, false);
    this.#at += Math.max(1, token.length);
  }

  #add(value: string, start: number, isKey: boolean): void {
    if (value === "") return;
    const path = [...this.#around, ...this.#levels.flatMap(({ key }) => key ?? [])];
    const from = start - this.#shrunk;
    this.found.push({ path, value, span: { start: from, end: from + value.length }, isKey });
  }
}
