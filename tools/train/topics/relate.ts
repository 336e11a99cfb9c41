import type { WordVectors } from "./glove.ts";
import type { Seed } from "./seeds.ts";

/** How near a word is to a list of words: the mean of its nearest few. */
const NEAREST = 3;
/** Subjects nearer than that to each other are no contrast for each other: centres' cosine. */
const NEIGHBOUR_MIN = 0.62;
/** How sharply a word must be nearer to its subject than to all others. */
const CONTRAST = 12;
const CONTRAST_SHIFT = 1;
/** Nearness at which a word begins to count, and at which it counts in full. */
const NEAR_FROM = 0.5;
const NEAR_TO = 0.8;
/** Weights of words: found by their vectors, of our lists, and least ones that are kept. */
const FOUND_MAX = 0.6;
const WEAK_MIN = 0.15;
const WEAK_RANGE = 0.45;
const WEIGHT_MIN = 0.08;
/** Words up to these ranks by frequency say less. */
const COMMON: readonly (readonly [rank: number, share: number])[] = [
  [150, 0],
  [500, 0.5],
  [2000, 0.8],
];

/** Word of the list → weight. */
export type Related = ReadonlyMap<number, number>;

/** The words that speak for each subject, by their vectors and by our lists; a word that is as near to another subject says less. */
export function relate(
  vectors: WordVectors,
  seeds: readonly Seed[],
  background: readonly (readonly string[])[],
): readonly Related[] {
  const indices = new Map(vectors.words.map((word, index) => [word, index]));
  const rowsOf = (words: readonly string[]): readonly number[] => [
    ...new Set(words.flatMap((word) => indices.get(word) ?? [])),
  ];
  const members = seeds.map(({ names, strong, weak }) => rowsOf([...names, ...strong, ...weak]));
  const others = background.map(rowsOf);
  const near = [...members, ...others].map((rows) => nearnessOf(vectors, rows));
  const centres = [...members, ...others].map((rows) => centreOf(vectors, rows));
  return seeds.map((seed, at) => {
    const rivals = near.filter((_, other) => other !== at && cosine(centres[at], centres[other]) < NEIGHBOUR_MIN);
    const weak = new Set(rowsOf(seed.weak));
    return relatedOf(near[at] ?? new Float32Array(), rivals, weak);
  });
}

function relatedOf(near: Float32Array, rivals: readonly Float32Array[], weak: ReadonlySet<number>): Related {
  const related = new Map<number, number>();
  for (const [word, nearness] of near.entries()) {
    let rival = 0;
    for (const other of rivals) rival = Math.max(rival, other[word] ?? 0);
    const contrast = 1 / (1 + Math.exp(-(CONTRAST * (nearness - rival) + CONTRAST_SHIFT)));
    const share = Math.min(1, Math.max(0, (nearness - NEAR_FROM) / (NEAR_TO - NEAR_FROM)));
    const found = FOUND_MAX * share * contrast;
    const listed = weak.has(word) ? WEAK_MIN + WEAK_RANGE * contrast : 0;
    const weight = Math.max(found, listed) * commonness(word);
    if (weight >= WEIGHT_MIN) related.set(word, weight);
  }
  return related;
}

const commonness = (rank: number): number => COMMON.find(([below]) => rank < below)?.[1] ?? 1;

/** Of each word, its nearness to the rows, itself left out. */
function nearnessOf({ words, dimensions, values }: WordVectors, rows: readonly number[]): Float32Array {
  const best = new Float32Array(words.length * NEAREST).fill(0);
  for (const row of rows)
    for (let word = 0; word < words.length; word++) {
      if (word === row) continue;
      let dot = 0;
      for (let at = 0; at < dimensions; at++)
        dot += (values[row * dimensions + at] ?? 0) * (values[word * dimensions + at] ?? 0);
      let slot = word * NEAREST;
      for (const last = slot + NEAREST; slot < last && dot > 0; slot++) {
        const held = best[slot] ?? 0;
        if (dot <= held) continue;
        best[slot] = dot;
        dot = held;
      }
    }
  return Float32Array.from(
    { length: words.length },
    (_, word) => best.subarray(word * NEAREST, (word + 1) * NEAREST).reduce((sum, each) => sum + each, 0) / NEAREST,
  );
}

/** The mean of the rows, of length 1. */
export function centreOf({ dimensions, values }: WordVectors, rows: readonly number[]): Float32Array {
  const centre = new Float32Array(dimensions);
  for (const row of rows)
    for (let at = 0; at < dimensions; at++) centre[at] = (centre[at] ?? 0) + (values[row * dimensions + at] ?? 0);
  const length = Math.hypot(...centre) || 1;
  return centre.map((value) => value / length);
}

function cosine(left: Float32Array | undefined, right: Float32Array | undefined): number {
  let dot = 0;
  for (const [at, value] of (left ?? []).entries()) dot += value * (right?.[at] ?? 0);
  return dot;
}
