import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Row } from "./rows.ts";
import type { StatisticsQuery, StatisticsRow } from "./record-store.ts";
import { bucketOf, TALLY_WIDTHS, tallyCutoff, TallySum, tallyWidthFor, toStatistics, type Tally } from "./tallies.ts";

/** Rows of one step of a question: it runs on the event loop. */
const STEP_ROWS = 2000;

const KEY = "organization, width_ms, bucket_ms, asset_id, policy, outcome";
const STEP = `
  SELECT * FROM tallies
  WHERE organization = :organization AND width_ms = :width AND bucket_ms < :to
  AND (bucket_ms, asset_id, policy, outcome) > (:bucket, :asset, :policy, :outcome)
  ORDER BY bucket_ms, asset_id, policy, outcome LIMIT ${STEP_ROWS}`;
const PRUNE = `
  DELETE FROM tallies WHERE (${KEY}) IN (SELECT ${KEY} FROM tallies WHERE width_ms = ? AND bucket_ms < ? LIMIT ?)`;

interface Pruning {
  readonly nowMs: number;
  /** How long records are kept. */
  readonly retentionMs: number;
  readonly limit: number;
}

/** Reads the counts that `SqliteCounting` keeps, and deletes old ones. */
export class SqliteTallies {
  readonly #step: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync) {
    this.#step = database.prepare(STEP);
    this.#prune = database.prepare(PRUNE);
  }

  /** Answers a question step by step: each `next()` reads a bounded number of rows, and the last one gives the answer. */
  *statistics(query: StatisticsQuery): Generator<undefined, readonly StatisticsRow[]> {
    const { organization, fromMs, toMs, widthMs, assetId, policy, limit } = query;
    const range = { organization, width: tallyWidthFor(widthMs), to: toMs };
    const sum = new TallySum();
    // No key has an empty outcome: this place stands before the first of its bucket.
    let place = { bucket: fromMs, asset: "", policy: "", outcome: "" };
    for (;;) {
      const rows = this.#step.all({ ...range, ...place });
      for (const tally of rows.map(toTally)) {
        const isWanted = tally.policy === "" || policy === null || tally.policy === policy;
        if (!isWanted || (assetId !== null && tally.assetId !== assetId)) continue;
        sum.add({ ...tally, widthMs, bucketMs: bucketOf(tally.bucketMs, widthMs) });
      }
      const last = rows.at(-1);
      if (rows.length < STEP_ROWS || last === undefined || sum.size >= limit) break;
      const { bucketMs, ...rest } = toTally(last);
      place = { bucket: bucketMs, asset: rest.assetId, policy: rest.policy, outcome: rest.outcome };
      yield;
    }
    return sum.tallies.slice(0, limit).map(toStatistics);
  }

  /** Deletes counts that are no longer kept. @returns how many are gone, at most `limit` of each width */
  prune({ limit, ...times }: Pruning): number {
    let deleted = 0;
    for (const width of TALLY_WIDTHS)
      deleted += Number(this.#prune.run(width.widthMs, tallyCutoff(width, times), limit).changes);
    return deleted;
  }
}

function toTally(row: Row): Tally {
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
