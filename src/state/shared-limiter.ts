import { inTime, type Clock } from "../core/clock.ts";
import type { LimitState, LimitStoreEvent, RedisLimitStore } from "../core/stores.ts";
import {
  StoreFailure,
  type Admission,
  type LimitAnswer,
  type Limiter,
  type LocalWindows,
  type SharedWindows,
} from "./limiter.ts";

/** Questions under way at once, about 1 KB each. A store that is slower than that is as good as away. */
const UNANSWERED_MAX = 4096;
/** Time to connect, to log in and to get the first answer, milliseconds. */
const HANDSHAKE_MAX_MS = 2000;
/** Between two attempts to reach a store that is away, milliseconds. */
const RETRY_MS = 500;
/** Asked to find out whether the store counts: writing may be forbidden where reading is not. */
const PROBE = { key: "probe", limit: 1, windowMs: 1000 } as const;

export interface SharedLimiterOptions {
  readonly store: Pick<RedisLimitStore, "timeoutMs" | "onError">;
  readonly windowSeconds: number;
  readonly clock: Clock;
  /** Counts in the store's place under `onError: local`. */
  readonly local: LocalWindows;
  readonly report: (event: LimitStoreEvent) => void;
  /** `onLost` is called when an open connection ends by itself. */
  readonly connectTo: (onLost: (reason: string) => void) => SharedWindows;
}

interface Outage {
  readonly reason: string;
  readonly sinceMs: number;
  requests: number;
  isTold: boolean;
}

/**
 * Windows that replicas share, with a deadline for every question. After one failure no more questions are asked: requests are
 * counted here or refused, without waiting, and one probe after the other looks for the store until it counts again.
 */
export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions;
  readonly #windows: SharedWindows;
  #windowMs: number;
  #unanswered = 0;
  /** Until the first connection there is none, so it begins as one. */
  #outage: Outage | null;
  #isClosed = false;
  #cancelRetry = (): void => {};

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    this.#windowMs = options.windowSeconds * 1000;
    this.#windows = options.connectTo((reason) => this.#lose(reason));
    this.#outage = this.#newOutage("connecting");
  }

  /** Windows that open from now on are that long; open ones end as they were begun. */
  set windowSeconds(seconds: number) {
    this.#windowMs = seconds * 1000;
  }

  get counting(): LimitState["counting"] {
    if (this.#outage === null) return "normal";
    return this.#options.store.onError === "local" ? "local" : "none";
  }

  /** Resolves when the store counts, or has failed to for the first time; requests need not wait for it. */
  open(): Promise<void> {
    return this.#probe();
  }

  take(key: string, limit: number): LimitAnswer | Promise<LimitAnswer> {
    if (this.#unanswered >= UNANSWERED_MAX) this.#lose("overloaded");
    return this.#outage === null ? this.#ask(key, limit) : this.#standIn(this.#outage, key, limit);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
    this.#windows.drop();
  }

  /** Closes as soon as no caller can still be waiting for an answer. */
  drain(): void {
    this.#options.clock.after(this.#options.store.timeoutMs, () => this.close());
  }

  async #ask(key: string, limit: number): Promise<LimitAnswer> {
    const { store } = this.#options;
    try {
      return await this.#inTime(this.#question(key, { limit, windowMs: this.#windowMs }), store.timeoutMs);
    } catch (error) {
      const outage = this.#lose(reasonOf(error));
      return this.#standIn(outage, key, limit);
    }
  }

  /** Counted until the store has answered or the connection is gone, however long ago its deadline was. */
  async #question(...asked: Parameters<SharedWindows["take"]>): Promise<LimitAnswer> {
    this.#unanswered += 1;
    try {
      return await this.#windows.take(...asked);
    } finally {
      this.#unanswered -= 1;
    }
  }

  #standIn(outage: Outage, key: string, limit: number): LimitAnswer | Promise<LimitAnswer> {
    outage.requests += 1;
    this.#reportState(outage);
    const { store, local } = this.#options;
    if (store.onError !== "local") return "unavailable";
    const admission = local.take(key, limit);
    return admission instanceof Promise ? admission.then(asLocal) : asLocal(admission);
  }

  /** @returns the outage that has begun, or was under way */
  #lose(reason: string): Outage {
    if (this.#outage !== null) return this.#outage;
    const outage = this.#newOutage(reason);
    this.#outage = outage;
    void this.#probe();
    return outage;
  }

  #newOutage(reason: string): Outage {
    return { reason, sinceMs: this.#options.clock.now(), requests: 0, isTold: false };
  }

  /** Never rejects: where it fails, the next attempt is due later. */
  async #probe(): Promise<void> {
    if (this.#isClosed) return;
    const failure = await this.#inTime(this.#reach(), HANDSHAKE_MAX_MS).then(() => null, reasonOf);
    if (failure !== null || this.#isClosed) this.#windows.drop();
    if (this.#isClosed) return;
    if (failure === null) {
      this.#recover();
      return;
    }
    this.#reportState(this.#outage, failure);
    this.#cancelRetry = this.#options.clock.after(RETRY_MS, () => void this.#probe());
  }

  async #reach(): Promise<void> {
    await this.#windows.connect();
    const { key, ...options } = PROBE;
    await this.#windows.take(key, options);
  }

  #recover(): void {
    const outage = this.#outage;
    this.#outage = null;
    // An idle connection that was closed and reopened is no event.
    if (outage?.isTold !== true) return;
    const outageMs = Math.round(this.#options.clock.now() - outage.sinceMs);
    this.#options.report({ kind: "back", outageMs, requests: outage.requests });
  }

  #reportState(outage: Outage | null, reason = outage?.reason ?? ""): void {
    if (outage === null || outage.isTold || this.#isClosed) return;
    outage.isTold = true;
    this.#options.report({ kind: "lost", reason });
  }

  /** @throws {StoreFailure} `timeout` */
  #inTime<Value>(answer: Promise<Value>, limitMs: number): Promise<Value> {
    return inTime(answer, { clock: this.#options.clock, limitMs, late: () => new StoreFailure("timeout") });
  }
}

const asLocal = (admission: Admission): Admission => ({ ...admission, isLocal: true });

const reasonOf = (error: unknown): string => (error instanceof StoreFailure ? error.reason : "error");
