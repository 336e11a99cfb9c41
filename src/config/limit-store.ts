import type { LimitStore } from "../core/limit-store.ts";
import { readRedisUrl } from "./redis-url.ts";
import type { LimitsWire } from "./schema-limits.ts";

/** Where windows are counted. The wire form must have been checked. */
export function limitStore(wire: LimitsWire): LimitStore {
  // What was checked and is no Redis is `memory`.
  const reading = readRedisUrl(wire.store);
  if (!reading.ok) return { kind: "memory" };
  return {
    kind: "redis",
    server: reading.server,
    prefix: wire.store_prefix,
    timeoutMs: wire.store_timeout_ms,
    onError: wire.on_store_error,
  };
}
