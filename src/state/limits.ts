import type { Clock } from "../core/clock.ts";
import type { LimitState, LimitStore, LimitStoreEvent, RedisLimitStore } from "../core/stores.ts";
import { FixedWindowLimiter } from "./fixed-window.ts";
import type { LimitAnswer, Limiter, LocalWindows } from "./limiter.ts";
import { RedisWindows } from "./redis-windows.ts";
import { SharedLimiter } from "./shared-limiter.ts";

export interface LimitSettings {
  readonly store: LimitStore;
  readonly windowSeconds: number;
}

export interface LimitPorts {
  readonly clock: Clock;
  readonly report: (event: LimitStoreEvent) => void;
  /** Windows without a shared store; of this process, when absent. */
  readonly local?: LocalWindows;
}

/** The limiter of the process, in memory or shared; a reload may switch it. */
export class Limits implements Limiter {
  readonly #clock: Clock;
  readonly #report: (event: LimitStoreEvent) => void;
  /** Survives reloads and outages. */
  readonly #local: LocalWindows;
  #settings: LimitSettings;
  #shared: SharedLimiter | null;
  /** Connects in order to replace the current one. */
  #next: SharedLimiter | null = null;

  constructor(settings: LimitSettings, { clock, report, local }: LimitPorts) {
    this.#clock = clock;
    this.#report = report;
    this.#settings = settings;
    this.#local = local ?? new FixedWindowLimiter({ windowSeconds: settings.windowSeconds, clock });
    this.#shared = settings.store.kind === "memory" ? null : this.#openShared(settings.store, settings.windowSeconds);
  }

  /** Resolves when the store is connected or has failed. */
  async open(): Promise<void> {
    await this.#shared?.open();
  }

  take(key: string, limit: number): LimitAnswer | Promise<LimitAnswer> {
    return (this.#shared ?? this.#local).take(key, limit);
  }

  get state(): LimitState {
    return { store: this.#shared === null ? "memory" : "redis", counting: this.#shared?.counting ?? "normal" };
  }

  /** Applies new settings. A new store takes over when it is connected or has failed. */
  use(settings: LimitSettings): void {
    const { store, windowSeconds } = settings;
    const isSame = JSON.stringify(store) === JSON.stringify(this.#settings.store);
    this.#settings = settings;
    for (const limiter of [this.#local, this.#shared, this.#next])
      if (limiter !== null) limiter.windowSeconds = windowSeconds;
    if (isSame) return;
    this.#next?.close();
    this.#next = null;
    if (store.kind === "memory") this.#replace(null);
    else void this.#prepare(this.#openShared(store, windowSeconds));
  }

  close(): void {
    this.#next?.close();
    this.#shared?.close();
  }

  async #prepare(next: SharedLimiter): Promise<void> {
    this.#next = next;
    await next.open();
    // Another reload may have happened in between.
    if (this.#next !== next) return;
    this.#next = null;
    this.#replace(next);
  }

  #replace(next: SharedLimiter | null): void {
    this.#shared?.drain();
    this.#shared = next;
  }

  #openShared(store: RedisLimitStore, windowSeconds: number): SharedLimiter {
    return new SharedLimiter({
      store,
      windowSeconds,
      clock: this.#clock,
      local: this.#local,
      report: this.#report,
      connectTo: (onLost) => new RedisWindows(store, onLost),
    });
  }
}
