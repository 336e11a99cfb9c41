import type { Clock } from "../core/clock.ts";
import type { StoreEvent, StoreTarget } from "../core/stores.ts";
import { createNoStore, type RecordStore, type ScanRecord } from "./record-store.ts";
import { openPostgresStore } from "./postgres/postgres-store.ts";
import { openSqliteStore } from "./sqlite.ts";
import { readingOnly, readPostgresRecords, contentsOf } from "./postgres/postgres-reading.ts";
import { readSqliteRecords, readContents } from "./sqlite-reading.ts";

interface StoreSettings {
  readonly target: StoreTarget;
  readonly retentionDays: number;
}

interface StorePorts {
  readonly clock: Clock;
  /** Called when the store takes no more records, and when it takes them again. */
  readonly report: (event: StoreEvent) => void;
}

/** @throws {Error} when the store cannot be opened; a remote one connects in the background and is not ready until then */
export function openStore({ target, retentionDays }: StoreSettings, { clock, report }: StorePorts): RecordStore {
  switch (target.kind) {
    case "none":
      return createNoStore();
    case "sqlite":
      return openSqliteStore({ path: target.path, retentionDays, clock, report });
    case "postgres":
      return openPostgresStore({ server: target.server, retentionDays, clock, report });
  }
}

/** Selects records; `null`: no limit. */
export interface RecordRange {
  /** From then on. */
  readonly fromMs: number;
  /** Before then. */
  readonly toMs: number | null;
  readonly assetId: string | null;
}

/**
 * Stored records of all organizations, oldest first, while a service may write. One page is in memory.
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

/** The text of a record, as `store.content` kept it. */
export interface StoredContent {
  readonly text: string;
  readonly endpoint: string;
  /** The node of an event. */
  readonly nodeType: string | null;
  readonly nodeSubtype: string | null;
}

export interface WantedContents {
  readonly organization: string;
  readonly assetId: string;
  readonly max: number;
}

/** The newest texts of an asset's records, while services may write. @throws {Error} when they cannot be read */
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
