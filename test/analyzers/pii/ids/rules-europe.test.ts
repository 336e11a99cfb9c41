import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compactOf, compactPattern, parseForm } from "../../../../src/analyzers/pii/ids/form.ts";
import type { IdRule } from "../../../../src/analyzers/pii/ids/rule.ts";
import { EUROPEAN_IDS } from "../../../../src/analyzers/pii/ids/registry.ts";

/** Behind a label: some form without its separators, and the check. */
function isAccepted({ forms, check }: IdRule, written: string): boolean {
  const compact = compactOf(written);
  return forms.some((form) => compactPattern(form).test(compact)) && (check?.(compact) ?? true);
}

describe("European identifiers", () => {
  test("have unique names that begin with their country", () => {
    const ids = EUROPEAN_IDS.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { id, country } of EUROPEAN_IDS) {
      assert.match(id, /^[A-Z]{2}_[A-Z0-9_]+$/);
      // Numbers of the United Kingdom are known by its usual short name.
      if (country !== null) assert.equal(id.slice(0, 2), country === "GB" ? "UK" : country);
    }
  });

  for (const rule of EUROPEAN_IDS) {
    test(`${rule.id} accepts its examples and refuses their neighbours`, () => {
      for (const form of rule.forms) assert.ok(parseForm(form).length > 0, form);
      for (const form of rule.strong ?? []) assert.ok(rule.forms.includes(form), form);
      for (const example of rule.examples) assert.ok(isAccepted(rule, example), example);
      for (const miss of rule.misses) assert.ok(!isAccepted(rule, miss), miss);
    });

    test(`${rule.id} is documented and has labels in plain form`, () => {
      assert.ok(rule.source.startsWith("https://") && URL.canParse(rule.source), rule.source);
      assert.ok(rule.labels.length + rule.categories.length > 0);
      assert.equal(new Set(rule.labels).size, rule.labels.length);
      for (const label of rule.labels) {
        assert.match(label, /^[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*$/u);
        assert.equal(label, label.toLowerCase());
      }
    });
  }
});
