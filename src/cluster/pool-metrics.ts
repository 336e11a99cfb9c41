import {
  type Metric,
  Counter,
  readMetric,
  expose,
  asMetrics,
  mergeMetrics,
  lastingCounts,
  snapshotOf,
  type MetricSnapshot,
} from "../telemetry/families.ts";
import { inTime, type Clock } from "../core/clock.ts";
import type { CountedUses } from "./contract.ts";
import type { Member } from "./worker-pool.ts";

/** `starting` until it listens; `leaving` while it finishes its requests and a replacement takes over. */
const STATES = ["starting", "ready", "leaving"] as const;
export type MemberState = (typeof STATES)[number];

const RESTART_REASONS = ["crashed", "asked"] as const;

/** Metrics of a service with several workers. */
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

/** Time for a worker to report its counts, ms; after that its last report counts. */
const ANSWER_WITHIN_MS = 2000;

interface WorkerPoolCountsOptions {
  readonly clock: Clock;
  /** Metrics of this process. */
  readonly own: () => readonly Metric[];
  readonly members: () => readonly Member[];
  readonly addUses: (uses: CountedUses) => void;
}

/** The counts of all workers, ended ones included, so that counters never decrease. */
export class WorkerPoolCounts {
  readonly #options: WorkerPoolCountsOptions;
  #gone: readonly MetricSnapshot[] = [];

  constructor(options: WorkerPoolCountsOptions) {
    this.#options = options;
  }

  /** In Prometheus' text format. */
  readonly expose = async (): Promise<string> => {
    const ask = (member: Member): Promise<void> =>
      this.#within(member.process.link.call("metrics", null).then((counted) => void (member.counted = counted)));
    await Promise.all(this.#serving().map(ask));
    // Read together with `#gone`: a worker that ended in the meantime is counted there, and only there.
    const present = this.#serving().map(({ counted }) => counted);
    return expose(asMetrics(mergeMetrics([snapshotOf(this.#options.own()), this.#gone, ...present])));
  };

  /** Collects how often keys were used from all workers. */
  async gatherUses(): Promise<void> {
    const { addUses } = this.#options;
    // The worker no longer has them: they count even if they arrive late.
    const ask = (member: Member): Promise<void> => this.#within(member.process.link.call("uses", null).then(addUses));
    await Promise.all(this.#serving().map(ask));
  }

  /** Keeps the last counts of a worker that has ended. */
  keep({ counted }: Member): void {
    this.#gone = mergeMetrics([this.#gone, lastingCounts(counted)]);
  }

  #serving(): readonly Member[] {
    return this.#options.members().filter(({ state }) => state !== "starting");
  }

  /** Resolves when a worker has answered, has ended or is late. */
  #within(heard: Promise<void>): Promise<void> {
    const { clock } = this.#options;
    const late = (): Error => new Error("the worker did not answer in time");
    return inTime(heard, { clock, limitMs: ANSWER_WITHIN_MS, late }).catch(() => {});
  }
}
