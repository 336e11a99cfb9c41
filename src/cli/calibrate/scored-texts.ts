import type { Clock } from "../../core/clock.ts";
import { canJudge, runsOn } from "../../engine/evaluate.ts";
import type { Guard } from "../../engine/guard.ts";
import { Reading } from "../../text/reading.ts";
import { DistinctTexts } from "../distinct-texts.ts";
import { judgeText } from "../policy-score.ts";
import type { SidedText, View } from "./text-lines.ts";

interface Scores {
  /** The highest score of each text on any of its sides, by the text's number. */
  readonly byText: Map<number, number>;
  /** Numbers of texts that the policy could not judge. */
  readonly failed: Set<number>;
}

/** The scores of distinct texts: a copy counts once, however often and on however many sides it comes. It keeps no text. */
export class ScoredTexts {
  readonly #guards: readonly Guard[];
  readonly #clock: Clock;
  readonly #scores: ReadonlyMap<Guard, Scores>;
  readonly #judged = new Set<string>();
  readonly distinct = new DistinctTexts();
  /** Copies included. */
  count = 0;

  /** @param guards with a threshold of 0, so that each reports its score */
  constructor(guards: readonly Guard[], clock: Clock) {
    this.#guards = guards;
    this.#clock = clock;
    this.#scores = new Map(guards.map((guard) => [guard, { byText: new Map(), failed: new Set() }]));
  }

  /** Has every policy judge the text, or the one that it names, on each of its sides where the policy runs. */
  async add({ text, views, policyName }: SidedText): Promise<void> {
    this.count += 1;
    const index = this.distinct.indexOf(text);
    const prepared = new Reading(text);
    for (const view of views)
      for (const guard of this.#guards) {
        if (policyName !== undefined && policyName !== guard.policy.name) continue;
        if (!runsOn(guard, view.side, view.origin) || !canJudge(guard, view)) continue;
        if (this.#isNew(`${index} ${view.side} ${view.origin} ${guard.policy.id}`))
          await this.#judge(guard, { index, prepared, view });
      }
  }

  scoresOf(guard: Guard): readonly number[] {
    return [...(this.#scores.get(guard)?.byText.values() ?? [])];
  }

  failedOf(guard: Guard): number {
    return this.#scores.get(guard)?.failed.size ?? 0;
  }

  #isNew(judged: string): boolean {
    if (this.#judged.has(judged)) return false;
    this.#judged.add(judged);
    return true;
  }

  async #judge(
    guard: Guard,
    { index, prepared, view }: { readonly index: number; readonly prepared: Reading; readonly view: View },
  ): Promise<void> {
    const scores = this.#scores.get(guard);
    const judgment = await judgeText(guard, prepared, { ...view, clock: this.#clock });
    if (judgment === null) scores?.failed.add(index);
    else scores?.byText.set(index, Math.max(judgment.score, scores.byText.get(index) ?? 0));
  }
}
