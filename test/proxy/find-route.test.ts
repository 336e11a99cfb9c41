import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findRoute, isModelList } from "../../src/proxy/find-route.ts";
import { makeAsset } from "../support/config.ts";
import { makeRuntime, makeUpstream } from "../support/proxy.ts";

const runtime = makeRuntime({
  assets: [makeAsset("demo-chatbot")],
  upstreams: [
    makeUpstream("http://a.example", { name: "root", prefix: "/" }),
    makeUpstream("http://b.example", { name: "azure", prefix: "/azure" }),
    makeUpstream("http://c.example", { name: "deep", prefix: "/azure/eu" }),
  ],
});

describe("findRoute", () => {
  test("takes the longest prefix, at a segment's end, and removes it", () => {
    const cases = [
      ["/v1/chat/completions?x=/azure", "root", "/v1/chat/completions", "?x=/azure"],
      ["/azure/v1/chat/completions", "azure", "/v1/chat/completions", ""],
      ["/azure/eu/chat/completions", "deep", "/chat/completions", ""],
      ["/azureus/x", "root", "/azureus/x", ""],
      ["/azure", "azure", "/", ""],
    ] as const;
    for (const [target, name, path, query] of cases) {
      const route = findRoute(runtime, "POST", target);
      assert.deepEqual([route?.upstream.name, route?.path, route?.query], [name, path, query]);
    }
  });

  test("knows the format, and nothing where no prefix matches", () => {
    assert.equal(findRoute(runtime, "POST", "/azure/chat/completions")?.codec?.format, "openai-chat");
    assert.equal(findRoute(runtime, "GET", "/azure/chat/completions")?.codec, null);
    const narrow = makeRuntime({
      assets: [makeAsset("demo-chatbot")],
      upstreams: [makeUpstream("mock", { prefix: "/only" })],
    });
    assert.equal(findRoute(narrow, "GET", "/v1/models"), null);
  });
});

describe("paths", () => {
  test("of model lists are known by their segment", () => {
    for (const path of ["/v1/models", "/models/", "/v1/models/org/name", "/openai/v1/models/ft:gpt"])
      assert.ok(isModelList("GET", path), path);
    for (const path of [
      "/v1/models2",
      "/v1/xmodels",
      "/v1/files",
      "/v1/models/..;/files/f",
      "/v1/models/a/b/c",
      "/v1/models/x:generateContent",
    ])
      assert.ok(!isModelList("GET", path), path);
    assert.ok(!isModelList("DELETE", "/v1/models/x"));
  });
});
