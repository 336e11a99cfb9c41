import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { digitRuns, FAR, firstRunAfter, hasDigitNear } from "../../../src/analyzers/pii/numbers.ts";

describe("digitRuns", () => {
  test("gives the runs of digits in order, of other scripts too", () => {
    assert.deepEqual(
      digitRuns("a12 b3, ٤٥").map(({ start, end }) => [start, end]),
      [
        [1, 3],
        [5, 6],
        [8, 10],
      ],
    );
    assert.deepEqual(digitRuns("none"), []);
  });

  test("counts the spaces between a run and the letters around it", () => {
    const spaces = (raw: string): readonly (readonly number[])[] =>
      digitRuns(raw).map(({ spacesBefore, spacesBehind }) => [spacesBefore, spacesBehind]);
    assert.deepEqual(spaces("a 1 2 b 3"), [
      [1, 2],
      [2, 1],
      [1, FAR],
    ]);
    assert.deepEqual(spaces(`1${" 1".repeat(20)}`).slice(9, 11), [
      [FAR, FAR],
      [FAR, FAR],
    ]);
    assert.deepEqual(spaces(`1${" word".repeat(20)} 2`), [
      [FAR, 0],
      [0, FAR],
    ]);
  });

  test("finds the first run that ends behind an offset", () => {
    const runs = digitRuns("12 345 6");
    assert.deepEqual(
      [0, 1, 2, 5, 6, 8].map((offset) => firstRunAfter(runs, offset)),
      [0, 0, 1, 1, 2, 3],
    );
  });
});

describe("hasDigitNear", () => {
  test("sees digits of every script among the last units only", () => {
    assert.equal(hasDigitNear("a 1 word", 6), true);
    assert.equal(hasDigitNear("a 1 word", 5), false);
    assert.equal(hasDigitNear("a ٣ word", 50), true);
    assert.equal(hasDigitNear("", 5), false);
  });
});
