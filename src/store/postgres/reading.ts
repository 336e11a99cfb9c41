import type { Clock } from "../../core/clock.ts";
import type { PostgresServer } from "../../core/store-target.ts";
import type { StoredContent, WantedContents, RecordRange } from "../stored-records.ts";
import type { ScanRecord } from "../record-store.ts";
import type { PostgresConnection } from "./connection.ts";
import { placeOf, Query, toRecord } from "./listing.ts";
import { openOffline } from "./offline.ts";
import { unescapeText } from "./postgres-text.ts";

/** Rows of one query: a slow reader holds few in memory, and does not keep old rows from being vacuumed. */
const PAGE = 200;

/** Records of all writers, oldest first. Records added in the meantime are read if they sort later. @throws {PostgresFailure} */
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

/** The newest first, page by page from a place on. */
const CONTENTS = `
  SELECT epoch_ms, id, asset_id, content, endpoint, node_type, node_subtype FROM sallyport.records
  WHERE organization = $1 AND (epoch_ms, id) < ($2, $3) ORDER BY epoch_ms DESC, id DESC LIMIT ${PAGE}`;

/** The newest texts of an asset's records. */
export function contentsOf({ organization, assetId, max }: WantedContents) {
  return async (connection: PostgresConnection): Promise<readonly StoredContent[]> => {
    const found: StoredContent[] = [];
    let place = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    for (;;) {
      const rows = await connection.query(CONTENTS, [organization, ...place]);
      for (const row of rows) {
        place = [Number(row["epoch_ms"]), Number(row["id"])];
        const word = (name: string): string | null => (typeof row[name] === "string" ? unescapeText(row[name]) : null);
        const content = word("content") ?? "";
        if (row["asset_id"] !== assetId || content === "") continue;
        const [endpoint, nodeType, nodeSubtype] = [word("endpoint") ?? "", word("node_type"), word("node_subtype")];
        found.push({ text: content, endpoint, nodeType, nodeSubtype });
        if (found.length >= max) return found;
      }
      if (rows.length < PAGE) return found;
    }
  };
}
