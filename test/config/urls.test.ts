import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadConfig } from "../../src/config/load-config.ts";
import { problemOfReading, readAlertUrl, readPostgresUrl, readRedisUrl } from "../../src/config/urls.ts";
import { storePlace } from "../../src/core/stores.ts";

const PLAIN_POSTGRES = {
  host: "db",
  port: 5432,
  database: "records",
  user: "gate",
  password: null,
  tls: "verify-full",
} as const;
/** A password that no message may show. */
const PASSWORD = ["open", "sesame", "17"].join("-");

describe("readPostgresUrl", () => {
  const read: readonly (readonly [string, Partial<Record<keyof typeof PLAIN_POSTGRES, unknown>>])[] = [
    ["postgres://gate@db/records", {}],
    ["postgresql://gate:word@db:6432/records", { port: 6432, password: "word" }],
    ["postgres://g%40te:p%40ss%3A%25@db/re%20cords", { user: "g@te", password: "p@ss:%", database: "re cords" }],
    ["postgres://gate@db/records?sslmode=disable", { tls: "disable" }],
    ["postgres://gate@db/records?sslmode=require", { tls: "require" }],
    ["postgres://gate@db/records?sslmode=verify-full", {}],
    // Only resolvers that follow RFC 6761 keep it on the machine: without TLS the password could leave it.
    ["postgres://gate@db.localhost/records", { host: "db.localhost" }],
    ["postgres://gate@127.0.0.1/records", { host: "127.0.0.1", tls: "disable" }],
    ["postgres://gate@localhost/records?sslmode=require", { host: "localhost", tls: "require" }],
    ["postgres://gate@[2001:db8::1]:1/records", { host: "2001:db8::1", port: 1 }],
  ];
  for (const [url, over] of read)
    test(`reads ${url}`, () =>
      assert.deepEqual(readPostgresUrl(url), { ok: true, server: { ...PLAIN_POSTGRES, ...over } }));
});

describe("a PostgreSQL URL", () => {
  const form = "must be none, sqlite:PATH, or postgres://user[:password]@host[:port]/database[?sslmode=…]";
  const query = "must have no query but sslmode, one of disable, require, verify-full";
  const encoding = "has a user, password or database that is not percent-encoded: write % as %25";
  const refused: readonly (readonly [string, string])[] = [
    ["", form],
    ["postgres:", form],
    ["postgres://db/records", form],
    ["postgres://gate@db", form],
    ["postgres://gate@db/", form],
    ["postgres://gate@db/a/b", form],
    ["postgres://gate@/records", form],
    ["mysql://gate@db/records", form],
    ["postgres://gate@db:99999/records", form],
    ["postgres://gate@db:0/records", "must not have the port 0"],
    ["postgres://gate@db/records#x", "must have no fragment: write # as %23"],
    ["postgres://gate@db/records?sslmode=prefer", query],
    ["postgres://gate@db/records?sslmode=require&sslmode=disable", query],
    ["postgres://gate@db/records?application_name=x", query],
    ["postgres://gate:100%@db/records", encoding],
    ["postgres://gate:%ff@db/records", encoding],
    ["postgres://gate@db/a%00b", "must not have a character of value 0"],
  ];
  for (const [url, reason] of refused)
    test(`refuses ${JSON.stringify(url)}`, () => assert.equal(problemOfReading(readPostgresUrl(url)), reason));
});

test("a mistake in the URL is told with its place, and without the password", () => {
  const result = loadConfig(`store:\n  url: postgres://gate:${PASSWORD}@db\n`, { file: "a.yaml", env: {} });
  assert.ok(!result.ok);
  assert.deepEqual(
    result.problems.map(({ line, column, path }) => [line, column, path]),
    [[2, 8, "store.url"]],
  );
  assert.ok(!JSON.stringify(result.problems).includes(PASSWORD));
});

test("the URL may come from the environment, and is shown without user and password", () => {
  const env = { RECORDS_URL: `postgres://gate:${PASSWORD}@db/records?sslmode=require` };
  const result = loadConfig("store: { url: '${RECORDS_URL}' }", { file: "a.yaml", env });
  assert.ok(result.ok);
  const { target } = result.config.store;
  assert.deepEqual(target, { kind: "postgres", server: { ...PLAIN_POSTGRES, password: PASSWORD, tls: "require" } });
  assert.equal(storePlace(target), "postgres://db:5432/records");
});

const PLAIN_REDIS = { host: "cache", port: 6379, isTls: false, username: null, password: null, database: 0 };

describe("readRedisUrl", () => {
  const read: readonly (readonly [string, Partial<typeof PLAIN_REDIS> | object])[] = [
    ["redis://cache", {}],
    ["redis://cache/", {}],
    ["rediss://cache:6380", { port: 6380, isTls: true }],
    ["redis://cache/15", { database: 15 }],
    ["redis://:word@cache", { password: "word" }],
    ["redis://gate:p%40ss%3A%25@cache:1/2", { username: "gate", password: "p@ss:%", port: 1, database: 2 }],
    ["redis://[::1]:6379", { host: "::1" }],
  ];
  for (const [url, over] of read)
    test(`reads ${url}`, () => assert.deepEqual(readRedisUrl(url), { ok: true, server: { ...PLAIN_REDIS, ...over } }));
});

describe("a Redis URL", () => {
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
    test(`refuses ${JSON.stringify(url)}`, () => assert.equal(problemOfReading(readRedisUrl(url)), reason));
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

describe("readAlertUrl", () => {
  const http = (url: string): object => ({ kind: "http", url });
  const syslog = (host: string, port: number, isTls: boolean): object => ({ kind: "syslog", host, port, isTls });
  const read: readonly (readonly [string, object | null])[] = [
    ["https://hooks.example.com/T1/B2?token=x", http("https://hooks.example.com/T1/B2?token=x")],
    ["http://10.0.0.1:8088/services/collector", http("http://10.0.0.1:8088/services/collector")],
    ["syslog://siem:514", syslog("siem", 514, false)],
    ["syslogs://[2001:db8::1]:6514/", syslog("2001:db8::1", 6514, true)],
    ["syslog://siem", null],
    ["syslog://siem:514/path", null],
    ["https://user:word@hooks.example.com/", null],
    ["ftp://example.com", null],
    ["hooks.example.com", null],
  ];
  for (const [url, target] of read)
    test(`${url} ${target === null ? "is refused" : "is read"}`, () => assert.deepEqual(readAlertUrl(url), target));

  test("a configuration names what is wrong with an alert, at its place", () => {
    const yaml = `alerts:
  - { name: a, url: "syslog://siem:514" }
  - { name: a, url: nowhere }
  - { name: b, url: "https://x.example", assets: [shop], verdicts: [passed] }
  - { name: c, url: "https://x.example", assets: [shop] }
`;
    const loaded = loadConfig(yaml, { file: "c.yaml", env: {} });
    assert.ok(!loaded.ok);
    const reasons = loaded.problems.map(({ path, reason }) => `${path}: ${reason}`);
    for (const wanted of [
      /^alerts\.0\.url: syslog is for kind: cef/,
      /^alerts\.1\.name: duplicate name a/,
      /^alerts\.1\.url: must be/,
      /^alerts\.2\.verdicts\.0:/,
      /^alerts\.3\.assets\.0: there is no asset shop/,
    ])
      assert.ok(
        reasons.some((reason) => wanted.test(reason)),
        `${wanted} in ${reasons.join("; ")}`,
      );
  });
});
