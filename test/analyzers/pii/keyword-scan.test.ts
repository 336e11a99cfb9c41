import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { StemLook } from "../../../src/analyzers/pii/keyword-scan.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

describe("StemLook", () => {
  test("says of any stretch what a pattern says, whatever was asked before", () => {
    const look = new StemLook(["addr", "live"], ":");
    const piece = fc.constantFrom("addr", "ad", "dr", "LIVE ", "12 ", "a word ", ":", "é", " ".repeat(700));
    const raws = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));
    const stretches = fc.array(fc.tuple(fc.nat(3000), fc.nat(200)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(raws, stretches, (raw, places) => {
        for (const [place, length] of places) {
          const start = Math.min(place, raw.length);
          const stretch = raw.slice(start, start + length);
          assert.equal(
            look.mayHold(new Reading(raw), start, start + length),
            /addr|live|[^\0-9;-\x7f]/i.test(stretch),
            stretch,
          );
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});
