import type { Clock } from "../../core/clock.ts";
import type { PolicyId } from "../../core/model.ts";
import { isGraded, type Guard } from "../../engine/guard.ts";
import { PROMPT, ANSWER } from "./text-lines.ts";
import { ScoredTexts } from "./scored-texts.ts";
import attacks from "./attacks.json" with { type: "json" };

/** Flagged of so many. */
interface Share {
  readonly flagged: number;
  readonly of: number;
}

/** What texts say of one policy. */
export interface PolicyCalibration {
  readonly name: string;
  readonly id: PolicyId;
  readonly action: string;
  /** It is a shadow policy. */
  readonly isShadow: boolean;
  readonly current: {
    readonly threshold: number;
    readonly benign: Share;
    readonly rate: Interval;
    readonly found: Share;
  };
  /** `null`: too few texts, or no threshold keeps the rate. */
  readonly proposed: {
    readonly threshold: number;
    readonly interval: Interval;
    readonly benign: Share;
    readonly found: Share;
  } | null;
  readonly reason: "too_few_texts" | "no_threshold" | null;
  /** Distinct texts that the rate needs. */
  readonly needed: number;
  /** Texts that the policy could not judge. */
  readonly failed: number;
  /** The attacks are the caller's, not the built-in ones. */
  readonly areOwnAttacks: boolean;
  /** By rising threshold. */
  readonly tradeOff: readonly { readonly threshold: number; readonly benign: Share; readonly found: Share }[];
}

/** Collects the scores of harmless texts and attacks, not the texts. */
export class Calibration {
  readonly #clock: Clock;
  readonly #guards: readonly Guard[];
  readonly #thresholds: ReadonlyMap<PolicyId, number>;
  readonly benign: ScoredTexts;
  readonly attacks: ScoredTexts;

  /** @param guards of the asset; those without a score are ignored */
  constructor(guards: readonly Guard[], clock: Clock) {
    this.#clock = clock;
    this.#guards = guards.filter(isGraded).map((guard) => ({ ...guard, threshold: 0 }));
    this.#thresholds = new Map(guards.map(({ policy, threshold }) => [policy.id, threshold]));
    this.benign = new ScoredTexts(this.#guards, clock);
    this.attacks = new ScoredTexts(this.#guards, clock);
  }

  /** Policies whose thresholds can be set. */
  get count(): number {
    return this.#guards.length;
  }

  /** @param rate false positives wanted, 0..1 */
  async conclude(rate: number): Promise<readonly PolicyCalibration[]> {
    const all: PolicyCalibration[] = [];
    for (const guard of this.#guards) {
      const scores = this.benign.scoresOf(guard);
      const own = this.attacks.scoresOf(guard);
      const attackScores = own.length > 0 ? own : await this.#builtInScores(guard);
      const current = this.#thresholds.get(guard.policy.id) ?? 1;
      const benign = shareOf(scores, current);
      const proposal = proposalOf(scores, attackScores, rate);
      all.push({
        name: guard.policy.name,
        id: guard.policy.id,
        action: guard.policy.action,
        isShadow: guard.policy.isShadow === true,
        current: {
          threshold: current,
          benign,
          rate: shareInterval(benign.flagged, benign.of),
          found: shareOf(attackScores, current),
        },
        ...proposal,
        needed: textsNeeded(rate),
        failed: this.benign.failedOf(guard) + this.attacks.failedOf(guard),
        areOwnAttacks: own.length > 0,
        tradeOff: tradeOffOf(scores, attackScores, [current, proposal.proposed?.threshold ?? current]),
      });
    }
    return all;
  }

  async #builtInScores(guard: Guard): Promise<readonly number[]> {
    const builtIn = new ScoredTexts([guard], this.#clock);
    for (const { policy, side, text } of attacks)
      if (policy === guard.policy.name) await builtIn.add({ text, views: [side === "output" ? ANSWER : PROMPT] });
    return builtIn.scoresOf(guard);
  }
}

/** Thresholds of the trade-off, besides the current and the proposed one. */
const TRADE_OFF_THRESHOLDS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];

function tradeOffOf(
  scores: readonly number[],
  attackScores: readonly number[],
  more: readonly number[],
): PolicyCalibration["tradeOff"] {
  const thresholds = [...new Set([...TRADE_OFF_THRESHOLDS, ...more])].toSorted((a, b) => a - b);
  return thresholds.map((threshold) => ({
    threshold,
    benign: shareOf(scores, threshold),
    found: shareOf(attackScores, threshold),
  }));
}

/** The lowest threshold to propose: if all texts score 0, the exact quantile would flag the slightest score. */
const THRESHOLD_MIN = 0.1;
const atLeast = (score: number): number => Math.max(THRESHOLD_MIN, score);

function proposalOf(
  scores: readonly number[],
  attackScores: readonly number[],
  rate: number,
): Pick<PolicyCalibration, "proposed" | "reason"> {
  if (scores.length < textsNeeded(rate)) return { proposed: null, reason: "too_few_texts" };
  const quantile = quantileOf(scores, rate);
  if (quantile.threshold > 1) return { proposed: null, reason: "no_threshold" };
  const threshold = atLeast(quantile.threshold);
  const interval = { low: atLeast(quantile.interval.low), high: atLeast(quantile.interval.high) };
  return {
    proposed: { threshold, interval, benign: shareOf(scores, threshold), found: shareOf(attackScores, threshold) },
    reason: null,
  };
}

const shareOf = (scores: readonly number[], threshold: number): Share => ({
  flagged: scores.filter((score) => score >= threshold).length,
  of: scores.length,
});

/** Confidence of the bounds. */
const CONFIDENCE = 0.95;
/** Rounds of a bisection: more precise than the printed digits. */
const BISECTIONS = 40;

/** A range; both ends belong to it. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

interface Quantile {
  /** From this score on at most that share of the texts is flagged, 0..1 to three digits; above 1: no threshold does it. */
  readonly threshold: number;
  /** Where it would lie with other texts of the same kind, 95 %. */
  readonly interval: Interval;
}

/** Fewest texts that say anything about a rate: with three times its inverse, none flagged bounds it (the rule of three). */
export const textsNeeded = (rate: number): number => Math.ceil(3 / rate);

/** Scores have three digits; the next one above. */
const STEP = 0.001;
export const justAbove = (score: number): number => Math.round((score + STEP) * 1000) / 1000;

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
