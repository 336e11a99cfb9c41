import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeAsset } from "../support/config.ts";
import { RawConnection, sendRaw } from "../support/raw-http.ts";
import { runs } from "../support/runs.ts";
import { startServer, type TestServer } from "../support/server.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** An eighth in `npm test`: bad-input-long.test.ts tries all. */
const REQUESTS = runs(8000);
/** Four kilobytes of each would show, whatever the collector leaves. */
const LEFT_MAX_BYTES = Math.max(4 * 1024 * 1024, REQUESTS * 2560);
const PATH = "/sdk/v1/analyze/prompt";
const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: rsk_demo\r\nContent-Type: application/json\r\n`;
const GOOD = JSON.stringify({ asset_id: "demo-chatbot", scan_data: { prompt: "hello" } });

/** Input that no honest client sends: a clear answer, nothing leaks, the server goes on. */
describe("bad input", () => {
  let server: TestServer;
  /** Only for requests that never come whole: on a busy machine any other might take as long. */
  let impatient: TestServer;
  before(async () => {
    const parts = { assets: [makeAsset("demo-chatbot")], limits: { default: 1_000_000, routes: new Map() } };
    server = await startServer({ ...parts, server: { bodyMaxBytes: 100_000 } });
    impatient = await startServer({ ...parts, server: { headersTimeoutMs: 300, requestTimeoutMs: 300 } });
  });
  after(async () => {
    for (const each of [server, impatient]) await each[Symbol.asyncDispose]();
  });

  const stillServes = async (): Promise<void> => {
    const { status } = await server.call("POST", PATH, { raw: GOOD, headers: { "content-type": "application/json" } });
    assert.equal(status, 200);
  };

  test("Content-Length beside Transfer-Encoding is refused and the connection ends", async () => {
    const answer = await sendRaw(
      server.port,
      `${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get("connection"), "close");
    assert.doesNotMatch(answer.body, /HTTP\/1\.1/);
  });

  test("slow headers end with 408", async () => {
    const connection = new RawConnection(impatient.port);
    connection.write(HEAD);
    assert.equal((await connection.untilClosed()).status, 408);
  });

  test("half a body ends with 408", async () => {
    const connection = new RawConnection(impatient.port);
    connection.write(`${HEAD}Content-Length: ${GOOD.length}\r\n\r\n${GOOD.slice(0, 9)}`);
    const answer = await connection.untilClosed();
    assert.equal(answer.status, 408);
    assert.deepEqual(JSON.parse(answer.body), { error: "The request was not received in time" });
  });

  test("a client that announces too much gets 413 and its connection ends", async () => {
    const connection = new RawConnection(server.port);
    connection.write(`${HEAD}Content-Length: 100001\r\n\r\n`);
    const answer = await connection.untilClosed();
    assert.deepEqual([answer.status, answer.headers.get("connection")], [413, "close"]);
    assert.match(answer.body, /100000 bytes/);
  });

  test("a client that sends too much without announcing it gets 413, whole, while it still sends", async () => {
    const connection = new RawConnection(server.port);
    connection.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    for (let count = 0; count < 20; count++) connection.write(chunk);
    const answer = await connection.untilClosed();
    assert.equal(answer.status, 413);
    assert.match(answer.body, /100000 bytes/);
  });

  test("a refused request with a small body keeps its connection", async () => {
    const connection = new RawConnection(server.port);
    connection.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`);
    const answer = await connection.answer();
    assert.deepEqual([answer.status, answer.headers.get("connection")], [401, "keep-alive"]);
    connection.destroy();
  });

  test("a refused request with a large body to come ends its connection", async () => {
    const connection = new RawConnection(server.port);
    connection.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\nhello`);
    const answer = await connection.untilClosed();
    assert.deepEqual([answer.status, answer.headers.get("connection")], [401, "close"]);
  });

  test("two keys in one request are no key", async () => {
    const answer = await sendRaw(
      server.port,
      `${HEAD}X-API-Key: rsk_demo\r\nConnection: close\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`,
    );
    assert.equal(answer.status, 401);
  });

  test("__proto__ and constructor in a body change nothing", async () => {
    const raw = `{"__proto__":{"asset_id":"demo-chatbot","polluted":1},"constructor":{"prototype":{"polluted":1}},"scan_data":{"__proto__":{"prompt":"x"}}}`;
    const { status, body } = await server.call("POST", PATH, { raw, headers: { "content-type": "application/json" } });
    assert.deepEqual([status, body.error], [400, "asset_id: must be a non-empty string"]);
    const inherited = await server.call("POST", PATH, {
      raw: `{"asset_id":"demo-chatbot","scan_data":{"__proto__":{"prompt":"x"}}}`,
      headers: { "content-type": "application/json" },
    });
    assert.equal(inherited.status, 400);
    assert.equal("polluted" in {}, false);
    await stillServes();
  });

  test("asset names of Object.prototype are unknown assets", async () => {
    for (const asset_id of ["__proto__", "constructor", "toString"]) {
      assert.equal((await server.post(PATH, { asset_id, scan_data: { prompt: "x" } })).status, 404);
    }
  });

  test("lone surrogates in a text are analyzed", async () => {
    const raw = '{"asset_id":"demo-chatbot","scan_data":{"prompt":"a\\ud800b"}}';
    assert.equal(
      (await server.call("POST", PATH, { raw, headers: { "content-type": "application/json" } })).status,
      200,
    );
  });

  for (const [name, cut] of [
    ["in the headers", 30],
    ["after the headers", HEAD.length + 30],
    ["in the body", HEAD.length + 45],
  ] as const) {
    test(`a client that leaves ${name} harms nobody`, async () => {
      const text = `${HEAD}Content-Length: ${GOOD.length}\r\n\r\n${GOOD}`;
      for (let count = 0; count < 20; count++) {
        const connection = new RawConnection(server.port);
        connection.write(text.slice(0, cut));
        await once(connection.socket, "connect");
        if (count % 2 === 0) connection.destroy();
        else connection.socket.resetAndDestroy();
      }
      await stillServes();
    });
  }

  test("a client that leaves before the answer harms nobody", async () => {
    for (let count = 0; count < 50; count++) {
      const connection = new RawConnection(server.port);
      connection.write(`${HEAD}Content-Length: ${GOOD.length}\r\n\r\n${GOOD}`);
      await once(connection.socket, "connect");
      setImmediate(() => connection.destroy());
    }
    await stillServes();
  });

  test("pipelined requests are answered in order", async () => {
    const one = `${HEAD}Content-Length: ${GOOD.length}\r\n\r\n${GOOD}`;
    const answer = await sendRaw(server.port, `${one}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.equal(answer.status, 200);
    assert.match(answer.body, /"verdict":"passed".*HTTP\/1\.1 200 OK.*"status":"ok"/s);
  });

  test(`${REQUESTS} bad requests leave the memory flat`, async () => {
    const bad = ["{", "\u{fffd}", '{"a":1,"a":2}', "[".repeat(500), JSON.stringify({ asset_id: 1 })];
    const round = async (requests: number): Promise<number> => {
      const work = Array.from({ length: 10 }, async (_, worker) => {
        for (let count = 0; count < requests / 10; count++) {
          const raw = bad[(worker + count) % bad.length] ?? "";
          const response = await fetch(server.url + PATH, {
            method: "POST",
            body: raw,
            headers: { "x-api-key": "rsk_demo", "content-type": "application/json" },
          });
          assert.equal(response.status, 400);
          await response.arrayBuffer();
        }
      });
      await Promise.all(work);
      (server.log as string[]).length = 0;
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const warm = await round(REQUESTS / 4);
    const later = await round(REQUESTS);
    assert.ok(later - warm < LEFT_MAX_BYTES, `${warm} → ${later}`);
    await stillServes();
  });
});
