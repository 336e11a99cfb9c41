/**
 * Thousands of exchanges that break, at every stage and on either side: the gate answers clearly or hangs up, keeps
 * nothing, and goes on serving. Bounded in number; every connection stays on the loopback interface. `npm run endurance`
 * breaks more streams and prints the figures.
 */
import assert from "node:assert/strict";
import { connect, type Server } from "node:net";
import { after, before, describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createGzip } from "node:zlib";
import { makeAsset } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startUpstream, type FakeUpstream, type UpstreamScript } from "../support/upstream.ts";
import type { WireKit } from "../support/wire/kit.ts";
import { KITS } from "../support/wire/formats.ts";
import { unfinished } from "../support/wire/unfinished.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const EXCHANGES = 10_000;
/** Streams of one format that the client leaves, and as many that the upstream resets. */
const STREAMS = Number(process.env["ENDURANCE"] ?? 120);
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

const post = (path: string, json: unknown): string => {
  const body = JSON.stringify(json);
  return `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

const request = (how: string): string =>
  post("/v1/chat/completions", { model: "m", stream: true, messages: [{ role: "user", content: `how:${how}` }] });

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

const policies = { secrets_keys_detection: {}, pii_detection: { action: "flag", mask: true } } as const;

const startGate = (upstream: FakeUpstream): Promise<TestServer> =>
  startServer({ assets: [makeAsset("demo-chatbot", policies)], upstreams: [makeUpstream(upstream.url)] });

interface Ends {
  readonly gate: TestServer;
  readonly upstream: FakeUpstream;
}

/** Runs each way in its turn until so many exchanges have been, and gives back what is left on the heap, bytes. */
async function runAll({ gate, upstream }: Ends, ways: readonly Way[], count: number): Promise<number> {
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < count) {
      const way = ways[next++ % ways.length];
      if (way !== undefined) await run(gate.port, way);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, runner));
  // What the tests' own ends remember is no growth of the gate.
  (gate.log as string[]).length = 0;
  (upstream.seen as unknown[]).length = 0;
  // What waits to be finalized is told in a later turn, and is gone after that.
  for (let pass = 0; pass < 3; pass++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

/** What the last clients left behind ends on its own: no exchange stays, no connection to the provider hangs. */
async function assertQuiet({ gate, upstream }: Ends): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  const isQuiet = async (): Promise<boolean> =>
    (await openSockets(gate.app.server)) === 0 && (await openSockets(upstream.server)) <= IDLE_MAX;
  while (!(await isQuiet()) && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await openSockets(gate.app.server), 0);
  assert.ok((await openSockets(upstream.server)) <= IDLE_MAX);
}

/** The stream of the format that the path asks for, up to some held words; the rest is `how` in the query. */
const streamScript =
  (kits: readonly WireKit[]): UpstreamScript =>
  (response, { url }) => {
    const how = /[?&]how=([a-z-]+)/.exec(url)?.[1] ?? "";
    const kit = kits[Number(/[?&]kit=(\d)/.exec(url)?.[1])];
    if (kit === undefined) return void response.destroy();
    const isCoded = how.endsWith("-coded");
    const coding = isCoded ? { "content-encoding": "gzip" } : {};
    response.writeHead(200, { "content-type": kit.contentType, ...coding });
    const text = unfinished(kit, ["some words go out ", "and then the line is silent "]);
    const write = (bytes: Buffer | string): void =>
      void response.write(bytes, () => how.startsWith("reset") && response.destroy());
    if (isCoded) {
      const encoder = createGzip();
      encoder.on("data", write).write(how.includes("half") ? text.slice(0, -30) : text);
      encoder.flush();
    } else write(how.includes("half") ? text.slice(0, -30) : text);
  };

/** How the streams of a format are broken, by the client and by the upstream. */
function streamWays(kit: WireKit, number: number): Readonly<Record<"left" | "reset", readonly Way[]>> {
  const path = kit.path({ stream: true });
  const send = (how: string): string =>
    post(
      `${path}${path.includes("?") ? "&" : "?"}kit=${number}&how=${how}`,
      kit.request("hi", { stream: true, count: 1 }),
    );
  const expect = /^HTTP\/1.1 (?:502 .*"error"|200 .*"error".*\r\n0\r\n\r\n$)/s;
  return {
    left: [
      { send: send("silent"), leaveAt: "some words" },
      { send: send("silent-coded"), leaveAt: "some words" },
      { send: send("silent"), leaveAt: "HTTP/1.1 200" },
      { send: send("silent-coded"), leaveAt: null },
    ],
    reset: ["reset", "reset-half", "reset-coded", "reset-half-coded"].map((how) => ({ send: send(how), expect })),
  };
}

/** Kinds of resources that the process holds, and how many listeners stand on what lives as long as it does. */
function held({ gate, upstream }: Ends): Readonly<Record<string, number>> {
  const listeners = [process, gate.app.server, upstream.server].flatMap((emitter) =>
    emitter.eventNames().map((name) => emitter.listenerCount(name as string)),
  );
  const resources = process.getActiveResourcesInfo();
  return {
    listeners: listeners.reduce((sum, count) => sum + count, 0),
    timers: resources.filter((name) => name === "Timeout").length,
    sockets: resources.filter((name) => name.startsWith("TCPSocket")).length,
  };
}

describe("a proxy whose streams break, in every format", () => {
  const warnings: string[] = [];
  const warn = (warning: Error): void => void warnings.push(warning.name);
  before(() => process.on("warning", warn));
  after(() => process.off("warning", warn));

  for (const [number, kit] of KITS.entries()) {
    test(`keeps nothing: ${kit.codec.format} ${kit.path({ stream: true })}`, { timeout: 600_000 }, async (context) => {
      await using upstream = await startUpstream(streamScript(KITS));
      await using gate = await startGate(upstream);
      const ends = { gate, upstream };
      const ways = streamWays(kit, number);
      const growth: Record<string, number> = {};
      // Until code is compiled and pools are full nothing can be said.
      for (const kind of ["left", "reset"] as const) await runAll(ends, ways[kind], STREAMS / 2);
      await assertQuiet(ends);
      const before = held(ends);
      const startMs = performance.now();
      for (const kind of ["left", "reset"] as const) {
        const warm = await runAll(ends, ways[kind], 0);
        growth[kind] = (await runAll(ends, ways[kind], STREAMS)) - warm;
      }
      const seconds = Math.round((performance.now() - startMs) / 100) / 10;
      await assertQuiet(ends);
      const now = held(ends);
      context.diagnostic(
        `${STREAMS} left, ${STREAMS} reset in ${seconds} s; heap +${growth["left"]}, +${growth["reset"]} bytes; before ${JSON.stringify(before)}, after ${JSON.stringify(now)}`,
      );
      for (const [kind, bytes] of Object.entries(growth))
        assert.ok(bytes < GROWTH_MAX_BYTES, `${kind}: heap +${bytes} bytes`);
      assert.equal(now["listeners"], before["listeners"]);
      assert.ok((now["timers"] ?? 0) <= (before["timers"] ?? 0) + IDLE_MAX);
      assert.ok((now["sockets"] ?? 0) <= (before["sockets"] ?? 0) + IDLE_MAX);
      assert.deepEqual(warnings, []);
    });
  }
});

describe("a proxy whose exchanges break", () => {
  test("keeps no memory, socket or exchange, and goes on serving", { timeout: 600_000 }, async () => {
    await using upstream = await startUpstream(upstreamScript);
    await using gate = await startGate(upstream);
    const ends = { gate, upstream };
    const warm = await runAll(ends, WAYS, EXCHANGES / 4);
    const later = await runAll(ends, WAYS, (EXCHANGES * 3) / 4);
    assert.ok(later - warm < GROWTH_MAX_BYTES, `heap grew from ${warm} to ${later} bytes`);
    await assertQuiet(ends);
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
