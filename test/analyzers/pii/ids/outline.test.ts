import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Outlines } from "../../../../src/analyzers/pii/ids/outline.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import { strictPattern } from "../../../../src/analyzers/pii/ids/form.ts";
import { runs } from "../../../support/runs.ts";
import { RawText } from "../../../../src/text/units.ts";

describe("Outlines", () => {
  const outlines = new Outlines(["ddd.ddd-dd", "CHd{6,7}", "d{2}-?d{4}", "ll dd"]);

  test("fits numbers that are written so, whatever follows", () => {
    for (const text of ["123.456-78", "123.456-78 9", "CH123456.", "CH1234567", "12-3456", "123456 of", "AB 12"])
      assert.equal(outlines.fits(new RawText(text), 0), true, text);
  });

  test("does not fit what no form is like", () => {
    for (const text of [
      "12.456-78",
      "123.456",
      "CH12345",
      "the 12",
      "ab 12",
      "ABC 12",
      "1 1 1",
      "123.4567",
      "XX123456",
    ])
      assert.equal(outlines.fits(new RawText(text), 0), false, text);
  });

  test("fits every example that is written in a strong form", () => {
    const shipped = new Outlines(ID_RULES.flatMap(({ strong }) => strong ?? []));
    for (const { strong, examples } of ID_RULES)
      for (const example of examples)
        if (/^[0-9A-Z]/.test(example) && (strong ?? []).some((form) => strictPattern(form).test(example)))
          assert.equal(shipped.fits(new RawText(example), 0), true, example);
  });

  test("fits where a pattern matches up to the end of a word", () => {
    const forms = ["ddd.ddd-dd", "CHd{2,3}", "d{2}-?d{2}", "ll dd", "8 (9dd) dd", "[1-4]d d[AX]?"];
    const some = new Outlines(forms);
    const patterns = forms.map(strictPattern);
    const text = fc
      .array(fc.constantFrom(...Array.from("0189ACHX .-()ñ")), { maxLength: 12 })
      .map((units) => units.join(""));
    fc.assert(
      fc.property(text, (raw) => {
        const ends = Array.from(raw.matchAll(/[0-9A-Zñ](?![0-9A-Zñ])/g), ({ index }) => index + 1);
        const isForm = ends.some((end) => patterns.some((pattern) => pattern.test(raw.slice(0, end))));
        assert.equal(/^[0-9A-Zñ]/.test(raw) && some.fits(new RawText(raw), 0), /^[0-9A-Zñ]/.test(raw) && isForm, raw);
      }),
      { numRuns: runs(3000) },
    );
  });
});
