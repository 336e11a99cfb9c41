import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { mayHoldBirth } from "../../../src/analyzers/pii/detectors/date-of-birth.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

describe("mayHoldBirth", () => {
  test("sees a label wherever it stands, and signs beyond ASCII", () => {
    for (const text of ["x Date of Birth x", "geboren am", "D.O.B.", "生年月日", "fecha_nac", "tanggal lahir"])
      assert.equal(mayHoldBirth(new Reading(text), 0, text.length), true, text);
    assert.equal(mayHoldBirth(new Reading("order of 5 May"), 0, 14), false);
  });

  test("says the same when it is asked for one stretch after the other", () => {
    const raw = `${"a word ".repeat(20)}born ${"a word ".repeat(20)}`;
    const at = raw.indexOf("born");
    for (let start = 0; start < raw.length - 30; start += 3)
      assert.equal(
        mayHoldBirth(new Reading(raw), start, start + 30),
        start <= at && start + 30 >= at + 4,
        String(start),
      );
  });

  test("says of any stretch what a look at that stretch alone says", () => {
    const piece = fc.constantFrom(
      "12.04.1990 ",
      "a word ",
      "born ",
      "dob",
      "d.o.b",
      "b-day",
      "x",
      "é ",
      " ".repeat(300),
    );
    const raws = fc.array(piece, { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join(""));
    const stretches = fc.array(fc.tuple(fc.nat(2000), fc.nat(400)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(raws, stretches, (raw, places) => {
        const spans = places.map(([start, length]) => ({ start: Math.min(start, raw.length), length }));
        const ordered = spans.toSorted((a, b) => a.start - b.start);
        for (const { start, length } of ordered) {
          const stretch = raw.slice(start, start + length);
          const isHeld = /born|dob|d\.ob|do\.b|d\.o\.b|b-?day/.test(stretch);
          const answer = mayHoldBirth(new Reading(raw), start, start + length);
          if (isHeld) assert.ok(answer, stretch);
          // Labels beyond ASCII are not looked for: a sign beyond it is enough.
          else if (!/[^\0-\x7f]/.test(stretch)) assert.ok(!answer, stretch);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
