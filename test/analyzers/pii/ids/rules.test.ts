/** Every identifier through the whole policy: beside each of its labels, with the spans of the submitted text. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../../src/analyzers/pii/index.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import type { IdRule } from "../../../../src/analyzers/pii/ids/rule.ts";
import { formLength } from "../../../../src/analyzers/pii/ids/form.ts";
import { FORM_MAX } from "../../../../src/analyzers/pii/ids/score.ts";
import { PII_DETECTORS } from "../../../../src/analyzers/pii/registry.ts";
import type { Finding } from "../../../../src/core/model.ts";
import { analyze, prepare } from "../../../support/stream-window.ts";
import { assertUniqueIds } from "../../../support/unique.ts";

const analyzer = prepare(PII_DETECTION, ["everything"]);
const THRESHOLD = 0.5;

/** What the policy reports of `label: value ok`, and where the value stands there. */
function said(label: string, value: string): { readonly findings: readonly Finding[]; readonly start: number } {
  const raw = `${label}: ${value} ok`;
  return { findings: analyze(analyzer, raw).filter(({ score }) => score >= THRESHOLD), start: label.length + 2 };
}

const labelsOf = ({ labels, id }: IdRule): readonly string[] => (id === "PHONE_NUMBER" ? ["phone"] : labels);
const folded = (label: string): string => label.normalize("NFD").replaceAll(/[\p{M} ]/gu, "");

/** Kinds with the same name in any country: only the form of a number distinguishes them. */
const categoriesOf = new Map(ID_RULES.map(({ id, categories }) => [id, categories] as const));
const namesakes = Map.groupBy(
  ID_RULES.flatMap(({ id, labels }) => labels.map((label) => ({ id, label: folded(label) }))),
  ({ label }) => label,
);

function isMeant(kind: string, rule: IdRule, label: string): boolean {
  // Some are also the number of a card, or of social security, which are read apart.
  if (PII_DETECTORS.some(({ id }) => id === kind)) return true;
  const isNamesake = namesakes.get(folded(label))?.some(({ id }) => id === kind) ?? false;
  return (
    kind === rule.id || isNamesake || rule.categories.some((category) => categoriesOf.get(kind)?.includes(category))
  );
}

describe("identifiers", () => {
  test("have unique ids", () => {
    assertUniqueIds(ID_RULES, "src/analyzers/pii/ids/rules");
  });

  test("are no longer than the bound that streams rely on", () => {
    for (const { id, forms, strong = [], examples } of ID_RULES) {
      for (const form of [...forms, ...strong]) assert.ok(formLength(form) <= FORM_MAX, id);
      for (const example of examples) assert.ok(example.length <= FORM_MAX, id);
    }
  });

  test("count alone in small letters in each of their forms, those that count without a label included", () => {
    for (const raw of ["a123456(3)", "a 123456(3)", "a 123456 (3)"])
      assert.ok(
        analyze(analyzer, raw).some(({ kind }) => kind === "HK_HKID"),
        raw,
      );
  });

  for (const rule of ID_RULES)
    test(`${rule.id} is found after each of its labels, with its exact span`, () => {
      for (const label of labelsOf(rule))
        for (const example of rule.examples) {
          const { findings, start } = said(label, example);
          const isFound = findings.some(
            ({ kind, span }) =>
              span?.start === start && span.end === start + example.length && isMeant(kind, rule, label),
          );
          assert.ok(isFound, `${label}: ${example} → ${JSON.stringify(findings)}`);
        }
      for (const label of labelsOf(rule).slice(0, 1))
        for (const miss of rule.misses) {
          const { findings, start } = said(label, miss);
          const own = findings.find(
            ({ kind, span }) => kind === rule.id && span?.start === start && span.end === start + miss.length,
          );
          assert.equal(own, undefined, `${label}: ${miss}`);
        }
    });
});
