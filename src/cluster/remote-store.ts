import { ServiceError } from "../core/errors.ts";
import { charsOf } from "../store/pending-queue.ts";
import type { RecordStore, ScanRecord } from "../store/record-store.ts";
import type { PrimaryMethods } from "./contract.ts";
import type { Link } from "./link.ts";

/** Records on their way to the store at once; more are refused, as the store's own queue would. */
const UNSAVED_MAX = 4096;
/** Their text, UTF-16 code units. */
const UNSAVED_CHARS_MAX = 32 * 1024 * 1024;

export interface RemoteStore extends RecordStore {
  /** What the process that has the store says of it. */
  readonly setReady: (isReady: boolean) => void;
}

/** The store of the process that leads: one writes, so that there is one chain and one queue, and commits serve all workers. */
export function remoteStore(link: Pick<Link<PrimaryMethods>, "call">, isReadyAtFirst: boolean): RemoteStore {
  let isReady = isReadyAtFirst;
  let isClosed = false;
  let unsavedChars = 0;
  const saving = new Set<Promise<unknown>>();
  const hasRoom = (chars: number): boolean => saving.size < UNSAVED_MAX && unsavedChars + chars <= UNSAVED_CHARS_MAX;
  const save = async (record: ScanRecord): Promise<void> => {
    const chars = charsOf(record);
    if (isClosed || !hasRoom(chars)) throw new ServiceError("store_unavailable");
    unsavedChars += chars;
    const saved = asked(link.call("save", record));
    saving.add(saved);
    try {
      await saved;
    } finally {
      saving.delete(saved);
      unsavedChars -= chars;
    }
  };
  return {
    save,
    find: (organization, requestId) => asked(link.call("find", { organization, requestId })),
    trace: (organization, traceId, page) => asked(link.call("trace", { organization, traceId, page })),
    list: (filter, page) => asked(link.call("list", { filter, page })),
    session: (organization, sessionId, page) => asked(link.call("session", { organization, sessionId, page })),
    statistics: (query) => asked(link.call("statistics", query, { withinMs: LONG_MS })),
    remove: (target, limit) => asked(link.call("remove", { target, limit }, { withinMs: LONG_MS })),
    isReady: () => isReady && !isClosed && hasRoom(0),
    setReady: (ready) => void (isReady = ready),
    // The store goes on for others.
    close: async () => {
      isClosed = true;
      await Promise.allSettled(saving);
    },
  };
}

/** For what walks through many records, ms. */
const LONG_MS = 600_000;

/** @throws {ServiceError} as the store does; `store_unavailable` where it cannot be asked */
async function asked<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError("store_unavailable", { cause: error });
  }
}
