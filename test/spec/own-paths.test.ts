import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import { type RecordStore, createNoStore } from "../../src/store/record-store.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { makeConfig } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { RawConnection, sendRaw } from "../support/raw-http.ts";
import { startServer } from "../support/server.ts";
import { replyJson, startUpstream } from "../support/upstream.ts";

/** docs/api.md and §10: documents, health, draining, the service's own paths. */
describe("own paths", () => {
  test("an unknown own path is 404", async () => {
    await using server = await startServer();
    const unknown = [
      "/sdk/v1/x",
      "/sdk/v1",
      "/scan",
      "/scan/x",
      "/admin",
      "/admin/",
      "/admin/x",
      "/console",
      "/console/x",
    ];
    for (const path of [...unknown, "/console/api/x", "/doors", "/doors/x"]) {
      const { status, body } = await server.get(path);
      assert.deepEqual([status, body], [404, { error: "Not found" }], path);
    }
  });

  test("no own path goes to an upstream, known or not, whatever the method", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, { reached: true }));
    await using server = await startServer({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    for (const path of ["/admin", "/admin/x", "/console/api/x", "/doors/x", "/scan", "/sdk/v1/x"])
      for (const method of ["GET", "POST", "PUT"]) {
        const response = await fetch(server.url + path, { method });
        assert.deepEqual([response.status, await response.json()], [404, { error: "Not found" }], `${method} ${path}`);
      }
    assert.equal(upstream.seen.length, 0);
    assert.equal((await fetch(`${server.url}/other`)).status, 200);
  });

  test("every other path is 404 when no upstream matches", async () => {
    await using server = await startServer();
    const response = await fetch(`${server.url}/v1/chat/completions`, { method: "POST", body: "{}" });
    assert.equal(response.status, 404);
    await response.arrayBuffer();
  });

  test("/healthz and /readyz need no key", async () => {
    await using server = await startServer({ digest: "abcdef0123456789" });
    assert.deepEqual((await server.get("/healthz", { key: null })).body, { status: "ok" });
    const ready = await server.get("/readyz", { key: null });
    assert.deepEqual(ready.body, {
      status: "ready",
      config: { digest: "abcdef012345", last_reload: "none" },
      limits: { store: "memory", counting: "normal" },
      load: "normal",
    });
  });

  test("/readyz is 503 while the store does not answer, and /healthz is not", async () => {
    const records: RecordStore = { ...createNoStore(), isReady: () => false };
    await using server = await startServer({ records });
    const { status, body } = await server.get("/readyz");
    assert.deepEqual([status, body], [503, { error: "The record store is unavailable" }]);
    assert.equal((await server.get("/healthz")).status, 200);
  });

  test("/readyz tells what became of the last reload", async () => {
    await using server = await startServer();
    server.app.reportRejectedReload();
    assert.equal((await server.get("/readyz")).body.config.last_reload, "rejected");
    server.app.reload(makeConfig());
    assert.equal((await server.get("/readyz")).body.config.last_reload, "accepted");
  });

  test("/openapi.json is a valid OpenAPI 3.1 document, without a key", async () => {
    await using server = await startServer();
    const { status, body } = await server.get("/openapi.json", { key: null });
    assert.equal(status, 200);
    assert.match(body.openapi, /^3\.1\./);
    const result = await new Validator().validate(body);
    assert.equal(result.valid, true, JSON.stringify("errors" in result ? result.errors : null));
  });

  test("a reload takes over without a restart, and limiter windows survive it", async () => {
    await using server = await startServer({ limits: { default: 1, routes: new Map() } });
    assert.equal((await server.get("/sdk/v1/verify/api-key")).status, 200);
    assert.deepEqual(server.app.reload(makeConfig({ limits: { default: 1, routes: new Map() } })), []);
    assert.equal((await server.get("/sdk/v1/verify/api-key")).status, 429);
    server.app.reload(makeConfig({ keys: [] }));
    assert.equal((await server.get("/sdk/v1/verify/api-key")).status, 401);
  });

  test("a reload names the settings that wait for the next start", async () => {
    await using server = await startServer();
    assert.deepEqual(server.app.reload(makeConfig({ server: { port: 1 }, store: { retentionDays: 1 } })), [
      "server.port",
      "store.retention_days",
    ]);
  });
});

describe("draining", () => {
  const body = JSON.stringify({ asset_id: "demo-chatbot", scan_data: { prompt: "hello" } });
  const head = `POST /sdk/v1/analyze/prompt HTTP/1.1\r\nHost: x\r\nX-API-Key: rsk_demo\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

  test("requests under way finish, new ones get 503 and the connection ends", async () => {
    await using server = await startServer();
    const running = new RawConnection(server.port);
    running.write(head + body.slice(0, 5));
    await once(server.app.server, "request");
    const drained = server.app.drain();
    for (const [path, status] of [
      ["/readyz", 503],
      ["/sdk/v1/verify/api-key", 503],
      ["/openapi.json", 503],
      ["/healthz", 200],
    ] as const) {
      const answer = await server.get(path);
      assert.equal(answer.status, status, path);
      assert.equal(answer.headers.get("connection"), "close", path);
    }
    running.write(body.slice(5));
    assert.equal((await running.answer()).status, 200);
    await drained;
    assert.equal((await sendRaw(server.port, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")).status, 0);
  });

  test("a drain ends after drain_seconds whatever is under way", async () => {
    await using server = await startServer({ server: { drainSeconds: 0.05 } });
    const running = new RawConnection(server.port);
    running.write(head);
    await once(server.app.server, "request");
    await server.app.drain();
    assert.equal((await running.untilClosed()).status, 0);
  });

  test("upgrades of own paths are refused", async () => {
    await using server = await startServer();
    const upgrade = "HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    assert.equal((await sendRaw(server.port, `GET /sdk/v1/x ${upgrade}`)).status, 404);
  });
});
