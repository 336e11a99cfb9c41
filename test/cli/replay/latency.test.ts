import assert from "node:assert/strict";
import { test } from "node:test";
import { Latencies } from "../../../src/cli/replay/comparison.ts";

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
