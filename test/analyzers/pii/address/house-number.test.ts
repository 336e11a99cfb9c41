import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { houseEnd } from "../../../../src/analyzers/pii/address/house-number.ts";
import { runs } from "../../../support/runs.ts";

/** All forms at once, without a look at what stands behind the digits. */
const HOUSE =
  /^\d{1,5}(?:[-/]\d{1,5}){0,2}(?:[-/][A-Za-z0-9]{1,3}(?![\p{L}\p{N}]))?(?: ?[A-Za-z](?![\p{L}\p{N}'’.:])|[А-Яа-я](?!\p{L}))?(?: ?(?:bis|ter|quater)(?!\p{L}))?(?![\p{L}\p{N}_])/u;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)(?= \p{Lu})/u;

describe("houseEnd", () => {
  test("reads the number with its letters and pieces", () => {
    for (const number of ["12", "221B", "12-14", "343/10", "12 bis", "12 a", "5б", "42nd"])
      assert.equal(houseEnd(`at ${number} Baker Street`, 3), 3 + number.length, number);
  });

  test("ends where the pattern ends", () => {
    const piece = fc.constantFrom(
      "1",
      "23",
      "456",
      " ",
      "a",
      "B",
      "bis",
      "ter",
      "th",
      "Main",
      "-",
      "/",
      ",",
      ".",
      "é",
      "д",
      "_",
      "'",
      "٣",
    );
    const raws = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(raws, (raw) => {
        const expected = (HOUSE.exec(raw) ?? ORDINAL.exec(raw))?.[0].length ?? 0;
        assert.equal(houseEnd(raw, 0), expected, raw);
      }),
      { numRuns: runs(5000) },
    );
  });
});
