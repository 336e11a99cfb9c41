import type { Evaluation, Verdict } from "../core/model.ts";

const RANK: Readonly<Record<Verdict, number>> = { passed: 0, flagged: 1, blocked: 2 };

/** The worst verdict of an exchange so far, and the policies behind it. Names only. */
export class Tally {
  #verdict: Verdict = "passed";
  readonly #policies = new Set<string>();
  readonly #degraded = new Set<string>();

  add(evaluation: Pick<Evaluation, "verdict" | "violations" | "degraded">): void {
    if (RANK[evaluation.verdict] > RANK[this.#verdict]) this.#verdict = evaluation.verdict;
    for (const violation of evaluation.violations) this.#policies.add(violation.policy.name);
    for (const name of evaluation.degraded) this.#degraded.add(name);
  }

  /** A block for a reason that no evaluation told: a match where no mask can stand. */
  block(policies: readonly string[]): void {
    this.#verdict = "blocked";
    for (const name of policies) this.#policies.add(name);
  }

  get verdict(): Verdict {
    return this.#verdict;
  }

  get policies(): readonly string[] {
    return [...this.#policies];
  }

  get degraded(): readonly string[] {
    return [...this.#degraded];
  }
}
