import type { Clock } from "../core/clock.ts";
import type { StoreTarget } from "../core/store-target.ts";
import { readPostgresRecords } from "./postgres/reading.ts";
import { readSqliteRecords } from "./sqlite-reading.ts";
import type { ScanRecord } from "./store.ts";

/** Which records are read; `null`: all of them. */
export interface RecordRange {
  /** From then on. */
  readonly fromMs: number;
  /** Before then. */
  readonly toMs: number | null;
  readonly assetId: string | null;
}

/**
 * Stored records of all organizations, oldest first, beside a service that may be writing. A page of them is in memory.
 * @throws {Error} when they cannot be read
 */
export async function* storedRecords(
  target: StoreTarget,
  range: RecordRange,
  clock: Clock,
): AsyncGenerator<ScanRecord> {
  switch (target.kind) {
    case "none":
      return;
    case "sqlite":
      yield* readSqliteRecords(target.path, range);
      return;
    case "postgres":
      yield* readPostgresRecords(target.server, clock, range);
  }
}
