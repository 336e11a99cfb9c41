import { openSqliteStore } from "../../src/store/sqlite.ts";
import type { RecordStore, ScanRecord } from "../../src/store/record-store.ts";
import { realClock } from "./clock.ts";

export interface WatchedStore {
  readonly store: RecordStore;
  /** The next record that is written, in the order of writing. */
  readonly next: () => Promise<ScanRecord>;
  /** Records that are written and not yet taken. */
  readonly waiting: () => number;
}

/** A store in memory that tells when it has been given a record. */
export function watchedStore(): WatchedStore {
  const store = openSqliteStore({ path: ":memory:", retentionDays: 36_500, clock: realClock });
  const saved: ScanRecord[] = [];
  let wake = (): void => {};
  const save = async (record: ScanRecord): Promise<void> => {
    await store.save(record);
    saved.push(record);
    wake();
  };
  const next = async (): Promise<ScanRecord> => {
    for (;;) {
      const record = saved.shift();
      if (record !== undefined) return record;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const { find, trace, list, session, statistics, remove, isReady, close } = store;
  return {
    store: { save, find, trace, list, session, statistics, remove, isReady, close },
    next,
    waiting: () => saved.length,
  };
}
