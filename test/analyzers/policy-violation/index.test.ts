import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findAnalyzer } from "../../../src/analyzers/registry.ts";
import {
  POLICY_VIOLATION_DETECTION,
  RULE_LENGTH_MAX,
  RULES_MAX,
} from "../../../src/analyzers/policy-violation/index.ts";
import type { Json } from "../../../src/core/model.ts";
import { Reading } from "../../../src/text/reading.ts";

function prepared(metadata: Json) {
  const preparation = POLICY_VIOLATION_DETECTION.prepare(metadata);
  return preparation.kind === "judged" ? preparation : assert.fail(preparation.kind);
}

describe("policy_violation_detection", () => {
  test("is registered, and says that it needs a judge", () => {
    assert.equal(findAnalyzer("policy_violation_detection"), POLICY_VIOLATION_DETECTION);
    assert.equal(POLICY_VIOLATION_DETECTION.isJudged, true);
  });

  test("asks about all rules in one question, in words", () => {
    const { question } = prepared([" No prices. ", "Only cooking"]).inquiry;
    assert.equal(question.isFree, true);
    assert.equal(question.isWhole, false);
    assert.deepEqual(question.parts, [
      { name: "0", text: "The text breaks this rule: No prices." },
      { name: "1", text: "The text breaks this rule: Only cooking" },
    ]);
    assert.deepEqual(prepared("Only cooking").inquiry.question.parts.length, 1);
  });

  test("names broken rules by their place, the most broken first, and no text", () => {
    const { inquiry, details } = prepared(["a", "b", "c"]);
    const text = new Reading("some words");
    const findings = inquiry.findings({ score: 0.9123, parts: [0.5, 0.1, 0.9123] }, text);
    assert.deepEqual(findings[0], { kind: "policy_violation", score: 0.912 });
    assert.deepEqual(details(findings, text), {
      score: 0.912,
      rules: [
        { index: 2, score: 0.912 },
        { index: 0, score: 0.5 },
      ],
    });
    assert.deepEqual(details([], text), { score: 0, rules: [] });
  });

  test("reads prompts, answers and results of tools, not the operator's words", () => {
    const { covers } = POLICY_VIOLATION_DETECTION;
    assert.ok(
      covers("input", "user") && covers("output", "assistant") && covers("input", "tool") && covers("both", "system"),
    );
    assert.ok(!covers("input", "system"));
  });

  test("refuses rules with their path", () => {
    assert.equal(POLICY_VIOLATION_DETECTION.prepare(null).kind, "no_configuration");
    const refused: readonly (readonly [Json, string])[] = [
      [["a", " - "], "1"],
      [["a", 5], "1"],
      [[["a", "b"]], "0"],
      [["x".repeat(RULE_LENGTH_MAX + 1)], "0"],
      ["!!", ""],
      [{ rule: "a" }, ""],
      [Array.from({ length: RULES_MAX + 1 }, (_, index) => `n${index}`), ""],
    ];
    for (const [metadata, path] of refused) {
      const preparation = POLICY_VIOLATION_DETECTION.prepare(metadata);
      assert.ok(preparation.kind === "invalid", JSON.stringify(metadata).slice(0, 40));
      assert.equal(preparation.path, path);
    }
  });
});
