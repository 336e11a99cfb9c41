import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { RuledForms } from "../../../../src/analyzers/pii/ids/fitting.ts";
import { separatorsOf } from "../../../../src/analyzers/pii/ids/form.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import { separatorsKey } from "../../../../src/analyzers/pii/ids/written.ts";
import { runs } from "../../../support/runs.ts";

const ruled = new RuledForms(ID_RULES);
const numbers = fc.uniqueArray(fc.nat(ruled.forms.length - 1), { maxLength: 12 });
const ascending = (list: Iterable<number>): readonly number[] => [...new Set(list)].sort((a, b) => a - b);

/** Indexes of the rules that the question is answered for. */
const rulesWhere = (isSo: (rule: (typeof ID_RULES)[number]) => boolean): readonly number[] =>
  ID_RULES.flatMap((rule, index) => (isSo(rule) ? [index] : []));

describe("what it means that forms are complete together", () => {
  test("is what their rules say of them", () => {
    fc.assert(
      fc.property(numbers, fc.nat(1000), (complete, pick) => {
        const forms = complete.map((form) => ruled.forms[form] ?? "");
        const fitting = ruled.fitting(complete);
        const has = (list: readonly string[] = []): boolean => list.some((form) => forms.includes(form));
        const hasAny = rulesWhere(({ forms: of, strong }) => has(of) || has(strong));
        assert.deepEqual(
          ascending(fitting.alone),
          hasAny.filter((index) => ID_RULES[index]?.isAlone === true),
        );
        const separators = separatorsOf(forms[pick % Math.max(1, forms.length)] ?? "")[0] ?? "";
        const isWrittenSo = (form: string): boolean => forms.includes(form) && separatorsOf(form).includes(separators);
        assert.deepEqual(
          ascending(fitting.strong(separatorsKey(separators)).map(({ index }) => index)),
          rulesWhere(({ strong }) => strong?.some(isWrittenSo) === true),
        );
        const named = ascending([...hasAny.slice(0, 2), pick % ID_RULES.length]);
        const expected = named.filter((index) => hasAny.includes(index));
        for (let again = 0; again < 2; again++) {
          const { checked, unchecked } = fitting.chosen(named);
          const places = ascending([...checked, ...unchecked]);
          assert.deepEqual(
            places.map((place) => fitting.rules[place]),
            expected,
          );
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
