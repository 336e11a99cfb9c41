import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { ServiceError } from "../../src/core/errors.ts";
import { openExchange, type Exchange } from "../../src/http/exchange.ts";
import { sendError, sendJson, sendChunks } from "../../src/http/reply.ts";
import { NO_TRACING } from "../../src/telemetry/tracing.ts";
import { createManualClock } from "../support/clock.ts";
import { listen, stop } from "../support/listen.ts";
import { RawConnection } from "../support/raw-http.ts";
import { once } from "node:events";

describe("replies", () => {
  const clock = createManualClock();
  let answer: (exchange: Exchange) => void = () => {};
  const server = createServer((request, response) =>
    answer(openExchange(request, response, { startedMs: 0, tracing: NO_TRACING })),
  );
  let port = 0;

  before(async () => {
    port = await listen(server);
  });
  after(() => stop(server));

  const send = (text: string, act: (exchange: Exchange) => void): RawConnection => {
    answer = act;
    const connection = new RawConnection(port);
    connection.write(text);
    return connection;
  };
  const GET = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

  test("counts bytes, not characters", async () => {
    const { headers, body } = await send(GET, (exchange) => sendJson(exchange, 200, '"ä😀"')).untilClosed();
    assert.deepEqual([headers.get("content-length"), body], ["8", '"ä😀"']);
  });

  test("answers a service error with its message and status", async () => {
    const { status, body } = await send(GET, (exchange) =>
      sendError(exchange, new ServiceError("draining"), clock),
    ).untilClosed();
    assert.deepEqual([status, body], [503, '{"error":"The service is shutting down"}']);
  });

  test("answers anything else thrown with an opaque 500 and the request's id", async () => {
    const { status, body, headers } = await send(GET, (exchange) =>
      sendError(exchange, new Error("hunter2"), clock),
    ).untilClosed();
    assert.deepEqual([status, body], [500, '{"error":"Internal error"}']);
    assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
  });

  test("cuts an answer that has begun", async () => {
    const connection = send(GET, (exchange) => {
      exchange.response.writeHead(200, { "content-length": "100" });
      exchange.response.write("begun", () => sendError(exchange, new Error("late"), clock));
    });
    assert.doesNotMatch((await connection.untilClosed()).body, /error/);
  });

  test("ends a connection whose body never comes, a while after the answer", async () => {
    const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n";
    const connection = send(head, (exchange) => sendError(exchange, new ServiceError("key_missing"), clock));
    assert.equal((await connection.answer()).status, 401);
    assert.equal(connection.socket.destroyed, false);
    clock.advance(1000);
    assert.equal((await connection.untilClosed()).headers.get("connection"), "close");
  });
});

describe("sendChunks", () => {
  let answer: (exchange: Exchange) => void = () => {};
  const server = createServer((request, response) =>
    answer(openExchange(request, response, { startedMs: 0, tracing: NO_TRACING })),
  );
  let port = 0;
  before(async () => {
    port = await listen(server);
  });
  after(() => stop(server));

  /** Sends the chunks to a client; `sent` is how that ended, `made` how many were asked for, and whether they were let go. */
  function send(
    method: string,
    make: (n: number) => string | null,
  ): {
    readonly connection: RawConnection;
    readonly sent: Promise<unknown>;
    readonly state: { made: number; isLetGo: boolean };
  } {
    const state = { made: 0, isLetGo: false };
    async function* chunks(): AsyncGenerator<string> {
      try {
        for (let text = make(0); text !== null; text = make(state.made)) {
          state.made += 1;
          yield text;
        }
      } finally {
        state.isLetGo = true;
      }
    }
    const { promise: sent, resolve } = Promise.withResolvers<unknown>();
    answer = (exchange) => {
      sendChunks(exchange, "text/plain", chunks()).then(
        () => resolve("sent"),
        (error: unknown) => {
          exchange.response.destroy();
          resolve(error);
        },
      );
    };
    const connection = new RawConnection(port);
    connection.write(`${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return { connection, sent, state };
  }

  test("sends all chunks, empty ones too, and ends whole", async () => {
    const { connection, sent } = send("GET", (n) => ["one", "", "two"][n] ?? null);
    assert.equal(await sent, "sent");
    const { status, body, headers } = await connection.untilClosed();
    assert.deepEqual([status, headers.get("content-type")], [200, "text/plain"]);
    assert.equal(body, "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n");
  });

  test("throws what fails before the first chunk, with nothing sent", async () => {
    const failure = new Error("early");
    const { connection, sent } = send("GET", () => {
      throw failure;
    });
    assert.equal(await sent, failure);
    assert.equal((await connection.untilClosed()).status, 0);
  });

  test("throws what fails later, and the answer never looks whole", async () => {
    const failure = new Error("late");
    const { connection, sent } = send("GET", (n) => {
      if (n === 1) throw failure;
      return "one";
    });
    assert.equal(await sent, failure);
    assert.doesNotMatch((await connection.untilClosed()).body, /\r\n0\r\n/);
  });

  test("asks for no more than a reader takes", async () => {
    const { connection, state } = send("GET", () => "x".repeat(64 * 1024));
    await once(connection.socket, "data");
    connection.socket.pause();
    // Until what is made fills the sockets, and nothing more is asked for over some turns of the loop.
    let before = -1;
    while (state.made !== before) {
      before = state.made;
      for (let turn = 0; turn < 2000; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(state.isLetGo, false);
    assert.ok(state.made > 0);
    connection.destroy();
  });

  test("ends when its client leaves", async () => {
    const { connection, sent, state } = send("GET", () => "x".repeat(1024));
    await once(connection.socket, "data");
    connection.destroy();
    assert.equal(await sent, "sent");
    assert.equal(state.isLetGo, true);
  });

  test("makes no body for a HEAD", async () => {
    const { connection, sent, state } = send("HEAD", () => "endless");
    assert.equal(await sent, "sent");
    const { status, body } = await connection.untilClosed();
    assert.deepEqual([status, body, state.made], [200, "", 1]);
  });

  test("lets the event loop turn between chunks", async () => {
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const at: number[] = [];
    const { sent } = send("GET", (n) => {
      at.push(turns);
      return n < 50 ? "" : null;
    });
    assert.equal(await sent, "sent");
    isOver = true;
    assert.equal(new Set(at).size, at.length);
  });
});
