import { ANY_MARK, ROOT, stemKey, wordKey } from "../../../src/analyzers/learned/lexicon.ts";
import { fold } from "../../../src/text/fold/fold.ts";
import { RawText } from "../../../src/text/units.ts";
import { MARK, Tokens, WORD } from "../../../src/text/tokens.ts";

/** A list of words, parted by spaces, that all stand for one concept. */
export interface WordList {
  readonly concept: number;
  readonly words: string;
}

/** What is known where some tokens of a word have been read; the place is named by a hash of those tokens. */
export interface Place {
  /** Of the words that end here. */
  readonly concepts: number[];
  /** Longer words begin with these tokens. */
  goesOn: boolean;
  /** … of which the next token may be a stem. */
  hasStems: boolean;
}

export interface WordPaths {
  readonly places: ReadonlyMap<number, Place>;
  /** Place and beginning of the next word → concepts of the words that may end in any way. */
  readonly stems: ReadonlyMap<number, readonly number[]>;
}

const HIDDEN = "#";
/** A prefix that tells `fold` that Greek and Cyrillic stand for themselves. */
const FOREIGN_CONTEXT = "жψ ";

/** All words of the lists, folded as texts are. */
export function wordPaths(lists: Iterable<WordList>): WordPaths {
  const paths = { places: new Map<number, Place>(), stems: new Map<number, number[]>() };
  for (const { concept, words } of lists)
    for (const word of foldedWords(words)) if (word !== "") addWord(paths, word, concept);
  return paths;
}

/** Folded in one go, which is many times as fast as one by one. */
const foldedWords = (words: string): readonly string[] =>
  fold(new RawText(FOREIGN_CONTEXT + words))
    .text.slice(FOREIGN_CONTEXT.length)
    .split(/\s+/);

function addWord(
  { places, stems }: { readonly places: Map<number, Place>; readonly stems: Map<number, number[]> },
  notation: string,
  concept: number,
): void {
  const isStem = notation.endsWith("*");
  const word = (isStem ? notation.slice(0, -1) : notation).replaceAll("_", " ");
  const tokens = new Tokens(word);
  const last = tokens.count - 1;
  let key = ROOT;
  for (let at = 0; at <= last; at++) {
    const place = placeAt(places, key);
    const hash = hashAt(word, tokens, at);
    if (at === last && isStem && tokens.kinds[at] === WORD) {
      place.hasStems = true;
      addOnce(listAt(stems, stemKey(key, hash)), concept);
      return;
    }
    place.goesOn = true;
    key = wordKey(key, hash);
  }
  addOnce(placeAt(places, key).concepts, concept);
}

function placeAt(places: Map<number, Place>, key: number): Place {
  let place = places.get(key);
  if (place === undefined) places.set(key, (place = { concepts: [], goesOn: false, hasStems: false }));
  return place;
}

function listAt(lists: Map<number, number[]>, key: number): number[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

function addOnce(list: number[], concept: number): void {
  if (!list.includes(concept)) list.push(concept);
}

function hashAt(word: string, { kinds, starts, hashes }: Tokens, at: number): number {
  const isHidden = kinds[at] === MARK && word.charAt(starts[at] ?? 0) === HIDDEN;
  return isHidden ? ANY_MARK : (hashes[at] ?? 0);
}
