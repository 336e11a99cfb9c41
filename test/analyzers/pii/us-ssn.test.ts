import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { US_SSN } from "../../../src/analyzers/pii/detectors/us-ssn.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

/** In any of the forms that a label makes a number of, digits of another script around it or not. */
const NUMBER = /(?<![A-Za-z0-9]|\d[-.])\d{3}[- .]?\d{2}[- .]?\d{4}(?![A-Za-z0-9]|[-.]\d)/;
const NEVER = /^(?:000|666|9\d\d)|^\d{3}00|0000$|^(\d)\1{8}$/;

describe("US_SSN", () => {
  test("finds a number behind its label however its digits are grouped", () => {
    const piece = fc.constantFrom("536", "22", "8726", "1", "53622", "228726", "-", " ", ".", "٣", ", ");
    const raws = fc.array(piece, { maxLength: 9 }).map((pieces) => `ssn: ${pieces.join("")}`);
    fc.assert(
      fc.property(raws, (raw) => {
        const number = NUMBER.exec(raw);
        const isFirst = number !== null && /^ssn: $/.test(raw.slice(0, number.index));
        if (!isFirst || NEVER.test(number[0].replaceAll(/\D/g, ""))) return;
        assert.equal(US_SSN.find(new Reading(raw), [], 0)[0]?.start, number.index, raw);
      }),
      { numRuns: runs(5000) },
    );
  });

  test("finds none in other groups", () => {
    for (const raw of ["ssn: 5 May 1990", "ssn: 536-22-872", "ssn: 53-622-8726", "ssn: 12.04.1990"])
      assert.deepEqual(US_SSN.find(new Reading(raw), [], 0), [], raw);
  });
});
