import type { JudgeAsked } from "../core/judge-model.ts";
import type { Metric } from "./exposition.ts";
import { Counter, Histogram, readMetric } from "./families.ts";

/** Seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What is counted of judges, by their configured names. */
export class JudgeMetrics {
  readonly metrics: readonly Metric[];
  /** Configured judges, and whether each is left alone. */
  readonly #isOpen = new Map<string, boolean>();
  readonly #questions = new Counter({
    name: "sallyport_judge_questions_total",
    help: "Questions to judges: answered, remembered, abandoned (the caller disconnected), or why there was no answer.",
    labels: ["judge", "outcome"],
  });
  readonly #seconds = new Histogram({
    name: "sallyport_judge_duration_seconds",
    help: "Time of questions that memory did not answer, retries and waiting included, seconds.",
    labels: ["judge"],
    buckets: BUCKETS,
  });

  constructor() {
    const breaker = readMetric(
      {
        name: "sallyport_judge_breaker_open",
        help: "1 while a judge that failed too often is not asked, else 0.",
        labels: ["judge"],
        merge: "max",
      },
      () => [...this.#isOpen].map(([judge, isOpen]) => [isOpen ? 1 : 0, judge] as const),
    );
    this.metrics = [this.#questions, this.#seconds, breaker];
  }

  asked({ judge, outcome, durationMs }: JudgeAsked): void {
    this.#questions.add(judge, outcome);
    if (outcome !== "remembered") this.#seconds.observe(durationMs / 1000, judge);
  }

  breaker(judge: string, isOpen: boolean): void {
    if (this.#isOpen.has(judge)) this.#isOpen.set(judge, isOpen);
  }

  /** The judges of the configuration in force. Those that are known stay as they are. */
  configured(names: readonly string[]): void {
    for (const name of this.#isOpen.keys()) if (!names.includes(name)) this.#isOpen.delete(name);
    for (const name of names) if (!this.#isOpen.has(name)) this.#isOpen.set(name, false);
  }
}
