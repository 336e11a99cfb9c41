import { LRUCache } from "lru-cache";
import type { Clock } from "../core/clock.ts";

export interface Usage {
  readonly count: number;
  /** Since the Unix epoch. */
  readonly lastUsedMs: number;
}

/** What is known of uses, at one moment or as it goes on. */
export interface Usages {
  /** Nothing was counted before, since the Unix epoch. */
  readonly sinceMs: number;
  /** `null`: not used, as far as is remembered. */
  readonly of: (name: string) => Usage | null;
}

/** Counts uses and reports them; those counted in another process are reported later. */
export interface UsageTable {
  readonly count: (name: string) => void;
  readonly read: (names: readonly string[]) => Usages | Promise<Usages>;
}

/** Names at once. As many as a configuration may have keys, two secrets each, and the keys themselves; some 150 bytes each. */
const NAMES_MAX = 300_000;

/** How often something was used and when last, in memory. When the table is full, what was not used for longest is forgotten. */
export class UsageCounts implements Usages, UsageTable {
  readonly #clock: Clock;
  readonly #usages: LRUCache<string, { count: number; lastUsedMs: number }>;
  readonly sinceMs: number;

  constructor({ clock, namesMax = NAMES_MAX }: { readonly clock: Clock; readonly namesMax?: number }) {
    this.#clock = clock;
    // By size: `max` would set room aside for all of them at once, megabytes for a handful of keys.
    this.#usages = new LRUCache({ maxSize: namesMax, sizeCalculation: () => 1 });
    this.sinceMs = clock.epochMs();
  }

  count(name: string): void {
    const lastUsedMs = this.#clock.epochMs();
    const known = this.#usages.get(name);
    if (known === undefined) this.#usages.set(name, { count: 1, lastUsedMs });
    else {
      known.count += 1;
      known.lastUsedMs = lastUsedMs;
    }
  }

  of(name: string): Usage | null {
    return this.#usages.peek(name) ?? null;
  }

  read(): Usages {
    return this;
  }

  /** Adds what another process has counted. */
  add(name: string, { count, lastUsedMs }: Usage): void {
    const known = this.#usages.get(name) ?? { count: 0, lastUsedMs: 0 };
    const sum = { count: known.count + count, lastUsedMs: Math.max(known.lastUsedMs, lastUsedMs) };
    this.#usages.set(name, sum);
  }

  /** Takes all that was counted, and starts over. */
  takeAll(): readonly (readonly [name: string, usage: Usage])[] {
    const all = [...this.#usages.entries()];
    this.#usages.clear();
    return all;
  }
}
