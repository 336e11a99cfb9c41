import type { RawText } from "../../../text/units.ts";
import { type DigitRun, isAsciiDigit } from "../numbers.ts";
import { isWordUnit } from "./recognizer.ts";

/** Most leading and trailing space of a text that is only a number. */
export const MARGIN_MAX = 8;

/** The first offset of `[from, to)` at which a word with letters or digits begins; `to` if there is none. */
export function nextWord({ units }: RawText, from: number, to: number): number {
  let isInWord = from > 0 && isOfWord(units[from - 1] ?? 0);
  for (let at = from; at < to; at++) {
    const code = units[at] ?? 0;
    const isWord = isWordUnit(code);
    if (isWord && !isInWord && !(isAsciiDigit(code) ? continuesNumber(units, at) : isOfSentence(units, at))) return at;
    isInWord = isWord || isLatin(code);
  }
  return to;
}

const isOfWord = (code: number): boolean => isWordUnit(code) || isLatin(code);

/** The first offset from `from` on at which a number may begin whose first digit is that of the run; after that digit, none does. */
export function nextStart(text: RawText, { start, joint }: DigitRun, from: number): number {
  // If a single sign separates two runs of digits, no number begins before the second; digits of other scripts end a word.
  if (joint === 0 || !text.isAscii) return nextWord(text, from, start + 1);
  if (isJoint(joint)) return start + 1;
  return joint === 32 ? start : nextWord(text, from, start + 1);
}

/** A lower-case word, or the first word of a sentence, before another lower-case word, in a sentence before digits, or at its end: no number begins there. */
function isOfSentence(units: Uint16Array, start: number): boolean {
  const at = smallEnd(units, isCapital(units[start] ?? 0) ? start + 1 : start);
  if (at === start) return false;
  const [next, second = 0] = [units[at], units[at + 1]];
  if (next === 46) return at - start > SHORT_MAX && second === 32 && isLetter(units[at + 2] ?? 0);
  return next === 32 && (isSmall(second) || (isAsciiDigit(second) && isInSentence(units, start, at)));
}

/** Where the small letters at `start` end. */
function smallEnd(units: Uint16Array, start: number): number {
  let at = start;
  while (isSmall(units[at] ?? 0)) at += 1;
  return at;
}

/** A period after this few letters may mark an abbreviation, and a single one before digits may belong to them. */
const SHORT_MAX = 2;

/** Whether the word is long enough and another one stands before: `documento de 123`. */
const isInSentence = (units: Uint16Array, start: number, end: number): boolean =>
  end - start >= SHORT_MAX && start > 1 && units[start - 1] === 32 && isSmall(units[start - 2] ?? 0);

/** Of Latin alphabets beyond ASCII. */
const isLatin = (code: number): boolean => code >= 0xc0 && code < 0x250;

const isJoint = (code: number): boolean => code === 45 || code === 46 || code === 47;

/** `12.5…`, `3-7…`: the digits before belong to it, and so do the stars of a partial mask (`**-1962`, `*** 6467`). */
function continuesNumber(units: Uint16Array, at: number): boolean {
  const before = units[at - 1] ?? 0;
  if (before === 32) return units[at - 2] === STAR && units[at - 3] === STAR && units[at - 4] === STAR;
  if (!isJoint(before)) return false;
  return isAsciiDigit(units[at - 2] ?? 0) || (units[at - 2] === STAR && units[at - 3] === STAR);
}

const STAR = 42;

/** A number of memory as code writes it, a ticket with the words of its branch, a weakness: `0x7f000001`, `ABC-123-add-login`, `CVE-2021-4`. */
const OF_CODE =
  /(?:CVE-|(?<=CVE-))\d{4}-\d|0x[\dA-Fa-f]{4,64}(?![0-9A-Za-z])|(?:[A-Z][A-Z0-9]{1,9}-|(?<=[A-Z]-))\d{1,6}-[a-z]/y;

/** Whether the text at `start` is written as code and is not a person's number. */
export function isOfCode(raw: string, start: number): boolean {
  const code = raw.charCodeAt(start);
  if (isAsciiDigit(code) ? raw.charCodeAt(start + 1) !== 120 && raw.charCodeAt(start - 1) !== 45 : !isCapital(code))
    return false;
  OF_CODE.lastIndex = start;
  return OF_CODE.test(raw);
}

/** Whether the following text belongs to the number, which is then longer. */
export const isPartOfNumber = (raw: string, end: number): boolean =>
  isAsciiDigit(raw.charCodeAt(end - 1)) && isJoint(raw.charCodeAt(end)) && isAsciiDigit(raw.charCodeAt(end + 1));

/** Longest lower-case word that a number may contain after a space: `ab 12 cde`. */
const SMALL_WORD_MAX = 3;

/**
 * Whether its last group is a word of the sentence that continues after it: in lower case and long, or after capitals and
 * digits only. `A123456 ok`, `2 card`, but not `ab12 cde`.
 */
export function continuesInWords(raw: string, start: number, end: number): boolean {
  let at = end;
  while (at > start && isSmall(raw.charCodeAt(at - 1))) at -= 1;
  if (at === end || at === start || raw.charCodeAt(at - 1) !== 32) return false;
  if (end - at > SMALL_WORD_MAX) return true;
  for (let before = start; before < at; before++) if (isSmall(raw.charCodeAt(before))) return false;
  return true;
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;
const isLetter = (code: number): boolean => isCapital(code) || isSmall(code);
const isSmall = (code: number): boolean => code >= 97 && code <= 122;

/** After the bracket that closes one inside the number: `A123456(3)`. */
export function closedEnd(raw: string, start: number, end: number): number {
  if (raw.charCodeAt(end) !== 41) return end;
  const number = raw.slice(start, end);
  const isOpen = number.lastIndexOf("(") > number.lastIndexOf(")");
  return isOpen && !isWordUnit(raw.charCodeAt(end + 1)) ? end + 1 : end;
}

/** Whether the text is nothing but the number. */
export const isWholeText = (raw: string, start: number, end: number): boolean =>
  start <= MARGIN_MAX &&
  raw.length <= end + MARGIN_MAX &&
  raw.slice(0, start).trim() === "" &&
  /^[\s.!]*$/.test(raw.slice(end));
