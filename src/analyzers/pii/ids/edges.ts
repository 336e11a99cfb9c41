import { isAsciiDigit } from "../numbers.ts";
import { isWordUnit } from "./recognizer.ts";

/** A text that is nothing but a number may begin and end with so much space. */
export const MARGIN_MAX = 8;

/** The first offset of `[from, to)` at which a word with letters or digits begins; `to` when there is none. */
export function nextWord(raw: string, from: number, to: number): number {
  for (let at = from; at < to; at++)
    if (
      isWordUnit(raw.charCodeAt(at)) &&
      (at === 0 || !isWordUnit(raw.charCodeAt(at - 1))) &&
      !continuesNumber(raw, at) &&
      !isOfSentence(raw, at)
    )
      return at;
  return to;
}

/** A small word, or the first one of a sentence, before another small word or at the end of a sentence: no number begins so. */
function isOfSentence(raw: string, start: number): boolean {
  let at = isCapital(raw.charCodeAt(start)) ? start + 1 : start;
  while (isSmall(raw.charCodeAt(at))) at += 1;
  if (at === start) return false;
  const next = raw.charCodeAt(at);
  if (next === 46) return at - start > SHORT_MAX && raw.charCodeAt(at + 1) === 32 && isLetter(raw.charCodeAt(at + 2));
  return next === 32 && isSmall(raw.charCodeAt(at + 1));
}

/** A point behind so few letters may be of an abbreviation. */
const SHORT_MAX = 2;

const isJoint = (code: number): boolean => code === 45 || code === 46 || code === 47;

/** `12.5…`, `3-7…`: the digits before belong to it, and so do the stars of a partial mask (`**-1962`, `*** 6467`). */
function continuesNumber(raw: string, at: number): boolean {
  if (!isAsciiDigit(raw.charCodeAt(at))) return false;
  if (raw.charCodeAt(at - 1) === 32) return raw.startsWith("***", at - 4);
  return isJoint(raw.charCodeAt(at - 1)) && (isAsciiDigit(raw.charCodeAt(at - 2)) || raw.startsWith("**", at - 3));
}

/** A number of memory as code writes it, and a ticket with the words of its branch: `0x7f000001`, `ABC-123-add-login`. */
const OF_CODE = /0x[\dA-Fa-f]{4,64}(?![0-9A-Za-z])|(?:[A-Z][A-Z0-9]{1,9}-|(?<=[A-Z]-))\d{1,6}-[a-z]/y;

/** Whether what begins at `start` is written as code, and no number of a person. */
export function isOfCode(raw: string, start: number): boolean {
  OF_CODE.lastIndex = start;
  return OF_CODE.test(raw);
}

/** What follows belongs to the number: it is a longer one. */
export const isPartOfNumber = (raw: string, end: number): boolean =>
  isAsciiDigit(raw.charCodeAt(end - 1)) && isJoint(raw.charCodeAt(end)) && isAsciiDigit(raw.charCodeAt(end + 1));

/** Longest word in small letters that a number may have behind a space: `ab 12 cde`. */
const SMALL_WORD_MAX = 3;

/**
 * Whether its last group is a word of the sentence that goes on behind it: in small letters and long, or after capitals and
 * digits only. `A123456 ok`, `2 card`, but not `ab12 cde`.
 */
export function goesOnInWords(raw: string, start: number, end: number): boolean {
  let at = end;
  while (at > start && isSmall(raw.charCodeAt(at - 1))) at -= 1;
  if (at === end || at === start || raw.charCodeAt(at - 1) !== 32) return false;
  if (end - at > SMALL_WORD_MAX) return true;
  for (let before = start; before < at; before++) if (isSmall(raw.charCodeAt(before))) return false;
  return true;
}

/** Whether it is too little for an identifier: a single digit, and few letters beside it. */
export function isTooShort(raw: string, start: number, end: number): boolean {
  let digits = 0;
  let units = 0;
  for (let at = start; at < end; at++) {
    const code = raw.charCodeAt(at);
    if (isAsciiDigit(code)) digits += 1;
    if (isWordUnit(code)) units += 1;
  }
  return digits < 2 && units < UNITS_MIN;
}

/** Letters and digits of the shortest identifiers that may have one digit only. */
const UNITS_MIN = 5;

const isCapital = (code: number): boolean => code >= 65 && code <= 90;
const isLetter = (code: number): boolean => isCapital(code) || isSmall(code);
const isSmall = (code: number): boolean => code >= 97 && code <= 122;

/** Behind the bracket that closes one inside the number: `A123456(3)`. */
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
