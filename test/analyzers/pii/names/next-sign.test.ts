import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { NextSign } from "../../../../src/analyzers/pii/names/next-sign.ts";
import { runs } from "../../../support/runs.ts";

const RAW = fc.array(fc.constantFrom("a", "bc", "*", "<"), { maxLength: 20 }).map((pieces) => pieces.join(""));
const STRETCHES = fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 10 });

describe("NextSign", () => {
  test("says of any stretch whether the sign stands in it, whatever was asked before", () => {
    const star = new NextSign("*");
    fc.assert(
      fc.property(fc.array(fc.tuple(RAW, STRETCHES), { maxLength: 4 }), (texts) => {
        for (const [raw, stretches] of texts)
          for (const [start, length] of stretches) {
            const end = start + length;
            assert.equal(star.isIn(raw, start, end), raw.slice(start, end).includes("*"), `${raw} ${start} ${end}`);
          }
      }),
      { numRuns: runs(1000) },
    );
  });
});
