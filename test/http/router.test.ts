import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isOwnPath } from "../../src/core/own-paths.ts";
import { Router } from "../../src/http/router.ts";

describe("Router", () => {
  const router = new Router([
    { method: "GET", path: "/healthz", handler: "health" },
    { method: "POST", path: "/sdk/v1/thing", handler: "post" },
    { method: "GET", path: "/sdk/v1/thing", handler: "get" },
    { method: "DELETE", path: "/admin/records", handler: "delete" },
    { method: "GET", path: "/admin/records", handler: "list" },
    { method: "GET", path: "/admin/records/export", handler: "export" },
    { method: "GET", path: "/admin/records/{id}", handler: "record" },
  ]);
  const handlerOf = (method: string, path: string): string => {
    const match = router.match(method, path);
    return match.kind === "route" ? `${match.route.handler}:${match.parameter}` : match.kind;
  };

  test("finds exact paths by method", () => {
    assert.equal(handlerOf("POST", "/sdk/v1/thing"), "post:");
    assert.equal(handlerOf("GET", "/sdk/v1/thing"), "get:");
  });

  test("names the allowed methods of a known path", () => {
    const match = router.match("DELETE", "/sdk/v1/thing");
    assert.deepEqual(match, { kind: "method_not_allowed", allow: "POST, GET, HEAD" });
  });

  test("takes a path that is known before one with a parameter", () => {
    assert.equal(handlerOf("GET", "/admin/records/export"), "export:");
    assert.equal(handlerOf("GET", "/admin/records/exports"), "record:exports");
    assert.equal(handlerOf("DELETE", "/admin/records"), "delete:");
    assert.deepEqual(router.match("DELETE", "/admin/records/export"), {
      kind: "method_not_allowed",
      allow: "GET, HEAD",
    });
    assert.deepEqual(router.match("PUT", "/admin/records"), { kind: "method_not_allowed", allow: "DELETE, GET, HEAD" });
  });

  test("decodes one last segment as the parameter", () => {
    assert.equal(handlerOf("GET", "/admin/records/a%2Fb"), "record:a/b");
    for (const path of ["/admin/records/", "/admin/records/a/b", "/admin/records/%zz"])
      assert.equal(handlerOf("GET", path), "not_found");
  });

  test("keeps unknown own paths and hands on every other", () => {
    const own = [
      "/sdk/v1/nothing",
      "/scan/x",
      "/metrics",
      "/console",
      "/console/app.js",
      "/admin/",
      "/healthz",
      "/openapi.json",
    ];
    for (const path of own) assert.ok(isOwnPath(path), path);
    for (const path of [
      "/v1/chat/completions",
      "/",
      "/sdk/v2/x",
      "/consoles",
      "/healthz/x",
      "/SDK/v1/thing",
      "/%73dk/v1/thing",
    ]) {
      assert.equal(handlerOf("GET", path), "foreign", path);
    }
  });
});
