import { EndPattern } from "../end-pattern.ts";

const CORNER = new EndPattern(/(?<!\p{L})(?:the )?(?:corner|intersection) of $/iu);
const OTHER_STREET =
  / (?:and|&) (?:\d{1,5} )?(?:\p{Lu}[\p{L}'’.-]{1,24} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Drive|Way)(?!\p{L})/uy;

/** Longest other street with what leads to it, UTF-16 units. */
export const CORNER_MAX = 100;

/** Where `the corner of` before `start` begins; `start` without it. */
export function cornerStart(raw: string, start: number): number {
  const lowest = Math.max(0, start - 24);
  const found = CORNER.exec(raw.slice(lowest, start));
  return found === null ? start : lowest + found.index;
}

/** End of the other street of a corner: `… and Maclean Street`. */
export function cornerEnd(raw: string, end: number): number {
  OTHER_STREET.lastIndex = end;
  return OTHER_STREET.test(raw) ? OTHER_STREET.lastIndex : end;
}
