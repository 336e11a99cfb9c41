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

/** Pending calls, about 1 KB each. A slower store counts as down. */
const UNANSWERED_MAX = 4096;
/** Time to connect, log in and get the first answer, milliseconds. */
const HANDSHAKE_MAX_MS = 2000;
/** Pause between probes of a store that is down, milliseconds. */
const RETRY_MS = 500;
/** A probe counts, since a store may allow reads and refuse writes. */
const PROBE = { key: "probe", limit: 1, windowMs: 1000 } as const;

export interface SharedLimiterOptions {
  readonly store: Pick<RedisLimitStore, "timeoutMs" | "onError">;
  readonly windowSeconds: number;
  readonly clock: Clock;
  /** Counts instead of the store under `onError: local`. */
  readonly local: LocalWindows;
  readonly report: (event: LimitStoreEvent) => void;
  /** `onLost` is called when an open connection ends by itself. */
  readonly connectTo: (onLost: (reason: string) => void) => SharedWindows;
}

interface Outage {
  readonly reason: string;
  readonly sinceMs: number;
  requests: number;
  isReported: boolean;
}

/**
 * Windows that replicas share, with a deadline for every call. After a failure the store is not called: requests are counted here or
 * refused without waiting, and probes run until the store counts again.
 */
export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions;
  readonly #windows: SharedWindows;
  #windowMs: number;
  #unanswered = 0;
  /** The limiter begins in an outage, until the first connection. */
  #outage: Outage | null;
  #isClosed = false;
  #cancelRetry = (): void => {};

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    this.#windowMs = options.windowSeconds * 1000;
    this.#windows = options.connectTo((reason) => this.#lose(reason));
    this.#outage = this.#newOutage("connecting");
  }

  /** Length of windows that open from now on; open ones keep theirs. */
  set windowSeconds(seconds: number) {
    this.#windowMs = seconds * 1000;
  }

  get counting(): LimitState["counting"] {
    if (this.#outage === null) return "normal";
    return this.#options.store.onError === "local" ? "local" : "none";
  }

  /** Resolves when the store counts or its first probe has failed; requests need not wait for it. */
  open(): Promise<void> {
    return this.#probe();
  }

  take(key: string, limit: number): LimitAnswer | Promise<LimitAnswer> {
    if (this.#unanswered >= UNANSWERED_MAX) this.#lose("overloaded");
    return this.#outage === null ? this.#ask(key, limit) : this.#fallback(this.#outage, key, limit);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
    this.#windows.drop();
  }

  /** Closes when no caller can be waiting for an answer. */
  drain(): void {
    this.#options.clock.after(this.#options.store.timeoutMs, () => this.close());
  }

  async #ask(key: string, limit: number): Promise<LimitAnswer> {
    const { store } = this.#options;
    try {
      return await this.#inTime(this.#question(key, { limit, windowMs: this.#windowMs }), store.timeoutMs);
    } catch (error) {
      const outage = this.#lose(reasonOf(error));
      return this.#fallback(outage, key, limit);
    }
  }

  /** Counts as unanswered until the store answers or the connection ends, even after the deadline. */
  async #question(...asked: Parameters<SharedWindows["take"]>): Promise<LimitAnswer> {
    this.#unanswered += 1;
    try {
      return await this.#windows.take(...asked);
    } finally {
      this.#unanswered -= 1;
    }
  }

  #fallback(outage: Outage, key: string, limit: number): LimitAnswer | Promise<LimitAnswer> {
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
    return { reason, sinceMs: this.#options.clock.now(), requests: 0, isReported: false };
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
    // An idle connection that was closed and reopened is not reported.
    if (outage?.isReported !== true) return;
    const outageMs = Math.round(this.#options.clock.now() - outage.sinceMs);
    this.#options.report({ kind: "back", outageMs, requests: outage.requests });
  }

  #reportState(outage: Outage | null, reason = outage?.reason ?? ""): void {
    if (outage === null || outage.isReported || this.#isClosed) return;
    outage.isReported = true;
    this.#options.report({ kind: "lost", reason });
  }

  /** @throws {StoreFailure} `timeout` */
  #inTime<Value>(answer: Promise<Value>, limitMs: number): Promise<Value> {
    return inTime(answer, { clock: this.#options.clock, limitMs, late: () => new StoreFailure("timeout") });
  }
}

const asLocal = (admission: Admission): Admission => ({ ...admission, isLocal: true });

const reasonOf = (error: unknown): string => (error instanceof StoreFailure ? error.reason : "error");
