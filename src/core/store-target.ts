/** Where records are kept. */
export type StoreTarget =
  | { readonly kind: "none" }
  | { readonly kind: "sqlite"; readonly path: string }
  | PostgresTarget;

export interface PostgresTarget {
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
  /** None, without a look at the certificate, or with one that an authority gave to the host. */
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

/** What becomes of a store that is elsewhere. `reason` is a code (`timeout`, `ECONNREFUSED`, `28P01`), never a message. */
export type StoreEvent =
  | { readonly kind: "lost"; readonly reason: string }
  | { readonly kind: "back"; readonly outageMs: number };
