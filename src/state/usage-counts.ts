import { LRUCache } from "lru-cache";
import type { Clock } from "../core/clock.ts";

export interface Usage {
  readonly count: number;
  /** Since the Unix epoch. */
  readonly lastUsedMs: number;
}

/** Usage counts, live or as a snapshot. */
export interface Usages {
  /** When counting began, since the Unix epoch. */
  readonly sinceMs: number;
  /** `null`: no known use. */
  readonly of: (name: string) => Usage | null;
}

/** Counts uses. Those of other processes are included with a delay. */
export interface UsageTable {
  readonly count: (name: string) => void;
  readonly read: (names: readonly string[]) => Usages | Promise<Usages>;
}

/** Names: the keys that a configuration may have, with two secrets each; some 150 bytes a name. */
const NAMES_MAX = 300_000;

/** How often and when last something was used, in memory. A full table drops the least recently used name. */
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

  /** Adds the counts of another process. */
  add(name: string, { count, lastUsedMs }: Usage): void {
    const known = this.#usages.get(name) ?? { count: 0, lastUsedMs: 0 };
    const sum = { count: known.count + count, lastUsedMs: Math.max(known.lastUsedMs, lastUsedMs) };
    this.#usages.set(name, sum);
  }

  /** Takes all counts and resets them. */
  takeAll(): readonly (readonly [name: string, usage: Usage])[] {
    const all = [...this.#usages.entries()];
    this.#usages.clear();
    return all;
  }
}
