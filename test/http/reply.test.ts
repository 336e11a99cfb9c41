import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { ServiceError } from "../../src/core/errors.ts";
import { openExchange, type Exchange } from "../../src/http/exchange.ts";
import { sendError, sendJson } from "../../src/http/reply.ts";
import { NO_TRACING } from "../../src/telemetry/tracing.ts";
import { createManualClock } from "../support/clock.ts";
import { listen, stop } from "../support/listen.ts";
import { RawConnection } from "../support/raw-http.ts";

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
