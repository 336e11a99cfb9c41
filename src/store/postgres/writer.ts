import { inTime, type Clock } from "../../core/clock.ts";
import { ServiceError } from "../../core/errors.ts";
import type { PostgresServer, StoreEvent } from "../../core/stores.ts";
import { PendingQueue, type Pending, ROOM_CHARS } from "../pending-queue.ts";
import type { ScanRecord } from "../record-store.ts";
import { appendBatch, enlist, prepareBatch, type Batch, type WriterHead } from "./postgres-chain.ts";
import { PostgresConnection, PostgresFailure, asPostgresFailure } from "./connection.ts";
import { migratePostgres } from "./postgres-schema.ts";

/** Rows and text of one statement: it takes some milliseconds, while the next batch fills. */
const BATCH_MAX = { countMax: 256, charsMax: 4 * 1024 * 1024 } as const;
/** Statement timeout, milliseconds: a caller waits for it. */
const WRITE_MS = 3000;
const CONNECT_MS = 3000;
/** Longest wait of a record in the queue, or for a connection, milliseconds. */
const WAIT_MAX_MS = 5000;
/** Attempts for a batch: a second one if the connection broke. */
const TRIES = 2;
/** Pause between attempts to reach a server that is down, milliseconds; doubled each time. */
const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5000;

export interface WriterOptions {
  readonly server: PostgresServer;
  readonly clock: Clock;
  readonly report: (event: StoreEvent) => void;
  /** Unique to this process. */
  readonly name: string;
  /** From 0 to 1, so that replicas do not reconnect at once. */
  readonly random: () => number;
}

/**
 * Writes records in batches on one connection. After a broken connection, the next one checks for the batch: the writer's head shows
 * whether it was committed, and the old connection can no longer commit. If the next one fails too, the store is down: callers are
 * refused at once until it is back.
 */
export class PostgresWriter {
  readonly #options: WriterOptions;
  readonly #queue: PendingQueue;
  readonly #ending = new AbortController();
  #state: "starting" | "up" | "away" | "closed" = "starting";
  #connection: PostgresConnection | null = null;
  #head: WriterHead | null = null;
  #reconnecting: Promise<void> | null = null;
  #isScheduled = false;
  #isWorking = false;
  #failures = 0;
  #connectedMs = 0;
  #awaySinceMs = 0;
  #cancelRetry = (): void => {};

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#queue = new PendingQueue(options.clock);
    this.#attempt();
  }

  get isReady(): boolean {
    return this.#state === "up" && !this.#queue.isFull(ROOM_CHARS);
  }

  /** Resolves when the record is committed. @throws {ServiceError} `store_unavailable`; it may be committed all the same */
  save(record: ScanRecord): Promise<void> {
    if (this.#state === "away" || this.#state === "closed")
      return Promise.reject(new ServiceError("store_unavailable"));
    const saving = this.#queue.add(record);
    this.#schedule();
    return saving;
  }

  /** Resolves when the outcome of all pending records is known. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Writes pending records if possible, and closes. */
  async close(): Promise<void> {
    await this.settled();
    this.#state = "closed";
    this.#cancelRetry();
    this.#queue.refuseAll();
    await this.#connection?.close();
    this.#ending.abort();
  }

  /** Records of the same turn of the event loop share a batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#isWorking) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#work();
    });
  }

  /** Never rejects: failures go to the waiting callers. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue.take(BATCH_MAX);
      const oldestMs = this.#options.clock.now() - WAIT_MAX_MS;
      for (const pending of batch) if (pending.sinceMs < oldestMs) pending.refuse(failed("queued_too_long"));
      await this.#writeBatch(batch.filter(({ sinceMs }) => sinceMs >= oldestMs));
    }
    this.#isWorking = false;
  }

  async #writeBatch(pending: readonly Pending[]): Promise<void> {
    if (pending.length === 0) return;
    try {
      await this.#write(pending.map(({ record }) => record));
      for (const { resolve } of pending) resolve();
    } catch (error) {
      const failure = asPostgresFailure(error);
      for (const one of pending) {
        // One record cannot be stored: the others are tried one by one while the store is up.
        if (failure.isOfValues && pending.length > 1 && this.#state === "up") await this.#writeBatch([one]);
        else one.refuse(failure);
      }
    }
  }

  /** @throws {PostgresFailure} when the batch was not committed, or the outcome is unknown */
  async #write(records: readonly ScanRecord[]): Promise<void> {
    let sent: Batch | null = null;
    for (let tries = 1; ; tries++) {
      if (this.#connection?.isOpen !== true) await this.#reconnectInTime();
      const [connection, head] = [this.#connection, this.#head];
      if (connection === null || head === null) throw failed("closed");
      // It was committed, but the answer was lost.
      if (sent !== null && head.link === sent.link) return;
      sent = prepareBatch(records, head);
      try {
        this.#head = await appendBatch(connection, head, sent);
        this.#failures = 0;
        return;
      } catch (error) {
        const failure = asPostgresFailure(error);
        if (failure.isOfValues) throw failure;
        connection.drop();
        if (failure.isRefusal || tries >= TRIES) {
          this.#lose(failure);
          throw failure;
        }
      }
    }
  }

  /** Opens a connection, or replaces a broken one; all callers share one attempt. @throws {PostgresFailure} */
  #reconnect(): Promise<void> {
    this.#reconnecting ??= this.#connect().finally(() => (this.#reconnecting = null));
    return this.#reconnecting;
  }

  /** Migrations may take longer than a caller should wait. */
  #reconnectInTime(): Promise<void> {
    return inTime(this.#reconnect(), {
      clock: this.#options.clock,
      limitMs: WAIT_MAX_MS,
      late: () => failed("timeout"),
    });
  }

  async #connect(): Promise<void> {
    const { server, clock, name } = this.#options;
    let connection: PostgresConnection | null = null;
    try {
      const limits = { connectMs: CONNECT_MS, statementMs: WRITE_MS };
      const watch = { signal: this.#ending.signal, onEnd: (failure: PostgresFailure) => this.#onEnd(failure) };
      connection = await PostgresConnection.open(server, { clock, ...limits, ...watch });
      await migratePostgres(connection);
      this.#head = await enlist(connection, name, clock.epochMs());
      if (this.#state === "closed") throw failed("closed");
      this.#connection = connection;
      this.#connectedMs = clock.now();
      this.#recover();
    } catch (error) {
      connection?.drop();
      const failure = asPostgresFailure(error);
      this.#lose(failure);
      throw failure;
    }
  }

  /** The outcome is reported when records are saved. */
  #attempt(): void {
    this.#reconnect().catch(() => {});
  }

  /** Reopens a closed idle connection at once and without a report, unless it closes repeatedly. */
  #onEnd(failure: PostgresFailure): void {
    if (this.#state !== "up" || this.#isWorking) return;
    if (this.#options.clock.now() - this.#connectedMs < RETRY_MIN_MS) this.#lose(failure);
    else this.#attempt();
  }

  #recover(): void {
    const { clock, report } = this.#options;
    if (this.#state === "away") report({ kind: "back", outageMs: Math.round(clock.now() - this.#awaySinceMs) });
    this.#state = "up";
  }

  #lose(failure: PostgresFailure): void {
    const { clock, report, random } = this.#options;
    this.#connection?.drop();
    this.#queue.refuseAll(failure);
    if (this.#state === "closed") return;
    if (this.#state !== "away") {
      this.#awaySinceMs = clock.now();
      report({ kind: "lost", reason: failure.code });
    }
    this.#state = "away";
    const pauseMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#cancelRetry();
    // Half of the pause up to all of it.
    this.#cancelRetry = clock.after((pauseMs * (1 + random())) / 2, () => this.#attempt());
  }
}

const failed = (code: string): PostgresFailure => new PostgresFailure(code, { isRefusal: false });
