import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAtRuns } from "../../../src/analyzers/pii/find-at-runs.ts";
import { SHAPE } from "../../../src/analyzers/pii/digit-run-classes.ts";
import { Reading } from "../../../src/text/reading.ts";

/** The runs that are looked at, in order. */
function seen(raw: string, from: number, shape: (typeof SHAPE)[keyof typeof SHAPE]): readonly string[] {
  const texts: string[] = [];
  findAtRuns(new Reading(raw), { from, shape }, ({ start, end }) => {
    texts.push(raw.slice(start, end));
    return null;
  });
  return texts;
}

describe("findAtRuns", () => {
  test("looks at the runs of the shape only", () => {
    assert.deepEqual(seen("a 12 of 1234567", 0, SHAPE.house), ["12"]);
    assert.deepEqual(seen("a 12 of 1234567", 0, SHAPE.date), ["12", "1234567"]);
  });

  test("looks at none that begins before `from`", () => {
    assert.deepEqual(seen("12 of 34", 1, SHAPE.date), ["34"]);
  });

  test("passes over what a match holds, and drops matches that are worth nothing", () => {
    const raw = "12 34 56 78";
    const matches = findAtRuns(new Reading(raw), { from: 0, shape: SHAPE.date }, ({ start }, at, done) => {
      assert.ok(start >= done);
      return at === 1 ? { start, end: start + 5, score: 1 } : at === 3 ? { start, end: raw.length, score: 0 } : null;
    });
    assert.deepEqual(matches, [{ start: 3, end: 8, score: 1 }]);
  });
});
