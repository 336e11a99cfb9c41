import fc from "fast-check";
import type { ScanRecord, StatisticsRow } from "../../src/store/record-store.ts";

type Counted = Pick<ScanRecord, "epochMs" | "assetId" | "verdict" | "durationUs"> & {
  readonly applied: readonly AppliedItem[];
};

/** As records keep it. */
type AppliedItem = {
  readonly policy_name: string;
  readonly action: string;
  readonly status: string;
  readonly duration_us: number;
  readonly reason?: string;
  readonly shadow?: boolean;
};

const appliedItem: fc.Arbitrary<AppliedItem> = fc.oneof(
  fc.record({
    policy_name: fc.constantFrom("p", "q"),
    action: fc.constantFrom("block", "flag"),
    status: fc.constantFrom("violated", "passed"),
    duration_us: fc.nat(1000),
  }),
  fc.record({
    policy_name: fc.constantFrom("p", "q"),
    action: fc.constantFrom("block", "flag"),
    status: fc.constantFrom("failed", "skipped"),
    reason: fc.constantFrom("timeout", "disabled"),
    duration_us: fc.nat(1000),
  }),
  fc.record({
    policy_name: fc.constantFrom("p", "q"),
    action: fc.constantFrom("block", "flag"),
    status: fc.constantFrom("violated", "passed"),
    shadow: fc.boolean(),
    duration_us: fc.nat(1000),
  }),
);

/** Records over two days, close enough that they share buckets. */
export const countedRecords: fc.Arbitrary<Counted> = fc.record({
  epochMs: fc.tuple(fc.nat(1), fc.nat(2), fc.nat(2), fc.nat(59_999)).map(([day, hour, minute, ms]) => {
    return ((day * 24 + hour) * 60 + minute) * 60_000 + ms;
  }),
  assetId: fc.constantFrom("a", "b", null),
  verdict: fc.constantFrom("passed", "flagged", "blocked"),
  durationUs: fc.option(fc.nat(100_000)),
  applied: fc.array(appliedItem, { maxLength: 3 }),
});

interface Question {
  readonly widthMs: number;
  readonly assetId: string | null;
  readonly policy: string | null;
}

/** What statistics of these records are, counted one by one. */
export function recount(records: readonly Counted[], { widthMs, assetId, policy }: Question): StatisticsRow[] {
  const all = records.flatMap((record): StatisticsRow[] => {
    const common = { bucketMs: record.epochMs - (record.epochMs % widthMs), assetId: record.assetId, count: 1 };
    return [
      { ...common, policy: null, outcome: record.verdict, durationUs: record.durationUs ?? 0 },
      ...record.applied.map((item) => {
        return { ...common, policy: item.policy_name, outcome: outcomeOf(item), durationUs: item.duration_us };
      }),
    ];
  });
  const wanted = all.filter(
    (row) =>
      (assetId === null || row.assetId === assetId) &&
      (policy === null || row.policy === null || row.policy === policy),
  );
  const groups = Object.groupBy(wanted, (row) => JSON.stringify([row.bucketMs, row.assetId, row.policy, row.outcome]));
  return Object.values(groups).flatMap((rows = []) =>
    rows.slice(0, 1).map((row) => {
      return { ...row, count: rows.length, durationUs: rows.reduce((sum, { durationUs }) => sum + durationUs, 0) };
    }),
  );
}

function outcomeOf({ status, action, reason, shadow }: AppliedItem): string {
  if (shadow === true) return "shadow";
  if (status === "violated") return `violated:${action}`;
  return reason === undefined ? status : `${status}:${reason}`;
}

/** In one order, whatever a store's is. */
export function sortedRows(rows: readonly StatisticsRow[]): readonly StatisticsRow[] {
  return rows
    .map((row) => ({ key: JSON.stringify([row.bucketMs, row.assetId, row.policy, row.outcome]), row }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ row }) => row);
}
