import { isLetterBeyond } from "./letters.ts";

/** Longest value, UTF-16 units. */
export const VALUE_MAX = 256;

/** Where a value stands, its quotes left out. */
export interface ValueSpan {
  readonly start: number;
  readonly end: number;
  /** Whether it may continue, or turn out to be none, if more text follows. */
  readonly isOpen: boolean;
  /** Whether its last sign may only end the question that it stands in. */
  readonly isMarked?: boolean;
}

/** A quote, with the backslashes that it has where a text stands inside of a string: none, one, or three inside of two. */
export const QUOTE = String.raw`\\{0,3}["'\x60]`;
const OPENER = /(\\{0,3})(["'`])/y;
/** What stands between any quotes, for text whose quotes do not pair. */
const LOOSE = new RegExp(String.raw`[!#-&(-\[\]-_a-~]{1,${VALUE_MAX}}(?=${QUOTE}|$)`, "y");
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** A quote in three signs (Python, TOML), or doubled because it stands in a field of quotes (CSV). */
const SIGNS_MAX = 3;

interface Opener {
  readonly quote: number;
  /** Backslashes before each quote. */
  readonly depth: number;
  readonly signs: number;
  /** Where the value begins. */
  readonly start: number;
}

/**
 * The value that a quote at `at` opens: up to the same quote in the same escaping, on one line. Other quotes, escaped and
 * doubled ones belong to it; single spaces only with `hasSpaces`. Text whose quotes do not pair ends at any quote.
 */
export function readQuoted(raw: string, at: number, { hasSpaces }: { readonly hasSpaces: boolean }): ValueSpan | null {
  const opener = openerAt(raw, at);
  if (opener === null) return null;
  const inner = openerAt(raw, opener.start);
  // One pair right inside of another: the value is what stands in the inner one.
  if (inner !== null && inner.depth === opener.depth && inner.signs === 1 && inner.quote !== opener.quote)
    return scan(raw, inner, hasSpaces) ?? null;
  const { start } = opener;
  return scan(raw, opener, hasSpaces) ?? (opener.signs > 1 ? null : loose(raw, start, false));
}

function openerAt(raw: string, at: number): Opener | null {
  if (!mayOpen(raw.charCodeAt(at))) return null;
  OPENER.lastIndex = at;
  const found = OPENER.exec(raw);
  if (found === null) return null;
  const depth = (found[1] ?? "").length;
  const quote = raw.charCodeAt(OPENER.lastIndex - 1);
  const first = OPENER.lastIndex;
  const signs = depth > 0 ? 1 : Math.min(SIGNS_MAX, quotesEnd(raw, first, quote) - first + 1);
  const start = first + signs - 1;
  // Two quotes and no letter: the empty string.
  return signs === 2 && !/[A-Za-z0-9]/.test(raw.charAt(start)) ? null : { quote, depth, signs, start };
}

/** A quote, or a backslash before one. */
const mayOpen = (code: number): boolean => code === 0x22 || code === 0x27 || code === 0x60 || code === BACKSLASH;

function scan(raw: string, opener: Opener, hasSpaces: boolean): ValueSpan | null {
  const { start, quote } = opener;
  const limit = Math.min(raw.length, start + VALUE_MAX + 1);
  let slashes = 0;
  for (let at = start; at < limit; at++) {
    const code = raw.charCodeAt(at);
    if (code === BACKSLASH) {
      slashes += 1;
      continue;
    }
    if (code === quote) {
      const { end, next } = closingAt(raw, at, { ...opener, slashes });
      if (end >= 0) return valueOf(raw, start, { end, isOpen: next === raw.length });
      at = next - 1;
    } else if (!isInside(code) && !(code === SPACE && hasSpaces && isSingle(raw, at, start))) return null;
    slashes = 0;
  }
  if (limit < raw.length) return null;
  const rest = raw.slice(start);
  return /[ "'`]/.test(rest.replaceAll(/\\["'`]/g, "")) ? loose(raw, start, true) : { start, end: limit, isOpen: true };
}

const isInside = (code: number): boolean => (code > SPACE && code < 0x7f) || isLetterBeyond(code);
const isSingle = (raw: string, at: number, start: number): boolean => at > start && raw.charCodeAt(at - 1) !== SPACE;

function valueOf(raw: string, start: number, { end, isOpen }: Omit<ValueSpan, "start">): ValueSpan | null {
  return end === start || raw.charCodeAt(end - 1) === SPACE ? null : { start, end, isOpen };
}

/** What the quote at `at` is to a value: its end, or (-1) a part of it up to `next`. */
function closingAt(
  raw: string,
  at: number,
  opener: Opener & { readonly slashes: number },
): { readonly end: number; readonly next: number } {
  const { depth, slashes } = opener;
  if (depth === 0) return slashes % 2 === 1 ? { end: -1, next: at + 1 } : plainClosingAt(raw, at, opener);
  // Fewer backslashes: the string around it ends here.
  const more = (slashes - depth) / (depth + 1);
  return { end: more <= 0 || more % 2 === 0 ? at - Math.min(slashes, depth) : -1, next: at + 1 };
}

function plainClosingAt(
  raw: string,
  at: number,
  { quote, signs, start }: Opener,
): { readonly end: number; readonly next: number } {
  const next = quotesEnd(raw, at, quote);
  const count = next - at;
  if (signs > 1) return { end: count >= signs ? at : -1, next };
  // Doubled: a quote inside the value, which continues.
  const isDoubled = count % 2 === 0 && at > start && /[A-Za-z0-9]/.test(raw.charAt(next));
  if (isDoubled) return { end: -1, next };
  return { end: count % 2 === 0 ? at : next - 1, next };
}

function quotesEnd(raw: string, at: number, quote: number): number {
  let end = at;
  while (end < raw.length && end - at < VALUE_MAX && raw.charCodeAt(end) === quote) end += 1;
  return end;
}

function loose(raw: string, start: number, isOpen: boolean): ValueSpan | null {
  LOOSE.lastIndex = start;
  return LOOSE.test(raw) || isOpen ? { start, end: Math.max(start, LOOSE.lastIndex), isOpen } : null;
}

// `"+password+"`, `".$password."`, `"||password||"`: the string ends, and continues after a variable.
const CONCATENATION =
  /["'`] ?(?:\+|\.\.?|\|\||&|,|%)[^"'`]*(?:\+|\.\.?|\|\||&|,|%) ?["'`]|^["'`]|^[+.&|]{1,2}[^]*[+.&|]{1,2}$/;

/** Whether a quoted value is code between two strings. */
export const isConcatenated = (value: string): boolean => CONCATENATION.test(value);

const ESCAPE = /\\+(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([^]))/g;

/** What a value that is written with escapes or doubled quotes says; an escaped line end becomes a space. */
export function unquoted(text: string): string {
  const single = text.includes('""') || text.includes("''") ? text.replaceAll(/(["'])\1/g, "$1") : text;
  if (!single.includes("\\")) return single;
  return single.replaceAll(ESCAPE, (_, wide?: string, narrow?: string, sign?: string) => {
    if (sign !== undefined) return /[nrt]/.test(sign) ? " " : sign;
    return String.fromCharCode(Number.parseInt(wide ?? narrow ?? "20", 16));
  });
}
