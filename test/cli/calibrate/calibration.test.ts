import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { quantileOf, shareInterval, textsNeeded } from "../../../src/cli/calibrate/calibration.ts";
import { runs } from "../../support/runs.ts";

const close = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 0.0005, `${actual} is not ${expected}`);

describe("thresholds from scores", () => {
  test("need three times the inverse of the rate", () => {
    assert.deepEqual([0.01, 0.05, 0.001].map(textsNeeded), [300, 60, 3000]);
  });

  test("lie just above the first score that must not be flagged", () => {
    const scores = Array.from({ length: 1000 }, (_, index) => index / 1000);
    const { threshold, interval } = quantileOf(scores, 0.01);
    assert.equal(threshold, 0.99);
    // Binomial with 1000 and 0.01: 2.5 % and 97.5 % lie at 4 and 17.
    assert.deepEqual(interval, { low: 0.983, high: 0.996 });
  });

  test("are above 1 where too many texts have the highest score", () => {
    assert.ok(
      quantileOf(
        Array.from({ length: 400 }, (_, index) => (index < 10 ? 1 : 0)),
        0.01,
      ).threshold > 1,
    );
  });

  test("never flag more than the rate, and one less would", () => {
    const scores = fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 20, maxLength: 300 });
    fc.assert(
      fc.property(scores, fc.constantFrom(0.01, 0.05, 0.2, 0.5), (list, rate) => {
        const all = list.map((score) => score / 1000);
        const { threshold, interval } = quantileOf(all, rate);
        const flagged = (limit: number): number => all.filter((score) => score >= limit).length;
        assert.ok(flagged(threshold) <= all.length * rate);
        assert.ok(flagged(threshold - 0.001) > all.length * rate);
        assert.ok(interval.low <= threshold && threshold <= interval.high);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("the interval of a share", () => {
  // Clopper and Pearson (1934); values of the beta distribution's quantiles.
  for (const [flagged, count, low, high] of [
    [0, 300, 0, 0.0122],
    [1, 10, 0.0025, 0.445],
    [5, 10, 0.1871, 0.8129],
    [10, 10, 0.6915, 1],
    [10, 1000, 0.0048, 0.0183],
  ] as const)
    test(`of ${flagged} among ${count} is exact`, () => {
      const interval = shareInterval(flagged, count);
      close(interval.low, low);
      close(interval.high, high);
    });
});
