import type { Reading } from "../../../text/reading.ts";
import { eastOpen } from "./east.ts";
import { cornerStart, openValue } from "./leads.ts";
import { gapBefore, RUN_MAX, TOKENS, type Tokens, type Word } from "./tokens.ts";
import { NAME, UNIT } from "./traits.ts";

/** Words in small letters that may stand in the name of a street. */
const SMALL_MAX = 3;
/** … and between a part of a house and its number: `flat no 5`. */
const HOME_MAX = 1;

/**
 * Where an address may begin that the text ends with, were more to follow: the last word, and before it names, numbers,
 * kinds of streets, boxes and labels that more words may complete.
 */
export function openStart(reading: Reading): number {
  const { raw } = reading;
  const tokens = reading.of(TOKENS);
  const last = tokens.before(raw.length);
  const start = last?.start ?? raw.length;
  const east = eastOpen(raw);
  // Words of another script before an address of East Asia belong to it behind a label.
  const beforeEast = east < start ? openWords(tokens, east) : start;
  const held = Math.min(start, openWords(tokens, start), east, beforeEast, openValue(reading));
  // `the corner of` belongs to the streets behind it.
  return Math.min(cornerStart(raw, held), OPEN_CORNER.test(raw.slice(-20)) ? openCorner(raw) : held);
}

const OPEN_CORNER =
  /(?<!\p{L})(?:the $|(?:the )?(?:c|co|cor|corn|corne|corner|i|in|int|inte|inter|inters|interse|intersec|intersect|intersecti|intersectio|intersection|(?:corner|intersection) (?:of? ?)?)$)/iu;

function openCorner(raw: string): number {
  const tail = raw.slice(-24);
  return raw.length - tail.length + (OPEN_CORNER.exec(tail)?.index ?? tail.length);
}

function openWords(tokens: Tokens, from: number): number {
  const lowest = Math.max(0, from - RUN_MAX);
  let held = from;
  let end = from;
  let small = 0;
  while (end > lowest) {
    const word = wordBeyond(tokens, end, from);
    if (word === null) break;
    const isOpener = word.isOpener || (small <= HOME_MAX && opensHome(word));
    small = isOpener ? 0 : small + weight(word);
    if (small > SMALL_MAX) break;
    if (isOpener || (small === 0 && word.is(NAME))) held = word.start;
    end = word.start;
  }
  return held;
}

/** The word before `end`, over what may part words of an address. */
function wordBeyond(tokens: Tokens, end: number, from: number): Word | null {
  const { raw } = tokens;
  const space = gapBefore(raw, end);
  const gap = space + signBefore(raw, end - space);
  return gap === 0 && end !== from ? null : tokens.before(end - gap);
}

/** Whether it is a part of a house where its number stands right behind it, or behind the sign of a number. */
const opensHome = (word: Word): boolean => word.is(UNIT) && word.bare.length > 2;

/** 0 for words of addresses, 1 for others, and too much for the words that open sentences. */
function weight(word: Word): number {
  // A single letter may be of the number: `3 a`.
  if (word.text.length > 1 && word.endsAddress) return SMALL_MAX + 1;
  return word.isAddressWord ? 0 : 1;
}

/** The sign of a number behind its word: `No:`. */
const signBefore = (raw: string, end: number): number =>
  /[oOrR]:$/.test(raw.slice(Math.max(0, end - 2), end)) ? 1 : 0;
