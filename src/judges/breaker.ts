import type { Clock } from "../core/clock.ts";
import type { BreakerSettings } from "../core/judge-model.ts";

/** Leave for one attempt; report exactly one of its ends. */
export interface Leave {
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** The caller went away: it says nothing about the judge. */
  readonly abandoned: () => void;
}

/**
 * Stops asking a judge that fails again and again. After a while one attempt tries it; its outcome decides for all.
 * @see https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker
 */
export class Breaker {
  readonly #settings: BreakerSettings;
  readonly #clock: Clock;
  readonly #onChange: (isOpen: boolean) => void;
  #failures = 0;
  /** `null`: closed, everything is let through. */
  #openUntilMs: number | null = null;
  #isProbing = false;

  constructor(
    settings: BreakerSettings,
    { clock, onChange }: { readonly clock: Clock; readonly onChange: (isOpen: boolean) => void },
  ) {
    this.#settings = settings;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return this.#openUntilMs !== null;
  }

  /** `null`: nothing is to be asked now. */
  enter(): Leave | null {
    if (this.#openUntilMs === null) return this.#leave(false);
    if (this.#isProbing || this.#clock.now() < this.#openUntilMs) return null;
    this.#isProbing = true;
    return this.#leave(true);
  }

  #leave(isProbe: boolean): Leave {
    // What began before the breaker opened does not decide any more.
    const counts = (): boolean => isProbe || this.#openUntilMs === null;
    return {
      succeeded: () => {
        if (!counts()) return;
        this.#failures = 0;
        if (isProbe) this.#close();
      },
      failed: () => {
        if (!counts()) return;
        this.#failures += 1;
        if (isProbe || this.#failures >= this.#settings.failures) this.#open();
      },
      abandoned: () => {
        if (isProbe) this.#isProbing = false;
      },
    };
  }

  #open(): void {
    const isNews = this.#openUntilMs === null;
    this.#isProbing = false;
    this.#openUntilMs = this.#clock.now() + this.#settings.openMs;
    if (isNews) this.#onChange(true);
  }

  #close(): void {
    this.#isProbing = false;
    this.#openUntilMs = null;
    this.#onChange(false);
  }
}
