import type { DatabaseSync, StatementSync } from "node:sqlite";
import { countedOf } from "./rows.ts";
import { inTransaction } from "./sqlite-transaction.ts";
import { countRecord, everyWidth, TallySum, talliesOf, type CountedRecord, type Tally } from "./tallies.ts";

/** Records that one step reads back: it runs on the event loop. */
const READ_MAX = 200;
/** Counts that wait in memory; more are forgotten here and read back. */
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
 * Keeps the table `tallies` in step with the records. To count in the transaction of each batch would cost small batches as
 * much as recording them does, so the chain says up to where records are counted (`tallied_id`): what this process recorded
 * since is summed in memory; what another one did, or a killed one left, is read back. Each record is counted once.
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

  /** Takes records that are committed. @param firstId place of the first in the chain; the others follow it */
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

  /** @returns up to where records are counted now */
  #count(tallied: number, head: number): number {
    const waiting = this.#waiting;
    if (waiting?.firstId === tallied + 1) return this.#write(everyWidth(waiting.minutes), waiting.lastId);
    const untilId = waiting !== null && waiting.firstId > tallied ? waiting.firstId - 1 : head;
    const rows = this.#uncounted.all(tallied, untilId);
    // Places may be empty, so the last row says where a full step ended, and only that.
    const lastId = rows.length === READ_MAX ? Number(rows.at(-1)?.["id"]) : untilId;
    return this.#write(talliesOf(rows.map(countedOf)), lastId);
  }

  #write(tallies: readonly Tally[], lastId: number): number {
    for (const { organization, widthMs, bucketMs, assetId, policy, outcome, count, durationUs } of tallies)
      this.#add.run(organization, widthMs, bucketMs, assetId, policy, outcome, count, durationUs);
    this.#moveTallied.run(lastId);
    return lastId;
  }
}
