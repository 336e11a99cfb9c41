import { FOREIGN_FIRST, FOREIGN_LAST, FOREIGN_LOOKALIKES } from "../../text/fold/confusables.ts";
import { characterAt } from "../../text/units.ts";
import { ENDING_MAX, FOLDED_LETTERS, LEET, PREFIXES } from "./language.ts";

/**
 * What UTF-16 units are to the matching of names, and the words that they form. Each unit is looked at by itself, so that neither
 * neighbours nor the end of a text matter.
 */

/** Folds to nothing: a combining accent, an invisible character. */
export const NOTHING = 0xffff;
/** Above are scripts without small and capital letters, and signs. */
export const ALPHABETS_END = 0x530;

const APOSTROPHE = 0x27;
const APOSTROPHES = /[\u2018\u2019\u02bc\uff07]/;
const UNSEEN = /[\u0300-\u036f\u200b-\u200d\u2060\ufeff]/;
const ACCENTED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}+$/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts without spaces: word boundaries are not visible there, so none is required. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const UNITS = 0x10000;
export const ASCII_END = 0x80;

/** Unit → its folding, filled as units are seen; 0: not seen yet. */
const foldings = new Uint16Array(UNITS);

/** A unit without case and accent; an apostrophe of any form is `'`. */
export function foldUnit(code: number): number {
  if (code < ASCII_END) return code >= 65 && code <= 90 ? code + 32 : code;
  return (foldings[code] ||= foldingOf(code));
}

function foldingOf(code: number): number {
  if (isHigh(code) || isLow(code)) return code;
  const character = String.fromCharCode(code);
  if (APOSTROPHES.test(character)) return APOSTROPHE;
  if (UNSEEN.test(character)) return NOTHING;
  const lower = character === "İ" ? "i" : character.toLowerCase();
  const plain = FOLDED_LETTERS.get(lower);
  if (plain !== undefined) return plain.charCodeAt(0);
  const parts = lower.normalize("NFD");
  if (ACCENTED.test(parts)) return (FOLDED_LETTERS.get(parts.charAt(0)) ?? parts).charCodeAt(0);
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

/** The ASCII lookalike of a folded Greek or Cyrillic letter; 0 = none. */
export const lookalikeOf = (unit: number): number =>
  unit >= FOREIGN_FIRST && unit <= FOREIGN_LAST ? (FOREIGN_LOOKALIKES[unit - FOREIGN_FIRST] ?? 0) : 0;

/** What a unit may be, and how that is known. Halves of pairs are nothing here: they are looked at as pairs. */
const KINDS = [
  [1, WORD],
  [2, /[\p{L}\p{N}\p{M}]/u],
  [4, /[\s\u00ad\u2010-\u2015\u2212-]/],
  [8, /\p{Lu}/u],
  [16, /\p{Nd}/u],
  [32, UNSPACED],
] as const;
const SEEN = 64;

/** Unit → its kinds, filled as units are seen; 0: not seen yet. */
const kinds = new Uint8Array(UNITS);

function isOf(code: number, kind: (typeof KINDS)[number][0]): boolean {
  return ((kinds[code] ||= kindsOf(String.fromCharCode(code))) & kind) !== 0;
}

const kindsOf = (character: string): number =>
  KINDS.reduce((all, [kind, form]) => (form.test(character) ? all | kind : all), SEEN);

/** Letters, digits, accents and `_`. */
export const isWordUnit = (code: number): boolean => isOf(code, 1);
/** The same without `_`, as words of names have them. */
export const isLetter = (code: number): boolean => isOf(code, 2);
export const isSeparator = (code: number): boolean => isOf(code, 4);
export const isUpper = (code: number): boolean => isOf(code, 8);
export const isDigit = (code: number): boolean => isOf(code, 16);
/** Of a word, in a script that parts words by spaces. */
export const isSpacedWord = (code: number): boolean => isWordUnit(code) && !isOf(code, 32);

/** ASCII unit → the lower-case letter that it is or replaces; 0: not part of a word. Read for each unit of a text. */
export const ASCII_LETTERS: Uint8Array = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  isLetter(code) ? (LEET.get(code) ?? foldUnit(code)) : 0,
);

/** The same of any letter, folded. */
export const letterOf = (code: number): number => (code < ASCII_END ? (ASCII_LETTERS[code] ?? 0) : foldUnit(code));

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** Whether the characters on both sides of `at` belong to one word. */
export function isJoined(raw: string, at: number): boolean {
  if (at <= 0 || at >= raw.length) return false;
  const unit = raw.charCodeAt(at - 1);
  const next = raw.charCodeAt(at);
  if (!isLow(unit) && !isHigh(next)) return isSpacedWord(unit) && isSpacedWord(next);
  const left = isLow(unit) && at >= 2 ? raw.slice(at - 2, at) : raw.charAt(at - 1);
  const right = String.fromCodePoint(characterAt(raw, at));
  return [left, right].every((character) => WORD.test(character) && !UNSPACED.test(character));
}

/** How far a look at the words around a name goes, UTF-16 units. */
export const LEFT_CONTEXT = 64;
export const RIGHT_CONTEXT = 48;
/** Accents and invisible characters within a name, and as many after it. */
export const MARKS_MAX = 16;
/** Longest run of separators between two words of a name, UTF-16 units: a line break with some indentation. */
export const SEPARATOR_RUN_MAX = 8;
/** Underscores that emphasize a word in Markdown. */
const EMPHASIS_MAX = 3;

/**
 * Whether a name may begin at `at`: at the beginning of a word, after a preposition that is written in one with it, or after
 * underscores that emphasize it.
 */
export function startsWord(raw: string, at: number): boolean {
  if (!isJoined(raw, at) || emphasisAt(raw, at) !== "") return true;
  return PREFIXES.has(raw.charCodeAt(at - 1)) && !isJoined(raw, at - 1);
}

/** The underscores right before `at` that a word begins with: a private name of a program, or Markdown where as many follow it. */
export function emphasisAt(raw: string, at: number): string {
  let start = at;
  while (start > 0 && at - start <= EMPHASIS_MAX && raw.charAt(start - 1) === "_") start -= 1;
  return at - start > EMPHASIS_MAX || isJoined(raw, start) ? "" : raw.slice(start, at);
}

/** End of the word that continues after a name, up to the longest ending; `end` if the name is the whole word. */
export function wordEnd(raw: string, end: number): number {
  let at = end;
  while (at < raw.length && at - end <= ENDING_MAX && isJoined(raw, at)) at += 1;
  return at;
}

/** The word that ends at `end`, as far as it is worth a look. */
export function lastWord(raw: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LEFT_CONTEXT && isWordUnit(raw.charCodeAt(start - 1))) start -= 1;
  return raw.slice(start, end);
}

/** Where a name ends that ends at `at`, its accents and invisible characters included. */
export function endWithMarks(raw: string, at: number): number {
  let end = at;
  while (end < raw.length && end - at < MARKS_MAX && foldUnit(raw.charCodeAt(end)) === NOTHING) end++;
  return end;
}
