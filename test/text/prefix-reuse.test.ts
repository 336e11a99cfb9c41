import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { goesOn, noteOnward } from "../../src/text/prefix-reuse.ts";

describe("goesOn", () => {
  test("says whether a text begins with another, whatever it was asked before", () => {
    const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 5 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 12 }), (pairs) => {
        for (const [raw, before] of pairs) {
          noteOnward(before + raw, before);
          assert.equal(goesOn(before + raw, before), true);
          assert.equal(goesOn(raw, before), raw.startsWith(before));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
