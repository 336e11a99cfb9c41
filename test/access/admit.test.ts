import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admit, setLimitHeaders } from "../../src/access/callers.ts";

describe("admit", () => {
  const taken: [string, number][] = [];
  const limiter = {
    take: (key: string, limit: number) => {
      taken.push([key, limit]);
      return { admitted: true, limit, remaining: 0, resetSeconds: 1 };
    },
  };
  const limits = {
    store: { kind: "memory" },
    windowSeconds: 60,
    default: 7,
    routes: new Map([["POST /a", 3]]),
    proxy: 0,
  } as const;

  test("takes from the window of key and endpoint, with the route's limit or the default", () => {
    void admit(limiter, limits, { endpoint: "POST /a", keyId: "k" });
    void admit(limiter, limits, { endpoint: "GET /b", keyId: "k" });
    assert.deepEqual(taken, [
      ["POST /a k", 3],
      ["GET /b k", 7],
    ]);
  });
});

describe("setLimitHeaders", () => {
  test("adds Retry-After to a refusal only", () => {
    const headers: Record<string, string> = {};
    setLimitHeaders(headers, { admitted: true, limit: 5, remaining: 4, resetSeconds: 9 });
    assert.deepEqual({ ...headers }, { "RateLimit-Limit": "5", "RateLimit-Remaining": "4", "RateLimit-Reset": "9" });
    setLimitHeaders(headers, { admitted: false, limit: 5, remaining: 0, resetSeconds: 8 });
    assert.equal(headers["Retry-After"], "8");
  });

  test("tells where this process counted alone, and nothing of a window that nobody could look at", () => {
    const local: Record<string, string> = {};
    setLimitHeaders(local, { admitted: true, limit: 5, remaining: 4, resetSeconds: 9, isLocal: true });
    assert.equal(local["x-guardrail-limits"], "local");
    assert.equal(local["RateLimit-Limit"], "5");
    const unavailable: Record<string, string> = {};
    setLimitHeaders(unavailable, "unavailable");
    assert.deepEqual(Object.keys(unavailable), ["Retry-After"]);
  });
});
