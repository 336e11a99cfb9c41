import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { confusionOf, curvesOf, ratesOf, thinned, thresholdsOf } from "../../../src/cli/eval/measures.ts";
import { runs } from "../../support/runs.ts";

const row = (isPositive: boolean, score: number) => ({ isPositive, score, isFlagged: score >= 0.5 });
const close = (actual: number | null | undefined, expected: number): void =>
  assert.ok(typeof actual === "number" && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

/** Four positives and six negatives, worked out by hand. */
const ROWS = [
  ...[0.9, 0.8, 0.6, 0.3].map((score) => row(true, score)),
  ...[0.7, 0.6, 0.2, 0.1, 0.1, 0].map((score) => row(false, score)),
];

describe("measures of labelled scores", () => {
  test("are those of the confusion at the threshold", () => {
    const confusion = confusionOf(ROWS);
    assert.deepEqual(confusion, { truePositives: 3, falsePositives: 2, falseNegatives: 1, trueNegatives: 4 });
    const { precision, recall, f1, falsePositiveRate } = ratesOf(confusion);
    close(precision, 3 / 5);
    close(recall, 3 / 4);
    close(f1, 2 / 3);
    close(falsePositiveRate, 1 / 3);
  });

  test("are unknown where there is nothing to share", () => {
    const rates = ratesOf(confusionOf([row(false, 0)]));
    assert.deepEqual([rates.precision, rates.recall, rates.f1, rates.recallInterval], [null, null, null, null]);
    assert.equal(rates.falsePositiveRate, 0);
    assert.equal(curvesOf([row(false, 0)]), null);
  });

  test("include the curves, on which rows of one score move together", () => {
    const curves = curvesOf(ROWS);
    assert.deepEqual(
      curves?.points.map(({ threshold }) => threshold),
      [0.9, 0.8, 0.7, 0.6, 0.3, 0.2, 0.1, 0],
    );
    assert.deepEqual(curves?.points[3], { threshold: 0.6, recall: 3 / 4, precision: 3 / 5, falsePositiveRate: 1 / 3 });
    // Of 24 pairs of a positive and a negative 20 are in order, and one ties.
    close(curves?.auc, 20.5 / 24);
    close(curves?.averagePrecision, (1 + 1 + 3 / 5 + 4 / 6) / 4);
  });

  test("an area is the share of pairs in order, whatever the scores", () => {
    const scores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(scores, scores, (up, down) => {
        const rows = [...up.map((score) => row(true, score / 10)), ...down.map((score) => row(false, score / 10))];
        const pairs = up.flatMap((a) => down.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
        close(curvesOf(rows)?.auc, pairs.reduce((sum, each) => sum + each, 0) / pairs.length);
      }),
      { numRuns: runs(200) },
    );
  });

  test("a long curve keeps its ends", () => {
    const points = Array.from({ length: 1234 }, (_, index) => index);
    const kept = thinned(points);
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [200, 0, 1233]);
    assert.deepEqual(thinned([1, 2]), [1, 2]);
  });
});

describe("thresholds for a rate of false positives", () => {
  const negatives = Array.from({ length: 1000 }, (_, index) => row(false, index / 1000));
  const positives = Array.from({ length: 100 }, (_, index) => row(true, 0.9 + index / 1000));

  test("flag no more than the rate, with a bootstrap interval around them", () => {
    const all = thresholdsOf([...negatives, ...positives]);
    assert.deepEqual(
      all.map(({ rate, found }) => [rate, found?.threshold, found?.falsePositives, found?.recall]),
      [
        [0.01, 0.99, 10, 0.1],
        [0.02, 0.98, 20, 0.2],
        [0.05, 0.95, 50, 0.5],
      ],
    );
    for (const { found } of all) {
      assert.ok(found !== null && found.recallInterval !== null && found.recall !== null);
      const { interval, threshold, recallInterval, recall } = found;
      assert.ok(interval.low < threshold && threshold < interval.high);
      assert.ok(recallInterval.low < recall && recall < recallInterval.high);
    }
    // Order statistics of 1000 at 1 % lie between the 4th and the 17th: the bootstrap must agree with them.
    const [first] = all;
    assert.ok(Math.abs((first?.found?.interval.low ?? 0) - 0.983) < 0.003);
    assert.ok(Math.abs((first?.found?.interval.high ?? 0) - 0.996) < 0.003);
  });

  test("are the same in every run", () => {
    assert.deepEqual(thresholdsOf([...negatives, ...positives]), thresholdsOf([...negatives, ...positives]));
  });

  test("need enough negatives, and scores below the highest", () => {
    const few = thresholdsOf([...negatives.slice(0, 149), ...positives]);
    assert.deepEqual(
      few.map(({ reason, needed }) => [reason, needed]),
      [
        ["too_few_negatives", 300],
        ["too_few_negatives", 150],
        [null, 60],
      ],
    );
    const high = Array.from({ length: 400 }, () => row(false, 1));
    assert.equal(thresholdsOf(high)[0]?.reason, "no_threshold");
  });
});
