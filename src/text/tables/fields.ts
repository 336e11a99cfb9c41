import type { Span } from "../../core/model.ts";
import type { RawText } from "../units.ts";

/** Longest name of a column. */
const NAME_MAX = 40;
/** Ranks of the signs: a line is parted by the first of these that stands in it. */
const SIGNS = ["|", "\t", ";", ","];
/** Of ASCII: 1 for what may stand in a line of names, the rank of a sign plus 2, 0 for anything else. */
const IN_HEADER = Uint8Array.from({ length: 128 }, (_, code) => {
  const rank = SIGNS.indexOf(String.fromCharCode(code));
  return rank >= 0 ? rank + 2 : /[\w \r.#/'&?()@$"*`-]/.test(String.fromCharCode(code)) ? 1 : 0;
});

/** What parts a line that may be one of names: a look at its characters, which refuses most lines of code at once. */
export function signOf({ units }: RawText, { start, end }: Span): string | undefined {
  let first = SIGNS.length;
  for (let at = start; at < end; at++) {
    const code = units[at] ?? 0;
    const kind = code < IN_HEADER.length ? (IN_HEADER[code] ?? 0) : 1;
    if (kind === 0) return undefined;
    if (kind > 1 && kind - 2 < first) first = kind - 2;
  }
  return SIGNS[first];
}
const QUOTE = 0x22;
/** A name: a few words that begin with a letter. Neither an assignment nor a call, a sum or a sentence. */
const NAME = /^[\p{L}_#@$][\p{L}\p{M}\p{N}_ .#/'’&?()-]*$/u;
const ABBREVIATION = /(?<=(?:^|[ _])(?:acct|id|no|nr|num|tel))\.$/i;
const WORDS_MAX = 5;

export function isName(name: string): boolean {
  if (name.length > NAME_MAX) return false;
  if (isPlainName(name)) return true;
  if (!NAME.test(name)) return false;
  if (/[.?]/.test(name) && /[.?](?:$| )/.test(name.replace(ABBREVIATION, ""))) return false;
  if (name.includes("(") && name.split("(").length !== name.split(")").length) return false;
  return !name.includes(" ") || name.split(" ").length <= WORDS_MAX;
}

/** Whether it is a letter and more letters and digits of ASCII: most names are. */
function isPlainName(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isLetter && (at === 0 || !isDigit)) return false;
  }
  return name.length > 0;
}

/** Whether a sign parts nothing in quotes. */
const isQuotable = (sign: string): boolean => sign === "," || sign === ";";

/**
 * Writes where the fields of `[start, end)` end into `ends`, as many as there is room for, and returns how many fields there are.
 */
export function readEnds(
  { units }: RawText,
  { start, end }: Span,
  { sign, ends }: { readonly sign: string; readonly ends: Int32Array },
): number {
  const code = sign.charCodeAt(0);
  const quote = isQuotable(sign) ? QUOTE : -1;
  let isQuoted = false;
  let count = 0;
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0;
    if (unit === quote) isQuoted = !isQuoted;
    else if (unit === code && !isQuoted) ends[count++] = at;
  }
  ends[count] = end;
  return count + 1;
}

const NO_ENDS = new Int32Array(0);

export const countFields = (text: RawText, line: Span, sign: string): number =>
  readEnds(text, line, { sign, ends: NO_ENDS });

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
/** What is set around a field, on both sides: `" ' \` *` */
const isQuote = (code: number): boolean => code === QUOTE || code === 0x27 || code === 0x60 || code === 0x2a;

/** Bounds of a field that are still moved. */
export interface Bounds {
  start: number;
  end: number;
}

/** Leaves out the space around a field, and the quotes or stars within. */
export function narrow(raw: string, field: Bounds): void {
  let { start, end } = field;
  while (start < end && isSpace(raw.charCodeAt(start))) start += 1;
  while (end > start && isSpace(raw.charCodeAt(end - 1))) end -= 1;
  for (let pairs = 0; pairs < PAIRS_MAX && end - start > 1; pairs++) {
    const code = raw.charCodeAt(start);
    if (!isQuote(code) || raw.charCodeAt(end - 1) !== code) break;
    start += 1;
    end -= 1;
  }
  field.start = start;
  field.end = end;
}

const PAIRS_MAX = 3;
