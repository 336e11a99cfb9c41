import type { Span } from "../../core/model.ts";
import { FOREIGN_FIRST, FOREIGN_LAST, FOREIGN_LOOKALIKES } from "./confusables.ts";
import { Edits, NOTHING } from "../edits.ts";
import { pointAt, type RawText } from "../units.ts";

/** What single characters become in plain typing: typography, other digits, invisible characters, and letters that look like ASCII ones. */

/** Units on either side of a Greek or Cyrillic letter that are searched for ASCII letters of the same word. */
const WORD_REACH = 64;

const SAME = 1;
/** Becomes more than one character. */
const REPLACED = 2;
const FOREIGN = 3;
const GONE = 4;
/** From here on it becomes the character of ASCII that has this number. */
const ASCII_FIRST = 0x20;
/** Character → what becomes of it; 0 = not seen yet. A megabyte, of which texts touch a few pages. */
const KINDS = new Uint8Array(0x110000);
const replacements = new Map<number, string>();
/** Strings of one character, so that none is made for each that is replaced. */
const ASCII = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
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

/** A character in plain typing. */
export function simpleOf(point: number): string {
  if (point < 0x80) return ASCII[point] ?? "";
  const character = String.fromCodePoint(point);
  return replacementOf((KINDS[point] ||= kindOf(character)), point) ?? character;
}

/** The edits of single characters. */
export function charactersOf({ raw, units }: RawText): Edits {
  const edits = new Edits();
  const word = new ForeignWord(units);
  for (let at = 0; at < raw.length; at++) {
    const code = units[at] ?? 0;
    if (code < 0x80) continue;
    if (isPairStart(code)) at = addPair(edits, units, at);
    else {
      const kind = (KINDS[code] ||= kindOf(String.fromCharCode(code)));
      if (kind !== FOREIGN) add(edits, { start: at, end: at + 1 }, { kind, point: code });
      else if (word.isMixed(at)) addLookalike(edits, at, code);
    }
  }
  return edits;
}

/** The edit of a pair of surrogates, or of a half that stands alone; returns where its last unit stands. */
function addPair(edits: Edits, units: Uint16Array, at: number): number {
  const point = pointAt(units, at);
  const last = point > 0xffff ? at + 1 : at;
  const kind = (KINDS[point] ||= kindOf(String.fromCodePoint(point)));
  add(edits, { start: at, end: last + 1 }, { kind, point });
  return last;
}

/** The edit of a character that becomes the same wherever it stands. */
function add(edits: Edits, { start, end }: Span, { kind, point }: Known): void {
  if (kind === SAME) return;
  if (kind === REPLACED) edits.add(start, end, replacements.get(point) ?? "");
  else edits.addUnit(start, end, kind === GONE ? NOTHING : kind);
}

interface Known {
  readonly kind: number;
  readonly point: number;
}

function addLookalike(edits: Edits, at: number, code: number): void {
  const letter = LOOKALIKES[code - FOREIGN_FIRST] ?? 0;
  if (letter !== 0) edits.addUnit(at, at + 1, letter);
}

const isPairStart = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** What becomes of a character of that kind, wherever it stands; `undefined`: it stays. */
function replacementOf(kind: number, point: number): string | undefined {
  if (kind >= ASCII_FIRST) return ASCII[kind];
  if (kind === GONE) return "";
  return kind === REPLACED ? replacements.get(point) : undefined;
}

/** The ASCII letter that a Greek or Cyrillic one looks like, by its code; 0 when it looks like none. */
function lookalikeOf(code: number): number {
  const character = String.fromCharCode(code);
  const lower = character.toLowerCase();
  const ascii = FOREIGN_LOOKALIKES[lower.charCodeAt(0) - FOREIGN_FIRST] ?? 0;
  return ascii === 0 || character === lower ? ascii : String.fromCharCode(ascii).toUpperCase().charCodeAt(0);
}

/** Of each unit from `FOREIGN_FIRST`. */
const LOOKALIKES = Uint8Array.from({ length: FOREIGN_LAST - FOREIGN_FIRST + 1 }, (_, index) =>
  lookalikeOf(FOREIGN_FIRST + index),
);

function kindOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point >= FOREIGN_FIRST && point <= FOREIGN_LAST) return FOREIGN;
  const simple = TYPOGRAPHY.get(character);
  if (simple !== undefined) return remember(character, simple);
  if (point >= 0xe0020 && point <= 0xe007e) return remember(character, String.fromCharCode(point - 0xe0000));
  if (IGNORABLE.test(character)) return remember(character, "");
  if (DECIMAL.test(character)) return remember(character, String(decimalValue(point)));
  const plain = character.normalize("NFKC");
  if (plain !== character && /^[!-~]{1,4}$/.test(plain)) return remember(character, plain);
  return SAME;
}

function remember(character: string, replacement: string): number {
  const code = replacement.charCodeAt(0);
  if (replacement === "") return GONE;
  if (replacement.length === 1 && code >= ASCII_FIRST && code < 0x80) return code;
  replacements.set(character.codePointAt(0) ?? 0, replacement);
  return REPLACED;
}

/** Unicode keeps the ten digits of a script together, zero first. */
function decimalValue(point: number): number {
  let first = point;
  while (DECIMAL.test(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
}

/** The row of Greek and Cyrillic letters that was asked for last; ask from left to right. */
class ForeignWord {
  readonly #units: Uint16Array;
  #start = 0;
  #end = 0;

  /** @param units those of the text and a terminating 0 */
  constructor(units: Uint16Array) {
    this.#units = units;
  }

  /** Whether ASCII letters or digits stand right beside the row that the letter at `at` is in, near enough. */
  isMixed(at: number): boolean {
    if (at >= this.#end) this.#read(at);
    const isNearStart = at - this.#start < WORD_REACH && this.#start > 0;
    if (isNearStart && isAsciiWord(this.#units[this.#start - 1] ?? 0)) return true;
    return this.#end - at <= WORD_REACH && isAsciiWord(this.#units[this.#end] ?? 0);
  }

  #read(at: number): void {
    this.#start = at;
    this.#end = at + 1;
    while (isForeign(this.#units[this.#end] ?? 0)) this.#end += 1;
  }
}

const isForeign = (code: number): boolean => code >= FOREIGN_FIRST && code <= FOREIGN_LAST;

/** A letter or digit of ASCII. */
export const isAsciiWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
