import type { StatisticsQuery, StatisticsRow } from "../store.ts";
import { tallyWidthFor, toStatistics } from "../tallies.ts";
import type { PostgresConnection } from "./connection.ts";
import { unescapeText } from "./text.ts";

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
