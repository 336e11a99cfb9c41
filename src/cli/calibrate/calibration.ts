import type { AnalysisContext } from "../../analyzers/analyzer.ts";
import type { Clock } from "../../core/clock.ts";
import type { PolicyId } from "../../core/model.ts";
import { canJudge, runsOn } from "../../engine/evaluate.ts";
import { runGuard } from "../../engine/run-guard.ts";
import { isGraded, type Guard } from "../../engine/guard.ts";
import { Reading } from "../../text/reading.ts";
import { PROMPT, RESPONSE, type BenignText, type View } from "./benign-lines.ts";
import attacks from "./attacks.json" with { type: "json" };
import { quantileOf, shareInterval, textsNeeded, type Interval } from "./quantiles.ts";

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
  /** Texts that the rate needs. */
  readonly needed: number;
  /** Texts that the policy could not judge. */
  readonly failed: number;
}

/** Scores of the texts that came by; the texts themselves are not kept. */
export class Calibration {
  readonly #clock: Clock;
  readonly #scored: readonly { readonly guard: Guard; readonly scores: number[]; failed: number }[];

  /** @param guards of the asset; those that give no score are left alone */
  constructor(guards: readonly Guard[], clock: Clock) {
    this.#clock = clock;
    this.#scored = guards
      .filter(isGraded)
      .map((guard) => ({ guard: { ...guard, threshold: 0 }, scores: [], failed: 0 }));
    this.#thresholds = new Map(guards.map(({ policy, threshold }) => [policy.id, threshold]));
  }

  readonly #thresholds: ReadonlyMap<PolicyId, number>;

  /** Policies whose thresholds can be set. */
  get count(): number {
    return this.#scored.length;
  }

  /** Has every policy judge the text, on each of its sides where the policy runs. */
  async add({ text, views }: BenignText): Promise<void> {
    const prepared = new Reading(text);
    for (const each of this.#scored)
      for (const view of views) {
        if (!runsOn(each.guard, view.side, view.origin) || !canJudge(each.guard, view)) continue;
        const score = await this.#scoreOf(each.guard, prepared, view);
        if (score === null) each.failed += 1;
        else each.scores.push(score);
      }
  }

  /** @param rate false positives wanted, 0..1 */
  async conclude(rate: number): Promise<readonly PolicyCalibration[]> {
    const all: PolicyCalibration[] = [];
    for (const { guard, scores, failed } of this.#scored) {
      const attacks = await this.#attackScores(guard);
      const current = this.#thresholds.get(guard.policy.id) ?? 1;
      const benign = shareOf(scores, current);
      all.push({
        name: guard.policy.name,
        id: guard.policy.id,
        action: guard.policy.action,
        isShadow: guard.policy.isShadow === true,
        current: {
          threshold: current,
          benign,
          rate: shareInterval(benign.flagged, benign.of),
          found: shareOf(attacks, current),
        },
        ...proposalOf(scores, attacks, rate),
        needed: textsNeeded(rate),
        failed,
      });
    }
    return all;
  }

  async #attackScores(guard: Guard): Promise<readonly number[]> {
    const scores: number[] = [];
    for (const { policy, side, text } of attacks) {
      const view = side === "output" ? RESPONSE : PROMPT;
      if (policy !== guard.policy.name) continue;
      const score = await this.#scoreOf(guard, new Reading(text), view);
      if (score !== null) scores.push(score);
    }
    return scores;
  }

  /** `null`: the policy could not judge it. */
  async #scoreOf(guard: Guard, text: Reading, { side, origin }: View): Promise<number | null> {
    const signal = new AbortController().signal;
    const context: AnalysisContext = { side, origin, from: 0, clock: this.#clock, signal };
    const outcome = await runGuard(guard, text, context);
    return outcome.kind === "failed" ? null : Math.max(0, ...outcome.findings.map(({ score }) => score));
  }
}

/** No threshold below is proposed: where all texts score nothing, the least one would be flagged by a trifle. */
const THRESHOLD_MIN = 0.1;
const atLeast = (score: number): number => Math.max(THRESHOLD_MIN, score);

function proposalOf(
  scores: readonly number[],
  attacks: readonly number[],
  rate: number,
): Pick<PolicyCalibration, "proposed" | "reason"> {
  if (scores.length < textsNeeded(rate)) return { proposed: null, reason: "too_few_texts" };
  const quantile = quantileOf(scores, rate);
  if (quantile.threshold > 1) return { proposed: null, reason: "no_threshold" };
  const threshold = atLeast(quantile.threshold);
  const interval = { low: atLeast(quantile.interval.low), high: atLeast(quantile.interval.high) };
  return {
    proposed: { threshold, interval, benign: shareOf(scores, threshold), found: shareOf(attacks, threshold) },
    reason: null,
  };
}

const shareOf = (scores: readonly number[], threshold: number): Share => ({
  flagged: scores.filter((score) => score >= threshold).length,
  of: scores.length,
});
