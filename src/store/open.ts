import type { Clock } from "../core/clock.ts";
import type { StoreTarget } from "../core/store-target.ts";
import { createNoStore } from "./none.ts";
import { openSqliteStore } from "./sqlite.ts";
import type { RecordStore } from "./store.ts";

interface StoreSettings {
  readonly target: StoreTarget;
  readonly retentionDays: number;
}

/** @throws {Error} when the store cannot be opened */
export function openStore({ target, retentionDays }: StoreSettings, clock: Clock): RecordStore {
  switch (target.kind) {
    case "none":
      return createNoStore();
    case "sqlite":
      return openSqliteStore({ path: target.path, retentionDays, clock });
  }
}
