import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { wordsAfter, wordsBefore } from "../../../../src/analyzers/pii/address/tokens.ts";
import { runs } from "../../../support/runs.ts";

type Look = typeof wordsAfter;

const PIECES = [
  "12",
  "Main",
  "Street",
  "avenue",
  "Hauptstr.",
  "de",
  "the",
  " ",
  " ",
  ", ",
  "\n",
  "é",
  "5-7",
  "Apartment.",
];
const RAW = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));
const LOOKS = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 8 })), { minLength: 1, maxLength: 20 });

const written = (look: Look, raw: string, at: number, max: number): readonly string[] =>
  look(raw, at, max).map(({ start, end, text }) => `${start}-${end} ${text}`);

/** Each word found by a look of its own. */
function oneByOne(look: Look, raw: string, at: number, max: number): readonly string[] {
  const found: string[] = [];
  for (let count = 1; count <= max; count++) {
    // Another text in between: nothing is kept of the last look.
    look("another text", 0, 1);
    const words = written(look, raw, at, count);
    if (words.length === count) found.push(words.at(-1) ?? "");
  }
  return found;
}

describe("the words beside a number", () => {
  test("are the same whatever was asked before", () => {
    fc.assert(
      fc.property(RAW, LOOKS, (raw, looks) => {
        for (const look of [wordsBefore, wordsAfter])
          for (const [place, max] of looks) {
            const at = Math.min(place, raw.length);
            const words = written(look, raw, at, max);
            assert.deepEqual(written(look, raw, at, max), words);
            assert.deepEqual(words, oneByOne(look, raw, at, max));
          }
      }),
      { numRuns: runs(500) },
    );
  });

  test("tell what they are", () => {
    const [number, street, particle, stranger] = wordsAfter("12-14 Street de table", 0, 4);
    assert.deepEqual([number?.isNumber, street?.isNumber], [true, false]);
    assert.deepEqual([number?.kind, street?.kind], [null, "behind"]);
    assert.deepEqual([particle?.isParticle, stranger?.isParticle], [true, false]);
    assert.deepEqual([particle?.isStranger, stranger?.isStranger], [false, true]);
  });
});
