import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { PROMPT_INJECTION_DETECTION } from "../../src/analyzers/prompt-injection/index.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import type { AllowList, Finding, Policy } from "../../src/core/model.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import { analyzerOf, guardOf, policyOf } from "../support/analyzers.ts";

const NOTHING: AllowList = { values: [], patterns: [], types: [] };
const ANY = analyzerOf("any", { analyze: () => [] });

function sift(raw: string, findings: readonly Finding[], over: Partial<Policy> = {}, analyzer = ANY) {
  const { state } = guardOf(analyzer, over);
  assert.ok(state.kind === "ready");
  return state.filter(findings, raw, {});
}
const finding = (kind: string, start: number, end: number, score = 1): Finding => ({
  kind,
  score,
  span: { start, end },
});
const allow = (list: Partial<AllowList>): Partial<Policy> => ({ allow: { ...NOTHING, ...list } });

describe("createFindingFilter", () => {
  test("keeps what nothing speaks against", () => {
    const all = [finding("A", 0, 3), { kind: "B", score: 0.1 }];
    assert.deepEqual(sift("abc", all), all);
  });

  test("drops what is allowed, and nothing beside it", () => {
    const all = [finding("A", 0, 3), finding("A", 4, 7), finding("B", 4, 7)];
    assert.deepEqual(sift("abc xyz", all, allow({ values: ["ABC"] })), all.slice(1));
    assert.deepEqual(sift("abc xyz", all, allow({ types: ["A"] })), all.slice(2));
    assert.deepEqual(sift("abc xyz", all, allow({ patterns: ["x.z"] })), all.slice(0, 1));
  });

  for (const [score, expected] of [
    [1, 0.8],
    [0.9, 0.7],
    [0.6, 0.5],
    [0.5, 0.5],
    [0.3, 0.3],
  ] as const)
    test(`scores a value of documentation ${expected} instead of ${score}`, () =>
      assert.deepEqual(sift("192.0.2.1", [finding("IP_ADDRESS", 0, 9, score)]), [
        finding("IP_ADDRESS", 0, 9, expected),
      ]));

  test("drops a value of documentation where it is to be ignored", () =>
    assert.deepEqual(sift("192.0.2.1", [finding("IP_ADDRESS", 0, 9)], { ignoreTestValues: true }), []));

  test("knows masks of built-in types, and of the policy's own patterns, and takes no other name for one", () => {
    const of = (raw: string, metadata: Policy["metadata"] = null) =>
      sift(raw, [finding("assigned-secret", 0, raw.length)], { metadata }, SECRETS_KEYS_DETECTION).length;
    assert.equal(of("<EMAIL_ADDRESS>"), 0);
    assert.equal(of("<COMPETITOR_2>"), 0);
    assert.equal(of("<STAFF_NO_1>"), 1);
    assert.equal(of("<STAFF_NO_1>", [["staff no", "S[0-9]"]]), 0);
  });

  test("leaves a score as it is", () => {
    const found = [{ kind: "override", score: 0.9 }, finding("override", 0, 9, 0.9)];
    assert.deepEqual(sift("192.0.2.1", found, {}, PROMPT_INJECTION_DETECTION), found);
  });
});

describe("compilePolicy with an allow list", () => {
  const compile = (name: string, list: Partial<AllowList>, metadata: Policy["metadata"] = null) => {
    const compiled = compilePolicy(policyOf(name, { ...allow(list), metadata }));
    return compiled.kind === "invalid" ? compiled.path : compiled.kind;
  };

  test("tells the place of what cannot be taken", () => {
    assert.equal(compile("pii_detection", { types: ["EMAIL"] }), "allow.types.0");
    assert.equal(compile("pii_detection", { patterns: ["a", "("] }), "allow.patterns.1");
  });

  test("knows the kinds of every span policy, those of its metadata too", () => {
    assert.equal(compile("pii_detection", { types: ["EMAIL_ADDRESS"] }), "guard");
    assert.equal(compile("competitor_mention_detection", { types: ["COMPETITOR"] }, ["Acme"]), "guard");
    assert.equal(compile("secrets_keys_detection", { types: ["staff"] }), "allow.types.0");
    assert.equal(compile("secrets_keys_detection", { types: ["staff"] }, [["staff", "S[0-9]"]]), "guard");
  });

  test("has a placeholder and a source for every kind", () => {
    for (const { kinds = [] } of [PII_DETECTION, SECRETS_KEYS_DETECTION])
      for (const { placeholder, source } of kinds) {
        assert.match(placeholder, /^[A-Z]/);
        assert.match(source, /^https:/);
      }
  });
});
