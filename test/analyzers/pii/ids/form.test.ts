import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { compactOf, StrictForm, strictPattern } from "../../../../src/analyzers/pii/ids/form.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import { runs } from "../../../support/runs.ts";

const FORMS = ["ddd.ddd-d", "[XYZ]-?d{3}-?l", "d{2,3}[0-4A-C]", "-?dd", "(d)d[A-Z9]?", "ABd{2}(l)"];
const written = fc
  .array(fc.constantFrom(...Array.from("0149AXZab-.() é")), { maxLength: 9 })
  .map((units) => units.join(""));

describe("a strict form", () => {
  test("fits what its pattern fits", () => {
    const forms = FORMS.map((form) => ({ strict: new StrictForm(form), pattern: strictPattern(form) }));
    fc.assert(
      fc.property(written, (text) => {
        for (const { strict, pattern } of forms) assert.equal(strict.fits(text), pattern.test(text), text);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("fits the examples that its pattern fits, of every shipped form", () => {
    const examples = ID_RULES.flatMap((rule) => [...rule.examples, ...rule.misses]);
    for (const form of new Set(ID_RULES.flatMap(({ strong }) => strong ?? []))) {
      const strict = new StrictForm(form);
      const pattern = strictPattern(form);
      for (const text of examples) assert.equal(strict.fits(text), pattern.test(text), `${form} ${text}`);
    }
  });
});

test("the compact number has the letters and digits of ASCII, in upper case", () => {
  fc.assert(
    fc.property(fc.oneof(written, fc.string({ maxLength: 20 })), (text) => {
      assert.equal(compactOf(text), text.replaceAll(/[^0-9A-Za-z]/g, "").toUpperCase());
    }),
    { numRuns: runs(1000) },
  );
});
