import type { Clock } from "../../core/clock.ts";
import type { PostgresServer } from "../../core/store-target.ts";
import type { ScanRecord } from "../store.ts";
import type { RecordRange } from "../stored-records.ts";
import { placeOf, Query, toRecord } from "./listing.ts";
import { openOffline } from "./offline.ts";

/** Records of one question: whoever reads slowly keeps no old rows from being cleaned away. */
const PAGE = 200;

/** Records of all writers, oldest first. Those that are added meanwhile are read when they come behind. @throws {PostgresFailure} */
export async function* readPostgresRecords(
  server: PostgresServer,
  clock: Clock,
  { fromMs, toMs, assetId }: RecordRange,
): AsyncGenerator<ScanRecord> {
  const connection = await openOffline(server, clock);
  try {
    let after = { epochMs: fromMs, id: 0 };
    for (;;) {
      const query = new Query();
      // The index is one of times alone.
      const conditions = [`epoch_ms >= ${query.value(after.epochMs)}`, `(epoch_ms, id) > ${query.place(after)}`];
      if (toMs !== null) conditions.push(`epoch_ms < ${query.value(toMs)}`);
      if (assetId !== null) conditions.push(`asset_id = ${query.value(assetId)}`);
      const text = `SELECT * FROM sallyport.records WHERE ${conditions.join(" AND ")} ORDER BY epoch_ms, id LIMIT ${PAGE}`;
      const rows = await connection.query(text, query.values);
      for (const row of rows) yield toRecord(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = placeOf(last);
    }
  } finally {
    await connection.close();
  }
}
