import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { digitRuns, type DigitRun } from "../../../src/analyzers/pii/numbers.ts";
import { SHAPE, shapesOf } from "../../../src/analyzers/pii/digit-run-classes.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

const signs = fc.constantFrom(" ", " ", ".", "-", "/", ":", ",", "  ", "°", " º", "a", " of ", "٤", "_");
const digits = fc.constantFrom("1", "4", "7", "12", "00", "415", "4111", "123456", "4111111111111111");
const row = fc
  .tuple(fc.constantFrom("1", "4"), fc.constantFrom(" ", ".", "-"), fc.integer({ min: 8, max: 60 }))
  .map(([digit, sign, count]) => `${digit}${sign}`.repeat(count));
const piece = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(digits, signs).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: row },
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

/** Asserts for each run of digits whether it has the shape. */
function assertShape(shape: number, expected: (raw: string, run: DigitRun) => boolean): void {
  fc.assert(
    fc.property(text, (raw) => {
      const found = digitRuns(new Reading(raw));
      const shapes = shapesOf(new Reading(raw));
      for (const [at, run] of found.entries())
        assert.equal(((shapes[at] ?? 0) & shape) !== 0, expected(raw, run), `${raw} at ${run.start}`);
    }),
    { numRuns: runs(1000) },
  );
}

const before = (raw: string, { start }: DigitRun): string => raw.slice(0, start);
const behind = (raw: string, { end }: DigitRun): string => raw.slice(end);
const lengthOf = ({ start, end }: DigitRun): number => end - start;

describe("shapes of runs of digits", () => {
  test("of ages are short, with letters in sight", () => {
    assertShape(
      SHAPE.age,
      (raw, run) =>
        lengthOf(run) <= 3 &&
        (run.spacesAfter <= 1 || run.spacesBefore <= 12) &&
        !/[0-9][-.,:/_#+$%]$/.test(before(raw, run)),
    );
  });

  test("of cards have as many digits as a card or its groups, and stand in no long row of single digits", () => {
    assertShape(SHAPE.card, (raw, run) => {
      const length = lengthOf(run);
      if (!/^[1-689]/.test(raw.slice(run.start))) return false;
      if (length >= 12 && length <= 19) return true;
      if (length === 4 || length === 6 || length === 8) return /^[^\d٤]{1,3}[\d٤]/.test(behind(raw, run));
      if (length !== 1 || !/^\D[\d٤]/.test(behind(raw, run))) return false;
      const isRowBehind = /^(?:[\d٤][^\d٤]){24}[\d٤]/.test(raw.slice(run.start));
      return !isRowBehind && !/(?:(?<![\d٤])[\d٤][^\d٤]){24}$/.test(before(raw, run));
    });
  });

  test("of coordinates are short, before a point or a degree", () => {
    assertShape(
      SHAPE.coordinate,
      (raw, run) => lengthOf(run) <= 3 && /^(?:\.| ?[°º])/.test(behind(raw, run)) && !/[0-9]\.$/.test(before(raw, run)),
    );
  });

  test("of houses have few digits and words around them", () => {
    assertShape(
      SHAPE.house,
      (raw, run) =>
        lengthOf(run) <= 6 &&
        (run.spacesBefore <= 12 || run.spacesAfter <= 9) &&
        !/[0-9][-.,/:]$/.test(before(raw, run)),
    );
  });

  test("of phones are not inside of a number, nor in the midst of a plain row", () => {
    assertShape(SHAPE.phone, (raw, run) => {
      if (/[0-9][-./:]$/.test(before(raw, run))) return false;
      const rest = raw.slice(run.start);
      const isMidst = /[0-9] $/.test(before(raw, run)) && /^[\d٤]*[0-9](?:[ .][\d٤]*[0-9]){7}[ .][\d٤]/.test(rest);
      return !isMidst || /^(?:0|[\d٤]{3}(?![\d٤])|[\d٤][ .][\d٤]{3}(?![\d٤]))/.test(rest);
    });
  });

  test("are those of the text that is asked for", () => {
    for (const raw of ["a 12", "a 12345678", "a 12", "a 12345678"])
      assert.equal(((shapesOf(new Reading(raw))[0] ?? 0) & SHAPE.house) !== 0, raw === "a 12");
  });
});
