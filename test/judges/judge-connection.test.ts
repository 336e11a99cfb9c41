import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { JudgeConnection } from "../../src/judges/judge-connection.ts";
import { listen } from "../support/listen.ts";
import { replyJson, startUpstream, type UpstreamScript } from "../support/upstream.ts";
import { createServer } from "node:net";
import { until } from "../support/until.ts";

const { signal } = new AbortController();
const REMOTE = { apiKey: null, apiKeyHeader: null, responseMaxBytes: 1024 };
const OPTIONS = { connections: 2, connectTimeoutMs: 1000 };

async function post(script: UpstreamScript, until = signal) {
  await using upstream = await startUpstream(script);
  const connection = new JudgeConnection({ ...REMOTE, url: `${upstream.url}/base/` }, OPTIONS);
  try {
    return await connection.post("/path", { a: 1 }, { signal: until });
  } finally {
    await connection.close();
  }
}

describe("JudgeConnection", () => {
  test("posts JSON behind its base, with its key, and reads JSON", async () => {
    for (const [apiKeyHeader, name, value] of [
      [null, "authorization", "Bearer sk-1"],
      ["Api-Key", "api-key", "sk-1"],
    ] as const) {
      await using upstream = await startUpstream(
        (response) => void response.end('{"ok":[1,0.50000000000000000000000001]}'),
      );
      const remote = { ...REMOTE, url: `${upstream.url}/v1`, apiKey: "sk-1", apiKeyHeader };
      const connection = new JudgeConnection(remote, OPTIONS);
      assert.deepEqual(await connection.post("/predict", { text: "ü" }, { signal }), { ok: [1, 0.5] });
      const [seen] = upstream.seen;
      assert.equal(seen?.url, "/v1/predict");
      assert.equal(seen.headers[name], value);
      assert.deepEqual(JSON.parse(seen.body.toString()), { text: "ü" });
      await connection.close();
    }
  });

  const statuses: readonly (readonly [status: number, kind: string, isPassing: boolean])[] = [
    [400, "unreadable", false],
    [401, "unreachable", false],
    [404, "unreachable", false],
    [413, "unreadable", false],
    [429, "unreachable", true],
    [500, "unreachable", false],
    [502, "unreachable", true],
    [503, "unreachable", true],
    [504, "unreachable", true],
  ];
  for (const [status, kind, isPassing] of statuses)
    test(`takes status ${status} as ${kind}${isPassing ? ", and may try again" : ""}`, async () => {
      const script: UpstreamScript = (response) => replyJson(response, { score: 1 }, status, { "retry-after": "7" });
      await assert.rejects(post(script), { kind, isPassing, retryAfterMs: kind === "unreachable" ? 7000 : 0 });
    });

  test("follows no redirect: the key and the text stay where they were meant to go", async () => {
    await using other = await startUpstream((response) => replyJson(response, {}));
    const script: UpstreamScript = (response) => void response.writeHead(307, { location: other.url }).end();
    await assert.rejects(post(script), { kind: "unreachable", isPassing: false });
    assert.equal(other.seen.length, 0);
  });

  const bodies: Readonly<Record<string, UpstreamScript>> = {
    "malformed JSON": (response) => void response.end('{"a":'),
    "JSON with a key that stands twice": (response) => void response.end('{"a":1,"a":2}'),
    "bytes that are no UTF-8": (response) => void response.end(Buffer.from([0x22, 0xff, 0x22])),
    nothing: (response) => void response.end(),
    "more than the bound": (response) => void response.end(JSON.stringify("x".repeat(2000))),
    "more than the bound, without an end": (response) => {
      const timer = setInterval(() => response.write(" ".repeat(600)), 1);
      response.on("close", () => clearInterval(timer));
    },
  };
  for (const [name, script] of Object.entries(bodies))
    test(`refuses ${name}`, () => assert.rejects(post(script), { kind: "unreadable", isPassing: false }));

  test("ends with its signal while an answer drips", async () => {
    const controller = new AbortController();
    const script: UpstreamScript = (response) => {
      const timer = setInterval(() => response.write(" "), 2);
      response.on("close", () => clearInterval(timer));
      setTimeout(() => controller.abort(), 30);
    };
    await assert.rejects(post(script, controller.signal), { kind: "unreachable", isPassing: false });
  });

  test("may try again where nobody listens, or a connection ends unanswered, not in the middle of an answer", async () => {
    const idle = createServer();
    const port = await listen(idle);
    await new Promise((resolve) => idle.close(resolve));
    const nobody = new JudgeConnection({ ...REMOTE, url: `http://127.0.0.1:${port}` }, OPTIONS);
    await assert.rejects(nobody.post("/", {}, { signal }), { kind: "unreachable", isPassing: true });
    await nobody.close();
    await assert.rejects(
      post((response) => void response.socket?.resetAndDestroy()),
      { kind: "unreachable", isPassing: true },
    );
    const cut: UpstreamScript = (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{");
      setTimeout(() => response.socket?.resetAndDestroy(), 5);
    };
    await assert.rejects(post(cut), { kind: "unreachable", isPassing: false });
  });

  test("closes its connections when drained and idle, and still answers later questions", async () => {
    let release = (): void => {};
    await using upstream = await startUpstream(async (response) => {
      await new Promise<void>((resolve) => (release = resolve));
      replyJson(response, "done");
    });
    const open = (): Promise<number> =>
      new Promise((resolve, reject) =>
        upstream.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      );
    const whenOpen = (count: number): Promise<void> => until(`${count} are open`, async () => (await open()) === count);
    const connection = new JudgeConnection({ ...REMOTE, url: upstream.url }, OPTIONS);
    for (let round = 0; round < 2; round++) {
      const answer = connection.post("/", {}, { signal });
      while (upstream.seen.length <= round) await new Promise((done) => setTimeout(done, 2));
      connection.drain();
      await whenOpen(1);
      release();
      assert.equal(await answer, "done");
      await whenOpen(0);
    }
  });
});
