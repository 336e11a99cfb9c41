import type { RecordStore } from "./record-store.ts";

/** Keeps nothing; always ready. */
export function createNoStore(): RecordStore {
  return {
    save: () => Promise.resolve(),
    find: () => Promise.resolve(null),
    trace: () => Promise.resolve({ records: [], next: null }),
    list: () => Promise.resolve({ records: [], next: null }),
    session: () => Promise.resolve({ records: [], next: null }),
    statistics: () => Promise.resolve([]),
    remove: () => Promise.resolve(0),
    isReady: () => true,
    close: () => Promise.resolve(),
  };
}
