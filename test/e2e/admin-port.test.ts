import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { createApp } from "../../src/app.ts";
import { createNoStore } from "../../src/store/record-store.ts";
import { realClock } from "../support/clock.ts";
import { DEMO_SECRET, makeAsset, makeConfig } from "../support/config.ts";
import { listen } from "../support/listen.ts";
import { scrape, valueOf } from "../support/prometheus.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";

const SERVER = { adminPort: 0, adminHost: "127.0.0.1" } as const;
const key = { headers: { "x-api-key": DEMO_SECRET } };

function adminUrl({ app }: Pick<TestServer, "app">): string {
  const address = app.adminAddress();
  assert.ok(address);
  return `http://127.0.0.1:${address.port}`;
}

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

describe("server.admin_port", () => {
  test("takes metrics and records off the data port, and keeps health on both", async () => {
    await using server = await startServer({ server: SERVER, upstreams: [makeUpstream("mock")] });
    const admin = adminUrl(server);
    const path = "/admin/records/7d4fb1c6-5c5b-4f7e-8f59-2c1f0f6f6c11";
    for (const own of ["/metrics", path, "/admin/traces/t", "/console"])
      assert.equal(await statusOf(server.url + own, key), 404, own);
    assert.ok((await scrape(admin)).length > 0);
    // Found there: the store is what is missing.
    assert.deepEqual(await (await fetch(admin + path, key)).json(), {
      error: "Nothing is recorded: store.url is none",
    });
    assert.equal(await statusOf(admin + path), 401);
    for (const base of [server.url, admin])
      for (const health of ["/healthz", "/readyz"]) assert.equal(await statusOf(base + health), 200, base + health);
  });

  test("has nothing else: neither the API nor a way to an upstream", async () => {
    await using server = await startServer({ server: SERVER, upstreams: [makeUpstream("mock")] });
    const admin = adminUrl(server);
    const post = {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": DEMO_SECRET },
      body: "{}",
    };
    for (const path of ["/sdk/v1/analyze/prompt", "/scan/analyze-prompt", "/v1/chat/completions", "/"])
      assert.equal(await statusOf(admin + path, post), 404, path);
    assert.equal(await statusOf(`${server.url}/sdk/v1/analyze/prompt`, post), 400);
    const socket = connect(Number(new URL(admin).port), "127.0.0.1");
    socket.write(
      "GET /v1/realtime HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    );
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    assert.match(answer, /^HTTP\/1\.1 404 /);
  });

  test("is not there unless it is asked for", async () => {
    await using server = await startServer();
    assert.equal(server.app.adminAddress(), null);
    assert.equal(await statusOf(`${server.url}/metrics`), 200);
  });

  test("tells that the service drains, and counts, until the last request is over", async () => {
    let save = (): void => {};
    const begun = Promise.withResolvers<void>();
    const records = {
      ...createNoStore(),
      save: () => {
        begun.resolve();
        return new Promise<void>((resolve) => (save = resolve));
      },
    };
    await using server = await startServer({ server: SERVER, records, assets: [makeAsset("demo-chatbot")] });
    const admin = adminUrl(server);
    const answer = server.post("/sdk/v1/analyze/prompt", { asset_id: "demo-chatbot", scan_data: { prompt: "hello" } });
    await begun.promise;
    const drained = server.app.drain();
    assert.equal(await statusOf(`${admin}/readyz`), 503);
    assert.equal(await statusOf(`${admin}/healthz`), 200);
    const series = await scrape(admin);
    assert.equal(valueOf(series, "sallyport_draining"), 1);
    assert.equal(valueOf(series, "sallyport_in_flight", { kind: "request" }), 1);
    save();
    assert.equal((await answer).status, 200);
    await drained;
    await assert.rejects(fetch(`${admin}/healthz`));
  });

  test("holds no drain up: who watches is not waited for", async () => {
    await using server = await startServer({ server: SERVER });
    const socket = connect(Number(new URL(adminUrl(server)).port), "127.0.0.1");
    socket.on("error", () => {});
    await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
    socket.write("GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
    await server.app.drain();
    assert.equal(server.app.server.listening, false);
    socket.destroy();
  });

  test("a port that is taken fails the start, and leaves nothing open", async () => {
    const other = createServer();
    const adminPort = await listen(other);
    const config = makeConfig({ server: { ...SERVER, adminPort } });
    const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const app = createApp({ config, clock: realClock, logger });
    await assert.rejects(app.listen(), { code: "EADDRINUSE" });
    assert.equal(app.server.listening, false);
    other.close();
  });
});
