import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type DatabaseRow, countedOf } from "./rows.ts";
import type { StatisticsQuery, StatisticsRow } from "./record-store.ts";
import {
  bucketStart,
  TALLY_WIDTHS,
  tallyCutoff,
  TallySum,
  tallyWidthFor,
  toStatistics,
  type TallyRow,
  countRecord,
  everyWidth,
  talliesOf,
  type CountedRecord,
  tallyValues,
} from "./tallies.ts";
import type { RetentionStep } from "./retention-job.ts";
import { inTransaction } from "./sqlite-schema.ts";

/** Rows of one step of a query, on the event loop. */
const STEP_ROWS = 2000;

const KEY = "organization, width_ms, bucket_ms, asset_id, policy, outcome";
const STEP = `
  SELECT * FROM tallies
  WHERE organization = :organization AND width_ms = :width AND bucket_ms < :to
  AND (bucket_ms, asset_id, policy, outcome) > (:bucket, :asset, :policy, :outcome)
  ORDER BY bucket_ms, asset_id, policy, outcome LIMIT ${STEP_ROWS}`;
const PRUNE = `
  DELETE FROM tallies WHERE (${KEY}) IN (SELECT ${KEY} FROM tallies WHERE width_ms = ? AND bucket_ms < ? LIMIT ?)`;

/** Reads the counts that `SqliteCounting` keeps, and deletes old ones. */
export class SqliteTallies {
  readonly #step: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync) {
    this.#step = database.prepare(STEP);
    this.#prune = database.prepare(PRUNE);
  }

  /** Computes statistics step by step: each `next()` reads a bounded number of rows, and the last one returns the result. */
  *statistics(query: StatisticsQuery): Generator<undefined, readonly StatisticsRow[]> {
    const { organization, fromMs, toMs, widthMs, assetId, policy, limit } = query;
    const range = { organization, width: tallyWidthFor(widthMs), to: toMs };
    const sum = new TallySum();
    // No key has an empty outcome: this place precedes the first one of its bucket.
    let place = { bucket: fromMs, asset: "", policy: "", outcome: "" };
    for (;;) {
      const rows = this.#step.all({ ...range, ...place });
      for (const tally of rows.map(toTally)) {
        const isWanted = tally.policy === "" || policy === null || tally.policy === policy;
        if (!isWanted || (assetId !== null && tally.assetId !== assetId)) continue;
        sum.add({ ...tally, widthMs, bucketMs: bucketStart(tally.bucketMs, widthMs) });
      }
      const last = rows.at(-1);
      if (rows.length < STEP_ROWS || last === undefined || sum.size >= limit) break;
      const { bucketMs, ...rest } = toTally(last);
      place = { bucket: bucketMs, asset: rest.assetId, policy: rest.policy, outcome: rest.outcome };
      yield;
    }
    return sum.tallies.slice(0, limit).map(toStatistics);
  }

  /** Deletes expired counts. @returns deleted rows, at most `limit` of each width */
  prune({ limit, ...times }: RetentionStep): number {
    let deleted = 0;
    for (const width of TALLY_WIDTHS)
      deleted += Number(this.#prune.run(width.widthMs, tallyCutoff(width, times), limit).changes);
    return deleted;
  }
}

function toTally(row: DatabaseRow): TallyRow {
  return {
    organization: String(row["organization"]),
    widthMs: Number(row["width_ms"]),
    bucketMs: Number(row["bucket_ms"]),
    assetId: String(row["asset_id"]),
    policy: String(row["policy"]),
    outcome: String(row["outcome"]),
    count: Number(row["count"]),
    durationUs: Number(row["duration_us"]),
  };
}

/** Records that one step reads, on the event loop. */
const READ_MAX = 200;
/** Counts that wait in memory; beyond that they are dropped and recomputed from records. */
const WAITING_MAX = 10_000;

const PLACES = "SELECT tallied_id, head_id FROM chain";
const ADD = `
  INSERT INTO tallies (organization, width_ms, bucket_ms, asset_id, policy, outcome, count, duration_us)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count, duration_us = duration_us + excluded.duration_us`;
const UNCOUNTED = `
  SELECT id, organization, epoch_ms, asset_id, verdict, applied, duration_us FROM records
  WHERE id > ? AND id <= ? ORDER BY id LIMIT ${READ_MAX}`;

/** Counts of consecutive records in the chain. */
interface Waiting {
  readonly firstId: number;
  lastId: number;
  readonly minutes: TallySum;
}

/**
 * Keeps the table `tallies` up to date with the records. Counting in the transaction of each batch would double the cost of small
 * batches, so the chain stores how far records are counted (`tallied_id`): newer records of this process are summed in memory, those of
 * another or a killed process are read from the table. Each record is counted once.
 */
export class SqliteCounting {
  readonly #database: DatabaseSync;
  readonly #places: StatementSync;
  readonly #moveTallied: StatementSync;
  readonly #uncounted: StatementSync;
  readonly #add: StatementSync;
  #waiting: Waiting | null = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#places = database.prepare(PLACES);
    this.#moveTallied = database.prepare("UPDATE chain SET tallied_id = ?");
    this.#uncounted = database.prepare(UNCOUNTED);
    this.#add = database.prepare(ADD);
  }

  /** Adds committed records. @param firstId place of the first one in the chain; the others follow */
  note(records: readonly CountedRecord[], firstId: number): void {
    const isNext = this.#waiting?.lastId === firstId - 1 && this.#waiting.minutes.size < WAITING_MAX;
    if (!isNext) this.#waiting = { firstId, lastId: firstId - 1, minutes: new TallySum() };
    const waiting = this.#waiting;
    if (waiting === null) return;
    for (const record of records) countRecord(record, waiting.minutes);
    waiting.lastId += records.length;
  }

  /** One step, bounded, in a transaction of its own. @returns whether all records are counted */
  step(): boolean {
    if (this.#isCurrent()) return true;
    const { counted, head } = inTransaction(this.#database, () => {
      const { tallied, head } = this.#read();
      return { counted: tallied < head ? this.#count(tallied, head) : tallied, head };
    });
    if (this.#waiting !== null && this.#waiting.firstId <= counted) this.#waiting = null;
    return counted >= head;
  }

  #isCurrent(): boolean {
    const { tallied, head } = this.#read();
    return tallied >= head;
  }

  #read(): { readonly tallied: number; readonly head: number } {
    const row = this.#places.get();
    return { tallied: Number(row?.["tallied_id"]), head: Number(row?.["head_id"]) };
  }

  /** @returns the last counted place */
  #count(tallied: number, head: number): number {
    const waiting = this.#waiting;
    if (waiting?.firstId === tallied + 1) return this.#write(everyWidth(waiting.minutes), waiting.lastId);
    const untilId = waiting !== null && waiting.firstId > tallied ? waiting.firstId - 1 : head;
    const rows = this.#uncounted.all(tallied, untilId);
    // Places may be empty, so a full step ends at its last row.
    const lastId = rows.length === READ_MAX ? Number(rows.at(-1)?.["id"]) : untilId;
    return this.#write(talliesOf(rows.map(countedOf)), lastId);
  }

  #write(tallies: readonly TallyRow[], lastId: number): number {
    for (const tally of tallies) this.#add.run(...tallyValues(tally));
    this.#moveTallied.run(lastId);
    return lastId;
  }
}
