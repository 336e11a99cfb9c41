import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loaded, problemsOf } from "../support/load.ts";

const asset = (...policies: readonly string[]): string =>
  [
    "assets:",
    "  - id: a",
    "    organization: o",
    "    policies:",
    ...policies.map((each) => `      - { ${each} }`),
  ].join("\n");
const JUDGES = [
  "judges:",
  "  - { name: one, kind: chat, model: m, url: 'https://judge.example/v1' }",
  "  - { name: two, kind: chat, model: m, url: 'https://judge.example/v1' }",
].join("\n");

describe("shadow policies in a configuration", () => {
  test("stand beside the policy of their name that acts, with an id of their own", () => {
    const pii = "policy_name: pii_detection, action: block";
    const config = loaded(asset(pii, `${pii}, threshold: 0.9, shadow: true`));
    assert.deepEqual(
      config.assets[0]?.policies.map(({ id, isShadow }) => [id, isShadow === true]),
      [
        ["a:pii_detection", false],
        ["a:pii_detection:shadow", true],
      ],
    );
  });

  test("are one of each name", () => {
    const pii = "policy_name: pii_detection, action: block, shadow: true";
    assert.deepEqual(problemsOf(asset(pii, pii)), [
      "6:24 assets.0.policies.1.policy_name: duplicate policy pii_detection in the shadow: one of each name",
    ]);
  });

  test("keep the id that they would have from others", () => {
    const source = asset(
      "policy_name: pii_detection, action: block, shadow: true",
      "policy_name: secrets_keys_detection, action: block, policy_id: 'a:pii_detection:shadow'",
    );
    assert.deepEqual(problemsOf(source), [
      "6:74 assets.0.policies.1.policy_id: duplicate policy id a:pii_detection:shadow",
    ]);
  });

  test("ask no judge that policies ask which act, or may be sent inline", () => {
    const rules = "policy_name: policy_violation_detection, action: block, metadata: [Be kind]";
    const toxic = "policy_name: toxicity_detection, action: block";
    const shared = `${JUDGES}\n${asset(`${rules}, judge: one`, `${toxic}, judge: one, shadow: true`)}`;
    assert.deepEqual(problemsOf(shared), [
      "9:66 assets.0.policies.1.judge: policies that act ask one: a shadow policy needs a judge of its own, or it could make theirs late",
    ]);
    assert.deepEqual(problemsOf(shared.replace("judge: one, shadow", "judge: two, shadow")), []);
    const inline = `${JUDGES}\n${asset(`${rules}, shadow: true`)}`.replace(
      "    policies:",
      "    judge: one\n    policies:",
    );
    assert.match(problemsOf(inline).join(), /^9:9 assets\.0\.policies\.0\.judge: policies that act ask one/);
    assert.deepEqual(problemsOf(inline.replace("shadow: true", "shadow: true, judge: two")), []);
  });
});
