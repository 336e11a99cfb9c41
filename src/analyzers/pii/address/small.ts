import type { Core } from "./street.ts";
import { wordsAfter } from "./tokens.ts";

/** Words of a name in small letters. */
const NAME_MAX = 2;
/** Kinds of streets that are no other word: in small letters a sentence that leads to them is enough. */
const SHORT = /^(?:st|street|rd|road|ave|av|avenue|blvd|boulevard|ln|lane|pkwy|hwy|cres|crescent)$/;

/**
 * `1428 elm st` in any text: an address where a label says so, and mostly where a sentence leads to it. Kinds that are another
 * word, too (`4 wheel drive`), take the label.
 */
export function smallStreet(raw: string, start: number, end: number): Core | null {
  const first = raw.charCodeAt(end + 1);
  if (raw.charCodeAt(end) !== 0x20 || first < 0x30 || (first > 0x39 && first < 0x61)) return null;
  const words = wordsAfter(raw, end + 1, NAME_MAX + 1);
  for (const [at, word] of words.entries()) {
    if (at > 0 && word.isSmallKind)
      return { start, end: word.end - (word.text.endsWith(".") ? 1 : 0), trust: "unsure", isLower: true };
    if (!word.isSmallName) return null;
  }
  return null;
}

/** Whether the street in small letters is called by a word that is nothing else. */
export const isShortKind = (raw: string, { end }: Core): boolean =>
  SHORT.test(/[a-z]{2,9}$/.exec(raw.slice(Math.max(0, end - 10), end))?.[0] ?? "");
