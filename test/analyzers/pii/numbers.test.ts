import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { digitRuns, firstRunAfter } from "../../../src/analyzers/pii/numbers.ts";

describe("digitRuns", () => {
  test("gives the runs of digits in order, of other scripts too", () => {
    assert.deepEqual(digitRuns("a12 b3, ٤٥"), [
      { start: 1, end: 3 },
      { start: 5, end: 6 },
      { start: 8, end: 10 },
    ]);
    assert.deepEqual(digitRuns("none"), []);
  });

  test("finds the first run that ends behind an offset", () => {
    const runs = digitRuns("12 345 6");
    assert.deepEqual(
      [0, 1, 2, 5, 6, 8].map((offset) => firstRunAfter(runs, offset)),
      [0, 0, 1, 1, 2, 3],
    );
  });
});
