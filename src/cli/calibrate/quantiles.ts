/** How sure the bounds are. */
const CONFIDENCE = 0.95;
/** Rounds of a bisection: closer than anything that is printed. */
const BISECTIONS = 40;

/** A range; both ends belong to it. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Quantile {
  /** From this score on at most that share of the texts is flagged, 0..1 to three digits; above 1: no threshold does it. */
  readonly threshold: number;
  /** Where it would lie with other texts of the same kind, 95 %. */
  readonly interval: Interval;
}

/** Fewest texts that say anything about a rate: with three times its inverse, none flagged bounds it (the rule of three). */
export const textsNeeded = (rate: number): number => Math.ceil(3 / rate);

/** Scores have three digits; the next one above. */
const STEP = 0.001;
const justAbove = (score: number): number => Math.round((score + STEP) * 1000) / 1000;

/** The least threshold that flags at most that share, with the order statistics around it as its interval. */
export function quantileOf(scores: readonly number[], rate: number): Quantile {
  const sorted = scores.toSorted((a, b) => b - a);
  const count = sorted.length;
  const above = (rank: number): number => {
    const score = sorted[Math.min(count - 1, Math.max(0, rank))];
    return score === undefined ? 0 : justAbove(score);
  };
  const tail = (1 - CONFIDENCE) / 2;
  let [fewest, most] = [0, count];
  // How many of so many texts lie above the true quantile is binomial.
  for (let flagged = 0, sum = 0; flagged <= count; flagged++) {
    sum += binomial(count, flagged, rate);
    if (sum <= tail) fewest = flagged + 1;
    if (sum >= 1 - tail) {
      most = flagged;
      break;
    }
  }
  return { threshold: above(Math.floor(count * rate)), interval: { low: above(most), high: above(fewest) } };
}

/** What share of all such texts may be flagged when so many of those seen are: the exact interval of Clopper and Pearson. */
export function shareInterval(flagged: number, count: number): Interval {
  const tail = (1 - CONFIDENCE) / 2;
  const atMost = (share: number, upTo: number): number => {
    let sum = 0;
    for (let each = 0; each <= upTo; each++) sum += binomial(count, each, share);
    return sum;
  };
  const low = flagged === 0 ? 0 : bisect((share) => 1 - atMost(share, flagged - 1) < tail);
  const high = flagged === count ? 1 : bisect((share) => atMost(share, flagged) > tail);
  return { low, high };
}

/** The share up to which the claim holds. */
function bisect(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The chance of exactly so many of `count`. */
function binomial(count: number, hits: number, share: number): number {
  if (share <= 0) return hits === 0 ? 1 : 0;
  if (share >= 1) return hits === count ? 1 : 0;
  const ways = logFactorial(count) - logFactorial(hits) - logFactorial(count - hits);
  return Math.exp(ways + hits * Math.log(share) + (count - hits) * Math.log1p(-share));
}

/** Stirling's series; exact below. */
function logFactorial(value: number): number {
  if (value < 16) {
    let sum = 0;
    for (let factor = 2; factor <= value; factor++) sum += Math.log(factor);
    return sum;
  }
  const next = value + 1;
  const series = 1 / (12 * next) - 1 / (360 * next ** 3) + 1 / (1260 * next ** 5);
  return (next - 0.5) * Math.log(next) - next + 0.5 * Math.log(2 * Math.PI) + series;
}
