import type { Config } from "../config/config-model.ts";
import type { Clock } from "../core/clock.ts";
import { storePlace } from "../core/stores.ts";
import { FixedWindowLimiter } from "../state/fixed-window.ts";
import { SessionTurns } from "../state/session-turns.ts";
import { UsageCounts, type Usage } from "../state/usage-counts.ts";
import { createNoStore, type RecordStore } from "../store/record-store.ts";
import { openStore } from "../store/open-store.ts";
import type { Logger } from "../telemetry/logger.ts";
import { logStore } from "../telemetry/event-log.ts";
import type { CountedUses, PrimaryMethods } from "./contract.ts";
import { done } from "./link.ts";

/** How often the store's readiness is checked, ms. A store that is down is probed once a second. */
const LOOK_MS = 500;

type SharedMethods = Omit<PrimaryMethods, "metrics" | "readUses" | "leaving" | "ended">;

export interface SharedStateOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the store becomes ready or unready. */
  readonly onStoreReady: (isReady: boolean) => void;
}

/** State shared by all workers: limit windows, sessions, key uses, and the store if it is a file. */
export class SharedState {
  readonly #options: SharedStateOptions;
  readonly #windows: FixedWindowLimiter;
  readonly #sessions: SessionTurns;
  readonly #uses: UsageCounts;
  readonly #store: RecordStore;
  #isStoreReady: boolean;
  #cancelLook = (): void => {};

  /** @throws {Error} when the store cannot be opened */
  constructor(options: SharedStateOptions) {
    const { config, clock } = options;
    this.#options = options;
    this.#windows = new FixedWindowLimiter({ windowSeconds: config.limits.windowSeconds, clock });
    this.#sessions = new SessionTurns({ clock });
    this.#uses = new UsageCounts({ clock });
    this.#store = ownStore(options);
    this.#isStoreReady = this.#store.isReady();
    this.#lookLater();
  }

  get isStoreReady(): boolean {
    return this.#isStoreReady;
  }

  /** Methods that workers may call. */
  readonly methods = (): SharedMethods => {
    const store = this.#store;
    return {
      take: ({ key, limit }) => this.#windows.take(key, limit),
      recentTurns: ({ session, count }) => this.#sessions.recent(session, count),
      addTurn: ({ session, text, count }) => done(() => this.#sessions.add(session, text, count)),
      forgetTurns: (name) => done(() => this.#sessions.forget(name)),
      addUses: (uses) => done(() => this.addUses(uses)),
      save: async (record) => {
        try {
          await this.#store.save(record);
          return null;
        } finally {
          this.#look();
        }
      },
      find: (asked) => store.find(...asked),
      trace: (asked) => store.trace(...asked),
      list: (asked) => store.list(...asked),
      session: (asked) => store.session(...asked),
      statistics: (asked) => store.statistics(...asked),
      remove: (asked) => store.remove(...asked),
    };
  };

  addUses(uses: CountedUses): void {
    for (const [name, usage] of uses) this.#uses.add(name, usage);
  }

  /** Reported uses by these names. */
  usesOf(names: readonly string[]): { readonly sinceMs: number; readonly uses: CountedUses } {
    const uses = names.flatMap((name): [string, Usage][] => {
      const usage = this.#uses.of(name);
      return usage === null ? [] : [[name, usage]];
    });
    return { sinceMs: this.#uses.sinceMs, uses };
  }

  use({ limits }: Pick<Config, "limits">): void {
    this.#windows.windowSeconds = limits.windowSeconds;
  }

  /** Writes what is pending and closes the store. */
  async close(): Promise<void> {
    this.#cancelLook();
    await this.#store.close();
  }

  #look(): void {
    const isReady = this.#store.isReady();
    if (isReady === this.#isStoreReady) return;
    this.#isStoreReady = isReady;
    this.#options.onStoreReady(isReady);
  }

  #lookLater(): void {
    this.#cancelLook = this.#options.clock.after(LOOK_MS, () => {
      this.#look();
      this.#lookLater();
    });
  }
}

/** Whether the primary writes the records of all workers: a file has one writer, a database any number. */
export const isStoreShared = ({ store }: Pick<Config, "store">): boolean => store.target.kind === "sqlite";

function ownStore({ config, clock, logger }: SharedStateOptions): RecordStore {
  return isStoreShared(config)
    ? openStore(config.store, { clock, report: (event) => logStore(event, storePlace(config.store.target), logger) })
    : createNoStore();
}
