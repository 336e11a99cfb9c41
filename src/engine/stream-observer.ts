import type { AnalysisContext } from "../analyzers/analyzer.ts";
import { Reading } from "../text/reading.ts";
import { isLong, runOffloaded, runnerHere, type Offload } from "./offload.ts";
import type { Guard } from "./guard.ts";
import type { FoundIn, StreamReport } from "./stream-report.ts";

/** What a channel's `observe` policies will read. */
export interface Observed {
  /** Of the channel. */
  readonly name: string;
  /** Its whole text so far; `null` once it grew too long. */
  observed: string | null;
  /** Where the newest part begins. */
  partFrom: number;
  /** Parts with text that have ended. */
  partCount: number;
}

/** How many of the longest texts may be kept at a time. */
const KEPT_MAX = 4;

/** The policies that judge a channel after the fact. */
export class StreamObserver {
  readonly #guards: readonly Guard[];
  readonly #report: StreamReport;
  readonly #context: AnalysisContext;
  readonly #lengthMax: number;
  /** Of all channels, UTF-16 units. */
  #kept = 0;
  readonly #offload: Offload | undefined;

  /** @param options.lengthMax longest text that is kept for them, UTF-16 units */
  constructor(
    guards: readonly Guard[],
    options: {
      readonly report: StreamReport;
      readonly context: AnalysisContext;
      readonly lengthMax: number;
      readonly offload: Offload | undefined;
    },
  ) {
    this.#guards = guards;
    this.#report = options.report;
    this.#context = options.context;
    this.#lengthMax = options.lengthMax;
    this.#offload = options.offload;
  }

  remember(channel: Observed, text: string): void {
    if (this.#guards.length === 0 || channel.observed === null) return;
    this.#kept += text.length;
    const isTooLong =
      channel.observed.length + text.length > this.#lengthMax || this.#kept > KEPT_MAX * this.#lengthMax;
    if (!isTooLong) {
      channel.observed += text;
      return;
    }
    this.#kept -= channel.observed.length + text.length;
    channel.observed = null;
    for (const guard of this.#guards) this.#report.failed(guard, "unavailable");
  }

  /** The channel is over. */
  forget({ observed }: Observed): void {
    this.#kept -= observed?.length ?? 0;
  }

  /** Judges the newest part, by itself; `null` when there is nothing to judge. */
  runPart({ name, observed, partFrom }: Observed): Promise<void> | null {
    const isNothing = this.#guards.length === 0 || observed === null || observed.length === partFrom;
    return isNothing ? null : this.#runAll(new Reading(observed.slice(partFrom)), { channel: name, base: partFrom });
  }

  /** Judges the parts together, once the newest has been judged; `null` when there is nothing to judge. */
  runTogether({ name, observed, partCount }: Observed): Promise<void> | null {
    const isNothing = this.#guards.length === 0 || observed === null || partCount < 2;
    return isNothing ? null : this.#runAll(new Reading(observed), { channel: name, base: 0 });
  }

  async #runAll(text: Reading, place: Pick<FoundIn, "channel" | "base">): Promise<void> {
    const run = isLong({ offload: this.#offload }, text, this.#guards)
      ? await runOffloaded(this.#guards, text, { context: this.#context, offload: this.#offload })
      : runnerHere(this.#offload);
    for (const guard of this.#guards) {
      const outcome = await run(guard, text, this.#context);
      this.#report.spent(guard, outcome.durationUs);
      if (outcome.kind === "failed") this.#report.failed(guard, outcome.reason);
      else
        this.#report.violations(
          outcome.findings.map((finding) => ({ guard, finding })),
          text,
          { isSealed: false, ...place },
        );
    }
  }
}
