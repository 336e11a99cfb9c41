import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { boxBefore } from "../../../../src/analyzers/pii/address/boxes.ts";
import { houseEnd } from "../../../../src/analyzers/pii/address/house-number.ts";
import { streetAfter, streetBefore } from "../../../../src/analyzers/pii/address/street.ts";
import {
  mayBeBox,
  STREET_AFTER,
  STREET_BEFORE,
  surroundingsOf,
  UNIT_BEFORE,
} from "../../../../src/analyzers/pii/address/address-prefilter.ts";
import { unitBefore, untyped } from "../../../../src/analyzers/pii/address/untyped.ts";
import { digitRuns } from "../../../../src/analyzers/pii/numbers.ts";
import { runs } from "../../../support/runs.ts";
import { Reading } from "../../../../src/text/reading.ts";

const WORDS =
  "12 5 1990 221B 3rd Main Oak elm king old Street street st. Road avenue Hill creek Mill rue Rue de la via Via am an ul. " +
  "utca Hauptstr. lindenallee storgatan Flat flat Apt. apt No. no d Box box P.O. Postfach May may The the Wall Chapter O'Neil " +
  "d'Or gate Gate c/ R. Straße улица Église AE suite unit";
const JOINTS = [" ", " ", " ", " ", ", ", ",", "\n", ". ", ": ", " #", "  ", " (", "-"];
const raws = fc
  .array(fc.tuple(fc.constantFrom(...WORDS.split(" ")), fc.constantFrom(...JOINTS)), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.flat().join(""));

describe("surroundingsOf", () => {
  test("rules out nothing that one of the forms finds", () => {
    fc.assert(
      fc.property(raws, (raw) => {
        for (const run of digitRuns(new Reading(raw))) {
          const place = JSON.stringify({ raw, start: run.start });
          if (!mayBeBox(raw, run.start)) assert.equal(boxBefore(raw, run.start, run.end), null, place);
          const end = houseEnd(raw, run.start);
          if (end === run.start) continue;
          const around = surroundingsOf(raw, run.start, end);
          if ((around & STREET_BEFORE) === 0) assert.equal(streetBefore(raw, run.start, end), null, place);
          if ((around & STREET_AFTER) === 0) assert.equal(streetAfter(raw, run.start, end), null, place);
          if ((around & UNIT_BEFORE) === 0) assert.equal(unitBefore(raw, run.start, end), null, place);
          const any = untyped(raw, run.start, { end, around: ~0 });
          assert.deepEqual(untyped(raw, run.start, { end, around }), any, place);
          if (around === 0) assert.equal(any, null, place);
        }
      }),
      { numRuns: runs(20_000) },
    );
  });

  test("says nothing of numbers beside a month, a unit or words of a sentence", () => {
    for (const raw of ["on 5 May 1990, at", "43 years 43 years", "order 48213 for Anna"])
      for (const { start, end } of digitRuns(new Reading(raw))) assert.equal(surroundingsOf(raw, start, end), 0, raw);
  });

  test("says what may stand around a number", () => {
    assert.equal(surroundingsOf("12 Main Street", 0, 2) & STREET_AFTER, STREET_AFTER);
    assert.equal(surroundingsOf("Hauptstr. 5", 10, 11) & STREET_BEFORE, STREET_BEFORE);
    assert.equal(surroundingsOf("Flat 5", 5, 6) & UNIT_BEFORE, UNIT_BEFORE);
  });
});

describe("mayBeBox", () => {
  test("sees the word of a box", () => {
    assert.ok(mayBeBox("P.O. Box 12", 9));
    assert.ok(mayBeBox("APO AE 09000", 7));
    assert.ok(!mayBeBox("order 12", 6));
  });
});
