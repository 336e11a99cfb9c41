import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, createServer, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { describe, test } from "node:test";
import { WebSocket } from "ws";
import type { Upstream } from "../../src/config/config-model.ts";
import { makeKey } from "../support/config.ts";
import { makeUpstream, startProxy, TEST_MAIL, type TestProxy, type TestProxyParts } from "../support/proxy.ts";
import { codeOf, session, sound, spoken } from "../support/realtime.ts";
import { startUpstream } from "../support/upstream.ts";
import { eventually, startProvider, TestClient, type FakeProvider } from "../support/websocket.ts";

const PATH = "/v1/realtime?model=gpt-realtime";

const inspecting = (
  provider: Pick<FakeProvider, "url">,
  over: Partial<Upstream> = {},
  parts: Partial<TestProxyParts> = {},
): Promise<TestProxy> =>
  startProxy({ upstreams: [makeUpstream(provider.url, { websocket: "inspect", ...over })], ...parts });

/** The plain HTTP answer to an upgrade. */
async function refusalOf(
  url: string,
  protocols: readonly string[] = [],
): Promise<{ status: number; body: string; headers: IncomingMessage["headers"] }> {
  const socket = new WebSocket(url.replace("http", "ws"), [...protocols]);
  socket.on("error", () => {});
  const [, answer] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
  let body = "";
  for await (const chunk of answer) body += String(chunk);
  socket.terminate();
  return { status: answer.statusCode ?? 0, body, headers: answer.headers };
}

/** Whether what waits in the socket has stopped to get less. */
function isStill(socket: WebSocket): () => boolean {
  let before = 0;
  let sinceMs = Date.now();
  return () => {
    if (socket.bufferedAmount !== before) sinceMs = Date.now();
    before = socket.bufferedAmount;
    return before > 0 && Date.now() - sinceMs > 50;
  };
}

const DELTA = { type: "response.output_text.delta", response_id: "r", item_id: "i", content_index: 0 };

describe("the handshake of an inspected WebSocket", () => {
  test("carries headers and subprotocols up, and the provider's headers down", async () => {
    await using provider = await startProvider();
    await using proxy = await inspecting({ url: `${provider.url}/base` }, { prefix: "/p" });
    const client = new TestClient(`${proxy.url}/p${PATH}`, {
      protocols: ["realtime", "openai-insecure-api-key.sk-theirs", "openai-beta.realtime-v1"],
      headers: { authorization: "Bearer sk-theirs", "openai-beta": "realtime=v1", "x-twice": "1" },
    });
    const [upgrade] = await Promise.all([once(client.socket, "upgrade"), once(client.socket, "open")]);
    const [answer] = upgrade as [IncomingMessage];
    assert.equal(client.socket.protocol, "realtime");
    assert.equal(answer.headers["openai-version"], "2026-01-01");
    assert.match(String(answer.headers["x-guardrail-request-id"]), /^[0-9a-f-]{36}$/);
    const [request] = provider.requests;
    assert.equal(request?.url, `/base${PATH}`);
    assert.equal(request?.headers.host, new URL(provider.url).host);
    assert.equal(request?.headers.authorization, "Bearer sk-theirs");
    assert.equal(request?.headers["openai-beta"], "realtime=v1");
    assert.deepEqual(request?.headers["sec-websocket-protocol"]?.split(","), [
      "realtime",
      "openai-insecure-api-key.sk-theirs",
      "openai-beta.realtime-v1",
    ]);
    client.socket.terminate();
  });

  test("takes a service key from a header or a subprotocol, and puts the provider's in its place", async () => {
    await using provider = await startProvider();
    const keys = [makeKey("one", { secret: "rsk_one" })];
    for (const websocket of ["inspect", "unread"] as const) {
      await using proxy = await inspecting(
        provider,
        { auth: "key", apiKey: "sk-own", websocket, unread: "pass" },
        { keys },
      );
      const ways = [
        { protocols: ["realtime", "openai-insecure-api-key.rsk_one"] },
        { headers: { "x-api-key": "rsk_one" } },
        { headers: { authorization: "Bearer rsk_one" } },
      ];
      for (const way of ways) {
        provider.requests.length = 0;
        await using client = await TestClient.open(proxy.url + PATH, way);
        const headers = provider.requests[0]?.headers ?? {};
        assert.ok(!JSON.stringify(headers).includes("rsk_one"));
        assert.equal(headers.authorization, "Bearer sk-own");
        assert.equal(client.socket.protocol, "protocols" in way ? "realtime" : "");
      }
      assert.equal((await refusalOf(proxy.url + PATH, ["realtime"])).status, 401);
      assert.equal((await refusalOf(proxy.url + PATH, ["openai-insecure-api-key.rsk_two"])).status, 401);
    }
  });

  test("keeps a service key from the provider where none is asked for", async () => {
    await using provider = await startProvider();
    await using proxy = await inspecting(provider, {}, { keys: [makeKey("one", { secret: "rsk_one" })] });
    await using client = await TestClient.open(proxy.url + PATH, {
      protocols: ["realtime", "openai-insecure-api-key.rsk_one"],
    });
    assert.equal(client.socket.protocol, "realtime");
    assert.equal(provider.requests[0]?.headers["sec-websocket-protocol"], "realtime");
  });

  test("passes on what the provider refuses with, before anything is switched", async () => {
    await using upstream = await startUpstream(() => {});
    upstream.server.on("upgrade", (_request, socket) => {
      const body = '{"error":{"code":"invalid_api_key"}}';
      socket.end(`HTTP/1.1 401 Unauthorized\r\nx-request-id: req_1\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    await using proxy = await inspecting(upstream);
    const { status, body, headers } = await refusalOf(proxy.url + PATH);
    assert.equal(status, 401);
    assert.equal(body, '{"error":{"code":"invalid_api_key"}}');
    assert.equal(headers["x-request-id"], "req_1");
    assert.ok(headers["x-guardrail-request-id"]);
    await eventually(() => proxy.proxy.inFlight() === 0);
  });

  test("answers with plain HTTP when there is no connection to make", async () => {
    const gone = await startUpstream(() => {});
    await gone[Symbol.asyncDispose]();
    await using provider = await startProvider();
    const cases: readonly (readonly [string, string, number, string, Partial<Upstream>?])[] = [
      [gone.url, PATH, 502, "upstream_unreachable"],
      [provider.url, "/v1/realtime/../x", 400, "invalid_path"],
      [provider.url, "/v1/other", 403, "guardrail_unread"],
      [provider.url, PATH, 404, "not_found", { prefix: "/elsewhere" }],
      ["mock", PATH, 404, "not_found"],
    ];
    for (const [url, path, status, code, over] of cases) {
      await using proxy = await inspecting({ url }, over);
      // A client that does not tidy the path.
      const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${"A".repeat(22)}==\r\n\r\n`,
      );
      let answer = "";
      for await (const chunk of socket) answer += String(chunk);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), path);
      assert.match(answer, new RegExp(code));
    }
    await using proxy = await inspecting(provider);
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-protocol: a, a\r\n\r\n`,
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1.1 400 /);
  });

  test("gives up an upstream that stalls in TLS, or in the middle of its refusal", async () => {
    const head = "HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    await using upstream = await startUpstream(() => {});
    const sockets: Duplex[] = [];
    upstream.server.on("upgrade", (_request, socket) => {
      sockets.push(socket);
      socket.on("error", () => {}).write(head);
    });
    const port = new URL(upstream.url).port;
    const silent = createServer((socket) => sockets.push(socket.on("error", () => {}).resume()));
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const { port: silentPort } = silent.address() as AddressInfo;
    for (const [url, over] of [
      [`https://127.0.0.1:${silentPort}`, { connectTimeoutMs: 60, headersTimeoutMs: 60_000 }],
      [`http://127.0.0.1:${port}`, { headersTimeoutMs: 60 }],
    ] as const) {
      await using proxy = await inspecting({ url }, over);
      const { status, body } = await refusalOf(proxy.url + PATH);
      assert.equal(status, 504);
      assert.match(body, /upstream_timeout/);
      await eventually(() => proxy.proxy.inFlight() === 0);
    }
    silent.close();
    for (const socket of sockets) socket.destroy();
  });

  test("gives up an upstream that does not answer, and one whose client is gone", async () => {
    await using upstream = await startUpstream(() => {});
    let opened = 0;
    let cuts = 0;
    upstream.server.on("upgrade", (_request, socket) => {
      opened += 1;
      socket
        .on("close", () => (cuts += 1))
        .on("end", () => socket.end())
        .resume();
    });
    await using proxy = await inspecting(upstream, { headersTimeoutMs: 60 });
    const { status, body } = await refusalOf(proxy.url + PATH);
    assert.equal(status, 504);
    assert.match(body, /upstream_timeout/);
    await using patient = await inspecting(upstream);
    const client = new TestClient(patient.url + PATH);
    await eventually(() => opened === 2);
    assert.equal(patient.proxy.inFlight(), 1);
    client.socket.terminate();
    await eventually(() => patient.proxy.inFlight() === 0);
    await eventually(() => cuts === 2);
  });
});

describe("the life of an inspected WebSocket", () => {
  test("relays close codes and reasons both ways", async () => {
    await using provider = await startProvider({
      onMessage: (socket, { code }) => socket.close(Number(code), "said so"),
    });
    await using proxy = await inspecting(provider);
    const ours = await TestClient.open(proxy.url + PATH);
    ours.send({ type: "x_last_words" });
    ours.socket.close(4001, "bye");
    await eventually(() => provider.closes.length === 1);
    assert.equal(provider.heard.length, 1);
    const silent = await TestClient.open(proxy.url + PATH);
    silent.socket.close();
    await eventually(() => provider.closes.length === 2);
    for (const code of [1000, 3000, 4002]) {
      const client = await TestClient.open(proxy.url + PATH);
      client.send({ type: "x_close", code });
      assert.deepEqual(await client.untilClosed(), [code, "said so"]);
    }
    // The fake provider closes with NaN, which is an error, for the first client's words.
    assert.deepEqual(provider.closes.slice(0, 2), [
      [4001, "bye"],
      [1005, ""],
    ]);
    await eventually(() => proxy.proxy.inFlight() === 0);
    assert.ok(proxy.log.some((line) => line.includes('"message":"websocket"') && line.includes('"close_code":4001')));
  });

  test("delivers what was held when the provider closes", async () => {
    await using provider = await startProvider({
      onMessage: (socket) => {
        socket.send(JSON.stringify({ ...DELTA, delta: `to ${TEST_MAIL}` }));
        socket.close(1000, "done");
      },
    });
    await using proxy = await inspecting(provider);
    const client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "x_go" });
    assert.deepEqual(await client.untilClosed(), [1000, "done"]);
    assert.equal(client.heard[0]?.["delta"], "to <MAIL_1>");
  });

  test("tells the client when the provider breaks off, and cuts the provider when the client does", async () => {
    await using provider = await startProvider({ onMessage: (socket) => socket.terminate() });
    await using proxy = await inspecting(provider);
    const client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "x_break" });
    assert.deepEqual(await client.untilClosed(), [1011, "upstream_disconnected"]);
    assert.equal(codeOf(client.heard.at(-1)), "upstream_disconnected");
    const other = await TestClient.open(proxy.url + PATH);
    other.socket.terminate();
    await eventually(() => provider.closes.length === 2);
    assert.equal(provider.closes[1]?.[0], 1006);
  });

  test("carries pings and pongs", async () => {
    await using provider = await startProvider();
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.socket.ping("here");
    const [pong] = (await once(client.socket, "pong")) as [Buffer];
    assert.equal(pong.toString(), "here");
    for (const socket of provider.server.clients) {
      socket.ping("there");
      const [back] = (await once(socket, "pong")) as [Buffer];
      assert.equal(back.toString(), "there");
    }
  });

  test("passes on the last of many pings that come together", async () => {
    await using provider = await startProvider();
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    let pings = 0;
    for (const socket of provider.server.clients) socket.on("ping", () => (pings += 1));
    const last = new Promise<void>((resolve) =>
      client.socket.on("pong", (data) => {
        if (data.toString() === "last") resolve();
      }),
    );
    for (let count = 0; count < 500; count++) client.socket.ping("flood");
    client.socket.ping("last");
    await last;
    assert.ok(pings < 500, String(pings));
    for (let count = 0; count < 5000; count++) client.socket.ping("flood");
    await client.untilClosed();
  });

  test("compresses nothing, whoever asks for it: what is compressed has no size before it is complete", async () => {
    await using provider = await startProvider({
      onMessage: (socket, message) => socket.send(JSON.stringify(message)),
    });
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH, { perMessageDeflate: true });
    const text = "words ".repeat(5000);
    client.send({ type: "x_echo", text });
    assert.equal((await client.until(({ type }) => type === "x_echo"))["text"], text);
    assert.equal(client.socket.extensions, "");
    assert.equal(provider.requests.at(-1)?.headers["sec-websocket-extensions"], undefined);
  });

  test("cuts everything with 1001 when the service closes", async () => {
    await using provider = await startProvider();
    await using proxy = await inspecting(provider);
    const client = await TestClient.open(proxy.url + PATH);
    assert.equal(proxy.proxy.inFlight(), 1);
    await proxy.proxy.close();
    assert.ok(proxy.log.some((line) => line.includes('"close_code":1001') && !line.includes("upstream_")));
    assert.equal((await client.untilClosed())[0], 1001);
    await eventually(() => proxy.proxy.inFlight() === 0 && provider.closes.length === 1);
  });

  test("drains: ends what is idle with 1001, and lets an answer under way come to its end", async () => {
    const answer = spoken({ pieces: ["Hello there."] });
    await using provider = await startProvider({ onMessage: (socket) => socket.send(JSON.stringify(answer[0])) });
    await using proxy = await inspecting(provider);
    await using idle = await TestClient.open(proxy.url + PATH);
    await using busy = await TestClient.open(proxy.url + PATH);
    busy.send({ type: "response.create" });
    await busy.until(({ type }) => type === "response.created");
    proxy.proxy.drain();
    assert.equal((await idle.untilClosed())[0], 1001);
    busy.send({ type: "response.create" });
    assert.equal(codeOf(await busy.until(({ type }) => type === "error")), "draining");
    assert.equal(provider.heard.length, 1);
    for (const socket of provider.server.clients)
      for (const message of answer.slice(1)) socket.send(JSON.stringify(message));
    assert.equal((await busy.untilClosed())[0], 1001);
    assert.ok(busy.heard.some(({ type }) => type === "response.done"));
    await proxy.proxy.close();
    const lines = proxy.log.filter((line) => line.includes('"close_code":1001'));
    assert.equal(lines.length, 2);
    assert.ok(!lines.join("").includes("upstream_"));
  });

  test("leaves no socket behind 200 connections that are cut", async () => {
    await using provider = await startProvider({ onOpen: (socket) => socket.send(JSON.stringify(session())) });
    await using proxy = await inspecting(provider);
    const clients = await Promise.all(Array.from({ length: 200 }, () => TestClient.open(proxy.url + PATH)));
    assert.equal(proxy.proxy.inFlight(), 200);
    for (const [at, client] of clients.entries()) {
      if (at % 2 === 0) client.send({ type: "x_unfinished", text: "word" });
      client.socket.terminate();
    }
    await eventually(() => proxy.proxy.inFlight() === 0 && provider.server.clients.size === 0);
    const connections = await new Promise<number>((resolve) =>
      proxy.server.getConnections((_error, count) => resolve(count)),
    );
    assert.equal(connections, 0);
  });
});

describe("what an inspected WebSocket bounds", () => {
  const large = { type: "x_large", text: "word ".repeat(600) };

  test("refuses messages that cannot be read under deny", async () => {
    await using provider = await startProvider({
      onMessage: (socket, { type }) => {
        if (type === "x_binary") socket.send(Buffer.from([1, 2]));
        if (type === "x_broken") socket.send("{");
        if (type === "x_list") socket.send("[1]");
        if (type === "x_large") socket.send(JSON.stringify(large));
      },
    });
    await using proxy = await inspecting(provider, { eventMaxBytes: 2000 });
    const cases: readonly (readonly [string | Buffer, number])[] = [
      [Buffer.from([1, 2]), 1003],
      ["{", 1008],
      ['{"a":1,"a":2}', 1008],
      ['{"item":1}', 1008],
      ['{"type":"conversation.item.create","item":"text"}', 1008],
      ['{"type":"response.create","response":{"input":"text"}}', 1008],
      ['{"type":"x_binary"}', 1003],
      ['{"type":"x_broken"}', 1008],
      ['{"type":"x_list"}', 1008],
      ['{"type":"x_large"}', 1008],
    ];
    for (const [frame, code] of cases) {
      const client = await TestClient.open(proxy.url + PATH);
      client.socket.send(frame);
      assert.deepEqual(await client.untilClosed(), [code, "guardrail_unread"], String(frame));
      assert.equal(codeOf(client.heard.at(-1)), "guardrail_unread");
    }
    await eventually(() => proxy.proxy.inFlight() === 0);
  });

  test("passes and counts them under pass", async () => {
    await using provider = await startProvider({
      onOpen: (socket) => {
        socket.send(JSON.stringify(large));
        socket.send("{");
        socket.on("message", (data: Buffer, binary) => socket.send(data, { binary }));
      },
    });
    await using proxy = await inspecting(provider, { unread: "pass", eventMaxBytes: 2000 });
    const client = await TestClient.open(proxy.url + PATH);
    client.socket.send(Buffer.from([1, 2, 3]));
    client.socket.send("[1]");
    await eventually(() => client.raw.length === 4);
    assert.deepEqual(client.raw, [JSON.stringify(large), "{", "\u0001\u0002\u0003", "[1]"]);
    client.socket.close();
    await client.untilClosed();
    await eventually(() => proxy.proxy.inFlight() === 0);
    assert.ok(proxy.log.some((line) => line.includes('"unread_messages":6')));
  });

  test("ends a connection whose messages are over every bound", async () => {
    await using provider = await startProvider({ onMessage: (socket) => socket.send(`{"x":"${"y".repeat(5000)}"}`) });
    await using proxy = await inspecting(
      provider,
      { unread: "pass", responseMaxBytes: 4000, eventMaxBytes: 2000 },
      { server: { bodyMaxBytes: 3000 } },
    );
    const client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "x_go" });
    assert.deepEqual(await client.untilClosed(), [1008, "guardrail_unread"]);
    const other = await TestClient.open(proxy.url + PATH);
    other.send({ type: "x", text: "y".repeat(4000) });
    assert.equal((await other.untilClosed())[0], 1009);
    await eventually(() => proxy.proxy.inFlight() === 0);
  });

  test("answers messages that are too long, too many, or hold what no policy reads", async () => {
    await using provider = await startProvider();
    await using proxy = await inspecting(
      provider,
      { unreadParts: "deny" },
      { server: { textMaxChars: 100 }, limits: { proxy: 2 } },
    );
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "session.update", event_id: "e1", session: { instructions: "x".repeat(101) } });
    client.send({ type: "input_audio_buffer.append", event_id: "e2", audio: sound(1) });
    client.send({ type: "response.create", event_id: "e3" });
    client.send({ type: "response.create", event_id: "e4" });
    await eventually(() => client.raw.length === 3 && provider.heard.length === 1);
    assert.deepEqual(
      client.heard.map((message) => [codeOf(message), (message["error"] as { event_id: string }).event_id]),
      [
        ["text_too_long", "e1"],
        ["guardrail_unread", "e2"],
        ["rate_limit_exceeded", "e4"],
      ],
    );
  });

  test("reads a side no faster than the other takes it", async () => {
    const message = JSON.stringify({ type: "x_sound", audio: "A".repeat(32_000) });
    const count = 1500;
    await using provider = await startProvider({
      onMessage: (socket, { type }) => {
        if (type === "x_flood") for (let at = 0; at < count; at++) socket.send(message);
      },
    });
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH, { perMessageDeflate: false });
    client.socket.pause();
    client.send({ type: "x_flood" });
    const [served] = provider.server.clients;
    assert.ok(served);
    // What the client does not take stays with the provider, but for the buffers of sockets on the way.
    await eventually(isStill(served));
    assert.ok(served.bufferedAmount > (count * message.length) / 2);
    client.socket.resume();
    await eventually(() => client.raw.length === count);
    served.pause();
    for (let at = 0; at < count; at++) client.socket.send(message);
    await eventually(isStill(client.socket));
    assert.ok(client.socket.bufferedAmount > (count * message.length) / 2);
    served.resume();
    await eventually(() => provider.heard.length === count + 1);
  });

  test("cuts a client that takes nothing for too long", async () => {
    const message = JSON.stringify({ type: "x_sound", audio: "A".repeat(32_000) });
    await using provider = await startProvider({
      onMessage: (socket) => {
        for (let at = 0; at < 1000; at++) socket.send(message);
      },
    });
    await using proxy = await inspecting(provider, { bodyTimeoutMs: 100 });
    const client = await TestClient.open(proxy.url + PATH, { perMessageDeflate: false });
    client.socket.pause();
    client.send({ type: "x_flood" });
    await eventually(() => provider.server.clients.size === 0 && proxy.proxy.inFlight() === 0);
    client.socket.terminate();
  });
});
