import { TASK_ENDS, type TaskEnd, type ThreadState } from "../core/threads.ts";
import type { Metric } from "./exposition.ts";
import { Counter, Histogram, readMetric } from "./families.ts";

/** Seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What is counted of long texts and the threads that read them. */
export class ThreadMetrics {
  readonly metrics: readonly Metric[];
  readonly #texts = new Counter({
    name: "sallyport_long_texts_total",
    help: "Texts for the analysis threads by how they ended: done, failed (the thread was lost, or the service closed), timeout, abandoned (the caller disconnected), refused (too many waited).",
    labels: ["outcome"],
  });
  readonly #lost = new Counter({
    name: "sallyport_analysis_threads_lost_total",
    help: "Analysis threads that broke, ran out of memory, could not be started or took too long for a text.",
  });
  readonly #wait = new Histogram({
    name: "sallyport_long_text_wait_seconds",
    help: "How long a text waited for an analysis thread, seconds; starting the first thread included.",
    buckets: BUCKETS,
  });

  constructor() {
    this.metrics = [this.#texts, this.#lost, this.#wait];
    for (const end of TASK_ENDS) this.#texts.show(end);
  }

  ended(end: TaskEnd): void {
    this.#texts.add(end);
  }

  lost(): void {
    this.#lost.add();
  }

  begun(waitMs: number): void {
    this.#wait.observe(waitMs / 1000);
  }
}

/** What the threads do now; read on demand. */
export function threadGauges(state: ThreadState): readonly Metric[] {
  return [
    readMetric({ name: "sallyport_long_texts_waiting", help: "Texts that wait for an analysis thread." }, () => [
      [state.waiting],
    ]),
    readMetric(
      {
        name: "sallyport_analysis_threads",
        help: "Analysis threads: all, starting ones included, and among them those that read a text.",
        labels: ["state"],
      },
      () => [[state.threads, "all"] as const, [state.busy, "busy"] as const],
    ),
  ];
}
