import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { isTypo, mistakesIn } from "../../../src/analyzers/competitors/candidates.ts";
import { editDistance } from "../../../src/analyzers/competitors/distance.ts";
import { bitCount, Shapes } from "../../../src/analyzers/competitors/shapes.ts";
import { unitsOf } from "../../../src/text/units.ts";
import { runs } from "../../support/runs.ts";

const LETTERS = fc.constantFrom("a", "b", "c", "d", "e", "g", "l", "m", "o", "x");
const WORD = fc.array(LETTERS, { minLength: 5, maxLength: 14 }).map((letters) => letters.join(""));
/** Letters taken out of a word at some places, and others put there. */
const CHANGES = fc.array(fc.tuple(fc.nat(14), fc.nat(2), fc.array(LETTERS, { maxLength: 2 })), { maxLength: 2 });

describe("shapes of words", () => {
  test("count bits", () => {
    fc.assert(
      fc.property(fc.integer(), (bits) => {
        assert.equal(bitCount(bits), (bits >>> 0).toString(2).replaceAll("0", "").length);
      }),
    );
  });

  test("let every word pass that is one of them but for mistakes", () => {
    fc.assert(
      fc.property(
        fc.array(WORD, { minLength: 1, maxLength: 5 }),
        CHANGES,
        fc.boolean(),
        (words, changes, isCapital) => {
          const shapes = new Shapes();
          for (const word of words) shapes.add(word, mistakesIn(word.length));
          let typed = words[0] ?? "";
          for (const [at, count, letters] of changes)
            typed = typed.slice(0, at) + letters.join("") + typed.slice(at + count);
          const isLike = words.some((word) => {
            const most = mistakesIn(word.length);
            return editDistance(typed, word, most) <= most && isTypo(typed, word);
          });
          const raw = `(${isCapital ? typed.toUpperCase() : typed}) `;
          if (isLike) assert.ok(shapes.mayBe(unitsOf(raw), 1), raw);
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  test("let words pass that are to be folded first, and no others", () => {
    const shapes = new Shapes();
    shapes.add("globex", 1);
    for (const raw of ["gl0bex", "glöbex", "9", "\u0301globex"]) assert.ok(shapes.mayBe(unitsOf(raw), 0), raw);
    for (const raw of ["", "global", "glob", "globexes", "obexgl"]) assert.ok(!shapes.mayBe(unitsOf(raw), 0), raw);
  });
});
