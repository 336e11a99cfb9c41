export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Trend {
  /** Of y, for one of x. */
  readonly slope: number;
  /** Standard error of the slope, widened where neighbouring points are alike. */
  readonly error: number;
}

/**
 * The line through the points by least squares. Samples of a process's memory hang together from one to the next, so that
 * they tell less than as many independent ones: the error is widened by the correlation of neighbouring residuals (an
 * AR(1) effective sample size). @see https://www.itl.nist.gov/div898/handbook/pmd/section4/pmd431.htm
 */
export function trendOf(points: readonly Point[]): Trend {
  const count = points.length;
  if (count < 3) return { slope: Number.NaN, error: Number.NaN };
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2));
  const slope = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread;
  const residuals = points.map(({ x, y }) => y - meanY - slope * (x - meanX));
  const squares = sum(residuals.map((value) => value ** 2));
  const error = Math.sqrt(squares / (count - 2) / spread);
  if (squares === 0) return { slope, error };
  const products = sum(residuals.slice(1).map((value, at) => value * (residuals[at] ?? 0)));
  const correlation = Math.min(CORRELATION_MAX, Math.max(0, products / squares));
  return { slope, error: error * Math.sqrt((1 + correlation) / (1 - correlation)) };
}

/** Beyond this a line says nothing anyway. */
const CORRELATION_MAX = 0.95;

/** The value below which that share of the list lies; `NaN` of an empty one. */
export function quantileOf(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
const mean = (list: readonly number[]): number => sum(list) / list.length;
