import { clearParts, partialMask, type KeyedHash } from "./mask-forms.ts";
import type { Mask, MaskStyle, Origin, Side, Span } from "./model.ts";
import { copied } from "./strings.ts";
import { Restorable, VALUES_MAX, VALUES_MAX_CHARS } from "./restore.ts";

/** A replacement of one span of a text. */
export interface Edit extends Span {
  readonly replacement: string;
}

/** Says what stands in the place of masked values. */
export interface MaskWriter {
  readonly replacement: (mask: Pick<Mask, "type" | "style" | "restores" | "into">, value: string) => string;
}

/** Existing placeholders in a text, so that ours never collide with them. */
const PLACEHOLDER = /<([A-Z][A-Z0-9_]{0,62})_(\d{1,6})>/g;

/** JSON's escapes of ASCII characters: a program may write `<` as one. */
const ASCII_ESCAPE = /\\u00([0-7][0-9a-f])/gi;

/** Types of placeholders in texts whose numbers are reserved: a connection may stay open for hours. */
const TYPES_MAX = 4096;

/**
 * Numbers of the values of one type: of at least its `VALUES_MAX` newest values, and at most twice as many; fewer when values are
 * long. All of the older ones are forgotten at once: to look for the oldest each time takes long.
 */
interface Numbers {
  recent: Map<string, number>;
  older: ReadonlyMap<string, number>;
}

const NO_NUMBERS: ReadonlyMap<string, number> = new Map();

/**
 * Writes the masks of one exchange. Placeholders are numbered: equal values of a type get equal ones, distinct values
 * distinct ones. It holds matched values in memory for the life of the exchange and never prints them.
 */
export class PlaceholderBook implements MaskWriter {
  /** What has been written into prompts for masks that restore. */
  readonly restorable: Restorable;
  readonly #hash: KeyedHash | null;
  readonly #numbers = new Map<string, Numbers>();
  readonly #highest = new Map<string, number>();
  #chars = 0;

  /**
   * @param hash for `hash` masks; without it they are numbered placeholders, which reveal as little
   * @param mayReturn whether an answer may hold a value of the prompt
   */
  constructor(hash: KeyedHash | null = null, mayReturn?: (value: string) => boolean) {
    this.#hash = hash;
    this.restorable = new Restorable(mayReturn);
  }

  /**
   * Writes as the book does, into a text of that author. What its masks restore in a prompt may come back in the answer, unless it is the
   * operator's: that is not the user's to see.
   */
  writerFor(side: Side, origin: Origin): MaskWriter {
    if (side === "output" || origin === "system") return this;
    return {
      replacement: (mask, value) => {
        const written = this.replacement(mask, value);
        const owner = { isUsers: origin === "user", into: mask.into ?? [] };
        if (mask.restores === true && IS_RESTORABLE[mask.style]) this.restorable.remember(written, value, owner);
        return written;
      },
    };
  }

  /** What stands in the place of `value`. */
  replacement({ type, style }: Pick<Mask, "type" | "style">, value: string): string {
    switch (style) {
      case "placeholder":
        return this.placeholder(type, value);
      case "partial":
        return partialMask(value);
      case "hash":
        return this.#hash === null ? this.placeholder(type, value) : `<${type}_h:${this.#hash(type, value)}>`;
      case "redact":
        return `<${type}>`;
    }
  }

  /** Numbers of placeholders that stand in `text` already, plain or as JSON writes them, are not given out again. */
  reserve(text: string): void {
    if (text.includes("<")) this.#reserve(text);
    if (text.includes("\\u00")) {
      const decoded = text.replaceAll(ASCII_ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
      if (decoded !== text) this.#reserve(decoded);
    }
  }

  #reserve(text: string): void {
    for (const match of text.matchAll(PLACEHOLDER)) {
      const type = match[1] ?? "";
      const isKnown = this.#highest.has(type);
      if (this.#highest.size >= TYPES_MAX && !isKnown) continue;
      this.#highest.set(isKnown ? type : copied(type), Math.max(this.#highest.get(type) ?? 0, Number(match[2])));
    }
  }

  placeholder(type: string, value: string): string {
    let numbers = this.#numbers.get(type);
    if (numbers === undefined) this.#numbers.set(type, (numbers = { recent: new Map(), older: NO_NUMBERS }));
    let number = numbers.recent.get(value) ?? numbers.older.get(value);
    if (number === undefined) {
      number = (this.#highest.get(type) ?? 0) + 1;
      this.#highest.set(type, number);
      // What is forgotten gets another number when it comes again; no number is given twice.
      if (numbers.recent.size >= VALUES_MAX || this.#chars > VALUES_MAX_CHARS) this.#forget();
      numbers.recent.set(copied(value), number);
      this.#chars += value.length;
    }
    return `<${type}_${number}>`;
  }

  /** What is older than the newest values of each type goes, all at once. */
  #forget(): void {
    for (const numbers of this.#numbers.values()) {
      numbers.older = numbers.recent;
      numbers.recent = new Map();
    }
    this.#chars = 0;
  }
}

/** Whether a mask of the style stands for one value. */
export const IS_RESTORABLE: Readonly<Record<MaskStyle, boolean>> = {
  placeholder: true,
  partial: false,
  hash: true,
  redact: false,
};

const length = (span: Span): number => span.end - span.start;

/**
 * Merges overlapping masks into one that covers them all. The longest mask names the type and the style; between equals
 * the higher score, then the type's name, then the style that reveals less. It restores only what all of them restore. Masks
 * that only touch stay apart. The result is in order and free of overlap.
 */
export function mergeMasks(masks: readonly Mask[]): readonly Mask[] {
  if (masks.length < 2) return masks;
  const sorted = masks.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const merged: Mask[] = [];
  let leader: Mask | undefined;
  for (const mask of sorted) {
    const last = merged.at(-1);
    if (last === undefined || leader === undefined || mask.start >= last.end) {
      merged.push(mask);
      leader = mask;
      continue;
    }
    if (outranks(mask, leader)) leader = mask;
    merged[merged.length - 1] = {
      start: last.start,
      end: Math.max(last.end, mask.end),
      type: leader.type,
      style: leader.style,
      score: Math.max(last.score, mask.score),
      ...(last.restores === true && mask.restores === true ? { restores: true, into: common(last, mask) } : {}),
    };
  }
  return merged;
}

const common = ({ into = [] }: Mask, other: Mask): readonly string[] =>
  into.filter((tool) => other.into?.includes(tool) === true);

function outranks(mask: Mask, leader: Mask): boolean {
  const byLength = length(mask) - length(leader);
  if (byLength !== 0) return byLength > 0;
  if (mask.score !== leader.score) return mask.score > leader.score;
  if (mask.type !== leader.type) return mask.type < leader.type;
  return REVEALED[mask.style] < REVEALED[leader.style];
}

/** How much a mask reveals of its value. */
const REVEALED: Readonly<Record<MaskStyle, number>> = { redact: 0, placeholder: 1, hash: 2, partial: 3 };

/** The edits that put masks over their values; merged, in order. Offsets are shifted by `base`. */
export function maskEdits(
  text: string,
  masks: readonly Mask[],
  options: { readonly book: MaskWriter; readonly base?: number },
): readonly Edit[] {
  const base = options.base ?? 0;
  return placedMasks(text, masks).map((mask) => ({
    start: mask.start + base,
    end: mask.end + base,
    replacement: options.book.replacement(mask, text.slice(mask.start, mask.end)),
  }));
}

/** The masks as they stand in a text: clear of its strings' edges; merged, in order. */
export function placedMasks(text: string, masks: readonly Mask[]): readonly Mask[] {
  const placed: Mask[] = [];
  // Tens of thousands in a long text, and mostly unchanged: those are not rebuilt.
  for (const mask of masks)
    for (const part of clearParts(text, mask)) placed.push(isAt(mask, part) ? mask : { ...mask, ...part });
  return mergeMasks(placed);
}

const isAt = (mask: Mask, { start, end }: Span): boolean => mask.start === start && mask.end === end;

/** Applies ordered, disjoint edits. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = "";
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.start) + edit.replacement;
    at = edit.end;
  }
  return out + text.slice(at);
}

/** `null` when there is nothing to mask. */
export function maskText(text: string, masks: readonly Mask[], book: MaskWriter): string | null {
  return masks.length === 0 ? null : applyEdits(text, maskEdits(text, masks, { book }));
}
