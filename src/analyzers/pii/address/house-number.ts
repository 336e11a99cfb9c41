import { isAsciiDigit } from "../numbers.ts";

/** The house number: `221B`, `12-14`, `343/10`, `12 bis`. */
const HOUSE =
  /\d{1,5}(?:[-/]\d{1,5}){0,2}(?:[-/][A-Za-z0-9]{1,3}(?![\p{L}\p{N}]))?(?: ?[A-Za-z](?![\p{L}\p{N}'’.:])|[А-Яа-я](?!\p{L}))?(?: ?(?:bis|ter|quater)(?!\p{L}))?(?![\p{L}\p{N}_])/uy;
const ORDINAL = /\d{1,3}(?:st|nd|rd|th) (?=\p{Lu})/uy;
/** Digits of a house number, and of a piece of it. */
const DIGITS_MAX = 5;

/** End of the house number or ordinal that begins at `start`; `start` when there is none. */
export function houseEnd(raw: string, start: number): number {
  let end = start;
  while (end - start <= DIGITS_MAX && isAsciiDigit(raw.charCodeAt(end))) end += 1;
  if (end === start || end - start > DIGITS_MAX) return start;
  return isPlainEnd(raw, end) ? end : patternEnd(raw, start);
}

/** Whether nothing stands behind the digits that the number may go on with: most often so, and cheaper to see than by a pattern. */
function isPlainEnd(raw: string, end: number): boolean {
  const code = raw.charCodeAt(end);
  if (code !== SPACE) return end === raw.length || ENDS.has(code);
  const letter = raw.charCodeAt(end + 1);
  return !isLetter(letter) || (isLetter(raw.charCodeAt(end + 2)) && !SUFFIX_FIRST.has(letter));
}

const SPACE = 0x20;
/** Signs behind a number that is whole. */
const ENDS = new Set(Array.from('\n\r\t,;:.!?()[]{}"*|', (sign) => sign.charCodeAt(0)));
/** First letters of `bis`, `ter`, `quater`. */
const SUFFIX_FIRST = new Set(Array.from("btq", (sign) => sign.charCodeAt(0)));

/** Of ASCII. */
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

function patternEnd(raw: string, start: number): number {
  for (const pattern of [HOUSE, ORDINAL]) {
    pattern.lastIndex = start;
    if (pattern.test(raw)) return pattern === HOUSE ? pattern.lastIndex : pattern.lastIndex - 1;
  }
  return start;
}
