import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { createRandom, shuffled } from "../../tools/bench/soak/random.ts";
import { quantileOf, trendOf } from "../../tools/bench/soak/trend.ts";

const near = (value: number, wanted: number, by: number): void =>
  assert.ok(Math.abs(value - wanted) <= by, `${value} is not within ${by} of ${wanted}`);

/** Sums of independent steps, which the next value shares with the last as far as `share` says. */
function noise(seed: number, count: number, share: number): readonly number[] {
  const random = createRandom(seed);
  let value = 0;
  return Array.from({ length: count }, () => (value = share * value + random(1000) / 500 - 1));
}

describe("trendOf", () => {
  test("finds the slope of a line, without an error", () => {
    const property = fc.property(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: -500, max: 500 }),
      (slope, at) => {
        const trend = trendOf(Array.from({ length: 20 }, (_, x) => ({ x, y: at + slope * x })));
        near(trend.slope, slope, 1e-9);
        near(trend.error, 0, 1e-9);
      },
    );
    fc.assert(property);
  });

  // Method: of 200 lines under noise the true slope lies within two errors for about 95 in 100, as it should.
  for (const [title, share, least] of [
    ["independent noise", 0, 180],
    ["noise of neighbours that are alike", 0.7, 165],
  ] as const)
    test(`gives an error that holds the true slope under ${title}`, () => {
      let held = 0;
      for (let seed = 1; seed <= 200; seed++) {
        const noisy = noise(seed, 100, share);
        const { slope, error } = trendOf(noisy.map((value, x) => ({ x, y: 3 + 0.25 * x + value })));
        if (Math.abs(slope - 0.25) <= 2 * error) held += 1;
      }
      assert.ok(held >= least && held < 200, `${held} of 200`);
    });

  test("says nothing of fewer than three points", () => {
    assert.ok(Number.isNaN(trendOf([{ x: 0, y: 1 }]).slope));
  });
});

test("quantileOf takes the value at its place", () => {
  const list = Array.from({ length: 100 }, (_, at) => 99 - at);
  assert.deepEqual([quantileOf(list, 0.5), quantileOf(list, 0.99), quantileOf(list, 1)], [50, 99, 99]);
  assert.ok(Number.isNaN(quantileOf([], 0.5)));
});

test("shuffled keeps every item, and the same seed its order", () => {
  const items = Array.from({ length: 50 }, (_, at) => at);
  const once = shuffled(items, createRandom(7));
  assert.deepEqual(once, shuffled(items, createRandom(7)));
  assert.notDeepEqual(once, items);
  assert.deepEqual(
    once.toSorted((a, b) => a - b),
    items,
  );
});
