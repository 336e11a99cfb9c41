import { facet, type Reading } from "../../text/reading.ts";
import { wordinessOf } from "../wordiness.ts";
import { isLetterBeyond } from "./letters.ts";
import { VALUE_MAX, type ValueSpan } from "./quoted-value.ts";

/** Units of ASCII that characters are, by table: 1 for those that are. */
export const tableOf = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: ASCII }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));

const ASCII = 128;

/** Whether the unit stands in the table. Beyond the end of a text it is no number, and a table asked for that once is slow from then on. */
export const isIn = (table: Uint8Array, code: number): boolean => code < ASCII && table[code] === 1;

// Up to a space, a quote, a bracket, `;`, `,` or the next field of a query.
const IN_BARE = tableOf(/[!#-&*+\-./0-:=?@A-Z^_a-z~]/);
const AFTER_BARE = tableOf(/[;,<>"'\x60)}\]\\|]|[^!-~]/);
const NEXT_FIELD = /&(?:[A-Za-z_]{1,30}=|amp;|quot;)/y;
// `a=1;b=2`, `a: 1, b: 2`, `Server=x;User ID=y`; a word alone is the next one of a sentence or the next command.
const NEXT_NAME =
  /[;,](?:[A-Za-z_][\w.-]{0,30} ?[=:]|[A-Z][A-Za-z]{1,20}(?: [A-Z][A-Za-z]{0,20}){1,2} ?=|(?:[a-z]{1,30}|[A-Z][a-z]{1,30})(?!\S))/y;
/** What may become one. */
const NEXT_NAME_OPEN = /[;,](?:[A-Za-z_][\w.-]{0,30} ?|[A-Z][A-Za-z]{1,20}(?: [A-Z]?[A-Za-z]{0,20}){1,2} ?)$/y;
const NAMES = /^(?:[A-Za-z_$][A-Za-z_$.]*\d?|\d*)$/;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
/** Signs that Java's properties escape. */
const ESCAPED = /[:=#!\\ ]/;

/** A value without quotes, without the punctuation of the sentence around it. A password may have `,` and `;` inside. */
export function readBare(
  reading: Reading,
  at: number,
  { isPassword, isEquated = false }: { readonly isPassword: boolean; readonly isEquated?: boolean },
): ValueSpan | null {
  const span = readPlain(reading, at, { isPassword });
  const { raw } = reading;
  if ((isPassword || isEquated) && (span === null || isIn(BRACKET, raw.charCodeAt(span.end)))) {
    const bracketed = readBracketed(raw, at);
    if (bracketed !== null) return bracketed;
  }
  if (span === null || !isPassword) return span;
  // A question mark may be the last sign of a password: better one sign too many.
  const isMarked = /^\?(?:[\s<]|$)/.test(raw.slice(span.end, span.end + 2));
  return isMarked ? { ...span, end: span.end + 1, isMarked } : span;
}

/** A value with brackets inside, up to the next space. */
const BRACKETED = /(?:[!#-&(-;=>?@A-[\]-_a-~]|<(?!\/)){8,64}(?=\s|<\/|[^\0-\x7f]|$)/y;
const BRACKET = tableOf(/[()[\]{}<>|]/);
const BRACKETS = /[()[\]{}<>]/g;
const SIGNS = /[^A-Za-z0-9]/g;
const SIGNS_MIN = 2;
/** Where the brackets pair, or only a bar stands there. */
const SIGNS_OF_BALANCED_MIN = 4;
/** A call, a subscript: a name before the bracket. */
const CALL = /^([A-Za-z_$][\w$.]{3,})[([{<]/;
const NAME_BITS = -0.5;

function isCall(text: string): boolean {
  const name = CALL.exec(text)?.[1];
  return name !== undefined && wordinessOf(name).bits > NAME_BITS;
}
/** A digit, which code has least, and letters of both cases; first no bracket, quote or dot. */
const KINDS = [/\d/, /[a-z]/, /[A-Z]/, /^[A-Za-z0-9!#%&*+=?@^_~-]/];
const PAIRS = /^(?:<>|\(\)|\[\]|\{\}|\(\[\]\)|\{\{\}\})*$/;
const isBalanced = (text: string): boolean => PAIRS.test(text.match(BRACKETS)?.join("") ?? "");
/** What closes the brackets around it, and ends the sentence. */
const CLOSING = /[)\]}.,:;]+$/;

/** What has brackets and is no code: signs of every kind, no name before the first bracket, brackets that do not pair. */
function readBracketed(raw: string, at: number): ValueSpan | null {
  BRACKETED.lastIndex = at;
  const found = BRACKETED.exec(raw)?.[0] ?? "";
  const text = found.replace(CLOSING, "");
  if (!KINDS.every((kind) => kind.test(text)) || isCall(text)) return null;
  if (new Set(text.match(SIGNS)).size < (isBalanced(text) ? SIGNS_OF_BALANCED_MIN : SIGNS_MIN)) return null;
  return { start: at, end: at + text.length, isOpen: at + found.length === raw.length };
}

function readPlain(reading: Reading, at: number, { isPassword }: { readonly isPassword: boolean }): ValueSpan | null {
  const { raw } = reading;
  const limit = Math.min(raw.length, at + VALUE_MAX);
  let end = runEnd(reading, at, limit);
  /** The first `,` or `;` inside. */
  let joint = -1;
  let isOpen = false;
  while (end > at && end < limit) {
    if (!isPassword) break;
    const joined = joinedAt(raw, end);
    isOpen ||= joined.isOpen;
    if (joined.length === 0) break;
    if (joint < 0 && joined.length === 1) joint = end;
    end = runEnd(reading, end + joined.length, limit);
  }
  isOpen ||= end >= raw.length;
  if (isWhole(raw, end)) return valueOf(raw, at, { end: Math.min(end, raw.length), joint, isOpen });
  return joint < 0 ? null : valueOf(raw, at, { end: joint, joint: -1, isOpen });
}

const isWhole = (raw: string, end: number): boolean =>
  end >= raw.length || isField(raw, end) || isAfterBare(raw.charCodeAt(end));

const isAfterBare = (code: number): boolean => code >= ASCII || isIn(AFTER_BARE, code);

const isField = (raw: string, at: number): boolean => raw.charCodeAt(at) === AMPERSAND && execAt(NEXT_FIELD, raw, at);

/** The last run of value characters: it spans at least `from` to `to`. Labels within one run ask for its end repeatedly. */
const LAST_RUN = facet(() => ({ from: 0, to: 0 }));

/** Where the run of value characters ends that begins at `at`; `limit` at the latest. */
function runEnd(reading: Reading, at: number, limit: number): number {
  const { raw } = reading;
  const known = reading.of(LAST_RUN);
  if (at < known.from || at > known.to) known.from = known.to = at;
  let end = known.to;
  while (end < limit && isValueStart(raw.charCodeAt(end)) && !isField(raw, end)) end += 1;
  known.to = end;
  return Math.min(end, limit);
}

/** How many signs at `at` belong to the password around them: an escaped one, or a `,` or `;` that parts no fields. */
function joinedAt(raw: string, at: number): { readonly length: number; readonly isOpen: boolean } {
  const code = raw.charCodeAt(at);
  if (code === BACKSLASH) return { length: ESCAPED.test(raw.charAt(at + 1)) ? 2 : 0, isOpen: false };
  if (code !== COMMA && code !== SEMICOLON) return { length: 0, isOpen: false };
  const goesOn = isValueStart(raw.charCodeAt(at + 1)) && !execAt(NEXT_NAME, raw, at);
  return { length: goesOn ? 1 : 0, isOpen: at + 1 === raw.length || execAt(NEXT_NAME_OPEN, raw, at) };
}

const isValueStart = (code: number): boolean => (code < ASCII ? IN_BARE[code] === 1 : isLetterBeyond(code));

function valueOf(
  raw: string,
  start: number,
  { end, joint, isOpen }: { readonly end: number; readonly joint: number; readonly isOpen: boolean },
): ValueSpan | null {
  // Names and numbers in a row are arguments, columns, a list.
  const isList =
    joint >= 0 &&
    raw
      .slice(start, end)
      .split(/[;,]/)
      .every((piece) => NAMES.test(piece));
  let last = isList ? joint : end;
  while (last > start && /[.,:?;]/.test(raw.charAt(last - 1))) last -= 1;
  return last === start && !isOpen ? null : { start, end: last, isOpen };
}

function execAt(pattern: RegExp, raw: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(raw);
}

export const isSpaceCode = (code: number): boolean => code === 0x20 || code === 0x09;
/** Any other white space of ASCII: line ends, and what no text has. */
export const isBreakCode = (code: number): boolean => code >= 0x0a && code <= 0x0d;

/**
 * Whether a word without quotes stands at `at`, parted by a space from what follows, that is shorter than `min`: then no value of
 * that length does, quoted or not, whatever follows.
 */
export function isShortWord(raw: string, at: number, min: number): boolean {
  let end = at;
  while (end - at < min && isValueStart(raw.charCodeAt(end))) end += 1;
  const code = raw.charCodeAt(end);
  return end - at < min && (isSpaceCode(code) || isBreakCode(code));
}
