import { isUnparted } from "../../text/letters.ts";

/** Marks that end a sentence where space or a script without spaces follows. */
const BREAKS = new Set(Array.from(".!?。！？।؟;:", (sign) => sign.charCodeAt(0)));
/** The Chinese and Japanese full stop, which no space follows. */
const FULL_STOP = 0x3002;
const NEWLINE = 0x0a;

/** The same for ASCII, which most marks are. */
const ASCII_BREAKS = Uint8Array.from({ length: 128 }, (_, code) => (BREAKS.has(code) ? 1 : 0));

export const isBreak = (code: number): boolean => (code < 128 ? ASCII_BREAKS[code] === 1 : BREAKS.has(code));

/** Longest beginning of a sentence that a stream holds back, UTF-16 units. */
export const SENTENCE_MAX = 600;
/** Units of a longer one that are released at a time. */
const STEP = 200;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0xa0;

/** Before a word of another script, an ideographic full stop may be a dot, as in `example。com`: it is held until that is decided. */
const isBetween = (before: number, next: number): boolean => before === FULL_STOP && isUnparted(next);

/**
 * Where the last sentence of undecided text begins, which more text may follow; `from` without another one. It always is where one
 * begins for the score of the whole text. A sentence that grows too long is given up step by step, up to `SENTENCE_MAX` before the end.
 */
export function lastSentence(raw: string, from: number): number {
  const least = Math.max(from, raw.length - SENTENCE_MAX);
  for (let at = raw.length; at > least; at--) {
    const before = raw.charCodeAt(at - 1);
    if (before === NEWLINE || isBetween(before, raw.charCodeAt(at))) return at;
    if (isBlank(before) && at > 1 && isBreak(raw.charCodeAt(at - 2))) return at;
  }
  return least - from < STEP ? from : least;
}
