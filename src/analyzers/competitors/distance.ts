/** Longest word whose distance is measured in full, UTF-16 units. */
const LENGTH_MAX = 50;

/** The parts of two words that differ: what they begin and end with alike is left out. */
function differingParts(typed: string, word: string): readonly [string, string] {
  const shorter = Math.min(typed.length, word.length);
  let start = 0;
  while (start < shorter && typed.charCodeAt(start) === word.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && typed.charCodeAt(typed.length - 1 - end) === word.charCodeAt(word.length - 1 - end))
    end += 1;
  return [typed.slice(start, typed.length - end), word.slice(start, word.length - end)];
}

/** Letters added, left out, changed or exchanged with their neighbours (optimal string alignment); `most + 1` stands for more than `most`. */
export function editDistance(typed: string, word: string, most: number): number {
  if (typed === word) return 0;
  if (most === 0 || Math.abs(typed.length - word.length) > most || typed.length > LENGTH_MAX) return most + 1;
  const [other, own] = differingParts(typed, word);
  if (Math.max(other.length, own.length) === 1) return 1;
  if (areSwapped(other, own)) return 1;
  return most === 1 ? 2 : fullDistance(other, own, most);
}

const areSwapped = (one: string, other: string): boolean =>
  one.length === 2 && other.length === 2 && one.charAt(0) === other.charAt(1) && one.charAt(1) === other.charAt(0);

const newRow = (): Uint8Array => new Uint8Array(LENGTH_MAX + 4);
const rows = [newRow(), newRow(), newRow()] as const;

function fullDistance(typed: string, word: string, most: number): number {
  let [before, row, next] = rows;
  for (let at = 0; at <= word.length; at++) row[at] = at;
  for (let index = 1; index <= typed.length; index++) {
    next[0] = index;
    for (let at = 1; at <= word.length; at++) next[at] = cost(typed, word, { index, at, rows: [before, row, next] });
    [before, row, next] = [row, next, before];
  }
  return Math.min(row[word.length] ?? 0, most + 1);
}

interface Place {
  readonly index: number;
  readonly at: number;
  /** The row before the last, the last, and the one that is being filled. */
  readonly rows: readonly [Uint8Array, Uint8Array, Uint8Array];
}

function cost(typed: string, word: string, { index, at, rows: [before, row, next] }: Place): number {
  const isSame = typed.charCodeAt(index - 1) === word.charCodeAt(at - 1);
  const least = Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (row[at - 1] ?? 0) + (isSame ? 0 : 1));
  if (index < 2 || at < 2) return least;
  const isSwapped = areSwapped(typed.slice(index - 2, index), word.slice(at - 2, at));
  return isSwapped ? Math.min(least, (before[at - 2] ?? 0) + 1) : least;
}
