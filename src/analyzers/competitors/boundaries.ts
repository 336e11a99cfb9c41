import { ENDING_MAX, PREFIXES } from "./endings.ts";
import { foldUnit, isJoined, isWordUnit, NOTHING } from "./units.ts";
import { LEFT_CONTEXT } from "./usage.ts";

/** Where the words begin and end that names stand in. */

/** Accents and invisible characters within a name, and as many behind it. */
export const MARKS_MAX = 16;
/** Underscores that emphasize a word in Markdown. */
const EMPHASIS_MAX = 3;

/**
 * Whether a name may begin at `at`: at the beginning of a word, behind a preposition that is written in one with it, or behind
 * underscores that emphasize it.
 */
export function startsWord(raw: string, at: number): boolean {
  if (!isJoined(raw, at)) return true;
  if (emphasisAt(raw, at) !== "") return true;
  return PREFIXES.has(raw.charCodeAt(at - 1)) && !isJoined(raw, at - 1);
}

/** The underscores right before `at` that a word begins with: a private name of a program, or Markdown where as many stand behind. */
export function emphasisAt(raw: string, at: number): string {
  let start = at;
  while (start > 0 && at - start <= EMPHASIS_MAX && raw.charAt(start - 1) === "_") start -= 1;
  return at - start > EMPHASIS_MAX || isJoined(raw, start) ? "" : raw.slice(start, at);
}

/** Where the word goes on to behind a name, as far as endings reach; `end` where it ends there. */
export function wordEnd(raw: string, end: number): number {
  let at = end;
  while (at < raw.length && at - end <= ENDING_MAX && isJoined(raw, at)) at += 1;
  return at;
}

/** The word that ends at `end`, as far as it is worth a look. */
export function lastWord(raw: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LEFT_CONTEXT && isWordUnit(raw.charCodeAt(start - 1))) start -= 1;
  return raw.slice(start, end);
}

/** Where a name ends that ends at `at`, its accents and invisible characters included. */
export function endWithMarks(raw: string, at: number): number {
  let end = at;
  while (end < raw.length && end - at < MARKS_MAX && foldUnit(raw.charCodeAt(end)) === NOTHING) end++;
  return end;
}
