import type { Reading } from "../../../text/reading.ts";
import { eastOpen } from "./east.ts";
import { cornerStart, openValue } from "./leads.ts";
import { gapBefore, RUN_MAX, TOKENS, type Tokens, type Word } from "./tokens.ts";
import { NAME, UNIT } from "./traits.ts";

/** Lower-case words that may occur in a street name. */
const SMALL_MAX = 3;
/** … and between a unit and its number: `flat no 5`. */
const HOME_MAX = 1;

/**
 * Where an address may begin that is unfinished at the end of the text: the last word, and before it names, numbers, street
 * types, boxes and labels that more words may complete.
 */
export function openStart(reading: Reading): number {
  const { raw } = reading;
  const tokens = reading.of(TOKENS);
  const last = tokens.before(raw.length);
  const start = last?.start ?? raw.length;
  const east = eastOpen(raw);
  // After a label, words of another script belong to the East Asian address that follows them.
  const beforeEast = east < start ? openWords(tokens, east) : start;
  const held = Math.min(start, openWords(tokens, start), east, beforeEast, openValue(reading));
  // `the corner of` belongs to the streets that follow.
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

/** The word before `end`, across anything that may separate words of an address. */
function wordBeyond(tokens: Tokens, end: number, from: number): Word | null {
  const { raw } = tokens;
  const space = gapBefore(raw, end);
  const gap = space + signBefore(raw, end - space);
  return gap === 0 && end !== from ? null : tokens.before(end - gap);
}

/** Whether it is a unit whose number follows it directly or after a number sign. */
const opensHome = (word: Word): boolean => word.is(UNIT) && word.bare.length > 2;

/** 0 for address words, 1 for other words, over the limit for words that open sentences. */
function weight(word: Word): number {
  // A single letter may belong to the number: `3 a`.
  if (word.text.length > 1 && word.endsAddress) return SMALL_MAX + 1;
  return word.isAddressWord ? 0 : 1;
}

/** A colon after the number word: `No:`. */
const signBefore = (raw: string, end: number): number =>
  /[oOrR]:$/.test(raw.slice(Math.max(0, end - 2), end)) ? 1 : 0;
