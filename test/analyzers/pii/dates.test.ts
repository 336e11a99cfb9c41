import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dateAt, isMonth } from "../../../src/analyzers/pii/dates.ts";
import { digitRuns } from "../../../src/analyzers/pii/numbers.ts";

/** Every date that begins at a run of digits. */
const dates = (raw: string): readonly string[] =>
  digitRuns(raw).flatMap(({ start, end }) => {
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

describe("isMonth", () => {
  test("knows names, short names and other languages in any case", () => {
    assert.deepEqual(["APRIL", "sept", "kwietnia", "апреля", "Monday"].map(isMonth), [true, true, true, true, false]);
  });
});
