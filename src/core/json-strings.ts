const BACKSLASH = 0x5c;

/** Index of the quote that ends the string beginning at `from`, or -1. */
export function stringEnd(text: string, from: number): number {
  return searchEnd(text, from, from, Infinity);
}

/**
 * The same of a string that begins at `start`, from a place in it on.
 * @param quotesMax quotes of its own that are passed over before the search stops
 * @returns below -1: the search stopped, and may go on from there, the sign changed
 */
export function searchEnd(text: string, start: number, from: number, quotesMax: number): number {
  let passed = 0;
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (end - backslashes > start && text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    if (++passed > quotesMax) return -(end + 1);
  }
  return -1;
}
