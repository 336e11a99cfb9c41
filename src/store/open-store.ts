import type { Clock } from "../core/clock.ts";
import type { StoreEvent, StoreTarget } from "../core/store-target.ts";
import { createNoStore } from "./none.ts";
import { openPostgresStore } from "./postgres/postgres-store.ts";
import { openSqliteStore } from "./sqlite.ts";
import type { RecordStore } from "./record-store.ts";

interface StoreSettings {
  readonly target: StoreTarget;
  readonly retentionDays: number;
}

interface StorePorts {
  readonly clock: Clock;
  /** Called when a remote store goes away, and when it is back. */
  readonly report: (event: StoreEvent) => void;
}

/** @throws {Error} when the store cannot be opened; one that is elsewhere opens when it can, and is not ready until then */
export function openStore({ target, retentionDays }: StoreSettings, { clock, report }: StorePorts): RecordStore {
  switch (target.kind) {
    case "none":
      return createNoStore();
    case "sqlite":
      return openSqliteStore({ path: target.path, retentionDays, clock });
    case "postgres":
      return openPostgresStore({ server: target.server, retentionDays, clock, report });
  }
}
