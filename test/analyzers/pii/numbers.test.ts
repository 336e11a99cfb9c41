import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { digitRuns, FAR, firstRunAfter, hasDigitNear, longestRun } from "../../../src/analyzers/pii/numbers.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

/** Units between two runs beyond which no spaces are counted. */
const STEPS_MAX = 24;

const isLetter = (sign: string): boolean => /[A-Za-z\u0080-\uffff]/.test(sign);

/** Spaces to the nearest letter on one side of a run, nearest sign first: each gap between digits counts by itself. */
function spacesTo(signs: readonly string[]): number {
  let count = 0;
  let gap: readonly string[] = [];
  const isOver = (): boolean => gap.length > STEPS_MAX;
  for (const sign of signs) {
    if (/[0-9٣]/.test(sign)) {
      if (isOver()) return 0;
      if (gap.some(isLetter)) break;
      count += gap.filter((one) => one === " ").length;
      gap = [];
    } else gap = [...gap, sign];
  }
  if (isOver()) return Math.min(count, FAR);
  const letter = gap.findIndex(isLetter);
  return letter < 0 ? FAR : Math.min(FAR, count + gap.slice(0, letter).filter((one) => one === " ").length);
}

describe("digitRuns", () => {
  test("gives the runs of digits in order, of other scripts too", () => {
    assert.deepEqual(
      digitRuns(new Reading("a12 b3, ٤٥")).map(({ start, end }) => [start, end]),
      [
        [1, 3],
        [5, 6],
        [8, 10],
      ],
    );
    assert.deepEqual(digitRuns(new Reading("none")), []);
  });

  test("counts the spaces between a run and the letters around it", () => {
    const spaces = (raw: string): readonly (readonly number[])[] =>
      digitRuns(new Reading(raw)).map(({ spacesBefore, spacesAfter }) => [spacesBefore, spacesAfter]);
    assert.deepEqual(spaces("a 1 2 b 3"), [
      [1, 2],
      [2, 1],
      [1, FAR],
    ]);
    assert.deepEqual(spaces(`1${" 1".repeat(20)}`).slice(9, 11), [
      [FAR, FAR],
      [FAR, FAR],
    ]);
    assert.deepEqual(spaces(`1${" word".repeat(20)} 2`), [
      [FAR, 0],
      [0, FAR],
    ]);
  });

  test("counts as a walk from each run counts, and knows the sign between two", () => {
    const piece = fc.constantFrom("1", "23", "٣", " ", "a", "é", ".", "-", "\n", " ".repeat(9), ".".repeat(23), "x ");
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (raw) => {
        for (const { start, end, spacesAfter, joint } of digitRuns(new Reading(raw))) {
          assert.equal(spacesAfter, spacesTo(Array.from(raw.slice(end))), JSON.stringify({ raw, start }));
          const sign = /[0-9](?<sign>[^0-9٣])$/.exec(raw.slice(0, start))?.groups?.["sign"];
          assert.equal(joint, sign === undefined ? 0 : sign.charCodeAt(0));
        }
        const lengths = (raw.match(/[0-9٣]+/g) ?? []).map((run) => run.length);
        assert.equal(longestRun(new Reading(raw)), Math.max(0, ...lengths));
      }),
      { numRuns: runs(2000) },
    );
  });

  test("counts spaces before a run as those behind one in the text turned round", () => {
    const text = fc.string({ unit: fc.constantFrom("1", "2", " ", "a", ".", "é"), maxLength: 20 });
    fc.assert(
      fc.property(text, (raw) => {
        const behind = digitRuns(new Reading(Array.from(raw).reverse().join(""))).map(({ spacesAfter }) => spacesAfter);
        const before = digitRuns(new Reading(raw)).map(({ spacesBefore }) => spacesBefore);
        assert.deepEqual(before, behind.reverse());
      }),
      { numRuns: runs(2000) },
    );
  });

  test("finds the first run that ends behind an offset", () => {
    const runs = digitRuns(new Reading("12 345 6"));
    assert.deepEqual(
      [0, 1, 2, 5, 6, 8].map((offset) => firstRunAfter(runs, offset)),
      [0, 0, 1, 1, 2, 3],
    );
  });
});

describe("hasDigitNear", () => {
  test("sees digits of every script among the last units only", () => {
    assert.equal(hasDigitNear(new Reading("a 1 word"), 6), true);
    assert.equal(hasDigitNear(new Reading("a 1 word"), 5), false);
    assert.equal(hasDigitNear(new Reading("a ٣ word"), 50), true);
    assert.equal(hasDigitNear(new Reading(""), 5), false);
  });
});
