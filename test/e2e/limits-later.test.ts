import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { WebSocket } from "ws";
import type { LimitAnswer, Limiter } from "../../src/state/limiter.ts";
import { makeUpstream, startProxy, type TestProxy, type TestProxyParts } from "../support/proxy.ts";
import { RawConnection, upgradeRequest } from "../support/raw-http.ts";
import { codeOf } from "../support/realtime.ts";
import { replyJson, startUpstream } from "../support/upstream.ts";
import { eventually, startProvider, TestClient } from "../support/websocket.ts";

const PATH = "/v1/realtime?model=gpt-realtime";
const ADMITTED: LimitAnswer = { admitted: true, limit: 9, remaining: 8, resetSeconds: 60 };
const REFUSED: LimitAnswer = { admitted: false, limit: 9, remaining: 0, resetSeconds: 7 };

/** A limiter that answers when the test says so. */
function slowLimiter(): Limiter & { readonly asked: ((answer: LimitAnswer) => void)[] } {
  const asked: ((answer: LimitAnswer) => void)[] = [];
  const take = (): Promise<LimitAnswer> => new Promise((resolve) => asked.push(resolve));
  return { asked, take };
}

const startSlow = (url: string, limiter: Limiter, over: Parameters<typeof makeUpstream>[1]): Promise<TestProxy> => {
  const parts: TestProxyParts = { upstreams: [makeUpstream(url, over)], limits: { proxy: 9 }, limiter };
  return startProxy(parts);
};

const portOf = ({ server }: TestProxy): number => (server.address() as AddressInfo).port;

const UPGRADE = upgradeRequest(PATH);

/** What a proxied request meets whose limit is counted elsewhere. */
describe("a limit that answers later", () => {
  test("lets a request wait, and calls nobody before it has answered", async () => {
    const limiter = slowLimiter();
    await using upstream = await startUpstream((response) => replyJson(response, { data: [] }));
    await using proxy = await startSlow(upstream.url, limiter, {});
    const answered = fetch(`${proxy.url}/v1/models`);
    await eventually(() => limiter.asked.length === 1);
    assert.equal(upstream.seen.length, 0);
    limiter.asked[0]?.(ADMITTED);
    assert.equal((await answered).status, 200);
  });

  test("calls nobody for a client that has left in the meantime", async () => {
    const limiter = slowLimiter();
    await using upstream = await startUpstream((response) => replyJson(response, { data: [] }));
    await using proxy = await startSlow(upstream.url, limiter, { unread: "pass" });
    const call = request(`${proxy.url}/v1/models`).on("error", () => {});
    call.end();
    await eventually(() => limiter.asked.length === 1);
    call.destroy();
    await untilAllLeft(proxy);
    limiter.asked[0]?.(ADMITTED);
    await eventually(() => proxy.proxy.inFlight() === 0);
    assert.equal(upstream.seen.length, 0);
  });

  test("counts an upgrade that waits as under way, and opens it then", async () => {
    const limiter = slowLimiter();
    await using provider = await startProvider();
    await using proxy = await startSlow(provider.url, limiter, { websocket: "inspect" });
    await using client = new TestClient(proxy.url + PATH);
    await eventually(() => limiter.asked.length === 1);
    assert.equal(proxy.proxy.inFlight(), 1);
    const opened = once(client.socket, "open");
    limiter.asked[0]?.(ADMITTED);
    await opened;
    assert.equal(proxy.proxy.inFlight(), 1);
  });

  for (const [answer, status, retryAfter] of [
    [REFUSED, 429, "7"],
    ["unavailable", 503, "2"],
  ] as const)
    test(`refuses an upgrade with ${status}`, async () => {
      const limiter = slowLimiter();
      await using provider = await startProvider();
      await using proxy = await startSlow(provider.url, limiter, { websocket: "inspect" });
      const client = new WebSocket(proxy.url.replace("http", "ws") + PATH);
      client.on("error", () => {});
      await eventually(() => limiter.asked.length === 1);
      const refused = once(client, "unexpected-response");
      limiter.asked[0]?.(answer);
      const [, message] = (await refused) as [unknown, IncomingMessage];
      assert.deepEqual([message.statusCode, message.headers["retry-after"]], [status, retryAfter]);
      client.terminate();
    });

  for (const [title, over] of [
    ["is read", { websocket: "inspect" }],
    ["passes unread", { unread: "pass" }],
  ] as const)
    test(`outlives a client that cuts its upgrade while it waits, and calls nobody for it, where it ${title}`, async () => {
      const limiter = slowLimiter();
      await using provider = await startProvider();
      await using proxy = await startSlow(provider.url, limiter, over);
      let calls = 0;
      provider.server.on("connection", () => (calls += 1));
      const client = new RawConnection(portOf(proxy));
      client.write(UPGRADE);
      await eventually(() => limiter.asked.length === 1);
      client.socket.resetAndDestroy();
      await untilAllLeft(proxy);
      limiter.asked[0]?.(ADMITTED);
      await eventually(() => proxy.proxy.inFlight() === 0);
      assert.equal(calls, 0);
    });

  test("holds a message of a WebSocket that begins an answer, and refuses it in its format", async () => {
    const limiter = slowLimiter();
    await using provider = await startProvider();
    await using proxy = await startSlow(provider.url, limiter, { websocket: "inspect" });
    await using client = new TestClient(proxy.url + PATH);
    await eventually(() => limiter.asked.length === 1);
    const opened = once(client.socket, "open");
    limiter.asked[0]?.(ADMITTED);
    await opened;
    for (const id of ["e1", "e2", "e3"]) client.send({ type: "response.create", event_id: id });
    await eventually(() => limiter.asked.length === 2);
    assert.equal(provider.heard.length, 0);
    limiter.asked[1]?.(ADMITTED);
    await eventually(() => limiter.asked.length === 3);
    limiter.asked[2]?.(REFUSED);
    await eventually(() => limiter.asked.length === 4);
    limiter.asked[3]?.("unavailable");
    await eventually(() => client.raw.length === 2 && provider.heard.length === 1);
    assert.deepEqual(client.heard.map(codeOf), ["rate_limit_exceeded", "limits_unavailable"]);
  });
});

/** Resolves when no client has a connection open. */
async function untilAllLeft({ server }: TestProxy): Promise<void> {
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    if ((await promise) === 0) return;
    await new Promise((next) => setImmediate(next));
  }
}
