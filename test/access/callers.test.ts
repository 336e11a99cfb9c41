import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  authenticate,
  admit,
  setLimitHeaders,
  resolveAsset,
  sessionKey,
  sessionName,
  countKeyUse,
  keyUsageName,
  secretUsageNames,
} from "../../src/access/callers.ts";
import { expiringKeys } from "../../src/access/expiring-keys.ts";
import { buildRuntime } from "../../src/access/runtime.ts";
import { makeConfig, makeKey, makeAsset } from "../support/config.ts";
import type { OrganizationId } from "../../src/core/model.ts";
import type { ApiKey } from "../../src/config/config-model.ts";

describe("authenticate", () => {
  const keys = [
    makeKey("a"),
    makeKey("off", { active: false }),
    makeKey("utf8", { secret: "ключ-🔑" }),
    makeKey("both", { oldSecret: "rsk_before", secret: "rsk_after" }),
    makeKey("both-off", { oldSecret: "rsk_off-before", secret: "rsk_off-after", active: false }),
  ];
  const runtime = buildRuntime(makeConfig({ keys }));
  const outcome = (secret: string | undefined): string => {
    const result = authenticate(runtime, secret, 0);
    return result.kind === "key" ? result.key.id : result.kind;
  };

  test("finds a key by its secret", () => assert.equal(outcome("rsk_a"), "a"));
  test("tells a missing secret from a wrong one", () => {
    assert.deepEqual(
      [outcome(undefined), outcome(""), outcome("rsk_"), outcome("rsk_a ")],
      ["missing", "missing", "invalid", "invalid"],
    );
  });
  test("takes an inactive key for none", () => assert.equal(outcome("rsk_off"), "invalid"));
  test("takes either secret of a key that is being rotated for that key", () => {
    assert.deepEqual([outcome("rsk_before"), outcome("rsk_after")], ["both", "both"]);
  });
  test("takes both secrets of an inactive key for none", () => {
    assert.deepEqual([outcome("rsk_off-before"), outcome("rsk_off-after")], ["invalid", "invalid"]);
  });
  test("compares the bytes that were sent, as node hands them over", () => {
    assert.equal(outcome(Buffer.from("ключ-🔑").toString("latin1")), "utf8");
  });
});

describe("the time of a key", () => {
  const [from, until] = [1000, 2000];
  const keys = [
    makeKey("dated", { notBeforeMs: from, expiresMs: until }),
    { ...makeKey("rotated", { oldSecret: "rsk_old", secret: "rsk_new" }), secretsExpireMs: [until, null] },
    { ...makeKey("both", { oldSecret: "rsk_b1", secret: "rsk_b2", expiresMs: from }), secretsExpireMs: [until, until] },
  ];
  const runtime = buildRuntime(makeConfig({ keys }));
  const outcomes = (secret: string): readonly string[] =>
    [from - 1, from, until - 1, until].map((nowMs) => authenticate(runtime, secret, nowMs).kind);

  test("begins and ends to the millisecond", () =>
    assert.deepEqual(outcomes("rsk_dated"), ["invalid", "key", "key", "invalid"]));
  test("of one secret ends before the key's other secret", () => {
    assert.deepEqual(outcomes("rsk_old"), ["key", "key", "key", "invalid"]);
    assert.deepEqual(outcomes("rsk_new"), ["key", "key", "key", "key"]);
  });
  test("ends all secrets of the key", () =>
    assert.deepEqual(outcomes("rsk_b2"), ["key", "invalid", "invalid", "invalid"]));
});

test("keys that end within seven days are found while they are valid", () => {
  const day = 86_400_000;
  const keys = [
    makeKey("soon", { expiresMs: 7 * day }),
    makeKey("later", { expiresMs: 7 * day + 1 }),
    makeKey("over", { expiresMs: 0 }),
    makeKey("off", { expiresMs: day, active: false }),
    makeKey("never"),
  ];
  assert.deepEqual(expiringKeys(keys, 0), [{ id: "soon", expires: "1970-01-08T00:00:00.000Z" }]);
});

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

describe("resolveAsset", () => {
  const runtime = buildRuntime(
    makeConfig({ assets: [makeAsset("mine"), makeAsset("theirs", {}, { organization: "other" as OrganizationId })] }),
  );
  const kind = (assetId: string, accessLevel: 1 | 2): string => {
    const resolved = resolveAsset(runtime, makeKey("k", { accessLevel }), assetId);
    return typeof resolved === "string" ? resolved : "asset";
  };

  test("finds the organization's assets for level 2", () => assert.equal(kind("mine", 2), "asset"));
  test("does not tell another organization's asset from an unknown one", () => {
    assert.deepEqual([kind("theirs", 2), kind("nope", 2)], ["asset_not_found", "asset_not_found"]);
  });
  test("gives the built-in asset to every level", () =>
    assert.deepEqual([kind("api-user-default", 1), kind("api-user-default", 2)], ["asset", "asset"]));
  test("keeps every other asset from level 1", () =>
    assert.deepEqual([kind("mine", 1), kind("nope", 1)], ["level_required", "level_required"]));
});

test("a session is of one organization, key and asset, and its name is not kept", () => {
  const key = makeKey("k");
  const other = makeKey("k", { organization: "other" as OrganizationId });
  const names = [
    sessionKey(key, "a", "s"),
    sessionKey(key, "a", "t"),
    sessionKey(key, "b", "s"),
    sessionKey(makeKey("l"), "a", "s"),
    sessionKey(other, "a", "s"),
    sessionKey(key, 'a","s', ""),
  ];
  assert.equal(new Set(names).size, names.length);
  assert.equal(sessionKey(key, "a", "s"), names[0]);
  assert.ok(names.every((name) => name.length === 87));
});

test("a session's keys begin with its name in the organization", () => {
  const name = sessionName("demo", "s");
  for (const key of [makeKey("k"), makeKey("l")]) assert.ok(sessionKey(key, "a", "s").startsWith(`${name}.`));
  assert.ok(!sessionKey(makeKey("k"), "a", "t").startsWith(name));
  assert.ok(!sessionKey(makeKey("k", { organization: "other" as OrganizationId }), "a", "s").startsWith(name));
});

/** Names that a request with this secret counts for. */
function counted(key: ApiKey, secret: string): readonly string[] {
  const names: string[] = [];
  const found = authenticate(buildRuntime(makeConfig({ keys: [key] })), secret, 0);
  const notes = { keyId: key.id, organization: key.organization };
  countKeyUse(found.kind === "key" ? { ...notes, secretIndex: found.secretIndex } : notes, {
    count: (name) => names.push(name),
  });
  return names;
}

describe("countKeyUse", () => {
  const rotating = makeKey("a", { oldSecret: "old", secret: "new" });
  const [oldName = "", newName = ""] = secretUsageNames(rotating);

  test("counts for the key and for the secret that came", () => {
    assert.deepEqual(counted(rotating, "old"), [keyUsageName(rotating), oldName]);
    assert.deepEqual(counted(rotating, "new"), [keyUsageName(rotating), newName]);
    assert.notEqual(oldName, newName);
  });

  test("goes on for a secret when the other is dropped", () => {
    assert.deepEqual(secretUsageNames(makeKey("a", { secret: "new" })), [newName]);
  });

  test("counts nothing for a request without a key that counts", () => {
    assert.deepEqual(counted(rotating, "guess"), []);
  });

  test("tells keys of organizations apart", () => {
    assert.notEqual(keyUsageName(rotating), keyUsageName(makeKey("a", { organization: "other" as OrganizationId })));
  });
});
