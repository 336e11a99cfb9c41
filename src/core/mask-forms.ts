import type { Span } from "./model.ts";

/**
 * The forms that masks take, and how they are known again. A mask must read as nothing to every detector, so that masking
 * a masked text changes nothing; and it must not be easy to dress a real value up as one.
 */

/** A keyed hash of a value of one type: eight hexadecimal digits. */
export type KeyedHash = (type: string, value: string) => string;

/** Values with fewer letters and digits are masked completely: four of seven would reveal too much. */
const PARTIAL_MIN = 8;
/** Letters and digits that a partial mask leaves, the last ones. */
const PARTIAL_SHOWN = 4;
/** Stay in place, so that length and groups stay; line breaks, so that lines do. */
const SEPARATOR = /[ \-./:@\r\n\t]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** `4111-1111-1111-1111` → `****-****-****-1111`. */
export function partialMask(value: string): string {
  const characters = Array.from(value);
  const count = characters.filter((character) => LETTER_OR_DIGIT.test(character)).length;
  let left = count < PARTIAL_MIN ? 0 : PARTIAL_SHOWN;
  for (let at = characters.length - 1; at >= 0; at--) {
    const character = characters[at] ?? "";
    const isShown = left > 0 && LETTER_OR_DIGIT.test(character);
    if (isShown) left -= 1;
    // A value of separators only would stand as it is.
    else if (count === 0 || !SEPARATOR.test(character)) characters[at] = "*";
  }
  return characters.join("");
}

/** Longest `<…>` mask, brackets included, UTF-16 units. */
const TOKEN_MAX = 80;
/**
 * `<TYPE>`, `<TYPE_1>` and `<TYPE_h:0a1b2c3d>`. A type is made of words; a token of capitals and digits (`<AKIA…>`) is none.
 * A word has only letters, or it is short: each has one way to be read.
 */
const TOKEN =
  /^<(?=[A-Z])((?:(?:[A-Z]{1,16}|(?=[A-Z]{0,7}\d)[A-Z0-9]{1,8})(?=[_>])_?){1,12}?)(?<certain>(?<=_)(?:\d{1,6}|h:[0-9a-f]{8}))?(?<!_)>$/;
/** After `<PASSWORD>` it begins the content of an element, whose name is a label like any other. */
const CONTENT = /[A-Za-z0-9!#$%*+^_~]/;

/**
 * The type of the `<…>` mask that the text from `start` to `end` lies in; `null` when it lies in none. Looks at `TOKEN_MAX`
 * units on either side only.
 */
export function tokenTypeAt(raw: string, { start, end }: Span): string | null {
  if (end - start > TOKEN_MAX) return null;
  const lowest = Math.max(0, start - TOKEN_MAX);
  const around = raw.slice(lowest, end + TOKEN_MAX);
  const opening = around.lastIndexOf("<", start - lowest);
  if (opening < 0) return null;
  const closing = around.indexOf(">", Math.max(opening, end - lowest - 1));
  if (closing < 0 || closing - opening >= TOKEN_MAX) return null;
  const token = TOKEN.exec(around.slice(opening, closing + 1));
  if (token === null) return null;
  const isContent = token.groups?.["certain"] === undefined && CONTENT.test(around.charAt(closing + 1));
  return isContent ? null : (token[1] ?? "").replace(/_$/, "");
}

/** How far before a value the stars of a partial mask are looked for, UTF-16 units. */
const STARS_MAX = 24;

/**
 * Whether a finding is nothing but what an earlier mask has left.
 * @param types what masks are of; a name in brackets (`<ACME>`) is no mask
 */
export function isMasked(raw: string, span: Span, types: { readonly has: (type: string) => boolean }): boolean {
  if (isPartial(raw, span)) return true;
  const type = tokenTypeAt(raw, span);
  return type !== null && types.has(type);
}

/**
 * At most four letters or digits, and stars in front of them: four in a row or five in groups, since two pairs of stars are
 * Markdown. Or stars only, a short value.
 */
function isPartial(raw: string, { start, end }: Span): boolean {
  let shown = 0;
  let stars = 0;
  let row = 0;
  const lowest = Math.max(0, start - STARS_MAX);
  for (let at = end - 1; at >= lowest; at--) {
    if (at === start - 1 && shown === 0) break;
    const character = raw.charAt(at);
    if (character === "*") {
      stars += 1;
      row += 1;
    } else if (isRest(character, shown)) {
      shown += LETTER_OR_DIGIT.test(character) ? 1 : 0;
      row = 0;
    } else if (at >= start) return false;
    else break;
    if (at <= start && (row >= 4 || stars >= 5)) return true;
  }
  return shown === 0 && stars > 0;
}

const isRest = (character: string, shown: number): boolean =>
  SEPARATOR.test(character) || (shown < PARTIAL_SHOWN && LETTER_OR_DIGIT.test(character));

/** How far before a finding this module looks, UTF-16 units. */
export const MASK_CONTEXT = TOKEN_MAX;

/** Backslashes that are counted before a value, at most; an even number escapes nothing. */
const BACKSLASHES_MAX = 16;
const ESCAPE = /u[0-9A-Fa-f]{4}|["'`\\/bfnrt]/y;
/** What may have to be cleared at either end. */
const EDGE = /[\s"'`\\]/;
const QUOTES_BEFORE = /^[\s"'`]+/;
const QUOTES_AFTER = /[\s"'`\\]+$/;

/**
 * The span without quotes and spaces at its ends and without a part of an escape, so that a string around it stays a string:
 * of `\njane@…` inside JSON the `n` is no part of the name. Never longer than before, and never empty.
 */
export function clearEdges(raw: string, { start, end }: Span): Span {
  if (raw[start - 1] !== "\\" && !EDGE.test(raw.charAt(start)) && !EDGE.test(raw.charAt(end - 1)))
    return { start, end };
  const escape = escapeLength(raw, start);
  const value = raw.slice(start + escape, end);
  const before = QUOTES_BEFORE.exec(value)?.[0].length ?? 0;
  const after = QUOTES_AFTER.exec(value.slice(-EDGE_MAX))?.[0].length ?? 0;
  const clear = { start: start + escape + before, end: end - after };
  return clear.start < clear.end ? clear : { start, end };
}

const QUOTE = /["'`]/;
/** One string ends, another begins: `",\n"`, `" + "`. */
const JOINT = /\\{0,3}["'`][\s,:+.;()[\]{}]{0,64}\\{0,3}["'`]/g;

/**
 * The parts of the span that stand in strings of their own, with clear edges: a key whose lines are strings of a list is
 * masked string by string. Mostly the span itself.
 */
export function clearParts(raw: string, span: Span): readonly Span[] {
  const value = raw.slice(span.start, span.end);
  if (!QUOTE.test(value)) return [clearEdges(raw, span)];
  const parts: Span[] = [];
  let at = 0;
  for (const joint of value.matchAll(JOINT)) {
    parts.push({ start: span.start + at, end: span.start + joint.index });
    at = joint.index + joint[0].length;
  }
  parts.push({ start: span.start + at, end: span.end });
  const full = parts.filter(({ start, end }) => start < end);
  return full.length === 0 ? [span] : full.map((part) => clearEdges(raw, part));
}

/** Longest end that is cleared, UTF-16 units: a value may end in as many spaces as it likes. */
const EDGE_MAX = 64;

/** How much of an escape (`\n`, `\u00e9`) follows `at`, when its backslash precedes it. */
function escapeLength(raw: string, at: number): number {
  let backslashes = 0;
  while (backslashes < BACKSLASHES_MAX && raw[at - 1 - backslashes] === "\\") backslashes += 1;
  if (backslashes % 2 === 0) return 0;
  ESCAPE.lastIndex = at;
  return ESCAPE.exec(raw)?.[0].length ?? 0;
}
