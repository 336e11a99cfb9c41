/** Keys that are bounded to assets and in time, at every door that asks for one. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { AssetId } from "../../src/core/model.ts";
import { createManualClock } from "../support/clock.ts";
import { makeAsset, makeKey } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { makeRecord } from "../support/records.ts";
import { watchedStore } from "../support/watched-store.ts";
import { type CallOptions, startServer, type TestServer } from "../support/server.ts";

const scoped = makeKey("scoped", { admin: true, assets: new Set(["a"]) });
const whole = makeKey("whole", { admin: true });
const asScoped: CallOptions = { key: "rsk_scoped" };
const asWhole: CallOptions = { key: "rsk_whole" };

const prompt = (assetId: string): object => ({ asset_id: assetId, scan_data: { prompt: "hello" } });
const event = (assetId?: string): object => ({
  ...(assetId === undefined ? {} : { asset_id: assetId }),
  node: { node_name: "n", node_type: "AGENT" },
  trace: { trace_id: "t", span_id: "s" },
});

const proxied = (server: TestServer, prefix: string, key: string): Promise<number> =>
  fetch(`${server.url}${prefix}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "mock", messages: [{ role: "user", content: "hello" }] }),
  }).then(({ status }) => status);

const start = (): Promise<TestServer> =>
  startServer({
    keys: [scoped, whole],
    assets: [makeAsset("a"), makeAsset("b")],
    upstreams: [
      makeUpstream("http://mock", {
        target: { kind: "mock" },
        name: "ua",
        prefix: "/ua",
        auth: "key",
        asset: "a" as AssetId,
      }),
      makeUpstream("http://mock", {
        target: { kind: "mock" },
        name: "ub",
        prefix: "/ub",
        auth: "key",
        asset: "b" as AssetId,
      }),
    ],
    records: watchedStore().store,
  });

describe("a key for one asset", () => {
  test("analyses by that asset alone; others, and the built-in one, are unknown to it", async () => {
    await using server = await start();
    const statusOf = async (assetId: string, options: CallOptions): Promise<number> =>
      (await server.post("/sdk/v1/analyze/prompt", prompt(assetId), options)).status;
    assert.deepEqual(
      [await statusOf("a", asScoped), await statusOf("b", asScoped), await statusOf("b", asWhole)],
      [200, 404, 200],
    );
    const builtIn = { ...prompt("api-user-default"), policies: [{ policy_name: "pii_detection", action: "flag" }] };
    assert.equal((await server.post("/sdk/v1/analyze/prompt", builtIn, asScoped)).status, 404);
    assert.equal((await server.post("/sdk/v1/analyze/prompt", builtIn, asWhole)).status, 200);
  });

  test("verifies that asset alone", async () => {
    await using server = await start();
    const isValid = async (assetId: string): Promise<unknown> =>
      (await server.get(`/sdk/v1/verify/asset?asset_id=${assetId}`, asScoped)).body.valid;
    assert.deepEqual([await isValid("a"), await isValid("b"), await isValid("none")], [true, false, false]);
  });

  test("records events of that asset alone", async () => {
    await using server = await start();
    const statusOf = async (assetId: string | undefined, options: CallOptions): Promise<number> =>
      (await server.post("/sdk/v1/events/record", event(assetId), options)).status;
    assert.deepEqual(
      [await statusOf("a", asScoped), await statusOf("b", asScoped), await statusOf(undefined, asScoped)],
      [200, 404, 404],
    );
    assert.equal(await statusOf(undefined, asWhole), 200);
  });

  test("uses upstreams of that asset alone", async () => {
    await using server = await start();
    const statuses = [];
    for (const prefix of ["/ua", "/ub"])
      for (const key of ["rsk_scoped", "rsk_whole"]) statuses.push(await proxied(server, prefix, key));
    assert.deepEqual(statuses, [200, 200, 401, 200]);
  });

  test("reads records of that asset alone", async () => {
    await using server = await start();
    const ids: Record<string, string> = {};
    for (const asset of ["a", "b"]) {
      const call = { ...prompt(asset), session_id: "s" };
      ids[asset] = (await server.post("/sdk/v1/analyze/prompt", call, asWhole)).body.request_id;
      await server.post("/sdk/v1/events/record", event(asset), asWhole);
    }
    const assetsOf = async (path: string, options: CallOptions): Promise<readonly string[]> => {
      const { body } = await server.get(path, options);
      return [...new Set<string>(body.records.map((record: { asset_id: string }) => record.asset_id))].toSorted();
    };
    for (const path of ["/admin/records", "/admin/sessions/s"]) {
      assert.deepEqual(await assetsOf(path, asScoped), ["a"]);
      assert.deepEqual(await assetsOf(path, asWhole), ["a", "b"]);
    }
    assert.equal((await server.get(`/admin/records/${ids["a"]}`, asScoped)).status, 200);
    assert.equal((await server.get(`/admin/records/${ids["b"]}`, asScoped)).status, 404);
    assert.equal((await server.get("/admin/traces/t", asScoped)).body.event_count, 1);
    assert.equal((await server.get("/admin/traces/t", asWhole)).body.event_count, 2);
    const exported = await fetch(`${server.url}/admin/records/export`, { headers: { "x-api-key": "rsk_scoped" } });
    assert.doesNotMatch(await exported.text(), /"asset_id":"b"/);
  });

  test("gets full pages of its own records, and no sign that there are others", async () => {
    const { store } = watchedStore();
    await using server = await startServer({
      keys: [scoped, whole],
      assets: [makeAsset("a"), makeAsset("b")],
      records: store,
    });
    for (let n = 0; n < 15; n++)
      await store.save(
        makeRecord(randomUUID(), {
          epochMs: n,
          assetId: n % 3 === 0 ? "a" : "b",
          sessionId: n < 12 ? "s" : "foreign",
          violated: [],
        }),
      );
    await store.save(makeRecord(randomUUID(), { epochMs: 20, assetId: "b", sessionId: "theirs", violated: [] }));
    const sizes = async (path: string): Promise<readonly number[]> => {
      const found: number[] = [];
      for (let cursor = ""; ;) {
        const { body } = await server.get(`${path}?limit=2${cursor}`, asScoped);
        found.push(body.records.length);
        if (body.next_cursor === null) return found;
        cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
      }
    };
    assert.deepEqual(await sizes("/admin/records"), [2, 2, 1]);
    assert.deepEqual(await sizes("/admin/sessions/s"), [2, 2, 0]);
    const unknown = await server.get("/admin/sessions/none", asScoped);
    const theirs = await server.get("/admin/sessions/theirs", asScoped);
    assert.deepEqual([theirs.status, theirs.body], [unknown.status, unknown.body]);
  });

  test("counts and deletes nothing of other assets, and knows no other key", async () => {
    await using server = await start();
    const statusOf = async (method: string, path: string): Promise<number> =>
      (await server.call(method, path, asScoped)).status;
    assert.equal(await statusOf("GET", "/admin/statistics"), 403);
    assert.equal(await statusOf("GET", "/admin/statistics?asset_id=b"), 403);
    assert.equal(await statusOf("GET", "/admin/statistics?asset_id=a"), 200);
    assert.equal(await statusOf("DELETE", "/admin/records?session_id=s"), 403);
    const { body } = await server.get("/admin/keys", asScoped);
    assert.deepEqual(
      body.keys.map((key: { key_id: string }) => key.key_id),
      ["scoped"],
    );
  });
});

describe("a key with an end", () => {
  test("answers as an inactive key from then on, at both doors", async () => {
    const clock = createManualClock();
    const key = makeKey("dated", { expiresMs: clock.epochMs() + 1000 });
    const upstream = makeUpstream("http://mock", {
      target: { kind: "mock" },
      name: "u",
      prefix: "/u",
      auth: "key",
      asset: "a" as AssetId,
    });
    await using server = await startServer({ clock, keys: [key], assets: [makeAsset("a")], upstreams: [upstream] });
    const verify = (): ReturnType<TestServer["get"]> => server.get("/sdk/v1/verify/api-key", { key: "rsk_dated" });
    assert.equal((await verify()).status, 200);
    assert.equal(await proxied(server, "/u", "rsk_dated"), 200);
    assert.match(server.log.join(""), /"keys":\[\{"id":"dated","expires":"[^"]+"\}\].*keys expire soon/);
    clock.advance(1000);
    const { status, body } = await verify();
    assert.deepEqual([status, body], [401, { error: "Invalid or inactive API key" }]);
    assert.equal(await proxied(server, "/u", "rsk_dated"), 401);
  });
});
