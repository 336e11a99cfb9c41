import { FOREIGN_FIRST, FOREIGN_LAST, FOREIGN_LOOKALIKES } from "../../text/fold/confusables.ts";
import { characterAt } from "../../text/units.ts";

/** What UTF-16 units are to the matching of names. Each is looked at by itself, so that neither neighbours nor the end of a text matter. */

const APOSTROPHE = 0x27;
/** Folds to nothing: an accent that stands by itself, a character that no screen shows. */
export const NOTHING = 0xffff;

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that are written without spaces: next to one of them a word boundary cannot be seen, so none is asked for. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SEPARATORS = /[\s\u00ad\u2010-\u2015\u2212-]/;
const APOSTROPHES = new Set([0x2018, 0x2019, 0x02bc, 0xff07]);
/** Letters that Unicode does not decompose, and the final form of sigma. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ["ß", "ß"],
  ["ł", "l"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["ı", "i"],
  ["ς", "σ"],
  ["й", "й"],
]);
const ACCENTED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}+$/u;
/** Above are scripts without small and capital letters, and signs. */
export const ALPHABETS_END = 0x530;
const SURROGATE_FIRST = 0xd800;
const SURROGATE_LAST = 0xdfff;

const ASCII_END = 0x80;
/** Unit → its folding, as it is seen; 0 = not seen yet. */
const foldings = new Uint16Array(0x10000);

/** A unit without case and accent; an apostrophe of any form is `'`. */
export function foldUnit(code: number): number {
  if (code < ASCII_END) return code >= 65 && code <= 90 ? code + 32 : code;
  return (foldings[code] ||= foldingOf(code));
}

function foldingOf(code: number): number {
  if (APOSTROPHES.has(code)) return APOSTROPHE;
  if (code >= SURROGATE_FIRST && code <= SURROGATE_LAST) return code;
  const character = String.fromCharCode(code);
  if (/[\u0300-\u036f\u200b-\u200d\u2060\ufeff]/.test(character)) return NOTHING;
  const lower = character === "İ" ? "i" : character.toLowerCase();
  const plain = PLAIN.get(lower);
  if (plain !== undefined) return plain.charCodeAt(0);
  const parts = lower.normalize("NFD");
  if (ACCENTED.test(parts)) return (PLAIN.get(parts.charAt(0)) ?? parts).charCodeAt(0);
  return lower.length === 1 ? lower.charCodeAt(0) : code;
}

/** A whole text, folded unit by unit; what folds to nothing is left out. */
export function foldText(text: string): string {
  let folded = "";
  for (let at = 0; at < text.length; at++) {
    const unit = foldUnit(text.charCodeAt(at));
    if (unit !== NOTHING) folded += String.fromCharCode(unit);
  }
  return folded;
}

/** The ASCII letter that a folded Greek or Cyrillic one looks like; 0 = none. */
export const lookalikeOf = (unit: number): number =>
  unit >= FOREIGN_FIRST && unit <= FOREIGN_LAST ? (FOREIGN_LOOKALIKES[unit - FOREIGN_FIRST] ?? 0) : 0;

const IS_WORD = 1;
const IS_SEPARATOR = 2;
const IS_UPPER = 4;
const IS_DIGIT = 8;
const IS_UNSPACED = 16;
const IS_SEEN = 32;
/** Unit → what it is, as it is seen. Halves of pairs are no words here: they are looked at as pairs. */
const kinds = new Uint8Array(0x10000);

function kindsOf(code: number): number {
  return (kinds[code] ||= kindOf(String.fromCharCode(code)));
}

function kindOf(character: string): number {
  let kind = IS_SEEN;
  if (WORD.test(character)) kind |= IS_WORD;
  if (SEPARATORS.test(character)) kind |= IS_SEPARATOR;
  if (/\p{Lu}/u.test(character)) kind |= IS_UPPER;
  if (/\p{Nd}/u.test(character)) kind |= IS_DIGIT;
  if (UNSPACED.test(character)) kind |= IS_UNSPACED;
  return kind;
}

/** The same of ASCII, known from the beginning: most texts have little else. */
const ASCII = Uint8Array.from({ length: ASCII_END }, (_, code) => kindOf(String.fromCharCode(code)));

/** Letters, digits, accents and `_`. */
export const isWordUnit = (code: number): boolean =>
  ((code < ASCII_END ? (ASCII[code] ?? 0) : kindsOf(code)) & IS_WORD) !== 0;
/** Whether both are of ASCII and of one word: the place between them begins none. */
const areJoinedAscii = (code: number, next: number): boolean =>
  code < ASCII_END && next < ASCII_END && ((ASCII[code] ?? 0) & (ASCII[next] ?? 0) & IS_WORD) !== 0;
export const isSeparator = (code: number): boolean => (kindsOf(code) & IS_SEPARATOR) !== 0;
export const isUpper = (code: number): boolean => (kindsOf(code) & IS_UPPER) !== 0;
export const isDigit = (code: number): boolean => (kindsOf(code) & IS_DIGIT) !== 0;
const isUnspaced = (code: number): boolean => (kindsOf(code) & IS_UNSPACED) !== 0;

const isLow = (code: number): boolean => code >= 0xdc00 && code <= SURROGATE_LAST;
const isHigh = (code: number): boolean => code >= SURROGATE_FIRST && code < 0xdc00;

/** Whether the characters on both sides of `at` belong to one word. */
export function isJoined(raw: string, at: number): boolean {
  if (at <= 0 || at >= raw.length) return false;
  const unit = raw.charCodeAt(at - 1);
  const next = raw.charCodeAt(at);
  if (unit < ASCII_END && next < ASCII_END) return areJoinedAscii(unit, next);
  if (!isLow(unit) && !isHigh(next)) return isSpacedWord(unit) && isSpacedWord(next);
  const left = isLow(unit) && at >= 2 ? raw.slice(at - 2, at) : raw.charAt(at - 1);
  const right = String.fromCodePoint(characterAt(raw, at));
  return [left, right].every((character) => WORD.test(character) && !UNSPACED.test(character));
}

/** Of a word, in a script that parts words by spaces. */
export const isSpacedWord = (code: number): boolean => isWordUnit(code) && !isUnspaced(code);
