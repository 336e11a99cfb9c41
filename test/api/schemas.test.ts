import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyzePromptRequest, recordEventRequest } from "../../src/api/schemas.ts";
import { inlinePolicy } from "../../src/config/inline-policy.ts";

describe("request schemas", () => {
  test("hand metadata on untouched, __proto__ included", () => {
    const json = JSON.parse('{"asset_id":"a","scan_data":{"prompt":"p"},"metadata":{"__proto__":{"x":1},"y":[1]}}');
    const parsed = analyzePromptRequest.parse(json);
    assert.equal(parsed.metadata, json.metadata);
  });

  test("drop unknown fields", () => {
    const parsed = analyzePromptRequest.parse({ asset_id: "a", scan_data: { prompt: "p", other: 1 }, other: 1 });
    assert.deepEqual(parsed, { asset_id: "a", scan_data: { prompt: "p" } });
  });

  test("look at none of more policies than there are, and say so once of many values that are none", () => {
    const body = { asset_id: "a", scan_data: { prompt: "p" } };
    let looked = 0;
    const watched = {
      get policy_name(): string {
        looked += 1;
        return "pii_detection";
      },
      action: "flag",
    };
    const many = analyzePromptRequest.safeParse({ ...body, policies: Array.from({ length: 1000 }, () => watched) });
    assert.equal(looked, 0);
    assert.match(many.error?.issues[0]?.message ?? "", /^must hold at most \d+ policies$/);
    const metadata = Array.from({ length: 100_000 }, () => 1);
    const bad = inlinePolicy.safeParse({ policy_name: "pii_detection", action: "flag", metadata });
    assert.equal(bad.error?.issues.length, 1);
    assert.deepEqual(bad.error.issues[0]?.path, ["metadata"]);
  });

  test("take every form of policy metadata", () => {
    for (const metadata of [
      "",
      "text",
      [],
      ["a", "b", "c"],
      ["name", "pattern"],
      [["name", "pattern"]],
      null,
      undefined,
    ]) {
      assert.ok(
        inlinePolicy.safeParse({ policy_name: "pii_detection", action: "flag", metadata }).success,
        JSON.stringify(metadata),
      );
    }
    for (const metadata of [1, {}, [1], [["a"]], [["a", "b", "c"]], ["a", ["b", "c"]]]) {
      assert.ok(
        !inlinePolicy.safeParse({ policy_name: "pii_detection", action: "flag", metadata }).success,
        JSON.stringify(metadata),
      );
    }
  });

  test("keep every message free of the submitted value", () => {
    const bad = {
      asset_id: ["hunter2"],
      scan_data: "hunter2",
      policies: [{ policy_name: "hunter2", action: "hunter2" }],
      save: "hunter2",
      metadata: "hunter2",
    };
    const node = { node_name: "n", node_type: "hunter2", node_subtype: "hunter2", node_metadata: "hunter2" };
    for (const result of [
      analyzePromptRequest.safeParse(bad),
      recordEventRequest.safeParse({ ...bad, node, trace: "hunter2" }),
    ]) {
      assert.equal(result.success, false);
      assert.doesNotMatch(JSON.stringify(result.error?.issues.map((issue) => issue.message)), /hunter2/);
    }
  });
});
