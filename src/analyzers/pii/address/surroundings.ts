import { isMonth } from "../dates.ts";
import { signStart } from "./boxes.ts";
import { NAME_MAX, nameAfter, skipBack, WORDS_MAX } from "./street.ts";
import { wordEnd, wordStart } from "./tokens.ts";
import {
  BEFORE,
  BEHIND,
  BOX,
  COMPOUND,
  isPlain,
  MARK,
  mayBeName,
  RARE,
  SURELY_BEFORE,
  traitsOf,
  UNIT,
} from "./word-traits.ts";
import { bare, isStranger } from "./words.ts";

// What the words around a number may make of it. Most numbers stand beside words of no address: they are told from the letters
// alone, and no form of an address has to look at them.
/** A street may stand before it. */
export const STREET_BEFORE = 1;
/** … behind it. */
export const STREET_AFTER = 2;
/** It may be a part of a house. */
export const UNIT_BEFORE = 4;
/** A name may stand beside it, or a street in small letters behind it. */
export const NAME_BESIDE = 8;

/** So many plain words before a number end the look for a kind of street, but for one in small letters that is as near as this. */
const PLAIN_MAX = 3;
const NEAR_MAX = 3;
/** Words of a name in small letters before its kind. */
const SMALL_MAX = 2;

/** Whether the word of a box may stand before the number at `start`, or the code of armed forces. */
export function mayBeBox(raw: string, start: number): boolean {
  const end = signStart(raw, start);
  const first = wordStart(raw, end);
  return first < end && (traitsOf(raw, first, end) & BOX) !== 0;
}

/** What may be made of the house number in `[start, end)`: any of the above, 0 for nothing. */
export const surroundingsOf = (raw: string, start: number, end: number): number => before(raw, start) | after(raw, end);

/** The words before the number as `streetBefore` and the others read them. */
function before(raw: string, start: number): number {
  let found = 0;
  let end = skipBack(raw, start);
  // All words up to here may be signs of a number, and the word behind may be a kind that its name stands before.
  let isSigned = true;
  let isBehind = false;
  let plain = 0;
  let near = 0;
  for (let count = 0; count < WORDS_MAX && (plain < PLAIN_MAX || near <= NEAR_MAX); count++) {
    const first = wordStart(raw, end);
    // Before signs of a number only, other words may stand.
    if (first === end) return count > 0 && isSigned ? found | STREET_BEFORE : found;
    const traits = traitsOf(raw, first, end);
    if (count === 0 && end < start && mayBeName(traits) && isNoOther(raw, first, end)) found |= NAME_BESIDE;
    if (count < 2 && (traits & UNIT) !== 0) found |= UNIT_BEFORE;
    if (isBehind && !isPlain(traits)) found |= STREET_BEFORE;
    if (count > 0 && (traits & (plain === 0 ? BEFORE : SURELY_BEFORE)) !== 0) found |= STREET_BEFORE;
    if (isSigned && (traits & COMPOUND) !== 0) found |= STREET_BEFORE;
    isBehind = isSigned && (traits & BEHIND) !== 0;
    isSigned &&= (traits & MARK) !== 0;
    if (!isSigned) near += 1;
    if (!isSigned && isPlain(traits)) plain += 1;
    if (raw.charCodeAt(first - 1) !== 0x20) break;
    end = first - 1;
  }
  return isSigned ? found | STREET_BEFORE : found;
}

/** The words behind the number as `streetAfter` and the others read them. */
function after(raw: string, end: number): number {
  let start = nameAfter(raw, end);
  if (start === end) return 0;
  let found = 0;
  let plain = 0;
  for (let count = 0; count <= NAME_MAX && (plain === 0 || count <= SMALL_MAX); count++) {
    const last = wordEnd(raw, start);
    if (last === start) break;
    const traits = traitsOf(raw, start, last);
    if (count === 0 && mayBeName(traits) && isNoOther(raw, start, last)) found |= NAME_BESIDE;
    if ((traits & (count === 0 ? BEFORE : BEHIND | RARE)) !== 0)
      found |= count > 0 && plain === count && !mayBeSmallEnd(raw, last) ? NAME_BESIDE : STREET_AFTER;
    if (isPlain(traits)) plain += 1;
    else if (plain === 0 && (traits & COMPOUND) !== 0) found |= STREET_AFTER;
    if (raw.charCodeAt(last) !== 0x20) break;
    start = last + 1;
  }
  return found;
}

/** Whether a street in small letters may end at `end`: a cheap look at `SMALL_END`. */
function mayBeSmallEnd(raw: string, end: number): boolean {
  if (raw.charCodeAt(end) !== 0x20) return true;
  const first = raw.charCodeAt(end + 1);
  return first === BRACKET || SMALL_UNITS.has(first * 0x80 + raw.charCodeAt(end + 2));
}

const BRACKET = 0x28;
/** Of `apt`, `suite`, `unit` the first two letters. */
const SMALL_UNITS = new Set(["ap", "su", "un"].map((pair) => pair.charCodeAt(0) * 0x80 + pair.charCodeAt(1)));

/** Whether the word is neither a month nor one that is of no address. */
function isNoOther(raw: string, start: number, end: number): boolean {
  const word = bare(raw.slice(start, end));
  return !isMonth(word) && !isStranger(word);
}
