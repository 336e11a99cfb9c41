import type { Metric } from "../telemetry/exposition.ts";
import { Counter, readMetric } from "../telemetry/families.ts";

/** `starting` until it listens; `leaving`: it ends what is under way, and another one has taken its place or will. */
const STATES = ["starting", "ready", "leaving"] as const;
export type MemberState = (typeof STATES)[number];

const RESTART_REASONS = ["crashed", "asked"] as const;

/** What is counted of the workers of a service that has several. */
export class WorkerPoolMetrics {
  readonly metrics: readonly Metric[];
  readonly #restarts = new Counter({
    name: "sallyport_worker_restarts_total",
    help: "Workers that were replaced: crashed, or asked to end by a signal of their own. Only with server.workers above 1.",
    labels: ["reason"],
  });

  /** @param states of all workers now */
  constructor(states: () => readonly MemberState[]) {
    for (const reason of RESTART_REASONS) this.#restarts.show(reason);
    const workers = readMetric(
      {
        name: "sallyport_workers",
        help: "Workers that are starting, ready to serve, or leaving. Only with server.workers above 1.",
        labels: ["state"],
      },
      () => {
        const all = states();
        return STATES.map((state) => [all.filter((each) => each === state).length, state] as const);
      },
    );
    this.metrics = [workers, this.#restarts];
  }

  restarted(reason: (typeof RESTART_REASONS)[number]): void {
    this.#restarts.add(reason);
  }
}
