import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { dampingOf } from "../../../src/analyzers/learned/damping.ts";
import { lengthClass, windowsOf } from "../../../src/analyzers/learned/linear-model.ts";
import { runs } from "../../support/runs.ts";

/** The windows of sentences as nested loops list them. */
function listed(sentences: readonly number[]): readonly number[] {
  const windows: number[] = [];
  for (const [first, start] of sentences.slice(0, -1).entries())
    for (const run of [1, 2, 3, 5, 8, 13, 21, 34]) {
      const end = sentences[first + run];
      if (end === undefined || (run > 1 && end - start > 120)) break;
      if (end - start <= 120) windows.push(start, end);
      if (run > 1) continue;
      for (const size of [40, 120].filter((most) => end - start > most))
        for (let from = start; from === start || from + size / 2 < end; from += size / 2)
          windows.push(from, Math.min(end, from + size));
    }
  return windows;
}

describe("the walk over windows", () => {
  test("meets those that loops list, in the same order", () => {
    const lengths = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(40, 41, 60, 119, 120, 121, 300)),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(lengths, (list) => {
        const sentences = [0];
        for (const length of list) sentences.push((sentences.at(-1) ?? 0) + length);
        assert.deepEqual(windowsOf(sentences), listed(sentences));
      }),
      { numRuns: runs(1000) },
    );
    assert.deepEqual(windowsOf([]), []);
  });

  test("rates windows by their lengths as formulas do", () => {
    for (let count = 0; count < 1200; count++) {
      assert.equal(dampingOf(count), 1 / Math.sqrt(count + 8));
      assert.equal(lengthClass(count), [6, 12, 24, 48, 96].filter((length) => count > length).length);
    }
  });
});
