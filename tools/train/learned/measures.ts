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
