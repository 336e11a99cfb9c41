import { justAbove, quantileOf, shareInterval, textsNeeded, type Interval } from "../calibrate/calibration.ts";

/** A labelled row, as one policy judges it. */
export interface ScoredRow {
  readonly isPositive: boolean;
  readonly score: number;
  /** The score violates the policy at its threshold. */
  readonly isFlagged: boolean;
}

export interface Confusion {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

/** `null` where a share would be of nothing. */
export interface Rates {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  readonly falsePositiveRate: number | null;
  /** Exact, 95 %. */
  readonly recallInterval: Interval | null;
  readonly falsePositiveInterval: Interval | null;
}

export function confusionOf(rows: readonly Pick<ScoredRow, "isPositive" | "isFlagged">[]): Confusion {
  const count = (isPositive: boolean, isFlagged: boolean): number =>
    rows.filter((row) => row.isPositive === isPositive && row.isFlagged === isFlagged).length;
  return {
    truePositives: count(true, true),
    falsePositives: count(false, true),
    falseNegatives: count(true, false),
    trueNegatives: count(false, false),
  };
}

export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const intervalOf = (part: number, whole: number): Interval | null => (whole === 0 ? null : shareInterval(part, whole));
export const harmonicMean = (precision: number | null, recall: number | null): number | null =>
  precision === null || recall === null || precision + recall === 0
    ? null
    : (2 * precision * recall) / (precision + recall);

export function ratesOf({ truePositives, falsePositives, falseNegatives, trueNegatives }: Confusion): Rates {
  const positives = truePositives + falseNegatives;
  const negatives = falsePositives + trueNegatives;
  const precision = shareOf(truePositives, truePositives + falsePositives);
  const recall = shareOf(truePositives, positives);
  return {
    precision,
    recall,
    f1: harmonicMean(precision, recall),
    falsePositiveRate: shareOf(falsePositives, negatives),
    recallInterval: intervalOf(truePositives, positives),
    falsePositiveInterval: intervalOf(falsePositives, negatives),
  };
}

/** What a threshold finds and flags. */
export interface CurvePoint {
  readonly threshold: number;
  readonly recall: number;
  readonly precision: number;
  readonly falsePositiveRate: number;
}

interface Curves {
  /** By falling threshold, one for each score. */
  readonly points: readonly CurvePoint[];
  /** Area under the ROC curve; a tie counts as a half. */
  readonly auc: number;
  readonly averagePrecision: number;
}

/** `null`: there are no positives, or no negatives. */
export function curvesOf(rows: readonly ScoredRow[]): Curves | null {
  const positives = rows.filter(({ isPositive }) => isPositive).length;
  const negatives = rows.length - positives;
  if (positives === 0 || negatives === 0) return null;
  const sorted = rows.toSorted((a, b) => b.score - a.score);
  const points: CurvePoint[] = [];
  let [found, flagged, auc, averagePrecision] = [0, 0, 0, 0];
  let [recallBefore, rateBefore] = [0, 0];
  for (const [index, { isPositive, score }] of sorted.entries()) {
    if (isPositive) found += 1;
    else flagged += 1;
    // Rows of one score are flagged together.
    if (sorted[index + 1]?.score === score) continue;
    const [recall, rate, precision] = [found / positives, flagged / negatives, found / (found + flagged)];
    auc += ((rate - rateBefore) * (recall + recallBefore)) / 2;
    averagePrecision += (recall - recallBefore) * precision;
    points.push({ threshold: score, recall, precision, falsePositiveRate: rate });
    [recallBefore, rateBefore] = [recall, rate];
  }
  return { points, auc, averagePrecision };
}

/** Points of a curve that a report holds: more than a plot has pixels for. */
const POINTS_MAX = 200;

/** Evenly chosen points, the first and the last among them. */
export function thinned<Point>(points: readonly Point[]): readonly Point[] {
  if (points.length <= POINTS_MAX) return points;
  const step = (points.length - 1) / (POINTS_MAX - 1);
  return Array.from({ length: POINTS_MAX }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}

/** The threshold for a rate of false positives. */
export interface RateThreshold {
  /** 0..1 */
  readonly rate: number;
  /** `null`: too few negatives, or none keeps the rate. */
  readonly found: {
    readonly threshold: number;
    /** Bootstrap over rows, 95 %. */
    readonly interval: Interval;
    readonly recall: number | null;
    readonly recallInterval: Interval | null;
    readonly falsePositives: number;
  } | null;
  readonly reason: "too_few_negatives" | "no_threshold" | null;
  /** Distinct negatives that the rate needs. */
  readonly needed: number;
}

const RATES: readonly number[] = [0.01, 0.02, 0.05];
/** Rounds of the bootstrap; fewer where rows are so many that their draws would take minutes. */
const ROUNDS_MAX = 1000;
const ROUNDS_MIN = 200;
const DRAWS_MAX = 20_000_000;
/** Reports of the same rows are the same. */
const SEED = 0x5eed;

export function thresholdsOf(rows: readonly ScoredRow[]): readonly RateThreshold[] {
  const scoresOf = (isPositive: boolean): readonly number[] =>
    rows
      .filter((row) => row.isPositive === isPositive)
      .map(({ score }) => score)
      .toSorted((a, b) => b - a);
  const [positives, negatives] = [scoresOf(true), scoresOf(false)];
  const samples = bootstrap(positives, negatives);
  return RATES.map((rate, index) => {
    const needed = textsNeeded(rate);
    if (negatives.length < needed) return { rate, found: null, reason: "too_few_negatives", needed };
    const { threshold } = quantileOf(negatives, rate);
    if (threshold > 1) return { rate, found: null, reason: "no_threshold", needed };
    const drawn = samples[index];
    const found = {
      threshold,
      interval: middle(drawn?.thresholds ?? []) ?? { low: threshold, high: threshold },
      recall: shareOf(atLeast(positives, threshold), positives.length),
      recallInterval: middle(drawn?.recalls ?? []),
      falsePositives: atLeast(negatives, threshold),
    };
    return { rate, found, reason: null, needed };
  });
}

const atLeast = (scores: readonly number[], threshold: number): number =>
  scores.filter((score) => score >= threshold).length;

interface Samples {
  readonly thresholds: number[];
  readonly recalls: number[];
}

/** Thresholds of each rate, and what they find, over rows drawn with replacement. @param positives falling, as `negatives` */
function bootstrap(positives: readonly number[], negatives: readonly number[]): readonly Samples[] {
  const samples = RATES.map((): Samples => ({ thresholds: [], recalls: [] }));
  if (negatives.length === 0) return samples;
  const random = randomFrom(SEED);
  const affordable = Math.floor(DRAWS_MAX / (positives.length + negatives.length));
  const rounds = Math.min(ROUNDS_MAX, Math.max(ROUNDS_MIN, affordable));
  for (let round = 0; round < rounds; round++) {
    const [drawnNegatives, drawnPositives] = [draw(negatives.length, random), draw(positives.length, random)];
    for (const [index, rate] of RATES.entries()) {
      const threshold = Math.min(1, thresholdOf(negatives, drawnNegatives, rate));
      samples[index]?.thresholds.push(threshold);
      if (positives.length > 0) samples[index]?.recalls.push(recallOf(positives, drawnPositives, threshold));
    }
  }
  return samples;
}

/** How often each of `count` rows is drawn. */
function draw(count: number, random: () => number): Uint32Array {
  const times = new Uint32Array(count);
  for (let each = 0; each < count; each++) {
    const index = Math.floor(random() * count);
    times[index] = (times[index] ?? 0) + 1;
  }
  return times;
}

function thresholdOf(falling: readonly number[], times: Uint32Array, rate: number): number {
  const allowed = Math.floor(falling.length * rate);
  let passed = 0;
  for (const [index, score] of falling.entries()) {
    passed += times[index] ?? 0;
    if (passed > allowed) return justAbove(score);
  }
  return 0;
}

function recallOf(falling: readonly number[], times: Uint32Array, threshold: number): number {
  let found = 0;
  for (const [index, score] of falling.entries()) {
    if (score < threshold) break;
    found += times[index] ?? 0;
  }
  return found / falling.length;
}

const TAIL = 0.025;

/** The middle 95 % of values; `null`: there are none. */
function middle(values: readonly number[]): Interval | null {
  const rising = values.toSorted((a, b) => a - b);
  const low = rising[Math.floor(TAIL * (rising.length - 1))];
  const high = rising[Math.ceil((1 - TAIL) * (rising.length - 1))];
  return low === undefined || high === undefined ? null : { low, high };
}

/** Numbers from 0 to below 1: a linear congruential generator over 2^32, whose output is mixed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
