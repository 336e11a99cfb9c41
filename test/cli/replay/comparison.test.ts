import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReplayCase } from "../../../src/cli/replay/cases.ts";
import { CHANGES_MAX, Comparison, IDS_MAX, Latencies } from "../../../src/cli/replay/comparison.ts";
import type { JudgedCase, ReplayVerdict } from "../../../src/cli/replay/replay.ts";

const replayed = (id: string): ReplayCase => ({
  id,
  assetId: "a",
  organization: null,
  texts: [{ text: "x", side: "input", origin: "user" }],
  said: null,
  isRecord: false,
  isCut: false,
  hadInline: false,
});
const judged = (verdict: ReplayVerdict, ...violated: readonly string[]): JudgedCase => ({
  verdict,
  violated: new Set(violated),
  failed: new Set(),
  unasked: new Set(),
});

test("a comparison counts all, and keeps names up to its bounds", () => {
  const comparison = new Comparison({ showsText: false });
  const count = Math.max(CHANGES_MAX, IDS_MAX) + 5;
  for (let each = 0; each < count; each++)
    comparison.add(replayed(String(each)), { verdict: "flagged", violated: new Set(["p"]) }, judged("blocked", "q"));
  assert.deepEqual([comparison.cases, comparison.changed, comparison.changes.length], [count, count, CHANGES_MAX]);
  assert.equal(comparison.matrix.get("flagged")?.get("blocked"), count);
  const [p, q] = [comparison.policies.get("p"), comparison.policies.get("q")];
  assert.deepEqual([p?.lost, p?.lostIds.length, q?.gained, q?.gainedIds.length], [count, IDS_MAX, count, IDS_MAX]);
});

test("a verdict without policies is compared by itself, and none with nothing", () => {
  const comparison = new Comparison({ showsText: true });
  comparison.add(replayed("a"), { verdict: "passed", violated: null }, judged("flagged", "p"));
  comparison.add(replayed("b"), null, judged("flagged", "p"));
  assert.equal(comparison.changed, 1);
  assert.deepEqual(comparison.changes, [
    { id: "a", old: "passed", new: "flagged", gained: [], lost: [], texts: ["x"] },
  ]);
  assert.deepEqual(comparison.matrix.get("none"), new Map([["flagged", 1]]));
  assert.deepEqual([comparison.policies.get("p")?.new, comparison.policies.get("p")?.gained], [2, 0]);
});

const near = (value: number, wanted: number): void =>
  assert.ok(Math.abs(value - wanted) <= 0.011 * wanted, `${value} is not ${wanted}`);

test("quantiles of times are right to one in a hundred", () => {
  const latencies = new Latencies();
  for (let us = 1; us <= 1000; us++) latencies.add(us);
  const { count, p50, p95, p99 } = latencies.quantiles;
  assert.equal(count, 1000);
  near(p50, 500);
  near(p95, 950);
  near(p99, 990);
});

test("times beyond both ends count, and none is 0", () => {
  assert.deepEqual(new Latencies().quantiles, { count: 0, p50: 0, p95: 0, p99: 0 });
  const latencies = new Latencies();
  for (const us of [0, 0, 1e15]) latencies.add(us);
  near(latencies.quantiles.p50, 0.1);
  assert.ok(latencies.quantiles.p99 > 9e8);
});
