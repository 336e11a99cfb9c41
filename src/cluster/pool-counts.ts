import { inTime, type Clock } from "../core/clock.ts";
import { expose } from "../telemetry/exposition.ts";
import { asMetrics, merged, remains, snapshotOf, type MetricSnapshot } from "../telemetry/merged-metrics.ts";
import type { Metric } from "../telemetry/exposition.ts";
import type { CountedUses } from "./contract.ts";
import type { Member } from "./worker-pool.ts";

/** How long a worker may take to say what it has counted, ms; beyond it, what it said last counts. */
const ANSWER_WITHIN_MS = 2000;

export interface WorkerPoolCountsOptions {
  readonly clock: Clock;
  /** What this process counts. */
  readonly own: () => readonly Metric[];
  readonly members: () => readonly Member[];
  readonly addUses: (uses: CountedUses) => void;
}

/** What all workers have counted, those that are gone included: sums that only grow never become smaller. */
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
    // Now, as those that are gone: a worker that went in the meantime is counted among them, and only there.
    const present = this.#serving().map(({ counted }) => counted);
    return expose(asMetrics(merged([snapshotOf(this.#options.own()), this.#gone, ...present])));
  };

  /** Collects how often keys were used from all workers. */
  async gatherUses(): Promise<void> {
    const { addUses } = this.#options;
    // The worker has given them away: they count however late they come.
    const ask = (member: Member): Promise<void> => this.#within(member.process.link.call("uses", null).then(addUses));
    await Promise.all(this.#serving().map(ask));
  }

  /** A worker is gone: what it said last counts on. */
  keep({ counted }: Member): void {
    this.#gone = merged([this.#gone, remains(counted)]);
  }

  #serving(): readonly Member[] {
    return this.#options.members().filter(({ state }) => state !== "starting");
  }

  /** Resolves when a worker has been heard, is gone or is late. */
  #within(heard: Promise<void>): Promise<void> {
    const { clock } = this.#options;
    const late = (): Error => new Error("the worker did not answer in time");
    return inTime(heard, { clock, limitMs: ANSWER_WITHIN_MS, late }).catch(() => {});
  }
}
