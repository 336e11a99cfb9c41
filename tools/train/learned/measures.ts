import { pick, randomOf } from "./random.ts";

/** Area under the ROC curve: the chance that a positive scores above a negative. */
export function areaUnder(positives: readonly number[], negatives: readonly number[]): number {
  const all = [
    ...positives.map((score) => ({ score, isPositive: true })),
    ...negatives.map((score) => ({ score, isPositive: false })),
  ].sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let first = 0; first < all.length;) {
    let next = first;
    while (next < all.length && all[next]?.score === all[first]?.score) next += 1;
    const rank = (first + next + 1) / 2;
    for (let index = first; index < next; index++) if (all[index]?.isPositive === true) rankSum += rank;
    first = next;
  }
  return (rankSum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length);
}

/** The score that a share of the negatives exceeds. */
export function thresholdAt(negatives: readonly number[], share: number): number {
  const sorted = [...negatives].sort((a, b) => b - a);
  return sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;
}

export const shareAbove = (scores: readonly number[], threshold: number): number =>
  scores.filter((score) => score > threshold).length / Math.max(1, scores.length);

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const drawn = <Item>(random: () => number, items: readonly Item[]): readonly Item[] =>
  items.map(() => pick(random, items));

/** Resamples of a bootstrap. */
const ROUNDS = 200;
const SEED = 5;

/** Figures of several sets of positives against the same negatives: recall at each share of false positives, and AUC, means over the sets. */
export interface Macro {
  readonly recalls: readonly number[];
  readonly auc: number;
}

/** Sums of positives, and of the negatives that their recall stands against. */
export interface Judged {
  readonly positives: readonly number[];
  readonly negatives: readonly number[];
}

/** The means over sets, each with the thresholds of its own negatives. */
export function macroOf(sets: readonly Judged[], shares: readonly number[]): Macro {
  const thresholds = sets.map(({ negatives }) => shares.map((share) => thresholdAt(negatives, share)));
  return {
    recalls: shares.map((_, index) =>
      mean(sets.map(({ positives }, set) => shareAbove(positives, thresholds[set]?.[index] ?? Infinity))),
    ),
    auc: mean(sets.map(({ positives, negatives }) => areaUnder(positives, negatives))),
  };
}

/** The standard errors of these means, by a bootstrap over sets and over their texts. */
export function errorsOf(sets: readonly Judged[], shares: readonly number[]): Macro {
  const random = randomOf(SEED);
  const rounds = Array.from({ length: ROUNDS }, () =>
    macroOf(
      drawn(random, sets).map(({ positives, negatives }) => ({
        positives: drawn(random, positives),
        negatives: drawn(random, negatives),
      })),
      shares,
    ),
  );
  return {
    recalls: shares.map((_, index) => deviationOf(rounds.map(({ recalls }) => recalls[index] ?? 0))),
    auc: deviationOf(rounds.map(({ auc }) => auc)),
  };
}

export function deviationOf(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
