import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { after, before, describe, test } from "node:test";
import { readBody, type BodyResult, watchPace } from "../../src/http/body.ts";
import { createManualClock } from "../support/clock.ts";
import { listen, stop } from "../support/listen.ts";
import { RawConnection } from "../support/raw-http.ts";

describe("readBody", () => {
  const clock = createManualClock();
  const server = createServer();
  let port = 0;

  before(async () => {
    port = await listen(server);
  });
  after(() => stop(server));

  interface Reading {
    /** The request waits for its turn until all of it has come. */
    readonly isLate?: boolean;
    readonly act?: (connection: RawConnection) => void;
    readonly maxBytes?: number;
  }

  /** Sends `text` raw, and reads the body of the request that arrives, with at most `maxBytes` bytes. */
  async function read(
    text: string,
    { isLate = false, act = () => {}, maxBytes = 10 }: Reading = {},
  ): Promise<BodyResult> {
    const connection = new RawConnection(port);
    connection.write(text);
    const [request] = (await once(server, "request")) as [IncomingMessage];
    if (isLate) await completion(request);
    const ended = isLate ? once(request, "end") : null;
    const result = readBody(request, { maxBytes, timeoutMs: 500, minBytesPerSecond: 0, clock });
    act(connection);
    const outcome = await result;
    if (outcome.kind === "body") await ended;
    connection.destroy();
    return outcome;
  }

  async function completion(request: IncomingMessage): Promise<void> {
    while (!request.complete) await new Promise((resolve) => setImmediate(resolve));
  }

  const head = "POST / HTTP/1.1\r\nHost: x\r\n";
  const bytesOf = (result: BodyResult): string => (result.kind === "body" ? result.bytes.toString() : result.kind);

  test("reads a body of exactly the bound", async () => {
    assert.equal(bytesOf(await read(`${head}Content-Length: 10\r\n\r\n0123456789`)), "0123456789");
  });

  test("reads a body in chunks", async () => {
    assert.equal(
      bytesOf(await read(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`)),
      "abcde",
    );
  });

  test("reads a body in a few small chunks, and takes one in very many of them for too large", async () => {
    const chunks = (count: number): string =>
      `${head}Transfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(count)}0\r\n\r\n`;
    assert.equal((await read(chunks(1000), { maxBytes: 100_000 })).kind, "body");
    // Each is an object of its own, of some hundred bytes.
    assert.equal((await read(chunks(50_000), { maxBytes: 100_000 })).kind, "too_large");
  });

  test("reads an absent body as empty", async () => {
    assert.equal(bytesOf(await read(`${head}\r\n`)), "");
  });

  test("refuses an announced length over the bound without reading", async () => {
    assert.equal((await read(`${head}Content-Length: 11\r\n\r\n`)).kind, "too_large");
  });

  test("refuses a chunked body as soon as it goes over the bound", async () => {
    assert.equal((await read(`${head}Transfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n`)).kind, "too_large");
  });

  test("tells when the client leaves in the middle", async () => {
    assert.equal(
      (await read(`${head}Content-Length: 10\r\n\r\n0123`, { act: (connection) => connection.destroy() })).kind,
      "aborted",
    );
  });

  test("tells when the deadline passes before the last byte", async () => {
    const { kind } = await read(`${head}Content-Length: 10\r\n\r\n0123`, { act: () => clock.advance(500) });
    assert.equal(kind, "timeout");
  });

  test("reads what has come before it was asked for", async () => {
    const chunks = `${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`;
    assert.equal(bytesOf(await read(`${head}Content-Length: 10\r\n\r\n0123456789`, { isLate: true })), "0123456789");
    assert.equal(bytesOf(await read(chunks, { isLate: true })), "abcde");
    assert.equal(bytesOf(await read(`${head}\r\n`, { isLate: true })), "");
    const long = `${head}Transfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n0\r\n\r\n`;
    assert.equal(bytesOf(await read(long, { isLate: true })), "too_large");
  });
});

test("a window that brings too little is told once, one that nobody takes from is not", () => {
  const clock = createManualClock();
  const request = {
    complete: false,
    destroyed: false,
    readableLength: 0,
    readableHighWaterMark: 10,
    socket: { bytesRead: 7 },
  };
  let slow = 0;
  const watch = () =>
    watchPace(request as IncomingMessage, { clock, minBytesPerSecond: 100, onSlow: () => (slow += 1) });
  watch();
  request.socket.bytesRead += 500;
  clock.advance(5000);
  assert.equal(slow, 0);
  request.readableLength = 10;
  clock.advance(5000);
  assert.equal(slow, 0);
  request.readableLength = 0;
  request.socket.bytesRead += 499;
  clock.advance(5000);
  assert.equal(slow, 1);
  request.socket.bytesRead += 1;
  clock.advance(50_000);
  assert.equal(slow, 1);
  // Stopped, or complete.
  watch()();
  clock.advance(5000);
  watch();
  request.complete = true;
  clock.advance(5000);
  assert.equal(slow, 1);
});
