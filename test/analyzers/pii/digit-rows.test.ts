import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { DigitRows } from "../../../src/analyzers/pii/detectors/phone-number.ts";
import { digitRuns } from "../../../src/analyzers/pii/numbers.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

const text = fc.array(fc.constantFrom("1", "23", " ", "-", "(", ")", ".", "x", ", "), { maxLength: 30 });

/** Index of the last group, as a walk from `at` on finds it. */
function walkedFrom(raw: string, at: number): number {
  const groups = digitRuns(new Reading(raw));
  let last = at;
  for (; last < groups.length; last++) {
    const between = raw.slice(groups[last]?.end ?? 0, groups[last + 1]?.start ?? raw.length);
    if (!/^[ ().-]{0,3}$/.test(between)) break;
  }
  return last;
}

describe("rows of digits", () => {
  test("end where a walk from each of their groups ends, in whatever order they are asked", () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(20), { maxLength: 20 }), (pieces, asked) => {
        const raw = pieces.join("");
        const groups = digitRuns(new Reading(raw));
        const rows = new DigitRows(raw, groups);
        for (const at of asked) if (at < groups.length) assert.equal(rows.lastOf(at), walkedFrom(raw, at));
      }),
      { numRuns: runs(2000) },
    );
  });
});
