/** The value below which this share of the list lies, 0..1; `NaN` of an empty list. */
export function quantile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (list: readonly number[]): number => quantile(list, 0.5);

/** Median of the ratios of what was measured in the same round: what slows a whole round down cancels out. */
export const medianRatio = (over: readonly number[], under: readonly number[]): number =>
  median(over.map((value, round) => value / (under[round] ?? Number.NaN)));
