import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyzePromptRequest, policyItem, recordEventRequest } from "../../src/api/schemas.ts";

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
        policyItem.safeParse({ policy_name: "pii_detection", action: "flag", metadata }).success,
        JSON.stringify(metadata),
      );
    }
    for (const metadata of [1, {}, [1], [["a"]], [["a", "b", "c"]], ["a", ["b", "c"]]]) {
      assert.ok(
        !policyItem.safeParse({ policy_name: "pii_detection", action: "flag", metadata }).success,
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
