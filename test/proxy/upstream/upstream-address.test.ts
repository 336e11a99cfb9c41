import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isAmbiguousTarget, upstreamAddress, upstreamPath } from "../../../src/proxy/upstream/upstream-address.ts";
import { makeUpstream } from "../../support/proxy.ts";
import { runs } from "../../support/runs.ts";

const AMBIGUOUS = [
  "//evil.test/v1/x",
  "//",
  "//evil.test",
  "//:99999999/x",
  "//[::1/x",
  "///evil.test/x",
  "//@evil.test/x",

  "/a/../b",
  "/a/./b",
  "/a/%2E%2e/b",
  "/a/.%2e",
  "/..",
  "/a/%252e%252E/b",
  "/a/..;/b",
  "/a/%2e.;x=1/b",
  "/%25252e/a",

  "/a\\b",
  "/\\evil.test/x",
  "/a%5cb",
  "/a%255cb",
  "/a%2fb",
  "/%2f%2fevil.test",
  "/a%252fb",
  "/a%00",
  "/a%0d%0ab",
  "/a%09",
  "/a%3fb",
  "/a%2523b",
  "/a%7f",
  "/a%",
  "/a%zz",
  "/a%c0%ae%c0%ae/b",
  "/a%ff",
  "/a#b",
  "/a?b#c",
  "/a b",
  "/a?b c",
  "/a\tb",
  "/a\r\nb",
  "/a\u007f",
  "/a?\u0000",
  "/a\u2025",
];
const PLAIN = [
  "/",
  "/v1/models/gpt-4.1",
  "/a/...",
  "/a/.b",
  "/a/b..",
  "/a?x=../%2f//\\@",
  "/v1//chat/completions",
  "/a;b/c",

  "/publishers/anthropic/models/claude@20250101:rawPredict",
  "/models/x%3Ay",
  "/a%20b",
  "/%C3%A9",
  "/a?%zz",
  "/a?é",
];

describe("isAmbiguousTarget", () => {
  test("is true of what two readers read as two paths, or as another host", () => {
    for (const target of AMBIGUOUS) assert.ok(isAmbiguousTarget(target), JSON.stringify(target));
  });

  test("is false of what providers' paths are made of", () => {
    for (const target of PLAIN) assert.ok(!isAmbiguousTarget(target), target);
  });
});

describe("upstreamPath", () => {
  test("keeps the upstream's own base and query in front", () => {
    assert.equal(upstreamPath(makeUpstream("http://a.example"), { path: "/v1/x", query: "?q=1" }), "/v1/x?q=1");
    assert.equal(upstreamPath(makeUpstream("http://a.example/base/"), { path: "/v1/x", query: "" }), "/base/v1/x");
    const versioned = makeUpstream("http://a.example/b?api-version=1");
    assert.equal(upstreamPath(versioned, { path: "/x", query: "?q=1" }), "/b/x?api-version=1&q=1");
    assert.equal(upstreamPath(makeUpstream("mock"), { path: "/x", query: "?q=1" }), "/x?q=1");
  });

  test("makes no address of an ambiguous path, of one that is none, or for the built-in provider", () => {
    for (const path of [...AMBIGUOUS, "", "evil.test/x", "@evil.test/x", ":80/x", "http://evil.test/x"])
      assert.throws(() => upstreamPath(makeUpstream("http://a.example"), { path, query: "" }), JSON.stringify(path));
    assert.throws(() => upstreamAddress(makeUpstream("mock"), { path: "/x", query: "" }));
  });
});

/** Pieces that parsers of addresses give a meaning, and plain ones. */
const piece = fc.oneof(
  fc.constantFrom(..."/ // \\ @ : ; . .. ? # % %2f %2F %5c %2e %252e %00 %0d%0a %40 %3a [ ] & =".split(" ")),
  fc.constantFrom(
    "evil.test",
    "evil.test:81",
    "user:pass@evil.test",
    "[::1]",
    ":99999999",
    "http:",
    "https://evil.test",
  ),
  fc.constantFrom("v1", "chat", "completions", "é", "\t", "\r\n", " ", "\u007f", "．", "\u3002"),
  fc.string({ maxLength: 3 }),
);
const targets = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`);

test("whatever the caller sends, scheme, host, port, user and base path are the configuration's", () => {
  const bases = [
    "http://provider.test",
    "https://provider.test:8443/base",
    "http://[::1]:81/a/b/",
    "http://provider.test/?v=1",
  ];
  fc.assert(
    fc.property(targets, fc.constantFrom(...bases), (target, base) => {
      const upstream = makeUpstream(base);
      const mark = target.indexOf("?");
      const [path, query] = mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark)];
      if (isAmbiguousTarget(target)) {
        assert.throws(() => upstreamAddress(upstream, { path, query }));
        return;
      }
      const address = upstreamAddress(upstream, { path, query });
      assert.ok(upstream.target.kind === "url" && address.origin === upstream.target.url);
      const own = new URL(base);
      const prefix = own.pathname.replace(/\/$/, "");
      assert.ok(address.path.startsWith(prefix + path), address.path);
      // Also for whoever parses it again: a gateway behind us.
      for (const read of [new URL(own.origin + address.path), new URL(address.path, own.origin)]) {
        assert.equal(read.origin, own.origin);
        assert.deepEqual([read.username, read.password, read.hash], ["", "", ""]);
        assert.ok(read.pathname.startsWith(`${prefix}/`), read.href);
        assert.equal(read.pathname.split("/").length, (prefix + path).split("/").length);
      }
    }),
    { numRuns: runs(3000) },
  );
});
