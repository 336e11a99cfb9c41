import { inTime, type Clock } from "../core/clock.ts";
import { expose } from "../telemetry/exposition.ts";
import { asMetrics, merged, remains, snapshotOf, type MetricSnapshot } from "../telemetry/merged-metrics.ts";
import type { Metric } from "../telemetry/exposition.ts";
import type { CountedUses } from "./contract.ts";
import type { Member } from "./crew.ts";

/** How long a worker may take to say what it has counted, ms; beyond it, what it said last counts. */
const ANSWER_WITHIN_MS = 2000;

export interface CrewCountsOptions {
  readonly clock: Clock;
  /** What this process counts. */
  readonly own: () => readonly Metric[];
  readonly members: () => readonly Member[];
  readonly addUses: (uses: CountedUses) => void;
}

/** What all workers have counted, those that are gone included: sums that only grow never become smaller. */
export class CrewCounts {
  readonly #options: CrewCountsOptions;
  #gone: readonly MetricSnapshot[] = [];

  constructor(options: CrewCountsOptions) {
    this.#options = options;
  }

  /** In Prometheus' text format. */
  readonly expose = async (): Promise<string> => {
    const living = await Promise.all(this.#serving().map((member) => this.#counted(member)));
    const present = living.filter((counted) => counted !== null);
    return expose(asMetrics(merged([snapshotOf(this.#options.own()), this.#gone, ...present])));
  };

  /** Lets all workers tell how often keys were used. */
  async gatherUses(): Promise<void> {
    const { addUses } = this.#options;
    const tell = async (member: Member): Promise<void> => {
      const uses = await this.#asked(member.process.link.call("uses", null));
      if (uses !== null) addUses(uses);
    };
    await Promise.all(this.#serving().map(tell));
  }

  /** A worker is gone: what it said last counts on. */
  keep({ counted }: Member): void {
    this.#gone = merged([this.#gone, remains(counted)]);
  }

  #serving(): readonly Member[] {
    return this.#options.members().filter(({ state }) => state !== "starting");
  }

  /** `null`: it went while it was asked, and is counted among those that are gone. */
  async #counted(member: Member): Promise<readonly MetricSnapshot[] | null> {
    member.counted = (await this.#asked(member.process.link.call("metrics", null))) ?? member.counted;
    return this.#options.members().includes(member) ? member.counted : null;
  }

  async #asked<Value>(answer: Promise<Value>): Promise<Value | null> {
    const { clock } = this.#options;
    const late = (): Error => new Error("the worker did not answer in time");
    return inTime(answer, { clock, limitMs: ANSWER_WITHIN_MS, late }).catch(() => null);
  }
}
