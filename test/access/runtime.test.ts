import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildRuntime, defaultAsset } from "../../src/access/runtime.ts";
import { DEFAULT_ASSET_ID } from "../../src/config/config-model.ts";
import type { OrganizationId } from "../../src/core/model.ts";
import { makeAsset, makeConfig } from "../support/config.ts";

describe("buildRuntime", () => {
  test("compiles every policy of every asset, disabled ones too", () => {
    const asset = makeAsset("a", { secrets_keys_detection: {}, pii_detection: { action: "disabled" } });
    const guards = buildRuntime(makeConfig({ assets: [asset] })).assets.get("a")?.guards ?? [];
    assert.deepEqual(
      guards.map((guard) => [guard.policy.name, guard.state.kind]),
      [
        ["secrets_keys_detection", "ready"],
        ["pii_detection", "skipped"],
      ],
    );
  });

  test("names the place of a policy that does not compile", () => {
    const assets = [makeAsset("a"), makeAsset("b", { secrets_keys_detection: { metadata: [["x", "("]] } })];
    assert.throws(() => buildRuntime(makeConfig({ assets })), /^Error: assets\.1\.policies\.0\.metadata\.0/);
  });

  test("puts the longest prefix first", () => {
    const upstreams = ["/", "/openai/v2", "/openai"].map((prefix) => ({ prefix }) as never);
    assert.deepEqual(
      buildRuntime(makeConfig({ upstreams })).upstreams.map((upstream) => upstream.prefix),
      ["/openai/v2", "/openai", "/"],
    );
  });
});

describe("defaultAsset", () => {
  test("has no policies and takes inline ones", () => {
    const { asset, guards } = defaultAsset("x" as OrganizationId);
    assert.deepEqual(
      [asset.id, asset.organization, asset.inlinePolicies, guards.length],
      [DEFAULT_ASSET_ID, "x", "merge", 0],
    );
  });
});
