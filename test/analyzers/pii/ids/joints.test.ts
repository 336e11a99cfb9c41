import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { RuledForms } from "../../../../src/analyzers/pii/ids/fitting.ts";
import { loosePattern } from "../../../../src/analyzers/pii/ids/form.ts";
import { jointsOf } from "../../../../src/analyzers/pii/ids/form.ts";
import { FormRecognizer } from "../../../../src/analyzers/pii/ids/recognizer.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import { runs } from "../../../support/runs.ts";
import { RawText } from "../../../../src/text/units.ts";

const ruled = new RuledForms(ID_RULES);
const recognizer = new FormRecognizer(ruled.forms, (forms) => ruled.fitting(forms));
const groups = fc.array(
  fc.tuple(
    fc.oneof({ weight: 4, arbitrary: fc.nat(9999) }, { weight: 1, arbitrary: fc.constantFrom("AB", "X", "de") }),
    fc.constantFrom("", " ", "-", ".", "/", " - "),
  ),
  { minLength: 1, maxLength: 6 },
);
const number = groups.map((list) =>
  list
    .map(([group, sign]) => `${group}${sign}`)
    .join("")
    .replace(/[ \-./]+$/, ""),
);

describe("separators of forms", () => {
  test("stand where each way to write the form has them", () => {
    assert.deepEqual([...jointsOf("dd-dd")], [[4, [0b100]]]);
    assert.deepEqual(
      [...jointsOf("d{1,2}-d")],
      [
        [2, [0b10]],
        [3, [0b100]],
      ],
    );
    assert.deepEqual([...jointsOf("ddd")], [[3, [0]]]);
  });

  test("leave each rule that the number has a form of", () => {
    fc.assert(
      fc.property(number, (written) => {
        recognizer.walk(new RawText(written), 0, (end, complete, counted) => {
          const left = complete.partFor(counted);
          const whole = written.slice(0, end);
          for (const index of complete.rules) {
            const { forms = [], strong = [] } = ID_RULES[index] ?? {};
            if (loosePattern([...forms, ...strong]).test(whole))
              assert.ok(left.placeOf(index) >= 0, `${whole} ${index}`);
          }
        });
      }),
      { numRuns: runs(150) },
    );
  });
});
