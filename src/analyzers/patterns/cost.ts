/** What patterns from configuration or callers make of a policy. */
export interface PatternCost {
  /** Instructions of all programs: steps for each character of a text. */
  readonly size: number;
  /** Memory that they keep, estimated. */
  readonly bytes: number;
}

/** Nothing where there are no patterns. */
export function patternsOf(patterns: readonly PatternCost[]): { readonly patterns?: PatternCost } {
  if (patterns.length === 0) return {};
  const sum = (of: (pattern: PatternCost) => number): number => patterns.reduce((all, pattern) => all + of(pattern), 0);
  return { patterns: { size: sum(({ size }) => size), bytes: sum(({ bytes }) => bytes) } };
}
