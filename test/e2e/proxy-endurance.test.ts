/**
 * Thousands of exchanges that break, at every stage and on either side: the gate answers clearly or hangs up, keeps
 * nothing, and goes on serving. Bounded in number; every connection stays on the loopback interface.
 */
import assert from "node:assert/strict";
import { connect, type Server } from "node:net";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeAsset } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";
import { startUpstream, type UpstreamScript } from "../support/upstream.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const EXCHANGES = 10_000;
const PARALLEL = 16;
const GROWTH_MAX_BYTES = 20 * 1024 * 1024;

const chunk = (text: string): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })}\n\n`;

/** The upstream's way to fail stands in the prompt. */
const upstreamScript: UpstreamScript = (response, { body }) => {
  const how = /how:([a-z-]+)/.exec(body.toString())?.[1];
  if (how === "reset-before-headers") response.destroy();
  else if (how === "reset-in-body") {
    response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
    response.write('{"id":"c","choices":[', () => response.destroy());
  } else {
    response.writeHead(200, { "content-type": "text/event-stream" });
    // The first leaves when the second shows how its last words go on.
    response.write(chunk("some words go out ") + chunk("and then the line is silent "), () => {
      if (how === "reset-in-stream") response.destroy();
    });
    // Otherwise silent until the client goes away.
  }
};

const request = (how: string): string => {
  const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: `how:${how}` }] });
  return `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

interface Way {
  readonly send: string;
  /** Hangs up once the answer holds this; `null`: right after sending; absent: the gate ends or has answered. */
  readonly leaveAt?: string | null;
  readonly expect?: RegExp;
}

const WAYS: readonly Way[] = [
  { send: request("reset-before-headers"), expect: /^HTTP\/1.1 502 .*"error"/s },
  { send: request("reset-in-body"), expect: /^HTTP\/1.1 502 .*"error"/s },
  // The reset may overtake the first event.
  { send: request("reset-in-stream"), expect: /^HTTP\/1.1 (?:502 .*"error"|200 .*"error".*\r\n0\r\n\r\n$)/s },
  { send: request("silent-stream"), leaveAt: "some words" },
  { send: request("silent-stream"), leaveAt: null },
  { send: request("silent-stream").slice(0, -20), leaveAt: null },
  { send: request("silent-stream").slice(0, 40), leaveAt: null },
  {
    send: request("x").replace("content-length: ", "transfer-encoding: chunked\r\ncontent-length: "),
    expect: /^HTTP\/1.1 400 /,
  },
  {
    send: 'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n{"a":',
    expect: /^HTTP\/1.1 400 /,
  },
];

/** Longest wait for the gate to answer or hang up. */
const WAIT_MS = 10_000;

function run(port: number, { send, leaveAt, expect }: Way): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    const timer = setTimeout(() => reject(new Error(`no end: ${send.slice(-40)} ${answer.slice(0, 200)}`)), WAIT_MS);
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      if (expect === undefined || expect.test(answer)) resolve();
      else reject(new Error(`unexpected: ${JSON.stringify(send.slice(-60))} ${answer.slice(0, 300)}`));
    };
    socket.on("connect", () => socket.write(send, () => leaveAt === null && finish()));
    socket.on("data", (part: Buffer) => {
      answer += part.toString();
      if (typeof leaveAt === "string" ? answer.includes(leaveAt) : expect?.test(answer) === true) finish();
    });
    socket.on("close", finish);
    socket.on("error", finish);
  });
}

/** Connections that the pool may keep for the next request. */
const IDLE_MAX = PARALLEL;

const openSockets = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

describe("a proxy whose exchanges break", () => {
  test("keeps no memory, socket or exchange, and goes on serving", { timeout: 180_000 }, async () => {
    await using upstream = await startUpstream(upstreamScript);
    const policies = { secrets_keys_detection: {}, pii_detection: { action: "flag", mask: true } } as const;
    await using gate = await startServer({
      assets: [makeAsset("demo-chatbot", policies)],
      upstreams: [makeUpstream(upstream.url)],
    });
    const { port } = gate;
    let next = 0;
    const round = async (until: number): Promise<number> => {
      await Promise.all(
        Array.from({ length: PARALLEL }, async () => {
          while (next < until) {
            const way = WAYS[next++ % WAYS.length];
            if (way !== undefined) await run(port, way);
          }
        }),
      );
      (gate.log as string[]).length = 0;
      (upstream.seen as unknown[]).length = 0;
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const warm = await round(EXCHANGES / 4);
    const later = await round(EXCHANGES);
    assert.ok(later - warm < GROWTH_MAX_BYTES, `heap grew from ${warm} to ${later} bytes`);

    // What the last clients left behind ends on its own: no exchange stays, no connection to the provider hangs.
    const deadline = Date.now() + WAIT_MS;
    const isQuiet = async (): Promise<boolean> =>
      (await openSockets(gate.app.server)) === 0 && (await openSockets(upstream.server)) <= IDLE_MAX;
    while (!(await isQuiet()) && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await openSockets(gate.app.server), 0);
    assert.ok((await openSockets(upstream.server)) <= IDLE_MAX);
    upstream.script = (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"choices":[]}');
    };
    const answer = await fetch(`${gate.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }] }),
    });
    assert.equal(answer.status, 200);
    await answer.arrayBuffer();
  });
});
