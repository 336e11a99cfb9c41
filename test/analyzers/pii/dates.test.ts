import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { dateAt, isMonth } from "../../../src/analyzers/pii/dates.ts";
import { MONTHS } from "../../../src/analyzers/pii/dates.ts";
import { digitRuns } from "../../../src/analyzers/pii/numbers.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

/** Every date that begins at a run of digits. */
const dates = (raw: string): readonly string[] =>
  digitRuns(new Reading(raw)).flatMap(({ start, end }) => {
    const date = dateAt(raw, start, end - start);
    return date === null ? [] : [raw.slice(date.start, date.end)];
  });

describe("dateAt", () => {
  for (const date of ["1990-04-12", "12.04.1990", "4/12/90", "19900412", "12 04 1990", "April 12, 1990", "12APR1990"])
    test(`reads ${date}`, () => assert.deepEqual(dates(`on ${date} or`)[0], date));

  for (const date of [
    "1990年4月12日",
    "1990\u3000年4月12日",
    "12 tháng 4 năm 1990",
    "1990. április 12.",
    "4. 4. 1990",
    "١٢/٠٤/١٩٩٠",
  ])
    test(`reads ${date} of other languages`, () => assert.deepEqual(dates(`x: ${date} x`)[0], date));

  for (const raw of [
    "1.2.3.4",
    "2024-13-40",
    "1,234,567",
    "12 of them in 1990",
    "v1990-04-12-1",
    "12:30:45",
    "1234567890",
  ])
    test(`reads no date in ${raw}`, () => assert.deepEqual(dates(raw), []));
});

describe("a date with a name", () => {
  const piece = fc.constantFrom(
    "may",
    "May",
    "april",
    "de",
    "de ",
    "of ",
    "d'",
    "ma",
    "i",
    "é",
    "ß",
    "a",
    "xxxxxxxxxxxx",
  );
  const names = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));

  test("is read alike behind one space and behind two", () => {
    // Only one space is read without a pattern.
    fc.assert(
      fc.property(names, (name) => {
        const isRead = dates(`12 ${name} 1990`).length > 0;
        assert.equal(isRead, dates(`12  ${name} 1990`).length > 0, name);
        if (/^[A-Za-z]+$/.test(name)) assert.equal(isRead, isMonth(name), name);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("is none behind three digits", () => assert.deepEqual(dates("312 May 1990"), []));
});

describe("isMonth", () => {
  test("knows each name of the list, as written and with a capital", () => {
    for (const month of MONTHS) {
      assert.ok(isMonth(month), month);
      assert.ok(isMonth(month.charAt(0).toUpperCase() + month.slice(1)), month);
    }
  });

  test("knows names, short names and other languages in any case", () => {
    assert.deepEqual(["APRIL", "sept", "kwietnia", "апреля", "Monday"].map(isMonth), [true, true, true, true, false]);
  });
});
