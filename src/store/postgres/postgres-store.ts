import { randomUUID } from "node:crypto";
import type { Clock } from "../../core/clock.ts";
import type { PostgresServer, StoreEvent } from "../../core/stores.ts";
import { RetentionJob } from "../retention-job.ts";
import type { RecordStore, ScanRecord, StatisticsQuery, StatisticsRow } from "../record-store.ts";
import { tallyWidthFor, toStatistics } from "../tallies.ts";
import { PostgresConnection, unescapeText, PostgresFailure } from "./connection.ts";
import { find, list, session, trace } from "./listing.ts";
import { prune, remove } from "./removal.ts";
import { PostgresWriter } from "./writer.ts";
import { ServiceError } from "../../core/errors.ts";

interface PostgresOptions {
  readonly server: PostgresServer;
  readonly retentionDays: number;
  readonly clock: Clock;
  readonly report: (event: StoreEvent) => void;
}

/** Rows of one removal step, which blocks writers for some milliseconds. */
const STEP_ROWS = 500;
const DAY_MS = 86_400_000;

/**
 * Records in a PostgreSQL that replicas share, through two connections: one writes, the other reads and deletes. A record is
 * acknowledged when its transaction is committed. The server may be down at the start; `report` is called then and when it is back.
 */
export function openPostgresStore(options: PostgresOptions): RecordStore {
  return new PostgresStore(options);
}

class PostgresStore implements RecordStore {
  readonly #options: PostgresOptions;
  readonly #writer: PostgresWriter;
  readonly #connection: SerialConnection;
  #isClosed = false;
  readonly #retention: RetentionJob;

  constructor(options: PostgresOptions) {
    const { server, clock, report } = options;
    this.#options = options;
    this.#writer = new PostgresWriter({ server, clock, report, name: randomUUID(), random: Math.random });
    this.#connection = new SerialConnection(server, clock);
    this.#retention = new RetentionJob(clock, this.#prune);
  }

  readonly save = (record: ScanRecord): Promise<void> => this.#writer.save(record);

  readonly find: RecordStore["find"] = (...asked) => this.#connection.run(find(...asked));
  readonly trace: RecordStore["trace"] = (...asked) => this.#connection.run(trace(...asked));
  readonly list: RecordStore["list"] = (...asked) => this.#connection.run(list(...asked));
  readonly session: RecordStore["session"] = (...asked) => this.#connection.run(session(...asked));
  readonly statistics: RecordStore["statistics"] = (...asked) => this.#connection.run(statistics(...asked));

  readonly remove: RecordStore["remove"] = async (target, limit) => {
    await this.#writer.settled();
    let removed = 0;
    for (;;) {
      const step = { nowMs: this.#options.clock.epochMs(), limit: Math.min(STEP_ROWS, limit - removed) };
      const gone = await this.#connection.run(remove(target, step));
      removed += gone;
      if (gone < step.limit || removed >= limit) return removed;
    }
  };

  readonly isReady = (): boolean => this.#writer.isReady;

  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#retention.stop();
    await this.#writer.close();
    await this.#connection.close();
  };

  /** All replicas try; one of them deletes. @returns whether there is more to delete */
  readonly #prune = async (): Promise<boolean> => {
    // Without a writer the tables may not exist yet.
    if (!this.#writer.isReady) return false;
    const { clock, retentionDays } = this.#options;
    const step = { nowMs: clock.epochMs(), retentionMs: retentionDays * DAY_MS, limit: STEP_ROWS };
    return (await this.#connection.run(prune(step))) >= STEP_ROWS;
  };
}

/** The sums of all writers. Days begin where those of UTC do. */
const SUMS = `
  SELECT bucket_ms / $3::bigint * $3::bigint AS start_ms, asset_id, policy, outcome,
    sum(count)::bigint AS count, sum(duration_us)::bigint AS duration_us
  FROM sallyport.tallies
  WHERE organization = $1 AND width_ms = $2 AND bucket_ms >= $4 AND bucket_ms < $5
    AND ($6::text IS NULL OR asset_id = $6::text) AND ($7::text IS NULL OR policy IN ('', $7::text))
  GROUP BY start_ms, asset_id, policy, outcome
  ORDER BY start_ms, asset_id, policy, outcome LIMIT $8`;

export function statistics(query: StatisticsQuery) {
  return async (connection: PostgresConnection): Promise<readonly StatisticsRow[]> => {
    const { organization, fromMs, toMs, widthMs, assetId, policy, limit } = query;
    const keptMs = tallyWidthFor(widthMs);
    const rows = await connection.query(SUMS, [organization, keptMs, widthMs, fromMs, toMs, assetId, policy, limit]);
    return rows.map((row) =>
      toStatistics({
        organization,
        widthMs,
        bucketMs: Number(row["start_ms"]),
        assetId: String(row["asset_id"]),
        policy: unescapeText(String(row["policy"])),
        outcome: unescapeText(String(row["outcome"])),
        count: Number(row["count"]),
        durationUs: Number(row["duration_us"]),
      }),
    );
  };
}

/** Tasks that wait for the connection; more are refused. */
const WAITING_MAX = 64;
/** Of one statement, milliseconds. */
const STATEMENT_MS = 5000;
const CONNECT_MS = 3000;
/** After a failed connection attempt callers are refused for this time, milliseconds. */
const REST_MS = 1000;

/** A second connection, for reads and deletions: opened on demand, one task at a time. */
class SerialConnection {
  readonly #server: PostgresServer;
  readonly #clock: Clock;
  #connection: PostgresConnection | null = null;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #failed: { readonly failure: PostgresFailure; readonly atMs: number } | null = null;
  #isClosed = false;

  constructor(server: PostgresServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  /** @throws {ServiceError} `store_unavailable` */
  run<Result>(task: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    if (this.#waiting >= WAITING_MAX) return Promise.reject(new ServiceError("store_unavailable"));
    this.#waiting += 1;
    const result = this.#last.then(() => this.#perform(task)).finally(() => (this.#waiting -= 1));
    this.#last = result.catch(() => {});
    return result;
  }

  /** Waits for the current task. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    await this.#connection?.close();
  }

  async #perform<Result>(task: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    try {
      return await task(await this.#connected());
    } catch (error) {
      throw error instanceof PostgresFailure ? new ServiceError("store_unavailable", { cause: error }) : error;
    }
  }

  async #connected(): Promise<PostgresConnection> {
    if (this.#isClosed) throw new PostgresFailure("closed", { isRefusal: false });
    if (this.#connection?.isOpen === true) return this.#connection;
    const now = this.#clock.now();
    if (this.#failed !== null && now - this.#failed.atMs < REST_MS) throw this.#failed.failure;
    try {
      const limits = { connectMs: CONNECT_MS, statementMs: STATEMENT_MS };
      this.#connection = await PostgresConnection.open(this.#server, { clock: this.#clock, ...limits });
      this.#failed = null;
      return this.#connection;
    } catch (error) {
      if (error instanceof PostgresFailure) this.#failed = { failure: error, atMs: this.#clock.now() };
      throw error;
    }
  }
}
