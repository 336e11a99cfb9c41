/** Tokens of a window that holds about one sentence, and of one that holds a paragraph. */
const SIZES = [40, 120];

type Found = (start: number, end: number) => void;

/** Calls `found` with each window of a text, half open, in tokens: whole sentences, a long one in pieces that overlap. */
export function eachWindow(sentences: readonly number[], count: number, found: Found): void {
  for (const size of SIZES) {
    windowsOf(sentences, size, found);
    if (count <= size) return;
  }
}

function windowsOf(sentences: readonly number[], size: number, found: Found): void {
  let last = -1;
  for (let first = 0; first + 1 < sentences.length; first++) {
    const start = sentences[first] ?? 0;
    let next = first + 1;
    while (next + 1 < sentences.length && (sentences[next + 1] ?? 0) - start <= size) next += 1;
    const end = sentences[next] ?? start;
    // What the window before held to its end, and little else.
    if (end === last && end - start < size / 2) continue;
    last = end;
    eachPiece(start, end, { size, found });
  }
}

function eachPiece(
  start: number,
  end: number,
  { size, found }: { readonly size: number; readonly found: Found },
): void {
  for (let from = start; from < end; from += size / 2) {
    found(from, Math.min(end, from + size));
    if (from + size >= end) return;
  }
}
