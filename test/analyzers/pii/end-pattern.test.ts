import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { EndPattern } from "../../../src/analyzers/pii/end-pattern.ts";
import { runs } from "../../support/runs.ts";

const PATTERNS = [
  /(?<!\p{L})(?:the )?(?:corner|of) $/iu,
  /(?:age|am)["']?[ \t]{0,2}[:=]?$|==$/i,
  /(?:tel|call)(?!\p{Ll})[^\d\n]{0,4}$/iu,
  /(?:[a-c]{1,3}o ){0,2}[a-c1]{1,4}o\s?$/u,
];
const text = fc
  .array(
    fc.constantFrom(
      "the ",
      "corner",
      "of ",
      "age",
      "am",
      ": ",
      "=",
      "tel",
      "call",
      "x",
      "É",
      "1",
      "\n",
      "abo ",
      "c1o",
      "o ",
    ),
    {
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(""));

describe("a pattern that ends where a text does", () => {
  test("matches what it does when it is tried at each unit", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...PATTERNS), (raw, pattern) => {
        const ending = new EndPattern(pattern);
        const plain = new RegExp(pattern.source, pattern.flags);
        assert.equal(ending.test(raw), plain.test(raw));
        assert.deepEqual(ending.exec(raw), plain.exec(raw));
      }),
      { numRuns: runs(3000) },
    );
  });
});
