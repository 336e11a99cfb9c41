import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadConfig } from "../../src/config/load-config.ts";
import { readRedisUrl, redisUrlProblem } from "../../src/config/redis-url.ts";

const PLAIN = { host: "cache", port: 6379, isTls: false, username: null, password: null, database: 0 };
/** A password that no message may show. */
const PASSWORD = ["open", "sesame", "17"].join("-");

describe("readRedisUrl", () => {
  const read: readonly (readonly [string, Partial<typeof PLAIN> | object])[] = [
    ["redis://cache", {}],
    ["redis://cache/", {}],
    ["rediss://cache:6380", { port: 6380, isTls: true }],
    ["redis://cache/15", { database: 15 }],
    ["redis://:word@cache", { password: "word" }],
    ["redis://gate:p%40ss%3A%25@cache:1/2", { username: "gate", password: "p@ss:%", port: 1, database: 2 }],
    ["redis://[::1]:6379", { host: "::1" }],
  ];
  for (const [url, over] of read)
    test(`reads ${url}`, () => assert.deepEqual(readRedisUrl(url), { ok: true, server: { ...PLAIN, ...over } }));
});

describe("redisUrlProblem", () => {
  const form = "must be memory, or redis://[user:password@]host[:port][/database], or the same with rediss://";
  const refused: readonly (readonly [string, string])[] = [
    ["", form],
    ["redis", form],
    ["redis:cache", form],
    ["redis:///3", form],
    ["http://cache", form],
    ["redis://cache:99999", form],
    ["redis://cache:0", "must not have the port 0"],
    ["redis://cache?family=6", "must have no query and no fragment"],
    ["redis://cache#x", "must have no query and no fragment"],
    ["redis://cache/first", "must end after the host, or with the number of a database"],
    ["redis://cache/1/2", "must end after the host, or with the number of a database"],
    ["redis://gate@cache", "has a user without a password: write user:password@"],
    ["redis://gate:100%@cache", "has a user or password that is not percent-encoded: write % as %25"],
  ];
  for (const [url, reason] of refused)
    test(`refuses ${JSON.stringify(url)}`, () => assert.equal(redisUrlProblem(url), reason));
});

test("a mistake in the URL is told with its place, and without the password", () => {
  const result = loadConfig(`limits:\n  store: redis://gate:${PASSWORD}@cache/first\n`, { file: "a.yaml", env: {} });
  assert.ok(!result.ok);
  assert.deepEqual(
    result.problems.map(({ line, column, path }) => [line, column, path]),
    [[2, 10, "limits.store"]],
  );
  assert.ok(!JSON.stringify(result.problems).includes(PASSWORD));
});

test("the URL may come from the environment", () => {
  const env = { REDIS_URL: `redis://:${PASSWORD}@cache/1` };
  const result = loadConfig("limits: { store: '${REDIS_URL}' }", { file: "a.yaml", env });
  assert.ok(result.ok && result.config.limits.store.kind === "redis");
  assert.equal(result.config.limits.store.server.password, PASSWORD);
});
