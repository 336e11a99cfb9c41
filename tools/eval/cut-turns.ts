/** Where one message may end and the next begin: behind a match. */
export const SENTENCES = /(?<=[.!?])\s+|(?<=[。！？])\s*|\n+/g;
export const WORDS = /\s+/g;

/** Shortest message, UTF-16 units. */
const PIECE_MIN = 4;

/** The text as that many messages of about equal length; none when it has no such places. */
export function cutAt(text: string, places: RegExp, count: number): readonly (readonly string[])[] {
  const ends = Array.from(text.matchAll(places), (match) => match.index + match[0].length);
  const pieces: string[] = [];
  let from = 0;
  for (let piece = 1; piece < count; piece++) {
    const wanted = (text.length * piece) / count;
    const behind = ends.filter((end) => end >= from + PIECE_MIN && end <= text.length - PIECE_MIN);
    const [end] = behind.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
    if (end === undefined) return [];
    pieces.push(text.slice(from, end).trim());
    from = end;
  }
  pieces.push(text.slice(from).trim());
  return pieces.some((piece) => piece === "") ? [] : [pieces];
}
