import { isSeparator, isWordUnit } from "./units.ts";

/** A word of a text: letters, digits and accents. */
export interface Word {
  readonly start: number;
  readonly end: number;
}

/** A longer word is none that is looked at, UTF-16 units. */
export const WORD_MAX = 48;
/** Longest run of separators between two words of a name, UTF-16 units: a line break with some indentation. */
export const SEPARATOR_RUN_MAX = 8;

/** Of a word, as names have them: no `_`. */
export const isLetter = (code: number): boolean => (code < ASCII_END ? ASCII[code] === 1 : isWordUnit(code));

const ASCII_END = 0x80;
/** The same of ASCII, without a look into the table of all units. */
const ASCII = Uint8Array.from({ length: ASCII_END }, (_, code) => (code !== 0x5f && isWordUnit(code) ? 1 : 0));

/** The next word at or after `at`: letters, digits and accents. */
export function nextWord(raw: string, at: number): Word | null {
  let start = at;
  // The rest of a word that begins before `at` is none.
  if (start > 0 && isLetter(raw.charCodeAt(start - 1))) while (isLetter(raw.charCodeAt(start))) start += 1;
  while (start < raw.length && !isLetter(raw.charCodeAt(start))) start += 1;
  if (start >= raw.length) return null;
  let end = start + 1;
  while (end < raw.length && isLetter(raw.charCodeAt(end))) end += 1;
  return { start, end };
}

const AMPERSAND = 0x26;
/** What may stand between two words of a name. */
export const isGap = (code: number): boolean => code === AMPERSAND || isSeparator(code);

/** The word behind a short run of separators. */
export function wordBehind(raw: string, end: number): Word | null {
  let start = end;
  while (start - end <= SEPARATOR_RUN_MAX && isGap(raw.charCodeAt(start))) start += 1;
  if (start === end || start - end > SEPARATOR_RUN_MAX || !isLetter(raw.charCodeAt(start))) return null;
  const word = nextWord(raw, start);
  return word === null || word.end - word.start > WORD_MAX ? null : word;
}
