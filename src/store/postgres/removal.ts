import type { DatabaseRow } from "../rows.ts";
import type { RemovalTarget } from "../record-store.ts";
import type { RetentionStep } from "../retention-job.ts";
import { TALLY_WIDTHS, tallyCutoff } from "../tallies.ts";
import { chainHead } from "./postgres-chain.ts";
import type { PostgresConnection } from "./connection.ts";
import { Query } from "./listing.ts";

/** Advisory lock of removals: an arbitrary number, the same in all versions. One replica at a time, to avoid deadlocks. */
const REMOVAL_LOCK = 7_236_419_305_118_285n;
const DAY_MS = 86_400_000;
const SWEPT_MAX = 2000;
/** Writers that one step may delete. */
const WRITERS_MAX = 100;

/** Replaces records with tombstones. */
const bury = (chosen: string, { reason, nowMs }: { readonly reason: string; readonly nowMs: string }): string => `
  WITH chosen AS (${chosen}), gone AS (
    DELETE FROM sallyport.records AS record USING chosen
    WHERE record.writer = chosen.writer AND record.seq = chosen.seq
    RETURNING record.writer, record.seq, record.record_sha256, record.link_sha256
  ), buried AS (
    INSERT INTO sallyport.tombstones
    SELECT writer, seq, record_sha256, link_sha256, '${reason}', ${nowMs} FROM gone RETURNING writer
  )
  SELECT writer, count(*)::bigint AS count FROM buried GROUP BY writer ORDER BY writer`;

/**
 * One step of retention: records, counts, and writers without records.
 * @returns rows of the largest kind; 0 if another replica is busy with it
 */
export function prune({ nowMs, retentionMs, limit }: RetentionStep) {
  return (connection: PostgresConnection): Promise<number> =>
    connection.transaction(async () => {
      const [lock] = await connection.query(`SELECT pg_try_advisory_xact_lock(${REMOVAL_LOCK})::int AS is_mine`);
      if (lock?.["is_mine"] !== 1) return 0;
      // A replica whose clock is fast must not delete what others still keep.
      const [server] = await connection.query("SELECT (extract(epoch FROM now()) * 1000)::bigint AS now_ms");
      const agreedMs = Math.min(nowMs, Number(server?.["now_ms"]));
      const query = new Query();
      const old = `
        SELECT writer, seq FROM sallyport.records WHERE epoch_ms < ${query.value(agreedMs - retentionMs)}
        ORDER BY epoch_ms LIMIT ${query.value(limit)}`;
      const text = bury(old, { reason: "retention", nowMs: query.value(agreedMs) });
      const records = await compacted(connection, await connection.query(text, query.values));
      const tallies = await pruneTallies(connection, { nowMs: agreedMs, retentionMs, limit });
      // A live writer is seen only when it connects; a deleted one registers again.
      await forgetWriters(connection, agreedMs - retentionMs - DAY_MS);
      return Math.max(records, tallies);
    });
}

/** One step of a requested deletion, oldest first. @returns deleted records, at most `limit` */
export function remove(
  { organization, userId, sessionId }: RemovalTarget,
  { nowMs, limit }: Omit<RetentionStep, "retentionMs">,
) {
  return (connection: PostgresConnection): Promise<number> =>
    connection.transaction(async () => {
      await connection.query(`SELECT pg_advisory_xact_lock(${REMOVAL_LOCK})`);
      const query = new Query();
      const conditions = [`organization = ${query.value(organization)}`];
      if (sessionId !== null) conditions.push(query.begins("session_id", sessionId));
      if (userId !== null) conditions.push(query.begins("user_id", userId));
      const meant = `
        SELECT writer, seq FROM sallyport.records WHERE ${conditions.join(" AND ")}
        ORDER BY epoch_ms, id LIMIT ${query.value(limit)}`;
      const text = bury(meant, { reason: "asked", nowMs: query.value(nowMs) });
      return compacted(connection, await connection.query(text, query.values));
    });
}

/** Moves the anchors over leading tombstones. @returns deleted records */
async function compacted(connection: PostgresConnection, removed: readonly DatabaseRow[]): Promise<number> {
  let count = 0;
  for (const row of removed) {
    await compact(connection, Number(row["writer"]));
    count += Number(row["count"]);
  }
  await connection.query(SWEEP);
  return count;
}

/** Tombstones before an anchor are no longer needed. Many may appear at once, so a step deletes more than it makes. */
const SWEEP = `
  DELETE FROM sallyport.tombstones WHERE (writer, seq) IN (
    SELECT old.writer, old.seq FROM sallyport.writers CROSS JOIN LATERAL (
      SELECT writer, seq FROM sallyport.tombstones
      WHERE writer = writers.number AND seq <= writers.anchor_seq ORDER BY seq LIMIT ${SWEPT_MAX}
    ) AS old LIMIT ${SWEPT_MAX})`;

async function compact(connection: PostgresConnection, writer: number): Promise<void> {
  // Locks the row, so its batches wait from here on.
  const [chain] = await connection.query(
    "SELECT anchor_seq, head_seq, head_link FROM sallyport.writers WHERE number = $1 FOR UPDATE",
    [writer],
  );
  if (chain === undefined) return;
  const anchorSeq = Number(chain["anchor_seq"]);
  const [first] = await connection.query(
    "SELECT seq FROM sallyport.records WHERE writer = $1 AND seq > $2 ORDER BY seq LIMIT 1",
    [writer, anchorSeq],
  );
  const beginning = first === undefined ? chainHead(chain).seq : Number(first["seq"]) - 1;
  const [last] = await connection.query("SELECT link_sha256 FROM sallyport.tombstones WHERE writer = $1 AND seq = $2", [
    writer,
    beginning,
  ]);
  if (last === undefined) return;
  await connection.query("UPDATE sallyport.writers SET anchor_seq = $2, anchor_link = $3 WHERE number = $1", [
    writer,
    beginning,
    String(last["link_sha256"]),
  ]);
}

async function pruneTallies(connection: PostgresConnection, { limit, ...times }: RetentionStep): Promise<number> {
  let deleted = 0;
  for (const width of TALLY_WIDTHS) {
    const [row] = await connection.query(
      `WITH gone AS (
        DELETE FROM sallyport.tallies WHERE ctid IN (
          SELECT ctid FROM sallyport.tallies WHERE width_ms = $1 AND bucket_ms < $2 LIMIT $3
        ) RETURNING 1
      ) SELECT count(*)::bigint AS count FROM gone`,
      [width.widthMs, tallyCutoff(width, times), limit],
    );
    deleted = Math.max(deleted, Number(row?.["count"]));
  }
  return deleted;
}

/** Deletes the first writers that have no records and have not connected since. */
async function forgetWriters(connection: PostgresConnection, seenBeforeMs: number): Promise<void> {
  const before = overWriters(await connection.query(firstWriters(WRITERS_MAX), [seenBeforeMs]));
  if (before.length === 0) return;
  await connection.query("SELECT 1 FROM sallyport.ledger FOR UPDATE");
  // One of them may have connected again, so the check is repeated under the lock.
  const locked = await connection.query(`${firstWriters(before.length)} FOR UPDATE`, [seenBeforeMs]);
  const last = overWriters(locked).at(-1);
  if (last === undefined) return;
  const [number, link] = [Number(last["number"]), String(last["link_sha256"])];
  await connection.query("UPDATE sallyport.ledger SET anchor_number = $1, anchor_link = $2", [number, link]);
  await connection.query("DELETE FROM sallyport.writers WHERE number <= $1", [number]);
}

const firstWriters = (count: number): string => `
  SELECT number, link_sha256, (anchor_seq = head_seq AND seen_ms < $1
    AND NOT EXISTS (SELECT 1 FROM sallyport.tombstones WHERE writer = number))::int AS is_over
  FROM sallyport.writers ORDER BY number LIMIT ${count}`;

/** The leading writers that are finished. */
function overWriters(rows: readonly DatabaseRow[]): readonly DatabaseRow[] {
  const kept = rows.findIndex((row) => row["is_over"] !== 1);
  return kept === -1 ? rows : rows.slice(0, kept);
}
