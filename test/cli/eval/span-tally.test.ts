import assert from "node:assert/strict";
import { test } from "node:test";
import { SpanTally } from "../../../src/cli/eval/span-tally.ts";

test("places are covered by the union of found ones, and typed by one of them", () => {
  const tally = new SpanTally();
  const found = (start: number, end: number, ...types: readonly string[]) => ({ start, end, types });
  tally.add(
    [
      { start: 0, end: 10, type: "Email" },
      { start: 20, end: 30, type: "PERSON" },
      { start: 40, end: 50, type: "PERSON" },
    ],
    // The second reaches one short, and the last is wrong.
    [found(5, 12, "EMAIL"), found(0, 5, "URL"), found(20, 29, "PERSON"), found(40, 50, "DATE"), found(60, 61, "DATE")],
  );
  tally.add([], []);
  tally.add([], [found(0, 1, "DATE")]);
  const { byType, recallInterval, ...measures } = tally.measures;
  assert.deepEqual(measures, {
    marked: 3,
    covered: 2,
    typed: 1,
    found: 6,
    right: 4,
    precision: 4 / 6,
    recall: 2 / 3,
    typedRecall: 1 / 3,
    f1: 2 / 3,
    cleanRows: 2,
    alarmedRows: 1,
  });
  assert.ok(recallInterval !== null && recallInterval.low < 2 / 3 && recallInterval.high > 2 / 3);
  assert.deepEqual(Object.fromEntries(byType), {
    EMAIL: { marked: 1, covered: 1, typed: 1 },
    PERSON: { marked: 2, covered: 1, typed: 0 },
  });
});
