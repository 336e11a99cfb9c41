import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, test } from "node:test";
import { WebSocket } from "ws";
import type { Upstream } from "../../src/config/config-model.ts";
import { listen } from "../support/listen.ts";
import { makeUpstream, startProxy, TEST_KEY, type TestProxy } from "../support/proxy.ts";
import { RawConnection, sendRaw, upgradeRequest } from "../support/raw-http.ts";
import { startServer } from "../support/server.ts";
import { replyJson, startUpstream } from "../support/upstream.ts";
import { eventually } from "../support/websocket.ts";

interface SlowProvider extends AsyncDisposable {
  readonly url: string;
  readonly sockets: Socket[];
}

/** Takes connections, and says `answer` to whatever it hears; nothing by default. */
async function startSlow(answer = ""): Promise<SlowProvider> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", () => void (answer === "" || socket.write(answer)));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const passing = (url: string, over: Partial<Upstream> = {}): Promise<TestProxy> =>
  startProxy({ upstreams: [makeUpstream(url, { unread: "pass", ...over })] });

const portOf = (proxy: TestProxy): number => (proxy.server.address() as AddressInfo).port;
const isFree = (proxy: TestProxy, provider: SlowProvider): boolean =>
  proxy.proxy.inFlight() === 0 && provider.sockets.length > 0 && provider.sockets.every(({ destroyed }) => destroyed);

const UPGRADE = upgradeRequest("/v1/realtime");
const PLAIN = "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n";

describe("an upgrade that is passed unread", () => {
  test("is given up with 504 when the provider does not answer it", async () => {
    await using provider = await startSlow();
    await using proxy = await passing(provider.url, { headersTimeoutMs: 100 });
    const client = new WebSocket(`${proxy.url.replace("http", "ws")}/v1/realtime`);
    client.on("error", () => {});
    const [, answer] = (await once(client, "unexpected-response")) as [unknown, IncomingMessage];
    assert.equal(answer.statusCode, 504);
    client.terminate();
    await eventually(() => isFree(proxy, provider));
  });

  test("is answered also where the connection has carried an answer before", async () => {
    await using provider = await startSlow();
    await using proxy = await passing(provider.url, { prefix: "/v1", headersTimeoutMs: 100 });
    const client = new RawConnection(portOf(proxy));
    const chunks: string[] = [];
    client.socket.on("data", (chunk: string) => chunks.push(chunk));
    client.write(PLAIN);
    await eventually(() => chunks.join("").includes("\r\n0\r\n"));
    client.write(UPGRADE);
    await once(client.socket, "close");
    assert.deepEqual(chunks.join("").match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 404", "HTTP/1.1 504"]);
  });

  for (const [name, leave] of [
    ["cuts its connection", (socket: Socket) => socket.resetAndDestroy()],
    ["ends its connection", (socket: Socket) => socket.end()],
  ] as const) {
    test(`is given up when the client ${name}`, async () => {
      await using provider = await startSlow();
      await using proxy = await passing(provider.url, { headersTimeoutMs: 60_000 });
      const client = new RawConnection(portOf(proxy));
      client.write(UPGRADE);
      await eventually(() => provider.sockets.length === 1);
      leave(client.socket);
      await eventually(() => isFree(proxy, provider));
      client.destroy();
    });
  }

  test("is given up when a refusal comes to no end, or the client leaves in it", async () => {
    await using provider = await startSlow("HTTP/1.1 400 Bad Request\r\nContent-Length: 100\r\n\r\nhalf");
    await using proxy = await passing(provider.url, { bodyTimeoutMs: 100 });
    const waiting = new RawConnection(portOf(proxy));
    waiting.write(UPGRADE);
    assert.equal((await waiting.untilClosed()).body, "half");
    await eventually(() => isFree(proxy, provider));
    await using patient = await passing(provider.url, { bodyTimeoutMs: 60_000 });
    const leaving = new RawConnection(portOf(patient));
    leaving.write(UPGRADE);
    await once(leaving.socket, "data");
    leaving.destroy();
    await eventually(() => isFree(patient, provider));
  });

  test("keeps what the client has said before the switch, and outlives the deadlines once it is open", async () => {
    const switched = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const heard: string[] = [];
    await using provider = await startSlow();
    await using proxy = await passing(provider.url, { connectTimeoutMs: 100, headersTimeoutMs: 100 });
    const client = new RawConnection(portOf(proxy));
    client.write(`${UPGRADE}early`);
    await eventually(() => provider.sockets.length === 1);
    const [upstream] = provider.sockets;
    assert.ok(upstream);
    upstream.on("data", (chunk) => heard.push(String(chunk)));
    client.write(" words");
    await new Promise((resolve) => setImmediate(resolve));
    upstream.write(switched);
    await once(client.socket, "data");
    await eventually(() => heard.join("").endsWith("early words"));
    await new Promise((resolve) => setTimeout(resolve, 250));
    client.write(" late");
    await eventually(() => heard.join("").endsWith("early words late"));
    client.destroy();
    await eventually(() => isFree(proxy, provider));
  });
});

describe("a client that offers HTTP/2", () => {
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: `my ${TEST_KEY}` }] });
  const request = (path: string): string =>
    [
      `POST ${path} HTTP/1.1`,
      "Host: x",
      "Connection: Upgrade, HTTP2-Settings",
      "Upgrade: h2c",
      "HTTP2-Settings: AAMAAABk",
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      `\r\n${body}`,
    ].join("\r\n");

  test("is checked and answered as any other, and the offer goes no further", async () => {
    await using upstream = await startUpstream((response, { headers }) => replyJson(response, headers));
    await using proxy = await passing(upstream.url);
    const read = new RawConnection(portOf(proxy));
    read.write(request("/v1/chat/completions"));
    const refused = await read.answer();
    assert.equal(refused.status, 400);
    assert.match(refused.body, /content_filter/);
    read.write(request("/v1/files"));
    await eventually(() => upstream.seen.length === 1);
    assert.equal(upstream.seen[0]?.headers["upgrade"], undefined);
    assert.equal(upstream.seen[0]?.headers["http2-settings"], undefined);
    read.destroy();
  });

  test("reaches the API", async () => {
    await using server = await startServer();
    const { status } = await sendRaw(server.port, request("/sdk/v1/nowhere").replace("Upgrade,", "Upgrade, close,"));
    assert.equal(status, 404);
    const known = await sendRaw(server.port, request("/healthz").replace("POST", "GET").replace("Upgrade,", "close,"));
    assert.equal(known.status, 200);
  });
});
