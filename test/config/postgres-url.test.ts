import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadConfig } from "../../src/config/load-config.ts";
import { postgresUrlProblem, readPostgresUrl } from "../../src/config/postgres-url.ts";
import { storePlace } from "../../src/core/stores.ts";

const PLAIN = {
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
  const read: readonly (readonly [string, Partial<Record<keyof typeof PLAIN, unknown>>])[] = [
    ["postgres://gate@db/records", {}],
    ["postgresql://gate:word@db:6432/records", { port: 6432, password: "word" }],
    ["postgres://g%40te:p%40ss%3A%25@db/re%20cords", { user: "g@te", password: "p@ss:%", database: "re cords" }],
    ["postgres://gate@db/records?sslmode=disable", { tls: "disable" }],
    ["postgres://gate@db/records?sslmode=require", { tls: "require" }],
    ["postgres://gate@db/records?sslmode=verify-full", {}],
    ["postgres://gate@127.0.0.1/records", { host: "127.0.0.1", tls: "disable" }],
    ["postgres://gate@localhost/records?sslmode=require", { host: "localhost", tls: "require" }],
    ["postgres://gate@[2001:db8::1]:1/records", { host: "2001:db8::1", port: 1 }],
  ];
  for (const [url, over] of read)
    test(`reads ${url}`, () => assert.deepEqual(readPostgresUrl(url), { ok: true, server: { ...PLAIN, ...over } }));
});

describe("postgresUrlProblem", () => {
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
    test(`refuses ${JSON.stringify(url)}`, () => assert.equal(postgresUrlProblem(url), reason));
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
  assert.deepEqual(target, { kind: "postgres", server: { ...PLAIN, password: PASSWORD, tls: "require" } });
  assert.equal(storePlace(target), "postgres://db:5432/records");
});
