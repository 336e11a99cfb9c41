import assert from "node:assert/strict";
import { test } from "node:test";
import { SpanTally } from "../../../src/cli/eval/span-tally.ts";

test("places are covered by the union of found ones, and typed by one of them", () => {
  const tally = new SpanTally();
  const found = (start: number, end: number, ...types: readonly string[]) => ({ start, end, types });
  tally.add(
    [
      { start: 0, end: 10, type: "Email", isOptional: false },
      { start: 20, end: 30, type: "PERSON", isOptional: false },
      { start: 40, end: 50, type: "PERSON", isOptional: false },
      { start: 70, end: 80, type: "URL", isOptional: true },
      { start: 90, end: 95, type: "URL", isOptional: true },
    ],
    // The one at 20 ends early, that at 60 is wrong; an optional place counts where it is found.
    [
      found(5, 12, "EMAIL"),
      found(0, 5, "URL"),
      found(20, 29, "PERSON"),
      found(40, 50, "DATE"),
      found(60, 61, "DATE"),
      found(70, 80, "URL"),
    ],
  );
  tally.add([], []);
  tally.add([], [found(0, 1, "DATE")]);
  const { byType, recallInterval, ...measures } = tally.measures;
  assert.deepEqual(measures, {
    marked: 3,
    covered: 2,
    typed: 1,
    found: 7,
    right: 5,
    precision: 5 / 7,
    recall: 2 / 3,
    typedRecall: 1 / 3,
    f1: (2 * (5 / 7) * (2 / 3)) / (5 / 7 + 2 / 3),
    cleanRows: 2,
    alarmedRows: 1,
  });
  assert.ok(recallInterval !== null && recallInterval.low < 2 / 3 && recallInterval.high > 2 / 3);
  assert.deepEqual(Object.fromEntries(byType), {
    EMAIL: { marked: 1, covered: 1, typed: 1 },
    PERSON: { marked: 2, covered: 1, typed: 0 },
  });
});
