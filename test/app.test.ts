import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import { createNoStore, type RecordStore } from "../src/store/record-store.ts";
import { createManualClock } from "./support/clock.ts";
import { makeAsset, makeConfig } from "./support/config.ts";
import { makeUpstream } from "./support/proxy.ts";
import { startServer } from "./support/server.ts";
import { eventually, startProvider, TestClient } from "./support/websocket.ts";

describe("createApp", () => {
  const json = { asset_id: "demo-chatbot", scan_data: { prompt: "hunter2" } };

  test("answers an unexpected error with an opaque 500, and lives", async () => {
    const records: RecordStore = {
      ...createNoStore(),
      find: () => {
        throw new TypeError("cannot read hunter2");
      },
    };
    await using server = await startServer({ records });
    const { status, body, headers } = await server.get("/admin/records/some");
    assert.deepEqual([status, body], [500, { error: "Internal error" }]);
    const line = server.log.find(
      (entry) => entry.includes('"internal"') && entry.includes(headers.get("x-request-id") ?? "?"),
    );
    assert.match(line ?? "", /"TypeError"/);
    assert.doesNotMatch(server.log.join(""), /hunter2/);
    assert.equal((await server.get("/healthz")).status, 200);
  });

  test("runs a request on the snapshot that it began with", async () => {
    let finish = (): void => {};
    let saving = (): void => {};
    const begun = new Promise<void>((resolve) => (saving = resolve));
    const records: RecordStore = {
      ...createNoStore(),
      save: () => {
        saving();
        return new Promise((resolve) => (finish = resolve));
      },
    };
    await using server = await startServer({ records });
    const answer = server.post("/sdk/v1/analyze/prompt", json);
    await begun;
    server.app.reload(makeConfig({ keys: [], assets: [] }));
    finish();
    assert.equal((await answer).status, 200);
    assert.equal((await server.post("/sdk/v1/analyze/prompt", json)).status, 401);
  });

  test("keeps the old configuration when a policy of the new one does not compile", async () => {
    await using server = await startServer();
    const broken = makeAsset("demo-chatbot", { secrets_keys_detection: { metadata: [["a", "("]] } });
    assert.throws(() => server.app.reload(makeConfig({ assets: [broken] })));
    assert.equal((await server.post("/sdk/v1/analyze/prompt", json)).status, 200);
  });

  test("rejects listen on a port that is taken", async () => {
    await using server = await startServer();
    await assert.rejects(startServer({ server: { port: server.port } }), { code: "EADDRINUSE" });
  });

  test("drains no longer than it is told, whatever is configured and under way", async () => {
    const { promise: begun, resolve: saving } = Promise.withResolvers<void>();
    const records: RecordStore = {
      ...createNoStore(),
      save: () => {
        saving();
        return new Promise(() => {});
      },
    };
    // Its time does not move, so that `drain_seconds` never end.
    await using server = await startServer({ records, clock: createManualClock() });
    const cut = assert.rejects(server.post("/sdk/v1/analyze/prompt", json));
    await begun;
    await server.app.drain(0);
    await cut;
  });

  test("ends WebSockets that rest and answers requests as ever, when only the former are drained", async () => {
    await using provider = await startProvider();
    const upstreams = [makeUpstream(provider.url, { name: "read", prefix: "/read", websocket: "inspect" })];
    await using server = await startServer({ upstreams });
    const client = await TestClient.open(`${server.url}/read/v1/realtime`);
    server.app.drainSockets();
    assert.equal((await client.untilClosed())[0], 1001);
    assert.equal((await server.post("/sdk/v1/analyze/prompt", json)).status, 200);
  });

  test("writes one access line for every upgrade, without its query", async () => {
    await using provider = await startProvider();
    const upstreams = [
      makeUpstream(provider.url, { name: "pass", prefix: "/pass", unread: "pass" }),
      makeUpstream(provider.url, { name: "read", prefix: "/read", websocket: "inspect" }),
      makeUpstream(provider.url, { name: "keyed", prefix: "/keyed", auth: "key" }),
      makeUpstream(provider.url, { name: "deny", prefix: "/deny" }),
    ];
    await using server = await startServer({ upstreams });
    const lines = (): readonly Record<string, unknown>[] =>
      server.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === "request");
    const cases: readonly (readonly [path: string, status: number, error: string | undefined])[] = [
      ["/pass/v1/realtime", 101, undefined],
      ["/read/v1/realtime", 101, undefined],
      ["/keyed/v1/realtime", 401, "invalid_api_key"],
      ["/deny/v1/realtime", 403, "guardrail_unread"],
      ["/nowhere", 404, "not_found"],
      ["/sdk/v1/x", 404, undefined],
    ];
    for (const [at, [path, status, error]] of cases.entries()) {
      const client = new TestClient(`${server.url}${path}?key=hunter2`);
      await Promise.race([once(client.socket, "open"), once(client.socket, "unexpected-response")]);
      client.socket.terminate();
      await eventually(() => lines().length === at + 1);
      const line = lines()[at];
      assert.deepEqual([line?.["status"], line?.["error"], line?.["method"]], [status, error, "GET"], path);
      assert.match(String(line?.["request_id"]), /^[0-9a-f-]{36}$/);
      assert.equal(line?.["route"], path.startsWith("/sdk") ? null : "proxy");
    }
    assert.doesNotMatch(server.log.join(""), /hunter2/);
  });
});
