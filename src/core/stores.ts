/** Where records are kept. */
export type StoreTarget =
  | { readonly kind: "none" }
  | { readonly kind: "sqlite"; readonly path: string }
  | PostgresTarget;

interface PostgresTarget {
  readonly kind: "postgres";
  readonly server: PostgresServer;
}

export interface PostgresServer {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Never log it. */
  readonly password: string | null;
  /** No TLS, without checking the certificate, or with a certificate of an authority for the host. */
  readonly tls: "disable" | "require" | "verify-full";
}

/** A target as people may read it: never with a password. */
export function storePlace(target: StoreTarget): string {
  switch (target.kind) {
    case "none":
      return "none";
    case "sqlite":
      return target.path;
    case "postgres": {
      const { host, port, database } = target.server;
      return `postgres://${host.includes(":") ? `[${host}]` : host}:${port}/${database}`;
    }
  }
}

/** State changes of a store. `reason` is a code (`timeout`, `ECONNREFUSED`, `28P01`) or words of ours, never a message of the store. */
export type StoreEvent =
  | { readonly kind: "lost"; readonly reason: string }
  | { readonly kind: "back"; readonly outageMs: number };

/** Where the windows of limits are counted. */
export type LimitStore = { readonly kind: "memory" } | RedisLimitStore;

export interface RedisLimitStore {
  readonly kind: "redis";
  readonly server: RedisServer;
  /** Prefix of every key. */
  readonly prefix: string;
  /** How long a request waits for the store, milliseconds. */
  readonly timeoutMs: number;
  /** While the store is down: count in this process, or refuse limited requests. */
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
