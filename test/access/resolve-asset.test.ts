import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { resolveAsset } from "../../src/access/callers.ts";
import { buildRuntime } from "../../src/access/runtime.ts";
import type { OrganizationId } from "../../src/core/model.ts";
import { makeAsset, makeConfig, makeKey } from "../support/config.ts";

describe("resolveAsset", () => {
  const runtime = buildRuntime(
    makeConfig({ assets: [makeAsset("mine"), makeAsset("theirs", {}, { organization: "other" as OrganizationId })] }),
  );
  const kind = (assetId: string, accessLevel: 1 | 2): string =>
    resolveAsset(runtime, makeKey("k", { accessLevel }), assetId).kind;

  test("finds the organization's assets for level 2", () => assert.equal(kind("mine", 2), "asset"));
  test("does not tell another organization's asset from an unknown one", () => {
    assert.deepEqual([kind("theirs", 2), kind("nope", 2)], ["unknown", "unknown"]);
  });
  test("gives the built-in asset to every level", () =>
    assert.deepEqual([kind("api-user-default", 1), kind("api-user-default", 2)], ["asset", "asset"]));
  test("keeps every other asset from level 1", () =>
    assert.deepEqual([kind("mine", 1), kind("nope", 1)], ["level_required", "level_required"]));
});
