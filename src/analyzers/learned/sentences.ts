/** Marks that end a sentence where a space, the text's end or a script without spaces follows. */
const BREAKS = new Set(Array.from(".!?。！？।؟;:", (sign) => sign.charCodeAt(0)));
/** Marks of scripts that put no space behind them. */
const CLOSED = new Set(Array.from("。！？", (sign) => sign.charCodeAt(0)));
const NEWLINE = 0x0a;

export const isBreak = (code: number): boolean => BREAKS.has(code);

/** Longest beginning of a sentence that a stream holds back, UTF-16 units. */
export const SENTENCE_MAX = 600;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0xa0;

/** Where the last sentence begins, which more text may follow; a long one is cut at `SENTENCE_MAX` before the end. */
export function lastSentence(raw: string): number {
  const least = Math.max(0, raw.length - SENTENCE_MAX);
  for (let at = raw.length; at > least; at--) {
    const before = raw.charCodeAt(at - 1);
    if (before === NEWLINE || CLOSED.has(before)) return at;
    if (isBlank(before) && at > 1 && isBreak(raw.charCodeAt(at - 2))) return at;
  }
  return least;
}
