import type { Clock } from "../core/clock.ts";
import type { ShedReason } from "../core/overload.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

/** How often the log tells of refused requests, milliseconds: a line for each would cost more than the refusal. */
const LINE_EVERY_MS = 10_000;

export interface ShedLogOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "shed">;
}

/** Counts requests that are refused for overload, and says so in the log: at once, how many now and then, and when it is over. */
export class ShedLog {
  readonly #options: ShedLogOptions;
  #counts = new Map<ShedReason, number>();
  #total = 0;
  #isTelling = false;

  constructor(options: ShedLogOptions) {
    this.#options = options;
  }

  readonly shed = (reason: ShedReason): void => {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    this.#total += 1;
    this.#options.metrics.shed(reason);
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#options.logger.warn({ reason }, "overloaded: requests are refused");
    this.#options.clock.after(LINE_EVERY_MS, this.#tell);
  };

  readonly #tell = (): void => {
    const { clock, logger } = this.#options;
    if (this.#counts.size === 0) {
      logger.info({ refused: this.#total }, "no longer overloaded");
      this.#total = 0;
      this.#isTelling = false;
      return;
    }
    logger.warn({ refused: Object.fromEntries(this.#counts) }, "overloaded: requests were refused");
    this.#counts = new Map();
    clock.after(LINE_EVERY_MS, this.#tell);
  };
}
