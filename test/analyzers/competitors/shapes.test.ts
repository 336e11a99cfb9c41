import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Beginnings } from "../../../src/analyzers/competitors/beginnings.ts";
import { Candidates, isTypo, mistakesIn } from "../../../src/analyzers/competitors/candidates.ts";
import { editDistance } from "../../../src/analyzers/competitors/distance.ts";
import { bitCount, Shapes } from "../../../src/analyzers/competitors/shapes.ts";
import { RawText } from "../../../src/text/units.ts";
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
          if (isLike) assert.ok(shapes.mayBe(new RawText(raw).units, 1), raw);
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  test("let every word with digits pass that a candidate is found for", () => {
    const sign = fc.constantFrom("a", "c", "e", "o", "l", "b", "4", "3", "0", "1", "7");
    const word = fc.array(sign, { minLength: 4, maxLength: 7 }).map((signs) => signs.join(""));
    const change = fc.tuple(fc.nat(6), fc.nat(1), fc.option(sign, { nil: "" }));
    fc.assert(
      fc.property(word, change, fc.boolean(), (name, [at, count, added], isSwapped) => {
        const candidates = new Candidates(new Beginnings());
        candidates.add({ name: 0, parts: [name], isOrdinary: false }, name, true);
        const changed = name.slice(0, at) + added + name.slice(at + count);
        const typed = isSwapped ? name.charAt(1) + name.charAt(0) + name.slice(2) : changed;
        const raw = `(${typed}) `;
        if (candidates.at(raw, { start: 1, end: 1 + typed.length }).length > 0)
          assert.deepEqual(candidates.wordAt(new RawText(raw).units, 1), { start: 1, end: 1 + typed.length });
      }),
      { numRuns: runs(3000) },
    );
  });

  test("let words pass that are to be folded first, and no others", () => {
    const shapes = new Shapes();
    shapes.add("globex", 1);
    for (const raw of ["gl0bex", "glöbex", "\u0301globex"]) assert.ok(shapes.mayBe(new RawText(raw).units, 0), raw);
    for (const raw of ["", "9", "gl97ex", "global", "glob", "globexes", "obexgl"])
      assert.ok(!shapes.mayBe(new RawText(raw).units, 0), raw);
  });
});
