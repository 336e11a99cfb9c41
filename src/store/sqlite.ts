import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Clock } from "../core/clock.ts";
import { ServiceError } from "../core/errors.ts";
import type { StoreEvent } from "../core/stores.ts";
import { linkTo, recordDigest } from "./chain.ts";
import { PendingQueue, ROOM_CHARS } from "./pending-queue.ts";
import { RetentionJob, SteadyTime } from "./retention-job.ts";
import { fromRow, toValues } from "./rows.ts";
import { SqliteCounting, SqliteTallies } from "./sqlite-tallies.ts";
import { SqliteListing } from "./sqlite-listing.ts";
import { SqliteRemoval, type RemovalResult, type RemovalStep } from "./sqlite-removal.ts";
import { SqliteFailure, sqliteReason } from "./sqlite-failure.ts";
import { FIND, migrateSqlite, INSERT, inTransaction, requireOwn, SchemaError } from "./sqlite-schema.ts";
import type { RecordPlace, RecordStore, ScanRecord } from "./record-store.ts";

export interface SqliteOptions {
  /** A file, created with its directory when missing; or `:memory:`. */
  readonly path: string;
  readonly retentionDays: number;
  readonly clock: Clock;
  /** Called when the file takes no more records, and when it takes them again. */
  readonly report?: (event: StoreEvent) => void;
  /** Called with the open database, for settings of the connection. */
  readonly onOpen?: (database: DatabaseSync) => void;
}

/** Rows of one transaction, about a millisecond on the event loop. */
const BATCH_MAX = 128;
/** How long another process may hold the lock. The wait blocks the event loop, so it is short. */
const BUSY_MS = 100;
/** Rows of one step of a requested deletion: some milliseconds. The event loop turns between steps. */
const REMOVE_ROWS = 50;
/** Rows of one retention step. */
const PRUNE_ROWS = 200;
const DAY_MS = 86_400_000;
/** How long records wait to be counted without a query; also the pause between steps. */
const COUNT_MS = 1000;
const COUNT_BUSY_MS = 100;
/** Pause between attempts after a failure: each may wait for a lock and block the event loop. */
const PROBE_MS = 1000;
/** Needs the lock, and room for some pages, as a record does: a full disk still begins and ends empty transactions. */
const PROBE = "CREATE TABLE probe (room BLOB); INSERT INTO probe VALUES (zeroblob(16384)); DROP TABLE probe";

/**
 * Records in one SQLite file. Saves of the same turn of the event loop share a transaction. An acknowledged record survives a crash of the
 * process, since in WAL mode the operating system has it. `synchronous=NORMAL` does not wait for the disk on each commit, so a power cut
 * may lose the last records, never the integrity of the file.
 * @throws {SqliteFailure} when the file cannot be opened
 */
export function openSqliteStore(options: SqliteOptions): RecordStore {
  return new SqliteStore(options);
}

class SqliteStore implements RecordStore {
  readonly #options: SqliteOptions;
  readonly #database: DatabaseSync;
  /** Identity of the open file. */
  readonly #identity: string | null;
  readonly #chain: SqliteChain;
  readonly #listing: SqliteListing;
  readonly #removal: SqliteRemoval;
  readonly #tallies: SqliteTallies;
  readonly #counting: SqliteCounting;
  readonly #find: StatementSync;
  readonly #time: SteadyTime;
  readonly #queue: PendingQueue;
  #isScheduled = false;
  #isClosed = false;
  /** Why the file takes no records; `null`: it does. */
  #fault: string | null = null;
  #lostSinceMs = 0;
  #probedMs = 0;
  readonly #retention: RetentionJob;
  #cancelCount: () => void;

  constructor(options: SqliteOptions) {
    this.#options = options;
    this.#queue = new PendingQueue(options.clock);
    this.#database = openDatabase(options);
    this.#identity = fileIdentity(options.path);
    this.#chain = new SqliteChain(this.#database);
    this.#listing = new SqliteListing(this.#database);
    this.#removal = new SqliteRemoval(this.#database);
    this.#tallies = new SqliteTallies(this.#database);
    this.#counting = new SqliteCounting(this.#database);
    this.#find = this.#database.prepare(FIND);
    this.#time = new SteadyTime(options.clock);
    this.#retention = new RetentionJob(options.clock, this.#prune);
    this.#cancelCount = options.clock.after(COUNT_MS, this.#countStep);
  }

  readonly save = (record: ScanRecord): Promise<void> => {
    if (this.#isClosed) return Promise.reject(new ServiceError("store_unavailable"));
    const saving = this.#queue.add(record);
    this.#schedule();
    return saving;
  };

  readonly find = async (organization: string, requestId: string): Promise<ScanRecord | null> => {
    const row = this.#read(() => this.#find.get(organization, requestId));
    return row === undefined ? null : fromRow(row);
  };

  readonly trace: RecordStore["trace"] = async (organization, traceId, page) =>
    this.#read(() => this.#listing.trace(organization, traceId, page));

  readonly list: RecordStore["list"] = async (filter, page) => this.#read(() => this.#listing.list(filter, page));

  readonly session: RecordStore["session"] = async (organization, sessionId, page) =>
    this.#read(() => this.#listing.session(organization, sessionId, page));

  readonly statistics: RecordStore["statistics"] = async (query) => {
    await this.#isCounted();
    const steps = this.#tallies.statistics(query);
    for (;;) {
      const step = this.#read(() => steps.next());
      if (step.done === true) return step.value;
      await nextTurn();
    }
  };

  readonly remove: RecordStore["remove"] = async (target, limit) => {
    const { clock } = this.#options;
    await this.#queue.settled();
    let removed = 0;
    let after: RecordPlace | null = null;
    do {
      if (after !== null) await nextTurn();
      await this.#isCounted();
      const page: RemovalStep = { after, limit: Math.min(REMOVE_ROWS, limit - removed), nowMs: clock.epochMs() };
      const step: RemovalResult = this.#read(() => this.#removal.remove(target, page));
      removed += step.removed;
      after = step.next;
    } while (after !== null && removed < limit);
    return removed;
  };

  readonly isReady = (): boolean => {
    if (this.#isClosed || this.#queue.isFull(ROOM_CHARS)) return false;
    if (this.#fault === null) return true;
    const now = this.#options.clock.now();
    // Waiting saves are an attempt of their own.
    if (this.#isScheduled || now - this.#probedMs < PROBE_MS) return false;
    this.#probedMs = now;
    try {
      this.#assertInPlace();
      inTransaction(this.#database, () => this.#database.exec(PROBE));
      this.#recover();
      return true;
    } catch (error: unknown) {
      this.#lose(error);
      return false;
    }
  };

  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#retention.stop();
    this.#cancelCount();
    while (this.#queue.length > 0) this.#commit();
    this.#countStep();
    this.#cancelCount();
    this.#isClosed = true;
    this.#database.close();
  };

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const run = (): void => {
      this.#isScheduled = false;
      if (this.#isClosed) return;
      this.#commit();
      if (this.#queue.length > 0) this.#schedule();
    };
    const { clock } = this.#options;
    const waitMs = this.#fault === null ? 0 : this.#probedMs + PROBE_MS - clock.now();
    if (waitMs > 0) clock.after(waitMs, run);
    else setImmediate(run);
  }

  /** Writes one batch in one transaction, then answers its callers. */
  #commit(): void {
    const batch = this.#queue.take({ countMax: BATCH_MAX, charsMax: Infinity });
    try {
      this.#assertInPlace();
      const records = batch.map(({ record }) => record);
      const firstId = inTransaction(this.#database, () => this.#chain.append(records));
      this.#counting.note(records, firstId);
      this.#recover();
      for (const { resolve } of batch) resolve();
    } catch (error: unknown) {
      this.#probedMs = this.#options.clock.now();
      this.#lose(error);
      for (const { refuse } of batch) refuse(error);
      // Later batches would fail as well.
      this.#queue.refuseAll(error);
    }
  }

  /** Reported once for each reason. */
  #lose(error: unknown): void {
    const { clock, report } = this.#options;
    const reason = sqliteReason(error);
    if (this.#fault === null) this.#lostSinceMs = clock.now();
    if (this.#fault !== reason) report?.({ kind: "lost", reason });
    this.#fault = reason;
  }

  #recover(): void {
    if (this.#fault === null) return;
    const { clock, report } = this.#options;
    this.#fault = null;
    report?.({ kind: "back", outageMs: Math.round(clock.now() - this.#lostSinceMs) });
  }

  /** Counts all records, before a query and before any are deleted. */
  async #isCounted(): Promise<void> {
    while (!this.#read(() => this.#counting.step())) await nextTurn();
  }

  readonly #countStep = (): void => {
    let isDone = true;
    try {
      // While the store is down only saves try it, since each attempt may wait for a lock.
      if (this.#fault === null) isDone = this.#counting.step();
    } catch {
      // Locked or full: the next step tries again.
    }
    this.#cancelCount = this.#options.clock.after(isDone ? COUNT_MS : COUNT_BUSY_MS, this.#countStep);
  };

  /** A record written to a deleted or replaced file would be acknowledged and lost. */
  #assertInPlace(): void {
    const { path } = this.#options;
    if (fileIdentity(path) === this.#identity) return;
    throw new SqliteFailure(path, "the file was moved, replaced or deleted: put it back, or restart the service");
  }

  #read<Result>(query: () => Result): Result {
    try {
      return query();
    } catch (error: unknown) {
      throw new ServiceError("store_unavailable", { cause: error });
    }
  }

  /** @returns whether there is more to delete */
  readonly #prune = (): boolean => {
    const nowMs = this.#time.epochMs();
    if (nowMs === null) return false;
    // Uncounted records stay, since their counts are kept longer.
    if (!this.#counting.step()) return true;
    const step = { nowMs, retentionMs: this.#options.retentionDays * DAY_MS, limit: PRUNE_ROWS };
    return this.#removal.prune(step) + this.#tallies.prune(step) >= PRUNE_ROWS;
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Folder by folder: where a file system refuses one as missing, `recursive` never ends (Node 26). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error: unknown) {
    // Another process may have made it.
    if (!existsSync(folder)) throw error;
  }
}

/** @throws {SqliteFailure} */
function openDatabase({ path, onOpen }: SqliteOptions): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    const isFile = path !== ":memory:";
    const isNew = isFile && !existsSync(path);
    if (isNew) makeFolder(dirname(path));
    database = new DatabaseSync(path, { timeout: BUSY_MS });
    // Only the service's user may read records; the -wal and -shm files inherit the mode.
    if (isNew) chmodSync(path, 0o600);
    // Before anything is written: the file may be of another program.
    requireOwn(database);
    // secure_delete: deleted records are overwritten, not left in free pages.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = FAST");
    database.exec("PRAGMA journal_size_limit = 67108864");
    migrateSqlite(database);
    onOpen?.(database);
    return database;
  } catch (error: unknown) {
    database?.close();
    throw new SqliteFailure(path, error instanceof SchemaError ? error.message : error);
  }
}

/** Identity of the file at a path; `null`: none. A file that is moved away and back is the same. */
export function fileIdentity(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}

/** Appends records to the chain of a database, inside the caller's transaction, which serializes writers of one file. */
export class SqliteChain {
  readonly #head: StatementSync;
  readonly #moveHead: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#head = database.prepare("SELECT head_id, head_link FROM chain");
    this.#moveHead = database.prepare("UPDATE chain SET head_id = ?, head_link = ?");
    this.#insert = database.prepare(INSERT);
  }

  /** @returns the place of the first record; the others follow */
  append(records: readonly ScanRecord[]): number {
    const head = this.#head.get();
    const firstId = Number(head?.["head_id"]) + 1;
    let id = firstId - 1;
    let link = String(head?.["head_link"]);
    for (const record of records) {
      id += 1;
      const values = toValues(record);
      const digest = recordDigest(id, values);
      link = linkTo(link, digest);
      this.#insert.run(id, ...values, digest, link);
    }
    this.#moveHead.run(id, link);
    return firstId;
  }
}
