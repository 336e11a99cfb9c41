import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { presentEvaluation } from "../../src/api/present.ts";
import type { Evaluation, Mask, Violation } from "../../src/core/model.ts";
import { makePolicy } from "../support/config.ts";

describe("presentEvaluation", () => {
  const violation = (name: string, masks: readonly Mask[]): Violation => ({
    policy: makePolicy("a", name),
    action: "block",
    scope: "both",
    findings: [],
    details: { score: 1 },
    masks,
  });
  const evaluation = (violations: readonly Violation[]): Evaluation => ({
    verdict: "blocked",
    violations,
    applied: [],
    failedClosed: [],
    isRepeatable: true,
    degraded: [],
  });
  const mask = (start: number, end: number, type: string): Mask => ({
    start,
    end,
    type,
    score: 1,
    style: "placeholder",
  });
  const present = (result: Evaluation, text: string) =>
    presentEvaluation("id", { evaluation: result, shadows: [], text, maskHash: () => "0a1b2c3d" });

  test("masks overlapping findings of several policies as one, and each policy's alone", () => {
    const violations = [
      violation("secrets_keys_detection", [mask(0, 6, "KEY")]),
      violation("pii_detection", [mask(4, 8, "MAIL")]),
    ];
    const presented = present(evaluation(violations), "abcdefgh rest");
    assert.equal(presented["masked_result"], "<KEY_1> rest");
    const each = (presented["policies_violated"] as { masked_result: string }[]).map((item) => item.masked_result);
    assert.deepEqual(each, ["<KEY_2>gh rest", "abcd<MAIL_1> rest"]);
  });

  test("has null for a policy that masks nothing, and no key when none does", () => {
    const presented = present(evaluation([violation("toxicity_detection", [])]), "text");
    assert.equal((presented["policies_violated"] as { masked_result: null }[])[0]?.masked_result, null);
    assert.equal("masked_result" in presented, false);
  });

  test("tells why a policy was skipped, and whole microseconds", () => {
    const policy = makePolicy("a", "toxicity_detection");
    const applied = [
      { policy, scope: "both", status: "skipped", reason: "disabled", durationUs: 0 },
      { policy, scope: "both", status: "passed", durationUs: 1.6 },
    ] as const;
    const presented = present({ ...evaluation([]), applied }, "text")["policies_applied"] as Record<string, unknown>[];
    assert.deepEqual(
      presented.map(({ status, reason, duration_us }) => [status, reason, duration_us]),
      [
        ["skipped", "disabled", 0],
        ["passed", undefined, 2],
      ],
    );
  });
});
