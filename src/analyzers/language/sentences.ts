import { isUnspaced } from "./scripts.ts";

/**
 * Where sentences begin. Whether one begins at a place depends on a bounded stretch of text before it only, so a window of a stream has
 * the sentences of the whole text.
 */

/** A longer sentence is not judged, UTF-16 units: what has neither end nor pause for so long repeats itself, or is no text. */
export const SENTENCE_MAX = 1000;
/** Without the end of a sentence for that long, UTF-16 units, some words count as one. */
export const PAUSE_MIN = 200;
/** Of those words one in so many, and of characters in scripts without spaces, by the letters before them. */
const WORDS_MASK = 7;
const CHARACTERS_MASK = 63;
const HASHED = 6;
const CLOSERS_MAX = 3;

const ENDS = new Set(Array.from(".!?…؟।", (sign) => sign.charCodeAt(0)));
const FULL_STOPS = new Set(Array.from("。！？｡", (sign) => sign.charCodeAt(0)));
const CLOSERS = new Set(Array.from("\"'”’»)]」』）*_", (sign) => sign.charCodeAt(0)));
const NEWLINE = 0x0a;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0xa0;

/** Whether a sentence has ended right before `at`. */
function isEnd(raw: string, at: number): boolean {
  const before = raw.charCodeAt(at - 1);
  if (before === NEWLINE || FULL_STOPS.has(before)) return true;
  if (!isBlank(before)) return false;
  let last = at - 2;
  for (let closers = 0; closers < CLOSERS_MAX && CLOSERS.has(raw.charCodeAt(last)); closers++) last -= 1;
  return ENDS.has(raw.charCodeAt(last)) || FULL_STOPS.has(raw.charCodeAt(last));
}

/** Whether a long sentence is parted at `at`. */
function isPause(raw: string, at: number): boolean {
  const before = raw.charCodeAt(at - 1);
  const mask = isBlank(before) ? WORDS_MASK : isUnspaced(before) ? CHARACTERS_MASK : 0;
  if (mask === 0) return false;
  let hash = 0x811c9dc5;
  for (let index = Math.max(0, at - HASHED); index < at; index++)
    hash = Math.imul(hash ^ raw.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 15)) & mask) === 0;
}

/** Where sentences begin from `from` on, ascending. The text's own beginning is one; its end is none. */
export function beginningsOf(raw: string, from: number): readonly number[] {
  const found: number[] = from === 0 ? [0] : [];
  let lastEnd = Math.max(0, from - PAUSE_MIN - CLOSERS_MAX);
  // What stands right before the stretch may have ended a sentence as well.
  for (let at = lastEnd + 1; at < raw.length; at++) {
    const isNew = isEnd(raw, at);
    if (isNew) lastEnd = at;
    if (at >= from && (isNew || (at - lastEnd >= PAUSE_MIN && isPause(raw, at))) && at > 0) found.push(at);
  }
  return found;
}

/** Where the last sentence of undecided text begins, which more text may follow; `from` without another one. */
export function lastBeginning(raw: string, from: number): number {
  const least = Math.max(from, raw.length - SENTENCE_MAX);
  // The end of the text is one as well: nothing of a sentence follows it.
  if (raw.length > from && isEnd(raw, raw.length)) return raw.length;
  const last = beginningsOf(raw, least).at(-1);
  if (last !== undefined && (last > 0 || least === 0)) return Math.max(from, last);
  return raw.length - from > SENTENCE_MAX ? raw.length : from;
}
