import type { RawText } from "../../text/units.ts";
import type { Beginnings } from "./beginnings.ts";
import type { Key } from "./keys.ts";
import { isKnown, isOrdinaryName } from "./ordinary.ts";
import { type Candidate, Candidates, type Form, isTypo, mistakesIn, mistakesInPart } from "./candidates.ts";
import { editDistance } from "./distance.ts";
import { ALPHABETS_END, foldText, isJoined, isUpper } from "./units.ts";
import { isUsedAsName, LEFT_CONTEXT, RIGHT_CONTEXT } from "./usage.ts";
import { isGap, nextWord, SEPARATOR_RUN_MAX, type Word, WORD_MAX, wordBehind } from "./words.ts";

/**
 * Light misspellings of names: a letter more, less, wrong or exchanged with its neighbour, two such in long names. Never a word that is
 * known otherwise. Latin, Greek and Cyrillic words only: elsewhere one letter makes another word.
 */

/** Letters of a misspelt name that may be written small: shorter words are like too many others. */
const SMALL_MIN = 7;
/** … of one whose name is an ordinary word. */
const ORDINARY_MIN = 6;
/** Words of a name. */
const PARTS_MAX = 6;
const SCORES = [1, 0.8, 0.6];
export interface MisspeltMatch {
  readonly name: number;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

export class MisspeltMatcher {
  /** Longest stretch of text that decides about one position, UTF-16 units. */
  readonly reach: number;
  readonly #candidates: Candidates;

  /** @param beginnings is told how misspelt names may begin */
  constructor(names: readonly (readonly Key[])[], beginnings: Beginnings) {
    this.#candidates = new Candidates(beginnings);
    let longest = 0;
    names.forEach((keys, name) => {
      for (const key of keys) {
        const form = formOf(name, key);
        if (form === null) continue;
        longest = Math.max(longest, key.units.length + form.parts.length * (SEPARATOR_RUN_MAX + 2));
        if (mistakesIn(key.units.length) > 0) this.#candidates.add(form, key.units, true);
        if (form.parts.length > 1) this.#candidates.add(form, form.parts[0] ?? "", false);
      }
    });
    this.reach = longest + WORD_MAX + RIGHT_CONTEXT + LEFT_CONTEXT;
  }

  /** The misspelt name that begins at `start`. */
  matchAt({ raw, units }: RawText, start: number): MisspeltMatch | null {
    const word = this.#candidates.wordAt(units, start);
    if (word === null) return null;
    for (const { entry, distance } of this.#candidates.at(raw, word)) {
      const match = entry.isJoined
        ? matchOne(raw, word, { entry, distance })
        : matchWords(raw, word, { entry, distance });
      if (match !== null) return match;
    }
    return null;
  }

  /** The first word at or after `from` that is not complete, or may go on as a name of several words. */
  stableUntil(raw: string, from: number): number {
    if (this.#candidates.isEmpty) return raw.length;
    const first = Math.max(from, raw.length - this.reach + LEFT_CONTEXT);
    for (let word = nextWord(raw, first); word !== null; word = nextWord(raw, word.end)) {
      if (word.end === raw.length) return word.end - word.start > WORD_MAX ? raw.length : word.start;
      if (this.#isOpen(raw, word)) return word.start;
    }
    return raw.length;
  }

  /** Whether what follows the word may still make it a name, or its context a use of one. */
  #isOpen(raw: string, word: Word): boolean {
    return this.#candidates
      .at(raw, word)
      .some(({ entry: { form, isJoined } }) =>
        goesOn(raw, word, { parts: isJoined ? [] : form.parts.slice(1), needsContext: form.isOrdinary }),
      );
  }
}

function formOf(name: number, key: Key): Form | null {
  const parts = key.words;
  if (key.isStem || parts.length > PARTS_MAX || mistakesIn(key.units.length) === 0) return null;
  for (let at = 0; at < key.units.length; at++) if (key.units.charCodeAt(at) >= ALPHABETS_END) return null;
  if (!parts.every((part) => /^[\p{L}\p{N}]+$/u.test(part))) return null;
  return { name, parts, isOrdinary: isOrdinaryName(parts) };
}

/** One word for the whole name. */
function matchOne(
  raw: string,
  { start, end }: Word,
  { entry: { form, word }, distance }: Candidate,
): MisspeltMatch | null {
  const written = raw.slice(start, end);
  if (distance === 0 && foldText(written) === word) return null;
  if (!mayBeTypo(raw, { start, end }, form)) return null;
  return { name: form.name, start, end, score: SCORES[distance] ?? 0 };
}

/** A word for each of the name's. */
function matchWords(raw: string, first: Word, { entry: { form }, distance }: Candidate): MisspeltMatch | null {
  if (distance > 0 && !mayBeTypo(raw, first, form)) return null;
  let mistakes = distance;
  let last = first;
  for (const part of form.parts.slice(1)) {
    const next = wordBehind(raw, last.end);
    const more = next === null ? Infinity : mistakesOf(raw.slice(next.start, next.end), part);
    if (next === null || more === Infinity) return null;
    mistakes += more;
    last = next;
  }
  if (mistakes === 0 || mistakes > mistakesIn(form.parts.join("").length)) return null;
  if (form.isOrdinary && !isUsedAsName({ raw, start: first.start, end: last.end })) return null;
  return { name: form.name, start: first.start, end: last.end, score: SCORES[mistakes] ?? 0 };
}

/** Mistakes in a word of a name; `Infinity`: it is another word. */
function mistakesOf(written: string, part: string): number {
  const typed = foldText(written);
  const most = mistakesInPart(part.length);
  const mistakes = editDistance(typed, part, most);
  if (mistakes === 0) return 0;
  return mistakes > most || !isTypo(typed, part) || isKnown(written.toLowerCase()) ? Infinity : mistakes;
}

/** Whether the word is nothing else: no known word, no piece of a program, and used as a name where the name is an ordinary word. */
function mayBeTypo(raw: string, { start, end }: Word, form: Form): boolean {
  if (isJoined(raw, start) || isJoined(raw, end)) return false;
  if (/[\\$`{<]/.test(raw.charAt(start - 1)) || /[($`}\\]/.test(raw.charAt(end))) return false;
  if (isKnown(raw.slice(start, end).toLowerCase())) return false;
  if (form.parts.length > 1) return true;
  if (end - start < SMALL_MIN && !isUpper(raw.charCodeAt(start)) && raw.charAt(start - 1) !== "@") return false;
  return !form.isOrdinary || (end - start >= ORDINARY_MIN && isUsedAsName({ raw, start, end }));
}

/** Whether the text ends before the words behind `word` are known to be, or not to be, those of a name. */
function goesOn(
  raw: string,
  word: Word,
  { parts, needsContext }: { readonly parts: readonly string[]; readonly needsContext: boolean },
): boolean {
  let { end } = word;
  for (const part of parts) {
    let start = end;
    while (start < raw.length && start - end <= SEPARATOR_RUN_MAX && isGap(raw.charCodeAt(start))) start += 1;
    if (start - end > SEPARATOR_RUN_MAX) return false;
    if (start >= raw.length) return true;
    const next = wordBehind(raw, end);
    if (next === null) return false;
    if (next.end >= raw.length) return true;
    const most = mistakesInPart(part.length);
    if (editDistance(foldText(raw.slice(next.start, next.end)), part, most) > most) return false;
    end = next.end;
  }
  return raw.length - end <= (needsContext ? RIGHT_CONTEXT : 1);
}
