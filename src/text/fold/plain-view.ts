import type { Span } from "../../core/model.ts";
import { EditedText, Edits, mergeEdits } from "../edits.ts";
import { hexValue, numberOf } from "../decode/numerals.ts";
import { charactersOf, isAsciiWord, simpleOf } from "./plain-characters.ts";
import { pairOf, SIGN, type RawText } from "../units.ts";

/**
 * A text in plain typing: what typography, escapes and invisible characters made of ASCII is ASCII again, case kept. Exact
 * detectors read it, where the folded view would lose what they look at.
 */
export interface Plain {
  readonly text: string;
  /** Where `[start, end)` of the plain text stands in the submitted one, UTF-16 units. */
  readonly span: (start: number, end: number) => Span;
  /** The plain offset of an offset in the submitted text; inside a replaced piece, where its replacement begins. */
  readonly offset: (at: number) => number;
}

/** A pair of surrogates, or one unit beyond ASCII and its controls, as JSON writes them; the backslash twice inside a quoted text. */
const UNICODE_ESCAPE = String.raw`\\{1,2}u(?:d[89ab][\da-f]{2}\\{1,2}ud[c-f][\da-f]{2}|00[a-f][\da-f]|0[1-9a-f][\da-f]{2}|[1-9abcef][\da-f]{3}|d[0-7][\da-f]{2})`;
/**
 * Escapes of one character: JSON, C, and quoted-printable where it stands inside a word; those of URLs and HTML are read without.
 * Last, line ends that are none, of quoted-printable and of shells: inside a token, which has digits where words have not.
 */
const ESCAPE = new RegExp(
  String.raw`\\(?:u00|x)[2-7][\da-f]|${UNICODE_ESCAPE}|=(?:2[BDEF]|3A|40|5F)(?<=\w...)(?=\w)|(?<=[\w+/-])(?:=\r?\n|\\\r?\n[ \t]{0,8})(?=[A-Z+/_.-]{0,30}\d)`,
  "iy",
);
/** ASCII unit → whether an escape begins with it. */
const IS_TRIGGER = Uint8Array.from({ length: 0x80 }, (_, code) => Number(/[%&\\=]/.test(String.fromCharCode(code))));
/** `(at)`, `[dot]`, and in other languages. */
const SPELLED = /[([{<][ \t]?(?:at|dot|punkt|arroba|punto|ponto)[ \t]?[)\]}>]/gi;
/** An escape that has begun at the end of the text, or a word that `(at)` may follow. */
const OPEN_TAIL =
  /(?:%[2-7]?|&#?\w{0,6}|\\{1,2}(?:u[\da-f]{0,3}|x[2-7]?)?|\\{1,2}ud[89ab][\da-f]{2}(?:\\{1,2}(?:u[\da-f]{0,3})?)?|=[2-5]?|[=\\]\r?(?:\n[ \t]{0,8}[a-z+/_.-]{0,30})?|([A-Za-z0-9._+-]{1,64})[ \t]?(?:[([{<][ \t]?[a-z]{0,6}[ \t]?[)\]}>]?[ \t]?)?)$/i;
const OPEN_TAIL_MAX = 84;
/** Names of HTML → the code of their character. */
const NAMED: ReadonlyMap<string, number> = new Map([
  ["commat", 0x40],
  ["period", 0x2e],
  ["amp", 0x26],
  ["quot", 0x22],
  ["lt", 0x3c],
  ["gt", 0x3e],
  ["nbsp", 0x20],
  ["lowbar", 0x5f],
]);
const NAME_MAX = 6;

/** The plain form, or `null` when the text is plain already. Linear in the text. */
export function plainOf(text: RawText): Plain | null {
  const { raw, signs } = text;
  if ((signs & MAY_DIFFER) === 0) return null;
  const escapes = (signs & TRIGGERS) !== 0 ? escapesOf(text) : NO_EDITS;
  const spelled = (signs & SIGN.closer) !== 0 ? spelledOf(raw) : NO_EDITS;
  const characters = (signs & SIGN.nonAscii) !== 0 ? charactersOf(text) : NO_EDITS;
  const edits = mergeEdits([escapes, spelled, characters]);
  if (edits.length === 0) return null;
  return new EditedText(text, edits);
}

/** What an escape begins with, a closing bracket of a spelled sign, and everything beyond ASCII. */
const TRIGGERS = SIGN.percent | SIGN.ampersand | SIGN.backslash | SIGN.equals;
const MAY_DIFFER = TRIGGERS | SIGN.closer | SIGN.nonAscii;
const NO_EDITS = new Edits();

/** The end of a text that is not yet what it will be, were more to follow. */
export interface OpenTail {
  /** Where it begins: an escape, or the word that a spelled sign may join with what follows. */
  readonly start: number;
  /** From where on the plain view may change; what stands before is the same whatever follows. */
  readonly change: number;
}

export function openTail(raw: string): OpenTail {
  const lowest = Math.max(0, raw.length - OPEN_TAIL_MAX);
  const tail = raw.slice(lowest);
  if (!MAY_OPEN.test(tail)) return openWord(raw);
  const found = OPEN_TAIL.exec(tail);
  if (found === null) return { start: raw.length, change: raw.length };
  const start = lowest + found.index;
  return { start, change: start + (found[1]?.length ?? 0) };
}

/** The first character of an open tail, other than a word and a blank after it. */
const MAY_OPEN = /[%&\\=([{<]/;
/** Longest word before a spelled sign. */
const OPEN_WORD_MAX = 64;

/** The word at the end of the text, with or without a blank after it. */
function openWord(raw: string): OpenTail {
  const end = isBlank(raw.charCodeAt(raw.length - 1)) ? raw.length - 1 : raw.length;
  let start = end;
  while (start > 0 && end - start < OPEN_WORD_MAX && isWordUnit(raw.charCodeAt(start - 1))) start -= 1;
  return start === end ? { start: raw.length, change: raw.length } : { start, change: end };
}

/** A letter, a digit, `.`, `_`, `+` or `-`. */
const isWordUnit = (code: number): boolean =>
  isAsciiWord(code) || code === 0x2e || code === 0x5f || code === 0x2b || code === 0x2d;

/** The edits of escapes of one character. */
function escapesOf({ raw, units }: RawText): Edits {
  const edits = new Edits();
  for (let at = 0; at < raw.length;) {
    const code = units[at] ?? 0;
    at = code < 0x80 && IS_TRIGGER[code] === 1 ? readEscape(raw, units, { at, edits }) : at + 1;
  }
  return edits;
}

/** Where a reading of escapes stands, and what it has found. */
interface EscapeReading {
  readonly at: number;
  readonly edits: Edits;
}

/** Adds the edit of the escape that may stand at `at`; returns where reading continues. */
function readEscape(raw: string, units: Uint16Array, reading: EscapeReading): number {
  const sign = units[reading.at];
  if (sign === PERCENT) return readPercent(units, reading);
  if (sign !== AMPERSAND) return readWritten(raw, units, reading);
  return units[reading.at + 1] === HASH ? readNumbered(units, reading) : readNamed(raw, units, reading);
}

/** `%41` */
function readPercent(units: Uint16Array, { at, edits }: EscapeReading): number {
  if (!isAsciiUnit(units, at + 1)) return at + 1;
  edits.addUnit(at, at + 3, numberOf(units, { start: at + 1, end: at + 3 }, 16));
  return at + 3;
}

/** `&#65;`, `&#x41;` */
function readNumbered(units: Uint16Array, { at, edits }: EscapeReading): number {
  const isHex = ((units[at + 2] ?? 0) | 0x20) === SMALL_X;
  const start = isHex ? at + 3 : at + 2;
  const end = digitsEnd(units, start, isHex);
  if (end < 0) return at + 1;
  addCharacter(edits, { start: at, end: end + 1 }, numberOf(units, { start, end }, isHex ? 16 : 10));
  return end + 1;
}

/** `&amp;` */
function readNamed(raw: string, units: Uint16Array, { at, edits }: EscapeReading): number {
  let end = at + 1;
  while (isAsciiWord(units[end] ?? 0) && end - at <= NAME_MAX) end += 1;
  if (units[end] !== SEMICOLON) return at + 1;
  const name = raw.slice(at + 1, end);
  const code = NAMED.get(name) ?? NAMED.get(name.toLowerCase());
  if (code === undefined) return at + 1;
  edits.addUnit(at, end + 1, code);
  return end + 1;
}

/** `\x41`, `\u0041`, `=40` */
function readWritten(raw: string, units: Uint16Array, { at, edits }: EscapeReading): number {
  const next = units[at + 1] ?? 0;
  // Most signs of equality assign: neither two digits nor a line end follows.
  if (units[at] === EQUALS && (next > LAST_ESCAPED || next === SPACE)) return at + 1;
  ESCAPE.lastIndex = at;
  if (!ESCAPE.test(raw)) return at + 1;
  const end = ESCAPE.lastIndex;
  if (units[end - 1] === LINE_FEED || isBlank(units[end - 1] ?? 0)) edits.add(at, end, "");
  else addCharacter(edits, { start: at, end }, pointOf(units, at, end));
  return end;
}

function addCharacter(edits: Edits, { start, end }: Span, point: number): void {
  if (point < 0x80) edits.addUnit(start, end, point);
  else edits.add(start, end, simpleOf(point));
}

/** Where the digits of `&#…;` end, before the semicolon: two to six, or two to five after an `x`; -1 if there are none. */
function digitsEnd(units: Uint16Array, start: number, isHex: boolean): number {
  const limit = isHex ? 0xf : 9;
  let end = start;
  while (isDigitUpTo(hexValue(units[end] ?? 0), limit) && end - start < DIGITS_MAX) end += 1;
  const isWhole = end - start >= 2 && (!isHex || end - start < DIGITS_MAX) && units[end] === SEMICOLON;
  return isWhole ? end : -1;
}

const isDigitUpTo = (value: number, limit: number): boolean => value >= 0 && value <= limit;
const DIGITS_MAX = 6;

/** Two hex digits of a printable ASCII character. */
function isAsciiUnit(units: Uint16Array, at: number): boolean {
  const high = units[at] ?? 0;
  return high >= 0x32 && high <= 0x37 && hexValue(units[at + 1] ?? 0) >= 0;
}

/** The edits of `jane (at) example [dot] org`: between words, with at most one space on either side. */
function spelledOf(raw: string): Edits {
  const edits = new Edits();
  for (const match of raw.matchAll(SPELLED)) {
    const first = isBlank(raw.charCodeAt(match.index - 1)) ? match.index - 1 : match.index;
    const after = match.index + match[0].length;
    const end = isBlank(raw.charCodeAt(after)) ? after + 1 : after;
    if (isAsciiWord(raw.charCodeAt(first - 1)) && isAsciiWord(raw.charCodeAt(end)))
      edits.add(first, end, /a[tr]/i.test(match[0]) ? "@" : ".");
  }
  return edits;
}

const isBlank = (code: number): boolean => code === 32 || code === 9;

/** The character whose units end the escape's halves: two hex digits, four, or twice four. */
function pointOf(units: Uint16Array, start: number, end: number): number {
  if (end - start < LONG_MIN) return numberOf(units, { start: end - 2, end }, 16);
  const last = numberOf(units, { start: end - 4, end }, 16);
  if (end - start < PAIR_MIN) return last;
  const first = start + (units[start + 1] === BACKSLASH ? 3 : 2);
  return pairOf(numberOf(units, { start: first, end: first + 4 }, 16), last);
}

/** Units of the shortest escape with four hex digits, and with two of them. */
const LONG_MIN = 6;
const PAIR_MIN = 12;

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const EQUALS = 0x3d;
/** The greatest first digit of an escape of quoted-printable. */
const LAST_ESCAPED = 0x35;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const SMALL_X = 0x78;
const BACKSLASH = 0x5c;
