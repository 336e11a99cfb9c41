import type { AnalysisContext } from "../analyzers/analyzer.ts";
import { Text } from "../text/text.ts";
import { isLong, runElsewhere, runnerHere, type Offload } from "./elsewhere.ts";
import type { Guard } from "./guard.ts";
import type { StreamReport } from "./stream-report.ts";

/** What a channel's `observe` policies will read: its whole text so far. `null` once it grew too long. */
export interface Observed {
  observed: string | null;
}

/** The policies that judge a channel after the fact. */
export class StreamObserver {
  readonly #guards: readonly Guard[];
  readonly #report: StreamReport;
  readonly #context: AnalysisContext;
  readonly #lengthMax: number;
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
    channel.observed = channel.observed.length + text.length > this.#lengthMax ? null : channel.observed + text;
    if (channel.observed === null) for (const guard of this.#guards) this.#report.failed(guard, "unavailable");
  }

  /** `null` when there is nothing to judge. */
  judge({ observed }: Observed): Promise<void> | null {
    return this.#guards.length === 0 || observed === null ? null : this.#judge(new Text(observed));
  }

  async #judge(text: Text): Promise<void> {
    const run = isLong({ offload: this.#offload }, text, this.#guards)
      ? await runElsewhere(this.#guards, text, { context: this.#context, offload: this.#offload })
      : runnerHere(this.#guards, this.#offload);
    for (const guard of this.#guards) {
      const outcome = await run(guard, text, this.#context);
      this.#report.spent(guard, outcome.durationUs);
      if (outcome.kind === "failed") this.#report.failed(guard, outcome.reason);
      else
        this.#report.violations(
          outcome.findings.map((finding) => ({ guard, finding })),
          text,
          { isSealed: false, base: 0 },
        );
    }
  }
}
