import type { Span } from "../core/model.ts";
import { FOREIGN_FIRST, FOREIGN_LAST, FOREIGN_LOOKALIKES } from "./confusables.ts";

/**
 * A text in plain typing: what typography, escapes and invisible characters made of ASCII is ASCII again, case kept. Exact
 * detectors read it, where the folded view would lose what they look at.
 */
export interface Plain {
  readonly text: string;
  /** Whether characters were joined, dropped or swapped for look-alikes, and not only dashes, spaces and quotes made simple. */
  readonly isDisguised: boolean;
  /** The submitted text behind `[start, end)` of the plain one, UTF-16 units. */
  readonly span: (start: number, end: number) => Span;
  /** The plain offset of an offset in the submitted text; inside a replaced piece, where its replacement begins. */
  readonly offset: (at: number) => number;
}

/** Units on either side of a Greek or Cyrillic letter that are searched for ASCII letters of the same word. */
const WORD_REACH = 64;
/** Escapes of one character: URL, HTML, JSON, C, and quoted-printable where it stands inside a word. */
const ESCAPE =
  /%[2-7][0-9A-Fa-f]|&(?:#\d{2,3}|#[xX][0-9A-Fa-f]{2}|commat|period|amp|quot|lt|gt|nbsp|lowbar);|\\(?:u00|x)[2-7][0-9A-Fa-f]|=(?:2[BDEF]|3A|40|5F)(?<=\w...)(?=\w)/gi;
/** `(at)`, `[dot]`, and in other languages. */
const SPELLED = /[([{<][ \t]?(?:at|dot|punkt|arroba|punto|ponto)[ \t]?[)\]}>]/gi;
/** An escape that has begun at the end of the text, or a word that `(at)` may follow. */
const OPEN_TAIL =
  /(?:%[2-7]?|&#?\w{0,6}|\\(?:u0{0,2}[2-7]?|x[2-7]?)?|=[2-5]?|(?:[A-Za-z0-9._+-]{1,64})[ \t]?(?:[([{<][ \t]?[a-z]{0,6}[ \t]?[)\]}>]?[ \t]?)?)$/i;
const OPEN_TAIL_MAX = 84;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["commat", "@"],
  ["period", "."],
  ["amp", "&"],
  ["quot", '"'],
  ["lt", "<"],
  ["gt", ">"],
  ["nbsp", " "],
  ["lowbar", "_"],
]);

interface Edit extends Span {
  readonly replacement: string;
}

/** The plain form, or `null` when the text is plain already. Linear in the text. */
export function plainOf(raw: string): Plain | null {
  const edits: Edit[] = [];
  for (const match of raw.matchAll(ESCAPE))
    edits.push({ start: match.index, end: match.index + match[0].length, replacement: unescape(match[0]) });
  addSpelled(raw, edits);
  const isEscaped = edits.length > 0;
  const isDisguised = (/[^\0-\x7f]/.test(raw) && addCharacters(raw, edits)) || isEscaped;
  if (edits.length === 0) return null;
  return new EditedText(raw, edits, isDisguised);
}

/** Where the text is not yet what it will be, were more to follow: an escape or a disguised word at its end. */
export function openTail(raw: string): number {
  const lowest = Math.max(0, raw.length - OPEN_TAIL_MAX);
  const at = raw.slice(lowest).search(OPEN_TAIL);
  return at < 0 ? raw.length : lowest + at;
}

/** Adds the edits of `jane (at) example [dot] org`: between words, with at most one space on either side. */
function addSpelled(raw: string, edits: Edit[]): void {
  const taken = edits.length;
  for (const match of raw.matchAll(SPELLED)) {
    const first = isBlank(raw.charCodeAt(match.index - 1)) ? match.index - 1 : match.index;
    const behind = match.index + match[0].length;
    const end = isBlank(raw.charCodeAt(behind)) ? behind + 1 : behind;
    if (isAsciiWord(raw.charCodeAt(first - 1)) && isAsciiWord(raw.charCodeAt(end)))
      edits.push({ start: first, end, replacement: /a[tr]/i.test(match[0]) ? "@" : "." });
  }
  if (taken > 0 && edits.length > taken) edits.sort((a, b) => a.start - b.start);
}

const isBlank = (code: number): boolean => code === 32 || code === 9;

function unescape(escape: string): string {
  const word = /[A-Za-z]{2,}/.exec(escape)?.[0].toLowerCase() ?? "";
  const named = NAMED.get(word);
  if (escape.startsWith("&") && named !== undefined) return named;
  const digits = /[0-9A-Fa-f]{2,}(?=;?$)/.exec(escape)?.[0] ?? "20";
  const isDecimal = /^&#\d/.test(escape);
  return String.fromCharCode(Number.parseInt(isDecimal ? digits : digits.slice(-2), isDecimal ? 10 : 16));
}

const SAME = 1;
const SIMPLE = 2;
const DISGUISE = 3;
const FOREIGN = 4;
/** Unit → what becomes of it; 0 = not seen yet. Halves of pairs stay 0. */
const KINDS = new Uint8Array(0x10000);
const replacements = new Map<string, string>();
const TYPOGRAPHY: ReadonlyMap<string, string> = new Map(
  [
    " \u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "-\u2010\u2011\u2012\u2013\u2212",
    '"\u201c\u201d\u201e\u201f\u2033',
    "'\u2018\u2019\u201a\u201b\u2032",
  ].flatMap(([ascii = "", ...forms]) => forms.map((form) => [form, ascii] as const)),
);
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const DECIMAL = /^\p{Nd}$/u;

/** Adds the edits of single characters to those that are there, in order. Returns whether any is a disguise. */
function addCharacters(raw: string, edits: Edit[]): boolean {
  const taken = edits.length;
  let isDisguised = false;
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code < 0x80) continue;
    const character = isPairStart(code) ? raw.slice(at, at + 2) : raw.charAt(at);
    const kind = isPairStart(code) ? kindOf(character) : (KINDS[code] ||= kindOf(character));
    const replacement = kind === SAME ? null : replacementOf(raw, at, { kind, character });
    if (replacement !== null) {
      edits.push({ start: at, end: at + character.length, replacement });
      isDisguised ||= kind !== SIMPLE;
    }
    at += character.length - 1;
  }
  if (taken > 0 && edits.length > taken) edits.sort((a, b) => a.start - b.start);
  return isDisguised;
}

const isPairStart = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** `null`: it stays as it is. */
function replacementOf(
  raw: string,
  at: number,
  { kind, character }: { readonly kind: number; readonly character: string },
): string | null {
  if (kind !== FOREIGN) return replacements.get(character) ?? "";
  const ascii = FOREIGN_LOOKALIKES[character.toLowerCase().charCodeAt(0) - FOREIGN_FIRST] ?? 0;
  if (ascii === 0 || !isMixed(raw, at)) return null;
  const letter = String.fromCharCode(ascii);
  return character === character.toLowerCase() ? letter : letter.toUpperCase();
}

function kindOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point >= FOREIGN_FIRST && point <= FOREIGN_LAST) return FOREIGN;
  const simple = TYPOGRAPHY.get(character);
  if (simple !== undefined) return remember(character, simple, SIMPLE);
  if (point >= 0xe0020 && point <= 0xe007e) return remember(character, String.fromCharCode(point - 0xe0000), DISGUISE);
  if (IGNORABLE.test(character)) return remember(character, "", DISGUISE);
  if (DECIMAL.test(character)) return remember(character, String(decimalValue(point)), DISGUISE);
  const plain = character.normalize("NFKC");
  if (plain !== character && /^[!-~]{1,4}$/.test(plain)) return remember(character, plain, DISGUISE);
  return SAME;
}

function remember(character: string, replacement: string, kind: number): number {
  replacements.set(character, replacement);
  return kind;
}

/** Unicode keeps the ten digits of a script together, zero first. */
function decimalValue(point: number): number {
  let first = point;
  while (DECIMAL.test(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
}

/** Whether ASCII letters or digits stand in the same word as the Greek or Cyrillic letter at `at`. */
function isMixed(raw: string, at: number): boolean {
  for (const step of [-1, 1])
    for (let next = at + step; Math.abs(next - at) <= WORD_REACH; next += step) {
      const code = raw.charCodeAt(next);
      if (isAsciiWord(code)) return true;
      if (!(code >= FOREIGN_FIRST && code <= FOREIGN_LAST)) break;
    }
  return false;
}

const isAsciiWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** A text with replaced pieces, and the way back. */
class EditedText implements Plain {
  readonly text: string;
  readonly isDisguised: boolean;
  readonly #edits: readonly Edit[];
  /** Plain offset of each edit's replacement. */
  readonly #places: Uint32Array;

  constructor(raw: string, edits: readonly Edit[], isDisguised: boolean) {
    const pieces: string[] = [];
    const places = new Uint32Array(edits.length);
    let rawAt = 0;
    let plainAt = 0;
    const kept: Edit[] = [];
    for (const edit of edits) {
      if (edit.start < rawAt) continue;
      pieces.push(raw.slice(rawAt, edit.start), edit.replacement);
      plainAt += edit.start - rawAt;
      places[kept.length] = plainAt;
      plainAt += edit.replacement.length;
      rawAt = edit.end;
      kept.push(edit);
    }
    this.text = pieces.join("") + raw.slice(rawAt);
    this.isDisguised = isDisguised;
    this.#edits = kept;
    this.#places = places.subarray(0, kept.length);
  }

  readonly span = (start: number, end: number): Span => {
    const from = this.#rawOf(start).start;
    return { start: from, end: end > start ? this.#rawOf(end - 1).end : from };
  };

  readonly offset = (at: number): number => {
    const index = lastIndex(this.#edits.length, (middle) => (this.#edits[middle]?.start ?? 0) <= at);
    const edit = this.#edits[index];
    const place = this.#places[index] ?? 0;
    if (edit === undefined) return at;
    return at < edit.end ? place : place + edit.replacement.length + (at - edit.end);
  };

  /** The units of the submitted text behind the plain unit at `at`. */
  #rawOf(at: number): Span {
    const index = lastIndex(this.#edits.length, (middle) => (this.#places[middle] ?? 0) <= at);
    const edit = this.#edits[index];
    if (edit === undefined) return { start: at, end: at + 1 };
    const behind = at - (this.#places[index] ?? 0) - edit.replacement.length;
    return behind < 0 ? edit : { start: edit.end + behind, end: edit.end + behind + 1 };
  }
}

/** The last index below `length` for which `holds`; -1 when there is none. `holds` is true first, then false. */
function lastIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
