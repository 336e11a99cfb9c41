import type { Match } from "../detector.ts";
import type { Meter } from "../step-meter.ts";
import { hasDigitNear, isAsciiDigit } from "./numbers.ts";
import type { Reading } from "../../text/reading.ts";

/** The end and score of a candidate, or `null` if it is not a match. */
export type CandidateJudgement = { readonly end: number; readonly score: number } | null;

const CANDIDATE_STEPS = 20;

/**
 * Tries `pattern` (global) from left to right. After a rejected candidate, the search skips only its first group, so
 * that it still finds a number that begins inside: `12 4111 1111 1111 1111` holds a card.
 */
export function findCandidates(
  raw: string,
  { pattern, from, meter }: { readonly pattern: RegExp; readonly from: number; readonly meter?: Meter | undefined },
  judge: (start: number, candidate: string) => CandidateJudgement,
): readonly Match[] {
  const matches: Match[] = [];
  pattern.lastIndex = from;
  for (let found = pattern.exec(raw); found !== null; found = pattern.exec(raw)) {
    meter?.spend(CANDIDATE_STEPS);
    const start = found.index;
    const judgement = judge(start, found[0]);
    if (judgement === null) pattern.lastIndex = start + firstGroupLength(found[0]);
    else {
      matches.push({ start, ...judgement });
      pattern.lastIndex = judgement.end;
    }
  }
  return matches;
}

/** Whether a sign occurs twice, `least` to `most` units apart, and not in between; much faster than a pattern. */
export function hasPair(
  raw: string,
  sign: string,
  { least, most }: { readonly least: number; readonly most: number },
): boolean {
  let before = raw.indexOf(sign);
  for (let at = before; at >= 0; at = raw.indexOf(sign, at + 1)) {
    if (at - before >= least && at - before <= most) return true;
    before = at;
  }
  return false;
}

function firstGroupLength(candidate: string): number {
  return Math.max(1, candidate.search(/(?<=[A-Za-z0-9])[^A-Za-z0-9]/) + 1 || candidate.length);
}

/** Longest tail that is read, UTF-16 units: twice the longest number with its label's separator. */
const TAIL_MAX = 96;

/** `stableUntil` of numbers that are written in groups: the trailing run of digits and separators. */
export function holdDigits(raw: string): number {
  const lowest = Math.max(0, raw.length - TAIL_MAX);
  let held = raw.length;
  for (let at = raw.length - 1; at >= lowest; at--) {
    const code = raw.charCodeAt(at);
    if (isAsciiDigit(code) || code === 0x2b || code === 0x28) held = at;
    else if (!isSeparator(code)) {
      // A number cannot begin right after a letter, so the letter must stay in view.
      return held;
    }
  }
  return held;
}

/** Whether `holdDigits` may find a number in the text, or in the text without up to that many of its last units. */
export function mayEndInNumber(reading: Reading, afterMax: number): boolean {
  const { raw } = reading;
  const reach = TAIL_MAX + afterMax;
  const lowest = Math.max(0, raw.length - reach);
  return hasDigitNear(reading, reach) || raw.includes("+", lowest) || raw.includes("(", lowest);
}

/** `stableUntil` of codes that begin with letters and have no digit yet: the last word, if it is that short. */
export function holdLetters(raw: string, most: number): number {
  const start = lettersStart(raw, raw.length, most + 1);
  return raw.length - start > most ? raw.length : start;
}

/** Where the ASCII letters before `end` begin; at most `most` back. */
export function lettersStart(raw: string, end: number, most: number): number {
  const lowest = Math.max(0, end - most);
  let start = end;
  while (start > lowest && isAsciiLetter(raw.charCodeAt(start - 1))) start -= 1;
  return start;
}

const isAsciiLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Space, no-break space, `) - . / :` */
const isSeparator = (code: number): boolean =>
  code === 0x20 || code === 0xa0 || code === 0x29 || (code >= 0x2d && code <= 0x2f) || code === 0x3a;

/** The ASCII digits of a text. */
export function digitsOf(text: string): string {
  let digits = "";
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (isAsciiDigit(text.charCodeAt(at))) continue;
    if (at > start) digits += text.slice(start, at);
    start = at + 1;
  }
  return digits;
}

/** Check digit of ISO/IEC 7812-1 annex B, known by its inventor's name. */
export function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 0x30;
    const doubled = at % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
