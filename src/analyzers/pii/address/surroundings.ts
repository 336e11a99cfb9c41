import { signStart } from "./boxes.ts";
import { NAME_MAX, nameAfter, skipBack, WORDS_MAX } from "./street.ts";
import { wordEnd, wordStart } from "./tokens.ts";
import { formOf } from "./word-forms.ts";
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

// What the words around a number may make of it. Most numbers stand beside words of no address: they are told from the letters
// alone, and no form of an address has to look at them.
/** A street may stand before it. */
export const STREET_BEFORE = 1;
/** … behind it. */
export const STREET_AFTER = 2;
/** It may be a part of a house. */
export const UNIT_BEFORE = 4;
/** A name may stand beside it. */
export const NAME_BESIDE = 8;
/** A street in small letters may stand behind it; where `STREET_AFTER` is said, this one may, too. */
export const SMALL_BEHIND = 16;

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

/** Traits of the words on one side of a number, nearest first, and behind it also where they end; read anew for each. */
const row = new Int32Array(WORDS_MAX);
const ends = new Int32Array(WORDS_MAX);

/** The words before the number as `streetBefore` and the others read them. */
function before(raw: string, start: number): number {
  const end = skipBack(raw, start);
  const count = readBefore(raw, end);
  if (count === 0) return 0;
  const first = traitsAt(0);
  const isName = end < start && mayBeName(first) && formOf(raw.slice(wordStart(raw, end), end)).isPlainName;
  const isUnit = ((first | (count > 1 ? traitsAt(1) : 0)) & UNIT) !== 0;
  return (mayBeStreet(count) ? STREET_BEFORE : 0) | (isUnit ? UNIT_BEFORE : 0) | (isName ? NAME_BESIDE : 0);
}

const traitsAt = (at: number): number => row[at] ?? 0;

/** How many words before `end` count; their traits are in `row`. */
function readBefore(raw: string, end: number): number {
  let count = 0;
  let plain = 0;
  let near = 0;
  for (let at = end; count < WORDS_MAX && (plain < PLAIN_MAX || near <= NEAR_MAX);) {
    const first = wordStart(raw, at);
    if (first === at) break;
    const traits = traitsOf(raw, first, at);
    row[count++] = traits;
    if ((traits & MARK) === 0) {
      near += 1;
      if (isPlain(traits)) plain += 1;
    }
    if (raw.charCodeAt(first - 1) !== 0x20) break;
    at = first - 1;
  }
  return count;
}

/** Whether a street may be among the first `count` words of `row`. */
function mayBeStreet(count: number): boolean {
  // All words so far may be signs of a number: behind them another row may begin.
  let isSigned = true;
  let isBehind = false;
  let plain = 0;
  for (let at = 0; at < count; at++) {
    const traits = traitsAt(at);
    const kinds = (at > 0 ? beforeNames(plain) : 0) | (isSigned ? COMPOUND : 0);
    if ((traits & kinds) !== 0 || (isBehind && !isPlain(traits))) return true;
    isBehind = isSigned && (traits & BEHIND) !== 0;
    isSigned &&= (traits & MARK) !== 0;
    if (!isSigned && isPlain(traits)) plain += 1;
  }
  return isSigned;
}

/** The kinds of streets that may stand before so many plain words. */
const beforeNames = (plain: number): number => (plain === 0 ? BEFORE : SURELY_BEFORE);

/** The words behind the number as `streetAfter` and the others read them. */
function after(raw: string, end: number): number {
  const start = nameAfter(raw, end);
  const count = start === end ? 0 : readAfter(raw, start);
  if (count === 0) return 0;
  const isName = mayBeName(traitsAt(0)) && formOf(raw.slice(start, ends[0])).isPlainName;
  return streetBehind(raw, count) | (isName ? NAME_BESIDE : 0);
}

/** How many words from `start` on count; their traits are in `row`. */
function readAfter(raw: string, start: number): number {
  let count = 0;
  let isNamed = true;
  for (let at = start; count <= NAME_MAX && (isNamed || count <= SMALL_MAX);) {
    const last = wordEnd(raw, at);
    if (last === at) break;
    const traits = traitsOf(raw, at, last);
    row[count] = traits;
    ends[count++] = last;
    isNamed &&= !isPlain(traits);
    if (raw.charCodeAt(last) !== 0x20) break;
    at = last + 1;
  }
  return count;
}

/** What a kind of street among the first `count` words of `row` may make of them. */
function streetBehind(raw: string, count: number): number {
  if ((traitsAt(0) & BEFORE) !== 0) return STREET_AFTER;
  let found = 0;
  let plain = 0;
  for (let at = 0; at < count; at++) {
    const traits = traitsAt(at);
    if (plain === 0 && (traits & COMPOUND) !== 0 && !isPlain(traits)) return STREET_AFTER;
    if (at > 0 && (traits & (BEHIND | RARE)) !== 0) {
      if (plain < at || mayBeSmallEnd(raw, ends[at] ?? 0)) return STREET_AFTER;
      found |= smallBehind(raw, at);
    }
    if (isPlain(traits)) plain += 1;
  }
  return found;
}

/** Whether a street in small letters may end with the word at `at` in `row`, not the first one: the lists have the last word. */
function smallBehind(raw: string, at: number): number {
  const form = formOf(raw.slice((ends[at - 1] ?? 0) + 1, ends[at]));
  return form.kind !== null || form.isRare ? SMALL_BEHIND : 0;
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
