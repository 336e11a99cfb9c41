/** Longest compared part of a name, UTF-16 units. */
const WORD_MAX = 64;
/** Names of one hint. */
const NAMES_MAX = 3;
/** A name that holds the word stands after those that are spelt nearly like it. */
const PART_EDITS = 100;
/** Letters of a word, and of a stretch, that say something of a longer name. */
const PART_MIN = 3;
const STRETCH_MIN = 4;

/** Folds spellings of one name: `bodyMaxBytes`, `body-max-bytes` and `body_max_bytes`. */
const plain = (name: string): string =>
  name
    .slice(0, WORD_MAX)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/**
 * The options that were probably meant, the likeliest first: up to a third of the letters differ, the end is missing, or the word is a part of
 * theirs (`SSN` of `US_SSN`, `MAIL` of `EMAIL_ADDRESS`).
 */
export function nearestNames(word: string, options: readonly string[], max = NAMES_MAX): readonly string[] {
  const meant = plain(word);
  if (meant === "") return [];
  return options
    .map((option) => ({ option, edits: distance(meant, option) }))
    .filter(({ edits }) => edits < Infinity)
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, max)
    .map(({ option }) => option);
}

/** The likeliest of them; `null` without one. */
export const nearestName = (word: string, options: readonly string[]): string | null =>
  nearestNames(word, options, 1)[0] ?? null;

export function withHint(reason: string, word: string, options: readonly string[]): string {
  const near = nearestName(word, options);
  return near === null ? reason : `${reason}; did you mean ${near}?`;
}

/** `did you mean A, B or C?`, after a semicolon; empty without any. */
export function hintOf(names: readonly string[]): string {
  if (names.length === 0) return "";
  const last = names.at(-1) ?? "";
  return `; did you mean ${names.length === 1 ? last : `${names.slice(0, -1).join(", ")} or ${last}`}?`;
}

function distance(meant: string, option: string): number {
  const name = plain(option);
  const edits = editDistance(meant, name);
  if (edits <= Math.max(1, meant.length / 3) || (meant.length > 2 && name.startsWith(meant))) return edits;
  const isPart =
    (meant.length >= STRETCH_MIN && name.includes(meant)) ||
    option.split(/[^A-Za-z0-9]+/).some((part) => isNearPart(meant, part.toLowerCase()));
  return isPart ? PART_EDITS + edits : Infinity;
}

/** Whether it is a word of a longer name, or a longer word with a slip. */
function isNearPart(meant: string, part: string): boolean {
  if (meant === part) return meant.length >= PART_MIN;
  const isLong = meant.length > STRETCH_MIN && Math.abs(meant.length - part.length) <= 1;
  return isLong && editDistance(meant, part) <= 1;
}

/** Levenshtein's, where two neighbours that have changed places count as one edit as well. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  const at = (cells: readonly number[], index: number): number => cells[index] ?? Infinity;
  const isSwap = (i: number, j: number): boolean => i > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = at(row, j) + (a[i] === b[j] ? 0 : 1);
      const swapped = isSwap(i, j) ? at(before, j - 1) + 1 : Infinity;
      next.push(Math.min(at(row, j + 1) + 1, at(next, j) + 1, replaced, swapped));
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}
