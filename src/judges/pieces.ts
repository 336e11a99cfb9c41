/** Overlap of neighbouring pieces, so that a statement across a border is read whole; UTF-16 units. */
const OVERLAP_MAX = 400;
/** Largest overlap as a share of a piece. */
const OVERLAP_SHARE = 0.25;
/** How far back from its end a piece is cut at a line or a word. */
const BREAK_SHARE = 0.1;

/** One text as pieces of at most `length` UTF-16 units that overlap; a short text is one piece. */
export function piecesOf(text: string, length: number): readonly string[] {
  if (text.length <= length) return [text];
  const overlap = Math.min(OVERLAP_MAX, Math.floor(length * OVERLAP_SHARE));
  const pieces: string[] = [];
  let start = 0;
  while (start + length < text.length) {
    const end = breakBefore(text, start + length, Math.floor(length * BREAK_SHARE));
    pieces.push(text.slice(start, end));
    start = whole(text, end - overlap);
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** The last line break, or else the last space, at most `reach` before `end`. */
function breakBefore(text: string, end: number, reach: number): number {
  const tail = text.slice(end - reach, end);
  const at = tail.lastIndexOf("\n");
  const found = at >= 0 ? at : tail.lastIndexOf(" ");
  return found >= 0 ? end - reach + found + 1 : whole(text, end);
}

/** Moves a cut out of a surrogate pair. */
export function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
