/** Where the windows of limits are counted. */
export type LimitStore = { readonly kind: "memory" } | RedisLimitStore;

export interface RedisLimitStore {
  readonly kind: "redis";
  readonly server: RedisServer;
  /** Before every name that is written. */
  readonly prefix: string;
  /** How long a request waits for the store, milliseconds. */
  readonly timeoutMs: number;
  /** While the store does not answer: windows of this process, or no request of a limited endpoint. */
  readonly onError: "local" | "reject";
}

export interface RedisServer {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly username: string | null;
  /** Never log it. */
  readonly password: string | null;
  /** Number of the database. */
  readonly database: number;
}

/** State changes of a shared store. `reason` is a code (`timeout`, `ECONNREFUSED`, `WRONGPASS`), never a message. */
export type LimitStoreEvent =
  | { readonly kind: "lost"; readonly reason: string }
  /** `requests`: that met the outage. */
  | { readonly kind: "back"; readonly outageMs: number; readonly requests: number };

/** For monitoring. */
export interface LimitState {
  readonly store: LimitStore["kind"];
  /** `local`, `none`: the store does not answer, and limited requests are counted by this process alone, or refused. */
  readonly counting: "normal" | "local" | "none";
}
