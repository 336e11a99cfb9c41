import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { separatorsKey, WrittenNumber } from "../../../../src/analyzers/pii/ids/written.ts";
import { runs } from "../../../support/runs.ts";
import { RawText } from "../../../../src/text/units.ts";

const text = fc
  .array(fc.constantFrom(...Array.from("09aZÑñ&é-./()+ :_\u00a0")), { maxLength: 12 })
  .map((units) => units.join(""));
const separators = fc.array(fc.constantFrom(...Array.from(" -./()+")), { maxLength: 9 }).map((signs) => signs.join(""));

describe("a written number", () => {
  test("is counted and cut out as the text stands there", () => {
    fc.assert(
      fc.property(text, fc.nat(12), fc.nat(12), (raw, one, two) => {
        const span = { start: Math.min(one, two, raw.length), end: Math.min(Math.max(one, two), raw.length) };
        const inside = raw.slice(span.start, span.end);
        const number = new WrittenNumber(new RawText(raw), span);
        const written = inside.replaceAll(/[Ññ&]/g, "N");
        assert.equal(number.digits, inside.replaceAll(/\D/g, "").length);
        assert.equal(number.wordUnits, inside.replaceAll(/[^0-9A-Za-zÑñ]/g, "").length);
        assert.equal(number.written, written);
        assert.equal(number.compact, written.replaceAll(/[^0-9A-Za-z]/g, "").toUpperCase());
        assert.equal(number.separators, separatorsKey(inside.replaceAll(/[0-9A-Za-zÑñ]/g, "")));
      }),
      { numRuns: runs(2000) },
    );
  });

  test("distinguishes separators, in any order", () => {
    fc.assert(
      fc.property(separators, separators, (one, two) => {
        assert.equal(separatorsKey(one) === separatorsKey(two), one === two);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("knows signs that no form has, and too many of them, by no key of a form", () => {
    for (const signs of [":", "&", " \u00a0", "é", "-".repeat(10), `:${"-".repeat(3)}`, `${" ".repeat(12)}-`])
      assert.equal(separatorsKey(signs), -1, signs);
  });
});
