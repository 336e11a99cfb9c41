import { isInScope } from "../access/callers.ts";
import type { JsonObject } from "../core/model.ts";
import { sendJson } from "../http/reply.ts";
import type { StatisticsRow } from "../store/record-store.ts";
import { badRequest } from "../core/errors.ts";
import { policyOf, readQuery, timeOf } from "./record-query.ts";
import { refuseScoped } from "./record-scope.ts";
import type { ApiService, KeyedCall } from "./service.ts";

/** Parameters of the endpoint. */
export const STATISTICS_PARAMETERS: readonly string[] = ["from", "to", "width", "asset_id", "policy"];

const HOUR_MS = 3_600_000;
/** Widths of buckets, how many are shown by default, and how long they are kept; `null`: as long as records. */
const WIDTHS = {
  minute: { widthMs: 60_000, shown: 60, keptHours: 48 },
  hour: { widthMs: HOUR_MS, shown: 24, keptHours: null },
  day: { widthMs: 24 * HOUR_MS, shown: 30, keptHours: null },
} as const;
type Width = keyof typeof WIDTHS;

/** Buckets of one answer. */
const BUCKETS_MAX = 1000;
/** Counts of one answer: some megabytes of JSON. */
const ROWS_MAX = 20_000;

/** `GET /admin/statistics`: what was recorded of the key's organization, counted by time, asset and policy. */
export async function readStatistics({ exchange, key }: KeyedCall, { store, clock }: ApiService): Promise<void> {
  const query = readQuery(exchange, STATISTICS_PARAMETERS);
  const assetId = query.get("asset_id");
  if (assetId === null || !isInScope(key, assetId)) refuseScoped(key);
  const range = rangeOf(query, clock.epochMs());
  const rows = await store.statistics({
    organization: key.organization,
    fromMs: range.fromMs,
    toMs: range.toMs,
    widthMs: WIDTHS[range.width].widthMs,
    assetId,
    policy: policyOf(query),
    limit: ROWS_MAX + 1,
  });
  if (rows.length > ROWS_MAX)
    throw badRequest("query", `more than ${ROWS_MAX} counts; ask for less time, an asset or a policy`);
  sendJson(exchange, 200, JSON.stringify(presentStatistics(range, rows)));
}

interface Range {
  readonly width: Width;
  /** Where the first bucket begins and the last one ends. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whole buckets, so that none is counted in part. @throws {ServiceError} `bad_request` */
function rangeOf(query: URLSearchParams, nowMs: number): Range {
  const width = query.get("width") ?? "hour";
  if (!isWidth(width)) throw badRequest("width", "must be minute, hour or day");
  const { widthMs, shown, keptHours } = WIDTHS[width];
  const toMs = Math.ceil((timeOf(query, "to") ?? nowMs + 1) / widthMs) * widthMs;
  const fromMs = Math.floor((timeOf(query, "from") ?? toMs - shown * widthMs) / widthMs) * widthMs;
  if (fromMs >= toMs) throw badRequest("from", "must be before to");
  if ((toMs - fromMs) / widthMs > BUCKETS_MAX)
    throw badRequest("width", `at most ${BUCKETS_MAX} buckets of time; ask for wider ones, or for less time`);
  if (keptHours !== null && fromMs < nowMs - keptHours * HOUR_MS)
    throw badRequest("from", `counts by the ${width} are kept for ${keptHours} hours; ask for wider ones`);
  return { width, fromMs, toMs };
}

function isWidth(name: string): name is Width {
  return Object.hasOwn(WIDTHS, name);
}

/** Every bucket of the range, empty ones included, so that a chart has no gaps. */
function presentStatistics({ width, fromMs, toMs }: Range, rows: readonly StatisticsRow[]): JsonObject {
  const { widthMs } = WIDTHS[width];
  const byBucket = Map.groupBy(rows, ({ bucketMs }) => bucketMs);
  const buckets = Array.from({ length: (toMs - fromMs) / widthMs }, (_, index) => {
    const bucketMs = fromMs + index * widthMs;
    return { start: isoTime(bucketMs), assets: presentAssets(byBucket.get(bucketMs) ?? []) };
  });
  return { width, from: isoTime(fromMs), to: isoTime(toMs), buckets };
}

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

function presentAssets(rows: readonly StatisticsRow[]): readonly JsonObject[] {
  return sortedGroups(rows, ({ assetId }) => assetId).map(([assetId, ofAsset]) => {
    const records = ofAsset.filter(({ policy }) => policy === null);
    const policies = sortedGroups(ofAsset, ({ policy }) => policy).flatMap(([name, ofPolicy]) =>
      name === null ? [] : [presentPolicy(name, ofPolicy)],
    );
    return {
      asset_id: assetId,
      records: { count: countOf(records), verdicts: byOutcome(records), mean_duration_us: meanOf(records) },
      policies,
    };
  });
}

/** Groups in the order of their names, the group without one first. */
function sortedGroups(
  rows: readonly StatisticsRow[],
  nameOf: (row: StatisticsRow) => string | null,
): readonly (readonly [string | null, readonly StatisticsRow[]])[] {
  return [...Map.groupBy(rows, nameOf)].toSorted(([one], [other]) => ((one ?? "") < (other ?? "") ? -1 : 1));
}

/** Skipped evaluations take no time and must not lower the mean. */
function presentPolicy(name: string, rows: readonly StatisticsRow[]): JsonObject {
  const ran = rows.filter(({ outcome }) => !outcome.startsWith("skipped:"));
  return { policy_name: name, count: countOf(rows), outcomes: byOutcome(rows), mean_duration_us: meanOf(ran) };
}

function countOf(rows: readonly StatisticsRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function byOutcome(rows: readonly StatisticsRow[]): JsonObject {
  const sorted = rows.toSorted((one, other) => (one.outcome < other.outcome ? -1 : 1));
  return Object.fromEntries(sorted.map(({ outcome, count }) => [outcome, count]));
}

function meanOf(rows: readonly StatisticsRow[]): number | null {
  const count = countOf(rows);
  return count === 0 ? null : Math.round(rows.reduce((sum, { durationUs }) => sum + durationUs, 0) / count);
}
