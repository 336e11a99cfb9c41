import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { cutStalled, endWith, drained } from "../../src/http/stalled.ts";
import { createManualClock } from "../support/clock.ts";
import { listen, stop } from "../support/listen.ts";
import { RawConnection } from "../support/raw-http.ts";

const LARGE = Buffer.alloc(16 << 20, "a");

describe("a client that takes nothing of its answer", () => {
  const clock = createManualClock();
  const server = createServer();
  let port = 0;
  before(async () => {
    cutStalled(server, clock);
    port = await listen(server);
  });
  after(() => stop(server));

  /** A client that does not read, and the connection to it, on which an answer waits. */
  async function open(): Promise<{ readonly client: RawConnection; readonly socket: Socket }> {
    const opened = Promise.withResolvers<ServerResponse>();
    server.once("request", (_request, response) => opened.resolve(response));
    const client = new RawConnection(port);
    client.socket.pause();
    client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const response = await opened.promise;
    const { socket } = response;
    assert.ok(socket);
    endWith(response, LARGE);
    // Until the system takes no more.
    for (let taken = -1; taken !== socket.bytesWritten - socket.writableLength;) {
      taken = socket.bytesWritten - socket.writableLength;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { client, socket };
  }

  test("is cut after a minute, not before", async () => {
    const { client, socket } = await open();
    clock.advance(50_000);
    assert.equal(socket.destroyed, false);
    clock.advance(30_000);
    assert.equal(socket.destroyed, true);
    client.destroy();
  });

  test("is not cut while it takes some, nor afterwards", async () => {
    const { client, socket } = await open();
    for (let minute = 0; minute < 3; minute++) {
      clock.advance(40_000);
      const before_ = socket.bytesWritten - socket.writableLength;
      client.socket.resume();
      while (socket.bytesWritten - socket.writableLength === before_) await once(client.socket, "data");
      client.socket.pause();
      assert.equal(socket.destroyed, false);
    }
    client.socket.resume();
    while (socket.writableLength > 0 || socket.bytesWritten < LARGE.length) await once(client.socket, "data");
    clock.advance(600_000);
    assert.equal(socket.destroyed, false);
    client.destroy();
  });
});

describe("drained", () => {
  const server = createServer();
  let port = 0;
  before(async () => {
    port = await listen(server);
  });
  after(() => stop(server));

  /** A response to a client that takes nothing for now, and the client. */
  async function openResponse(): Promise<{ readonly client: RawConnection; readonly response: ServerResponse }> {
    const opened = Promise.withResolvers<ServerResponse>();
    server.once("request", (_request, response) => opened.resolve(response));
    const client = new RawConnection(port);
    client.socket.pause();
    client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    return { client, response: await opened.promise };
  }

  /** Writes until the response takes no more for now. */
  function fill(response: ServerResponse): void {
    const chunk = Buffer.alloc(1 << 20, "a");
    for (let n = 0; n < 64 && response.write(chunk); n += 1);
    assert.equal(response.writableNeedDrain, true);
  }

  test("waits for nothing where the response takes more", async () => {
    const { client, response } = await openResponse();
    response.write("a");
    await drained(response);
    assert.equal(response.listenerCount("drain"), 0);
    client.destroy();
  });

  test("waits until a full response has room, and leaves no listener behind", async () => {
    const { client, response } = await openResponse();
    const before = response.listenerCount("close");
    fill(response);
    const wait = drained(response);
    client.socket.resume();
    await wait;
    assert.equal(response.writableNeedDrain, false);
    assert.deepEqual([response.listenerCount("drain"), response.listenerCount("close")], [0, before]);
    client.destroy();
  });

  test("waits no longer than there is a client", async () => {
    const { client, response } = await openResponse();
    fill(response);
    const wait = drained(response);
    client.destroy();
    await wait;
    if (!response.destroyed) await once(response, "close");
    await drained(response);
  });
});
