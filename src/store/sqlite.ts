import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Clock } from "../core/clock.ts";
import { ServiceError } from "../core/errors.ts";
import { SqliteChain } from "./sqlite-chain.ts";
import { SqliteListing } from "./sqlite-listing.ts";
import { SqliteRemoval } from "./sqlite-removal.ts";
import { fromRow } from "./sqlite-rows.ts";
import { FIND, migrate, TRACE } from "./sqlite-schema.ts";
import type { RecordStore, ScanRecord } from "./store.ts";

export interface SqliteOptions {
  /** A file, created with its directory when missing; or `:memory:`. */
  readonly path: string;
  readonly retentionDays: number;
  readonly clock: Clock;
}

/** Records waiting for the next transaction; more are refused. */
const QUEUE_MAX = 4096;
/** Their text, UTF-16 code units: a queue of long texts must not fill the memory. */
const QUEUE_MAX_CHARS = 32 * 1024 * 1024;
/** Room that a store has which is ready: for prompt and answer of a proxied exchange at their longest. */
const ROOM_CHARS = 64 * 1024;
/** Rows of one transaction: it runs on the event loop, so it stays in the order of a millisecond. */
const BATCH_MAX = 128;
/** How long another process may hold the lock. The wait blocks the event loop, so it is short. */
const BUSY_MS = 100;
/** Rows of one retention step, and the pauses between steps while there is more to delete, and when there is none. */
const PRUNE_ROWS = 200;
const PRUNE_BUSY_MS = 100;
const PRUNE_IDLE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Between two tries of a store that failed. */
const PROBE_MS = 1000;

interface Pending {
  readonly record: ScanRecord;
  readonly chars: number;
  readonly resolve: () => void;
  readonly reject: (error: ServiceError) => void;
}

/**
 * Records in one SQLite file. Saves of the same turn of the event loop share a transaction. An acknowledged record
 * survives the death of the process: in WAL mode a commit is in the operating system's hands. `synchronous=NORMAL` leaves
 * out the wait for the disk on each commit, so that a power cut may take the last records, never the file's integrity.
 * @throws {Error} when the file cannot be opened
 */
export function openSqliteStore(options: SqliteOptions): RecordStore {
  return new SqliteStore(options);
}

class SqliteStore implements RecordStore {
  readonly #options: SqliteOptions;
  readonly #database: DatabaseSync;
  readonly #chain: SqliteChain;
  readonly #listing: SqliteListing;
  readonly #removal: SqliteRemoval;
  readonly #find: StatementSync;
  readonly #trace: StatementSync;
  #queue: Pending[] = [];
  #queuedChars = 0;
  #isScheduled = false;
  #isClosed = false;
  #isHealthy = true;
  #probedMs = 0;
  #cancelPrune: () => void;

  constructor(options: SqliteOptions) {
    this.#options = options;
    this.#database = openDatabase(options.path);
    this.#chain = new SqliteChain(this.#database);
    this.#listing = new SqliteListing(this.#database);
    this.#removal = new SqliteRemoval(this.#database);
    this.#find = this.#database.prepare(FIND);
    this.#trace = this.#database.prepare(TRACE);
    this.#cancelPrune = options.clock.after(PRUNE_BUSY_MS, this.#pruneStep);
  }

  readonly save = (record: ScanRecord): Promise<void> => {
    const chars = (record.content?.length ?? 0) + (record.answer?.length ?? 0);
    if (this.#isClosed || this.#isFull(chars)) return Promise.reject(new ServiceError("store_unavailable"));
    return new Promise((resolve, reject) => {
      this.#queue.push({ record, chars, resolve, reject });
      this.#queuedChars += chars;
      this.#schedule();
    });
  };

  readonly find = async (organization: string, requestId: string): Promise<ScanRecord | null> => {
    const row = this.#read(() => this.#find.get(organization, requestId));
    return row === undefined ? null : fromRow(row);
  };

  readonly trace = async (organization: string, traceId: string, limit: number): Promise<readonly ScanRecord[]> =>
    this.#read(() => this.#trace.all(organization, traceId, limit)).map(fromRow);

  readonly list: RecordStore["list"] = async (filter, { after, limit }) =>
    this.#read(() => this.#listing.list(filter, after, limit));

  readonly isReady = (): boolean => {
    if (this.#isClosed || this.#isFull(ROOM_CHARS)) return false;
    if (this.#isHealthy) return true;
    const now = this.#options.clock.now();
    if (now - this.#probedMs < PROBE_MS) return false;
    this.#probedMs = now;
    try {
      this.#database.exec("BEGIN IMMEDIATE; ROLLBACK");
      this.#isHealthy = true;
    } catch {
      // Still unavailable: that is the answer.
    }
    return this.#isHealthy;
  };

  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#cancelPrune();
    while (this.#queue.length > 0) this.#commit();
    this.#isClosed = true;
    this.#database.close();
  };

  /** @param chars of a record that is to be taken in */
  #isFull(chars: number): boolean {
    return this.#queue.length >= QUEUE_MAX || this.#queuedChars + chars > QUEUE_MAX_CHARS;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#isClosed) return;
      this.#commit();
      if (this.#queue.length > 0) this.#schedule();
    });
  }

  /** Writes one batch in one transaction, and only then tells its callers. */
  #commit(): void {
    const batch = this.#queue.splice(0, BATCH_MAX);
    for (const { chars } of batch) this.#queuedChars -= chars;
    try {
      this.#database.exec("BEGIN IMMEDIATE");
      this.#chain.append(batch.map(({ record }) => record));
      this.#database.exec("COMMIT");
      this.#isHealthy = true;
      for (const { resolve } of batch) resolve();
    } catch (error: unknown) {
      this.#isHealthy = false;
      this.#probedMs = this.#options.clock.now();
      this.#rollback();
      for (const { reject } of batch) reject(new ServiceError("store_unavailable", { cause: error }));
    }
  }

  #rollback(): void {
    if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
  }

  #read<Result>(query: () => Result): Result {
    try {
      return query();
    } catch (error: unknown) {
      throw new ServiceError("store_unavailable", { cause: error });
    }
  }

  readonly #pruneStep = (): void => {
    const { clock, retentionDays } = this.#options;
    let deleted = 0;
    try {
      const nowMs = clock.epochMs();
      deleted = this.#removal.prune({ beforeMs: nowMs - retentionDays * DAY_MS, nowMs, limit: PRUNE_ROWS });
    } catch {
      // Locked or full: the next step tries again, and saves report the store's state.
    }
    this.#cancelPrune = clock.after(deleted === PRUNE_ROWS ? PRUNE_BUSY_MS : PRUNE_IDLE_MS, this.#pruneStep);
  };
}

function openDatabase(path: string): DatabaseSync {
  const isFile = path !== ":memory:";
  const isNew = isFile && !existsSync(path);
  if (isNew) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    // Records are for the service's own user; the -wal and -shm files take the mode of the database file.
    if (isNew) chmodSync(path, 0o600);
    // secure_delete: what retention deletes is overwritten, not left in free pages.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = FAST");
    database.exec("PRAGMA journal_size_limit = 67108864");
    migrate(database);
    return database;
  } catch (error: unknown) {
    database.close();
    throw error;
  }
}
