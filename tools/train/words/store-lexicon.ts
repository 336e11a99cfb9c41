import {
  CONCEPTS_MAX,
  FLAG_BITS,
  CONTINUES,
  HAS_STEMS,
  type StoredLexicon,
} from "../../../src/analyzers/learned/lexicon.ts";
import { type WordList, wordPaths } from "./word-paths.ts";

/** The lists as the lexicon reads them. */
export function storedLexicon(lists: Iterable<WordList>): StoredLexicon {
  const { places, stems } = wordPaths(lists);
  const sets = new SetList();
  const known = Array.from(places, ([key, { concepts, goesOn, hasStems }]): readonly [number, number] => {
    const flags = (goesOn || hasStems ? CONTINUES : 0) | (hasStems ? HAS_STEMS : 0);
    return [key, (sets.indexOf(concepts) << FLAG_BITS) | flags];
  });
  const begun = Array.from(stems, ([key, concepts]): readonly [number, number] => [key, sets.indexOf(concepts)]);
  return { places: base64(known), stems: base64(begun), sets: sets.list };
}

function base64(pairs: readonly (readonly [key: number, value: number])[]): string {
  const bytes = Buffer.alloc(pairs.length * 8);
  for (const [index, [key, value]] of pairs.entries()) {
    bytes.writeInt32LE(key, index * 8);
    bytes.writeInt32LE(value, index * 8 + 4);
  }
  return bytes.toString("base64");
}

/** Different lists of concepts, each once; the empty one is at 0. */
class SetList {
  readonly list: (readonly number[])[] = [[]];
  readonly #known = new Map<string, number>([["", 0]]);

  indexOf(concepts: readonly number[]): number {
    const sorted = [...concepts].sort((a, b) => a - b).slice(0, CONCEPTS_MAX);
    const key = sorted.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.list.length);
    return this.list.push(sorted) - 1;
  }
}
