import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { WordEnds } from "../../../src/analyzers/pii/detectors/age.ts";
import { runs } from "../../support/runs.ts";

const ENDS = "st 'm ’m ěk ổi is";
const ends = new WordEnds(ENDS);
const has = (word: string): boolean => ends.has(word.charCodeAt(word.length - 2), word.charCodeAt(word.length - 1));

describe("WordEnds", () => {
  test("has its ends in any case, and no others", () => {
    assert.deepEqual(["est", "EST", "I’M", "VĚK", "tuổi"].map(has), [true, true, true, true, true]);
    assert.deepEqual(["ts", "tim", "t", "", "İs", "sť"].map(has), [false, false, false, false, false, false]);
  });

  test("says what a look at a copy in lower case says", () => {
    const signs = fc.constantFrom(...Array.from("stimkeSTIMKE'’ěĚổỔ\u0007\u0130é "));
    const lists = new Set(ENDS.split(" "));
    fc.assert(
      fc.property(signs, fc.constantFrom(...Array.from("stimkSTIMKE")), (first, last) => {
        assert.equal(has(first + last), lists.has((first + last).toLowerCase()));
      }),
      { numRuns: runs(2000) },
    );
  });
});
