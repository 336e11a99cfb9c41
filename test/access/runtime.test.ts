import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { buildRuntime, defaultAsset } from "../../src/access/runtime.ts";
import { findAnalyzer } from "../../src/analyzers/registry.ts";
import { DEFAULT_ASSET_ID } from "../../src/config/config-model.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { OrganizationId } from "../../src/core/model.ts";
import { makeAsset, makeConfig } from "../support/config.ts";
import { fakeJudge, flat } from "../support/judges.ts";

const JUDGED = `
judges: [{ name: j, kind: chat, url: "http://127.0.0.1:1", model: m }]
assets:
  - { id: a, organization: o, policies: [{ policy_name: toxicity_detection, action: flag, metadata: [insult], judge: j }] }
`;

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

  test("prepares the metadata of a policy once, check of the configuration and of its judge included", () => {
    const analyzer = findAnalyzer("toxicity_detection");
    assert.ok(analyzer);
    const prepare = mock.method(analyzer, "prepare");
    try {
      const loaded = loadConfig(JUDGED, { file: "x", env: {} });
      assert.ok(loaded.ok);
      buildRuntime(loaded.config, new Map([["j", fakeJudge((asked) => flat(asked, 0))]]));
      assert.equal(prepare.mock.callCount(), 1);
    } finally {
      prepare.mock.restore();
    }
  });

  test("puts the longest prefix first", () => {
    const upstreams = ["/", "/openai/v2", "/openai"].map(
      (prefix) => ({ prefix, asset: makeAsset("a").id, readers: {} }) as never,
    );
    assert.deepEqual(
      buildRuntime(makeConfig({ assets: [makeAsset("a")], upstreams })).upstreams.map(
        ({ upstream }) => upstream.prefix,
      ),
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
