import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect, type Socket } from "node:net";
import { after, before, beforeEach, describe, test } from "node:test";
import { connect as tlsConnect, type ConnectionOptions, type TLSSocket } from "node:tls";
import type { TlsSettings } from "../../src/core/tls.ts";
import { createHttpServer, cut } from "../../src/http/server.ts";
import { clientCertificateOf, renewTls } from "../../src/http/tls.ts";
import { realClock } from "../support/clock.ts";
import { issue } from "../support/certificates.ts";
import { listen } from "../support/listen.ts";

const authority = issue("clients", { isAuthority: true });
const first = issue("first");
const second = issue("second");
const client = issue("agent", { issuer: authority });
const stranger = issue("agent", { issuer: issue("clients", { isAuthority: true }) });

const settings = (over: Partial<TlsSettings> = {}): TlsSettings => ({
  cert: first.cert,
  key: first.key,
  ca: null,
  clientAuth: "none",
  minVersion: "TLSv1.2",
  ...over,
});

interface Running extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
  readonly codes: readonly string[];
}

async function start(tls: TlsSettings): Promise<Running> {
  const codes: string[] = [];
  const server = createHttpServer({
    clock: realClock,
    tls,
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 10_000,
    keepAliveTimeoutMs: 10_000,
    handle: (request, response) => void response.end(clientCertificateOf(request.socket) ?? "none"),
    upgrade: (_request, socket) => void socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    connectionsPerClient: () => 20,
    onSurplus: () => {},
    onFailure: (error) => assert.fail(String(error)),
    onClientError: (code) => void codes.push(code),
  });
  const port = await listen(server);
  return { server, port, codes, [Symbol.asyncDispose]: () => cut(server) };
}

/** The answer's body, or the code of the failure. */
function get(port: number, options: ConnectionOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const trusted = { ca: [first.cert, second.cert], agent: false };
    const request = httpsRequest({ port, host: "127.0.0.1", ...trusted, ...options }, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += String(chunk)));
      response.on("end", () => resolve(body));
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    request.end();
  });
}

async function connected(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = tlsConnect({ port, host: "127.0.0.1", ca: [first.cert, second.cert], ...options });
  await once(socket, "secureConnect");
  return socket;
}

const isAnswer = (body: string): boolean => body === "none" || body.startsWith("CN=");

describe("a listener that speaks TLS", () => {
  test("answers over TLS, and offers HTTP/1.1 only", async () => {
    await using running = await start(settings());
    assert.equal(await get(running.port), "none");
    const socket = await connected(running.port, { ALPNProtocols: ["h2", "http/1.1"] });
    assert.equal(socket.alpnProtocol, "http/1.1");
    socket.destroy();
  });

  test("opens WebSockets", async () => {
    await using running = await start(settings());
    const socket = await connected(running.port);
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    const [chunk] = await once(socket, "data");
    assert.match(String(chunk), /^HTTP\/1.1 101 /);
    socket.destroy();
  });

  test("refuses older versions than the oldest", async () => {
    await using running = await start(settings({ minVersion: "TLSv1.3" }));
    assert.equal(await get(running.port), "none");
    assert.match(await get(running.port, { maxVersion: "TLSv1.2" }), /^(?:EPROTO|ECONNRESET)$/);
  });

  test("hangs up on a client that speaks plain HTTP, and says why", async () => {
    await using running = await start(settings());
    const socket = connect(running.port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    let answer = "";
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.on("error", () => {});
    await once(socket, "close");
    assert.doesNotMatch(answer, /HTTP/);
    assert.deepEqual(running.codes, ["ERR_SSL_HTTP_REQUEST"]);
  });

  test("closes although a handshake is not over", async () => {
    const running = await start(settings());
    const socket: Socket = connect(running.port, "127.0.0.1");
    await Promise.all([once(socket, "connect"), once(running.server, "connection")]);
    socket.on("error", () => {});
    const closed = once(socket, "close");
    await running[Symbol.asyncDispose]();
    await closed;
  });
});

describe("certificates of clients", () => {
  const withClient = { cert: client.cert, key: client.key };
  const withStranger = { cert: stranger.cert, key: stranger.key };

  for (const [clientAuth, without] of [
    ["optional", true],
    ["required", false],
  ] as const)
    test(`${clientAuth}: a certificate of the issuer is admitted and named, another one is not`, async () => {
      await using running = await start(settings({ clientAuth, ca: authority.cert }));
      assert.equal(await get(running.port, withClient), "CN=agent");
      assert.equal(isAnswer(await get(running.port, withStranger)), false);
      assert.equal(isAnswer(await get(running.port)), without);
    });

  test("none: what a client presents is not looked at", async () => {
    await using running = await start(settings());
    assert.equal(await get(running.port, withStranger), "none");
  });
});

describe("renewTls", () => {
  let running: Running;
  before(async () => {
    running = await start(settings());
  });
  beforeEach(() => renewTls(running.server, settings()));
  after(() => running[Symbol.asyncDispose]());

  const nameAt = async (): Promise<unknown> => {
    const socket = await connected(running.port);
    const { CN } = socket.getPeerCertificate().subject;
    socket.destroy();
    return CN;
  };

  test("gives new connections the new certificate", async () => {
    assert.equal(await nameAt(), "first");
    renewTls(running.server, settings({ cert: second.cert, key: second.key }));
    assert.equal(await nameAt(), "second");
  });

  test("fails no request under traffic, on open connections and new ones", async () => {
    const kept = await connected(running.port);
    const answers: string[] = [];
    for (let round = 0; round < 20; round++) {
      const pair = round % 2 === 0 ? second : first;
      const asked = Array.from({ length: 5 }, () => get(running.port));
      renewTls(running.server, settings({ cert: pair.cert, key: pair.key }));
      answers.push(...(await Promise.all(asked)));
      kept.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      const [chunk] = await once(kept, "data");
      answers.push(/none$/.exec(String(chunk))?.[0] ?? String(chunk));
    }
    kept.destroy();
    assert.deepEqual(new Set(answers), new Set(["none"]));
    assert.equal(answers.length, 120);
  });
});
