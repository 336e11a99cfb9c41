import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { POLICY_NAMES } from "../../src/analyzers/registry.ts";
import type { OrganizationId } from "../../src/core/model.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { createManualClock } from "../support/clock.ts";
import { DEMO_SECRET, makeAsset, makeKey } from "../support/config.ts";
import { startServer, type TestServer } from "../support/server.ts";

describe("GET /admin/records", () => {
  let server: TestServer;
  before(async () => {
    const clock = createManualClock(Date.parse("2026-11-22T10:00:00Z"));
    server = await startServer({
      clock,
      records: openSqliteStore({ path: ":memory:", retentionDays: 30, clock }),
      keys: [
        makeKey("demo", { secret: DEMO_SECRET, admin: true }),
        makeKey("user"),
        makeKey("other", { organization: "other" as OrganizationId, admin: true }),
      ],
      assets: [makeAsset("a", { pii_detection: { action: "flag" } })],
      limits: { default: 1_000_000, routes: new Map() },
    });
    for (const [session_id, prompt] of [
      ["s1", "hello"],
      ["s1", "I am ann.lee@acme-mail.com"],
      ["s2", "hello again"],
    ]) {
      await server.post("/sdk/v1/analyze/prompt", { asset_id: "a", session_id, scan_data: { prompt } });
      clock.advance(60_000);
    }
  });
  after(() => server[Symbol.asyncDispose]());

  const contents = async (query: string): Promise<readonly string[]> => {
    const { status, body } = await server.get(`/admin/records${query}`);
    assert.equal(status, 200);
    return body.records.map(({ content }: { content: string }) => content);
  };
  const MASKED = "I am <EMAIL_ADDRESS_1>";

  test("lists the organization's records, newest first", async () => {
    assert.deepEqual(await contents(""), ["hello again", MASKED, "hello"]);
    assert.deepEqual((await server.get("/admin/records", { key: "rsk_other" })).body.records, []);
  });

  for (const [query, found] of [
    ["?session_id=s1", [MASKED, "hello"]],
    ["?policy=pii_detection", [MASKED]],
    ["?verdict=passed&session_id=s1", ["hello"]],
    ["?from=2026-11-22T10:01:00Z&to=2026-11-22T10:02:00Z", [MASKED]],
    ["?from=2026-11-23", []],
    ["?key_id=user", []],
  ] as const)
    test(`finds by ${query}`, async () => assert.deepEqual(await contents(query), found));

  test("goes on where its cursor says", async () => {
    const first = await server.get("/admin/records?limit=2");
    const second = await server.get(`/admin/records?limit=2&cursor=${first.body.next_cursor}`);
    assert.equal(first.body.records.length, 2);
    assert.deepEqual(
      [second.body.records.map(({ content }: { content: string }) => content), second.body.next_cursor],
      [["hello"], null],
    );
  });

  for (const [query, error] of [
    [
      "?form=2026",
      "query: unknown parameter; the parameters are from, to, verdict, policy, asset_id, session_id, user_id, key_id, trace_id, cursor, limit",
    ],
    ["?verdict=foo", "verdict: must be one of passed, flagged, blocked, unread, unavailable"],
    ["?verdict=", "verdict: must be one of passed, flagged, blocked, unread, unavailable"],
    ["?policy=pii", `policy: must be one of ${POLICY_NAMES.join(", ")}`],
    ["?from=yesterday", "from: must be a date or a time in UTC, such as 2026-11-22T10:00:00Z"],
    ["?to=2026-13-45", "to: must be a date or a time in UTC, such as 2026-11-22T10:00:00Z"],
    ["?limit=0", "limit: must be a number from 1 to 200"],
    ["?limit=201", "limit: must be a number from 1 to 200"],
    ["?cursor=x", "cursor: must be one of an answer"],
  ] as const)
    test(`refuses ${query}`, async () => {
      const { status, body } = await server.get(`/admin/records${query}`);
      assert.deepEqual([status, body], [400, { error }]);
    });

  test("checks the parameters of an export as well", async () => {
    const { status, body } = await server.get("/admin/records/export?verdict=foo");
    assert.deepEqual(
      [status, body.error],
      [400, "verdict: must be one of passed, flagged, blocked, unread, unavailable"],
    );
  });

  test("is for admin keys", async () => {
    assert.equal((await server.get("/admin/records", { key: "rsk_user" })).status, 403);
  });
});

describe("without a store", () => {
  const keys = [makeKey("demo", { secret: DEMO_SECRET, admin: true })];

  for (const path of [
    "/admin/records",
    "/admin/records/export",
    "/admin/records/x",
    "/admin/sessions/x",
    "/admin/statistics",
    "/admin/traces/x",
  ])
    test(`GET ${path} says that nothing is recorded`, async () => {
      await using server = await startServer({ keys });
      const { status, body } = await server.get(path);
      assert.deepEqual([status, body], [404, { error: "Nothing is recorded: store.url is none" }]);
    });

  test("DELETE /admin/records deletes nothing, which is what was asked for", async () => {
    await using server = await startServer({ keys });
    const { status, body } = await server.call("DELETE", "/admin/records?user_id=u");
    assert.deepEqual([status, body], [200, { deleted: 0 }]);
  });
});
