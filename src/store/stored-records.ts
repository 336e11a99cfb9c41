import type { Clock } from "../core/clock.ts";
import type { StoreTarget } from "../core/store-target.ts";
import { readingOnly } from "./postgres/offline.ts";
import { readPostgresRecords, contentsOf } from "./postgres/reading.ts";
import { readSqliteRecords, readContents } from "./sqlite-reading.ts";
import type { ScanRecord } from "./record-store.ts";

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

/** The text of a record, as `store.content` has kept it. */
export interface StoredContent {
  readonly text: string;
  readonly endpoint: string;
  /** Of an event: what its node is. */
  readonly nodeType: string | null;
  readonly nodeSubtype: string | null;
}

export interface WantedContents {
  readonly organization: string;
  readonly assetId: string;
  readonly max: number;
}

/** The newest texts of an asset's records, beside services that may be writing. @throws {Error} when they cannot be read */
export async function storedContents(
  target: StoreTarget,
  wanted: WantedContents,
  clock: Clock,
): Promise<readonly StoredContent[]> {
  switch (target.kind) {
    case "none":
      return [];
    case "sqlite":
      return [...readContents(target.path, wanted)];
    case "postgres":
      return readingOnly(target.server, clock, contentsOf(wanted));
  }
}
