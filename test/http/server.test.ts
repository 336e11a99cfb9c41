import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:http";
import { after, before, describe, test } from "node:test";
import { createHttpServer, networkOf } from "../../src/http/server.ts";
import { realClock } from "../support/clock.ts";
import { listen, stop } from "../support/listen.ts";
import { RawConnection, sendRaw } from "../support/raw-http.ts";

describe("createHttpServer", () => {
  const seen: string[] = [];
  const failures: unknown[] = [];
  const surplus: string[] = [];
  const servers: Server[] = [];
  let port = 0;
  /** Only for requests that never come whole: on a busy machine any other might take as long. */
  let impatientPort = 0;

  async function open(timeoutMs: number): Promise<number> {
    const server = createHttpServer({
      clock: realClock,
      headersTimeoutMs: timeoutMs,
      requestTimeoutMs: timeoutMs,
      keepAliveTimeoutMs: timeoutMs,
      handle: (request, response) => {
        seen.push(`${request.method} ${request.url}`);
        if (request.url === "/throw") throw new Error("on purpose");
        if (request.url === "/stream") response.write("partial");
        else request.resume().once("end", () => response.end("ok"));
      },
      upgrade: async (request, socket) => {
        if (request.url === "/throw") throw new Error("on purpose");
        if (request.url === "/late") socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
        await Promise.resolve();
        if (request.url === "/late" || request.url === "/reject") throw new Error("on purpose");
        socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
      },
      connectionsPerClient: () => 20,
      onSurplus: () => void surplus.push("closed"),
      onFailure: (error) => void failures.push(error),
    });
    servers.push(server);
    return listen(server);
  }

  before(async () => {
    port = await open(60_000);
    impatientPort = await open(300);
  });
  after(() => Promise.all(servers.map((server) => stop(server))));

  const refused: readonly (readonly [string, string, number])[] = [
    [
      "Content-Length beside Transfer-Encoding",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["two different lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400],
    ["an unknown transfer coding", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400],
    ["a space before a colon", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length : 1\r\n\r\na", 400],
    ["a folded header", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400],
    ["a bad chunk size", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400],
    ["what is not HTTP", "hello\r\n\r\n", 400],
    ["a target that is neither path nor URL", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400],
    ["TRACE", "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", 405],
    ["HTTP 0.9", "GET /\r\n\r\n", 400],
    ["another version", "GET / HTTP/2.0\r\nHost: x\r\n\r\n", 400],
    ["a transfer coding in HTTP 1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400],
    ["CONNECT", "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
    ["headers over 16 KiB", `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(17_000)}\r\n\r\n`, 431],
  ];
  for (const [name, text, status] of refused) {
    test(`refuses ${name} and closes`, async () => {
      seen.length = 0;
      const answer = await sendRaw(port, text);
      assert.equal(answer.status, status);
      assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
      assert.equal(answer.headers.get("connection"), "close");
      assert.deepEqual(Object.keys(JSON.parse(answer.body) as object), ["error"]);
    });
  }

  test("answers with 500 what fails at the entry, and cuts off half an answer", async () => {
    const upgrade = "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const answers = [
      await sendRaw(port, "GET /throw HTTP/1.1\r\nHost: x\r\n\r\n"),
      await sendRaw(port, `GET /throw HTTP/1.1\r\n${upgrade}`),
      await sendRaw(port, `GET /reject HTTP/1.1\r\n${upgrade}`),
    ];
    for (const { status, body } of answers) assert.deepEqual([status, body], [500, '{"error":"Internal error"}']);
    assert.equal((await sendRaw(port, `GET /late HTTP/1.1\r\n${upgrade}`)).body, "");
    assert.equal(failures.splice(0).length, 4);
  });

  test("closes connections of an address beyond its share", async () => {
    const connections = Array.from({ length: 25 }, () => new RawConnection(port));
    while (surplus.length < 5) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(surplus.length, 5);
    for (const connection of connections) connection.destroy();
    await Promise.all(connections.map((connection) => connection.untilClosed()));
    // The server hears of it a little later: an address that has left has its share again.
    let status = 0;
    while (status !== 200)
      status = (await sendRaw(port, "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).status;
  });

  test("refuses a request without Host", async () => {
    const answer = await sendRaw(port, "GET / HTTP/1.1\r\n\r\n");
    assert.equal(answer.status, 400);
  });

  test("ends a connection whose headers do not come", async () => {
    const connection = new RawConnection(impatientPort);
    connection.write("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    assert.equal((await connection.untilClosed()).status, 408);
  });

  test("ends a connection whose body does not come", async () => {
    const connection = new RawConnection(impatientPort);
    connection.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    assert.equal((await connection.untilClosed()).status, 408);
  });

  test("answers an upgrade to anything but a WebSocket as plain HTTP", async () => {
    const rest = "Content-Length: 4\r\n\r\nbody";
    const cases: readonly (readonly [method: string, protocol: string, status: number])[] = [
      ["GET", "websocket", 101],
      ["GET", "WebSocket", 101],
      ["GET", "h2c", 200],
      ["POST", "h2c", 200],
      ["POST", "websocket", 200],
      ["GET", "websocket, h2c", 200],
      ["GET", "TLS/1.0", 200],
    ];
    for (const [method, protocol, status] of cases) {
      const connection = new RawConnection(port);
      connection.write(`${method} / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${rest}`);
      await once(connection.socket, "data");
      connection.destroy();
      assert.equal((await connection.untilClosed()).status, status, `${method} ${protocol}`);
    }
  });

  test("reads the absolute form as its path", async () => {
    seen.length = 0;
    await sendRaw(port, "GET http://example.org/a/b?c=d HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert.deepEqual(seen, ["GET /a/b?c=d"]);
  });

  test("puts no error into an answer that has begun", async () => {
    const connection = new RawConnection(port);
    connection.write("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(connection.socket, "data");
    connection.write("garbage\r\n\r\n");
    const answer = await connection.untilClosed();
    assert.equal(answer.status, 200);
    assert.doesNotMatch(answer.body, /error/);
  });
});

test("a client is an IPv4 address, however it is written, or a /64 network of IPv6", () => {
  const cases = {
    "127.0.0.1": "127.0.0.1",
    "::ffff:10.1.2.3": "10.1.2.3",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "2001:db8:1:2::9": "2001:db8:1:2::/64",
    "2001:db8::9": "2001:db8:0:0::/64",
    "::1": "0:0:0:0::/64",
    "fe80::1%eth0": "fe80:0:0:0::/64",
    "": "",
  };
  for (const [address, network] of Object.entries(cases)) assert.equal(networkOf(address), network);
});
