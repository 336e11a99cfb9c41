import type { Span } from "../../core/model.ts";
import { textOf } from "../edits.ts";
import { hexValue } from "./numerals.ts";
import { type Reading, stretchesOf } from "./letter-pairs.ts";
import type { Decoded } from "./readable.ts";
import { characterAt, SIGN, type RawText } from "../units.ts";

/**
 * Disguises that keep a letter a letter. Every line of prose could be one, so each is undone only where something cheap speaks
 * for it: pairs of letters that are English when read otherwise, or letters that stand apart.
 */

/** Longest piece of a stretch, UTF-16 units. */
const STRETCH_MAX = 8192;
/** Units of a word that a stretch is widened by. */
const WORD_MAX = 24;

const LEET: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  8: "b",
  "@": "a",
  $: "s",
};
/** One or two digits or signs between letters; this many in a text make it written so, rather than a name or a unit of measure. */
const LEET_MARKS_MIN = 3;
const OTHER = 0;
const LETTER = 1;
const MARK = 2;
const OTHER_DIGIT = 4;
const LEET_CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[a-z]/i.test(sign)) return LETTER;
  if (/[013457@$]/.test(sign)) return MARK;
  return /\d/.test(sign) ? OTHER_DIGIT : OTHER;
});
const leetClass = (code: number): number => (code < 128 ? (LEET_CLASSES[code] ?? OTHER) : OTHER);
/** And at most this many units of text for each: a serial number does not make a page suspicious. */
const LEET_MARK_SPACING = 60;
/** Longer ones are keys and digests, not words. */
const LEET_WORD_MAX = 15;
/** Seven single letters in a row, each followed by a mark; between words a space may stand between two marks. */
const SPACED = /(?<![a-z0-9])(?:[a-z0-9"',.!?;:&$()][ _/.*|~-](?: [ _/.*|~-])?){7}[^\n]{0,4000}/gi;
const SEPARATORS = new Set(Array.from(" _/.*|~-", (mark) => mark.charCodeAt(0)));
/** A run that `SPACED` matches has four marks, one letter apart, at a multiple of this or one after it. */
const SPACED_STEP = 8;
const CONCATENATED = /^[ \t]*\w{1,20}[ \t]*=[ \t]*"([^"\n]{1,400})"[ \t]*(?:;[ \t]*)?$/gm;

export function decodeCiphers(text: RawText): readonly Decoded[] {
  const { raw } = text;
  const found: Decoded[] = [];
  const whole = { start: 0, end: raw.length };
  for (const stretch of stretchesOf(text)) found.push(...piecesOf(raw, stretch, LETTER_CIPHERS[stretch.reading]));
  if (isLeet(text))
    found.push({ disguise: "leet", text: raw.replaceAll(/[013457@$8]/g, (sign) => LEET[sign] ?? sign), span: whole });
  if (mayBeSpaced(text))
    for (const match of raw.matchAll(SPACED)) {
      found.push({
        disguise: "spaced_letters",
        text: closeUp(match[0]),
        span: { start: match.index, end: match.index + match[0].length },
      });
    }
  if (raw.includes('= "')) {
    const parts = Array.from(raw.matchAll(CONCATENATED), (match) => match[1] ?? "");
    if (parts.length >= 3) found.push({ disguise: "concatenation", text: parts.join(" "), span: whole });
  }
  return found;
}

/** The whole words that a stretch lies in; drawn letters that gain by chance stand in one word. */
function piecesOf(raw: string, stretch: Span, { disguise, read }: LetterCipher): readonly Decoded[] {
  let { start, end } = stretch;
  while (start > 0 && stretch.start - start < WORD_MAX && !isSpace(raw, start - 1)) start--;
  while (end < raw.length && end - stretch.end < WORD_MAX && !isSpace(raw, end)) end++;
  const pieces: Decoded[] = [];
  for (let from = start; from < end; from += STRETCH_MAX) {
    const span = { start: from, end: Math.min(end, from + STRETCH_MAX) };
    const written = raw.slice(span.start, span.end);
    if (/\S\s+\S/.test(written)) pieces.push({ disguise, text: read(written), span });
  }
  return pieces;
}

const isSpace = (raw: string, at: number): boolean => raw.charCodeAt(at) <= 0x20;

function mayBeSpaced({ raw, units }: RawText): boolean {
  // A row of marks needs more room than the last seven units.
  for (let at = 0; at < raw.length; at += SPACED_STEP)
    if (hasMarks(units, at, raw.length) || hasMarks(units, at + 1, raw.length)) return true;
  return false;
}

function hasMarks(units: Uint16Array, at: number, length: number): boolean {
  const mark = units[at] ?? 0;
  return (
    at + 6 < length &&
    units[at + 2] === mark &&
    units[at + 4] === mark &&
    units[at + 6] === mark &&
    units[at + 1] !== mark &&
    SEPARATORS.has(mark)
  );
}

function isLeet(text: RawText): boolean {
  const { raw, units } = text;
  if (!mayHoldMarks(text) || !hasLeetMarks(text, Math.max(LEET_MARKS_MIN, raw.length / LEET_MARK_SPACING)))
    return false;
  const word: LeetWord = { end: 0, isWritten: false };
  let written = 0;
  for (let at = 0; at < raw.length && written < LEET_MARKS_MIN; at = word.end + 1) {
    readLeetWord(units, at, word);
    if (word.isWritten) written += 1;
  }
  return written >= LEET_MARKS_MIN;
}

/** What stands up to the next unit that is of no word. */
interface LeetWord {
  end: number;
  /** With a mark after a letter, not too long and not hexadecimal. */
  isWritten: boolean;
}

/** Reads from `start` into `word`, which is reused. The terminating 0 belongs to no word. */
function readLeetWord(units: Uint16Array, start: number, word: LeetWord): void {
  let at = start;
  let before = OTHER;
  let hasMark = false;
  let isHex = true;
  for (let kind = leetClass(units[at] ?? 0); kind !== OTHER; kind = leetClass(units[at] ?? 0)) {
    hasMark ||= before === LETTER && kind === MARK;
    isHex &&= hexValue(units[at] ?? 0) >= 0;
    before = kind;
    at += 1;
  }
  word.end = at;
  word.isWritten = hasMark && !isHex && at - start <= LEET_WORD_MAX;
}

const mayHoldMarks = ({ raw, signs }: RawText): boolean =>
  (signs & SIGN.digit) !== 0 || raw.includes("@") || raw.includes("$");

/** Whether at least `min` marks stand between letters; a letter that ends one begins no other. */
function hasLeetMarks({ raw, units }: RawText, min: number): boolean {
  if (markCount(units, raw.length) < min) return false;
  let count = 0;
  let isOpen = false;
  let marks = 0;
  for (let at = 0; at < raw.length; at++) {
    const kind = leetClass(units[at] ?? 0);
    if (kind === MARK) {
      marks += 1;
      continue;
    }
    const isClosed: boolean = kind === LETTER && isOpen && marks > 0 && marks <= 2;
    if (isClosed && ++count >= min) return true;
    isOpen = kind === LETTER && !isClosed;
    marks = 0;
  }
  return false;
}

/** All of them, between letters or not. */
function markCount(units: Uint16Array, length: number): number {
  let count = 0;
  for (let at = 0; at < length; at++) count += (leetClass(units[at] ?? 0) & MARK) >> 1;
  return count;
}

function rot13(raw: string): string {
  return raw.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    const base = code < 97 ? 65 : 97;
    return String.fromCharCode(((code - base + 13) % 26) + base);
  });
}

interface LetterCipher {
  readonly disguise: string;
  readonly read: (text: string) => string;
}
const LETTER_CIPHERS: Readonly<Record<Reading, LetterCipher>> = {
  rotated: { disguise: "rot13", read: rot13 },
  reversed: { disguise: "reversed", read: (text) => Array.from(text).toReversed().join("") },
};

/** Removes one mark after each letter; the spaces that remain separate words. */
function closeUp(run: string): string {
  const mark = run.charAt(1);
  const letters = everySecond(run, mark);
  if (letters !== null) return letters;
  if (mark === " ") return run.replaceAll(/(?<=\S) (?=\S(?: |$))/g, "").replaceAll(/ {2,}/g, " ");
  return run.replaceAll(mark, "");
}

/** The characters before each mark; `null` where anything else stands in a mark's place. */
function everySecond(run: string, mark: string): string | null {
  const sign = mark.charCodeAt(0);
  const letters = new Uint16Array(run.length);
  let count = 0;
  for (let at = 0; at < run.length; at++) {
    const isPair = characterAt(run, at) > 0xffff;
    letters[count++] = run.charCodeAt(at++);
    if (isPair) letters[count++] = run.charCodeAt(at++);
    if (at < run.length && run.charCodeAt(at) !== sign) return null;
  }
  return textOf(letters.subarray(0, count));
}
