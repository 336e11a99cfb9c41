import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { bucketStart, talliesOf, tallyWidthFor, toStatistics } from "../../src/store/tallies.ts";
import { makeRecord } from "../support/records.ts";
import { countedRecords, recount, sortedRows } from "../support/statistics.ts";

const HOUR_MS = 3_600_000;

describe("talliesOf", () => {
  test("counts a record by its verdict and its policies by their outcomes, per minute and per hour", () => {
    const applied = [
      { policy_name: "pii_detection", action: "flag", status: "violated", duration_us: 5 },
      { policy_name: "toxicity_detection", action: "block", status: "skipped", reason: "out_of_scope", duration_us: 0 },
    ];
    const tallies = talliesOf([makeRecord("a", { epochMs: HOUR_MS + 61_000, durationUs: 120, applied })]);
    const base = { organization: "demo", assetId: "asset", count: 1 };
    const rows = [
      { ...base, policy: "", outcome: "flagged", durationUs: 120 },
      { ...base, policy: "pii_detection", outcome: "violated:flag", durationUs: 5 },
      { ...base, policy: "toxicity_detection", outcome: "skipped:out_of_scope", durationUs: 0 },
    ];
    assert.deepEqual(tallies, [
      ...rows.map((row) => ({ ...row, widthMs: 60_000, bucketMs: HOUR_MS + 60_000 })),
      ...rows.map((row) => ({ ...row, widthMs: HOUR_MS, bucketMs: HOUR_MS })),
    ]);
  });

  test("counts a policy that only watches by itself, whatever it saw", () => {
    const item = { policy_name: "p", action: "block", duration_us: 1, shadow: true };
    const applied = [
      { ...item, status: "violated" },
      { ...item, status: "passed" },
    ];
    const outcomes = talliesOf([makeRecord("a", { applied })]).filter(({ policy }) => policy === "p");
    assert.deepEqual(
      outcomes.map(({ outcome, count }) => [outcome, count]),
      [
        ["shadow", 2],
        ["shadow", 2],
      ],
    );
  });

  test("equals a recount of the records, each key once and in order", () => {
    fc.assert(
      fc.property(fc.array(countedRecords, { maxLength: 60 }), (records) => {
        const tallies = talliesOf(records.map((over) => makeRecord("x", over)));
        for (const widthMs of [60_000, HOUR_MS])
          assert.deepEqual(
            sortedRows(tallies.filter((tally) => tally.widthMs === widthMs).map(toStatistics)),
            sortedRows(recount(records, { widthMs, assetId: null, policy: null })),
          );
        const keys = tallies.map(({ widthMs, bucketMs, assetId, policy, outcome }) => {
          const numbers = [widthMs, bucketMs].map((part) => String(part).padStart(12, "0"));
          return [...numbers, assetId, policy, outcome].join(" ");
        });
        assert.deepEqual(keys, [...new Set(keys)].toSorted());
      }),
    );
  });

  test("takes what is no list of policies for none", () => {
    for (const applied of [null, "x", { a: 1 }, [null, 1, []]])
      assert.equal(talliesOf([makeRecord("a", { applied })]).length, 2);
  });
});

test("a width is made of the widest buckets that fill it", () => {
  assert.deepEqual([60_000, HOUR_MS, 24 * HOUR_MS].map(tallyWidthFor), [60_000, HOUR_MS, HOUR_MS]);
  assert.deepEqual(
    [bucketStart(59_999, 60_000), bucketStart(60_000, 60_000), bucketStart(-1, 60_000)],
    [0, 60_000, -60_000],
  );
});
