/** What one client can take from the others: half-sent requests, slow ones, connections, places. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { scrape, valueOf } from "../support/prometheus.ts";
import { chat } from "../support/proxy-client.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { chatCompletion, replyJson, startUpstream } from "../support/upstream.ts";
import { startProvider, TestClient } from "../support/websocket.ts";

const PROMPT = "/sdk/v1/analyze/prompt";
const CALL = JSON.stringify({ asset_id: "demo-chatbot", scan_data: { prompt: "hello" }, save: false });
const [MANY, OTHER] = [1000, "127.0.0.2"];

const head = (path: string, length: number): string =>
  [
    `POST ${path} HTTP/1.1`,
    "host: x",
    "x-api-key: rsk_demo",
    "content-type: application/json",
    `content-length: ${length}`,
    "\r\n",
  ].join("\r\n");

/** What a client may leave half done: what is sent, of each. */
const HALVES = {
  "half a head": `POST ${PROMPT} HTTP/1.1\r\nhost: x\r\nx-api-key: rsk_`,
  "half a body for the API": `${head(PROMPT, 1000)}{"asset_id"`,
  "half a body for a provider": `${head("/v1/chat/completions", 1000)}{"model"`,
  "half a body that is passed on": `${head("/unread/files", 1000)}abc`,
  "64 KB of a large body": `${head(PROMPT, 1_000_000)}${" ".repeat(65_536)}`,
  nothing: "",
} as const;

function open(server: TestServer, text: string, localAddress = "127.0.0.1"): Socket {
  const socket = connect({ port: server.port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  socket.write(text);
  return socket;
}

/** A whole request from an address of one's own; resolves with its status. */
async function ask(server: TestServer, path: string, { from = "127.0.0.1", body = CALL } = {}): Promise<number> {
  const method = path === "/healthz" ? "GET" : "POST";
  const headers = { "x-api-key": "rsk_demo", "content-type": "application/json", "content-length": body.length };
  const asking = request({
    port: server.port,
    localAddress: from,
    path,
    method,
    agent: false,
    headers: method === "GET" ? {} : headers,
  });
  asking.end(method === "GET" ? "" : body);
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode ?? 0;
}

/** Waits until it holds; a connection that is refused says that it does not. */
async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await Promise.resolve(holds()).catch(() => false))) await new Promise((resolve) => setImmediate(resolve));
}

const start = (url: string, server = {}): Promise<TestServer> =>
  startServer({
    upstreams: [makeUpstream(url), makeUpstream(url, { name: "unread", prefix: "/unread", unread: "pass" })],
    limits: { default: 100_000, routes: new Map() },
    server,
  });

describe("a thousand requests that are left half done", () => {
  for (const [name, text] of Object.entries(HALVES))
    test(`(${name}) hold no place of anybody's, from the same address or another`, async () => {
      await using upstream = await startUpstream((response) => replyJson(response, chatCompletion("fine")));
      // Longer than a busy machine takes for all that follows.
      await using server = await start(upstream.url, { headersTimeoutMs: 300_000, requestTimeoutMs: 300_000 });
      const sockets = Array.from({ length: MANY }, () => open(server, text));
      await Promise.all(sockets.map((socket) => once(socket, "connect")));
      await eventually(
        async () => valueOf(await scrape(server.url), "sallyport_in_flight", { kind: "unanswered" }) === 0,
      );
      for (const from of ["127.0.0.1", OTHER])
        for (let time = 0; time < 5; time++) {
          assert.equal(await ask(server, "/healthz", { from }), 200);
          assert.equal(await ask(server, PROMPT, { from }), 200);
          assert.equal(await ask(server, "/v1/chat/completions", { from, body: JSON.stringify(chat("hello")) }), 200);
          assert.equal(await ask(server, "/unread/files", { from }), 200);
        }
      assert.ok(sockets.every(({ closed }) => !closed));
      assert.equal(upstream.seen.length, 20);
      for (const socket of sockets) socket.destroy();
    });
});

describe("a request that comes too slowly", () => {
  test("is cut with 408, whether it stalls or drips, on every way", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, chatCompletion("fine")));
    await using server = await start(upstream.url, { headersTimeoutMs: 2000 });
    const answers = Object.entries(HALVES).map(async ([name, text]) => {
      const socket = open(server, text);
      let answer = "";
      socket.setEncoding("utf8").on("data", (chunk: string) => (answer += chunk));
      const drip = setInterval(() => {
        if (name !== "nothing") socket.write("a");
      }, 1000);
      await new Promise((resolve) => socket.once("close", resolve));
      clearInterval(drip);
      assert.match(answer, /^HTTP\/1\.1 408 /, name);
    });
    await Promise.all(answers);
    assert.equal(upstream.seen.length, 0);
  });
});

describe("memory", () => {
  const LARGE = " ".repeat(900_000);

  async function status(socket: Socket): Promise<string> {
    const [answer] = (await once(socket, "data")) as [Buffer];
    return answer.toString().slice(9, 12);
  }

  test("of bodies is bounded from their first byte until the answer is over, for each client and for all", async () => {
    await using upstream = await startUpstream(() => {});
    await using server = await start(upstream.url, { bufferedMaxBytes: 4_000_000 });
    const body = JSON.stringify(chat("hello")) + LARGE;
    const text = head("/v1/chat/completions", body.length) + body;
    const held: Socket[] = [];
    /** One that is refused is the last. */
    const send = async (from: string): Promise<number> => {
      for (let count = 0; ; count++) {
        const seen = upstream.seen.length;
        const socket = open(server, text, from);
        held.push(socket);
        const refused = status(socket);
        void refused.catch(() => {});
        let isRefused = false;
        void refused.then((is) => (isRefused = is === "503"));
        await eventually(() => isRefused || upstream.seen.length > seen);
        if (isRefused) return count;
      }
    };
    // 90 % of it; then the rest.
    assert.equal(await send("127.0.0.1"), 3);
    assert.equal(await send(OTHER), 1);
    assert.equal(await ask(server, PROMPT), 200);
    assert.ok(valueOf(await scrape(server.url), "sallyport_shed_total", { reason: "memory" }) >= 1);
    for (const socket of held) socket.destroy();
    await eventually(() => ask(server, PROMPT, { body: CALL + LARGE }).then((is) => is === 200));
  });

  test("of answers is bounded, and of what a coding makes of a body", async () => {
    await using upstream = await startUpstream((response) =>
      replyJson(response, chatCompletion("fine. ".repeat(200_000))),
    );
    await using server = await start(upstream.url, { bufferedMaxBytes: 1_000_000 });
    const plain = JSON.stringify(chat("hello"));
    assert.equal(await ask(server, "/v1/chat/completions", { body: plain }), 503);
    // Less than 200 times its size.
    const zipped = gzipSync(randomBytes(8192).toString("hex").repeat(100));
    const socket = open(server, "");
    socket.write(head("/v1/chat/completions", zipped.length).replace("\r\n\r\n", "\r\ncontent-encoding: gzip\r\n\r\n"));
    socket.write(zipped);
    assert.equal(await status(socket), "503");
    socket.destroy();
  });

  test("of messages that have come in part is bounded, over all WebSockets", async () => {
    await using provider = await startProvider();
    await using server = await startServer({
      upstreams: [makeUpstream(provider.url, { websocket: "inspect" })],
      server: { bufferedMaxBytes: 4_000_000 },
    });
    const clients = await Promise.all(
      Array.from({ length: 6 }, () => TestClient.open(`${server.url}/v1/realtime?model=m`)),
    );
    // Never finished.
    for (const { socket } of clients) socket.send(LARGE, { fin: false });
    await eventually(() => clients.filter(({ closed }) => closed !== null).length === 3);
    const refused = clients.filter(({ closed }) => closed !== null);
    assert.deepEqual([...new Set(refused.map(({ closed }) => closed?.join(" ")))], ["1013 overloaded"]);
    for (const client of clients) await client[Symbol.asyncDispose]();
    await using late = await TestClient.open(`${server.url}/v1/realtime?model=m`);
    late.socket.send(LARGE, { fin: false });
    late.socket.send("", { fin: true });
    await late.untilClosed();
    assert.equal(late.closed?.[0], 1008);
  });
});

describe("a client's share", () => {
  test("of connections is its own: further ones are closed, another address is let in", async () => {
    await using server = await start("http://127.0.0.1:1", { connectionsPerClient: 5 });
    const sockets = Array.from({ length: 5 }, () => open(server, ""));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    const surplus = open(server, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    await new Promise((resolve) => surplus.once("close", resolve));
    assert.equal(await ask(server, "/healthz", { from: OTHER }), 200);
    sockets[0]?.destroy();
    await eventually(() => ask(server, "/healthz").then((status) => status === 200));
    for (const socket of sockets) socket.destroy();
    await eventually(async () => valueOf(await scrape(server.url), "sallyport_shed_total", { reason: "client" }) >= 1);
  });

  test("of places leaves some to others", async () => {
    await using upstream = await startUpstream(() => {});
    await using server = await start(upstream.url, { maxRequests: 10 });
    const body = JSON.stringify(chat("hello"));
    const held = Array.from({ length: 12 }, () => open(server, head("/v1/chat/completions", body.length) + body));
    await eventually(() => upstream.seen.length === 9);
    assert.equal(await ask(server, PROMPT), 503);
    assert.equal(await ask(server, PROMPT, { from: OTHER }), 200);
    for (const socket of held) socket.destroy();
  });
});
