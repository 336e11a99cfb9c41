import { unitsOf } from "../../../text/units.ts";
import { signStart } from "./boxes.ts";
import { NAME_MAX, nameAfter, skipBack, WORDS_MAX } from "./street.ts";
import { wordStart } from "./tokens.ts";
import { formAt } from "./word-forms.ts";
import { UNREAD, WordRow } from "./token-window.ts";
import { WORD_MAX } from "./word-signs.ts";
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

/** The words around the number that was asked about last. */
const words = new WordRow();
/** So many of them before a number, with what parts them and the signs of the number, are at most so long, UTF-16 units. */
const LEAD_MAX = (WORDS_MAX + 1) * (WORD_MAX + 1);

/** Whether the word of a box may stand before the number at `start`, or the code of armed forces. */
export function mayBeBox(raw: string, start: number): boolean {
  words.open(raw, start);
  const end = signStart(raw, start);
  const at = words.before(end);
  return at === UNREAD || (at >= 0 && (traitsUpTo(raw, at, end) & BOX) !== 0);
}

/** What may be made of the house number in `[start, end)`: any of the above, 0 for nothing. */
export function surroundingsOf(raw: string, start: number, end: number): number {
  words.open(raw, start);
  return before(raw, start) | after(raw, end);
}

/** Traits of the words on one side of a number, nearest first, and behind it also where they end; read anew for each. */
const row = new Int32Array(WORDS_MAX);
const ends = new Int32Array(WORDS_MAX);
/** All traits that any of them has. */
let anyTraits = 0;
const OF_STREETS = BEFORE | SURELY_BEFORE | BEHIND | RARE | COMPOUND | MARK;

/** Whether any of them may be a kind of street, or the sign of a number: of most rows none is, and they are not looked at any closer. */
const mayHoldKind = (): boolean => (anyTraits & OF_STREETS) !== 0;

/** The words before the number as `streetBefore` and the others read them. */
function before(raw: string, start: number): number {
  const end = skipBack(raw, start);
  const count = readBefore(raw, end);
  if (count === 0) return 0;
  const first = traitsIn(0);
  const isName = end < start && mayBeName(first) && formAt(raw, wordStart(raw, end), end).isPlainName;
  const isUnit = ((first | (count > 1 ? traitsIn(1) : 0)) & UNIT) !== 0;
  return (
    (mayHoldKind() && mayBeStreet(count) ? STREET_BEFORE : 0) | (isUnit ? UNIT_BEFORE : 0) | (isName ? NAME_BESIDE : 0)
  );
}

const traitsIn = (at: number): number => row[at] ?? 0;

/** How many words before `end` count; their traits are in `row`. */
function readBefore(raw: string, end: number): number {
  const count = tryBefore(raw, end);
  if (count >= 0) return count;
  words.open(raw, end, LEAD_MAX);
  return tryBefore(raw, end);
}

/** The same; `UNREAD` where more words count than are known. */
function tryBefore(raw: string, end: number): number {
  let count = 0;
  let plain = 0;
  let near = 0;
  let last = end;
  anyTraits = 0;
  let at = words.before(end);
  while (at >= 0 && count < WORDS_MAX && (plain < PLAIN_MAX || near <= NEAR_MAX)) {
    const traits = traitsUpTo(raw, at, last);
    row[count++] = traits;
    anyTraits |= traits;
    if ((traits & MARK) === 0) {
      near += 1;
      if (isPlain(traits)) plain += 1;
    }
    // What stands before a word that is cut is no other word.
    if (last - (words.starts[at] ?? 0) > WORD_MAX) return count;
    at = words.previous(at);
    last = words.ends[at] ?? 0;
  }
  return at === UNREAD ? UNREAD : count;
}

/** Traits of the word at `at`, or of what stands of it before `end`. */
function traitsUpTo(raw: string, at: number, end: number): number {
  return words.ends[at] === end ? (words.traits[at] ?? 0) : traitsOf(unitsOf(raw), words.starts[at] ?? 0, end);
}

/** Whether a street may be among the first `count` words of `row`. */
function mayBeStreet(count: number): boolean {
  // All words so far may be signs of a number: behind them another row may begin.
  let isSigned = true;
  let isBehind = false;
  let plain = 0;
  for (let at = 0; at < count; at++) {
    const traits = traitsIn(at);
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
  const count = start === end ? 0 : readAfter(start);
  if (count === 0) return 0;
  const isName = mayBeName(traitsIn(0)) && formAt(raw, start, ends[0] ?? start).isPlainName;
  return (mayHoldKind() ? streetBehind(raw, count) : 0) | (isName ? NAME_BESIDE : 0);
}

/** How many words from `start` on count; their traits are in `row`. */
function readAfter(start: number): number {
  let count = 0;
  let isNamed = true;
  anyTraits = 0;
  for (let at = words.behind(start); at >= 0 && count <= NAME_MAX && (isNamed || count <= SMALL_MAX);) {
    const traits = words.traits[at] ?? 0;
    const end = words.ends[at] ?? 0;
    const longest = (words.starts[at] ?? 0) + WORD_MAX;
    row[count] = traits;
    anyTraits |= traits;
    ends[count++] = Math.min(end, longest);
    isNamed &&= !isPlain(traits);
    if (end > longest) break;
    at = words.next(at);
  }
  return count;
}

/** What a kind of street among the first `count` words of `row` may make of them. */
function streetBehind(raw: string, count: number): number {
  if ((traitsIn(0) & BEFORE) !== 0) return STREET_AFTER;
  let found = 0;
  let plain = 0;
  for (let at = 0; at < count; at++) {
    const traits = traitsIn(at);
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
  const form = formAt(raw, (ends[at - 1] ?? 0) + 1, ends[at] ?? 0);
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
