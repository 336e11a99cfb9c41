import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { makeConfig, type ConfigParts } from "./support/config.ts";
import { scrape, valueOf } from "./support/prometheus.ts";
import { chat } from "./support/proxy-client.ts";
import { makeUpstream } from "./support/proxy.ts";
import { RawConnection, sendRaw, upgradeRequest } from "./support/raw-http.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { chatStream, replyStream, startUpstream, type FakeUpstream } from "./support/upstream.ts";

const PROMPT = "/sdk/v1/analyze/prompt";
const CALL = { asset_id: "demo-chatbot", scan_data: { prompt: "hello" }, save: false };

const silent = await startUpstream(() => {});
after(() => silent[Symbol.asyncDispose]());

/** One request is let in, and holds its place: its provider does not answer. */
async function fill(server: TestServer): Promise<RawConnection> {
  const connection = new RawConnection(server.port);
  const body = JSON.stringify(chat("hello"));
  const head = ["POST /hold/v1/chat/completions HTTP/1.1", "host: x", "content-type: application/json"];
  connection.write(`${[...head, `content-length: ${body.length}`].join("\r\n")}\r\n\r\n${body}`);
  await until(server, "unanswered", 1);
  return connection;
}

const inFlight = async (server: TestServer, kind: string): Promise<number> =>
  valueOf(await scrape(server.url), "sallyport_in_flight", { kind });

/** Waits until that many are in flight. */
async function until(server: TestServer, kind: string, count: number): Promise<void> {
  while ((await inFlight(server, kind)) !== count);
}

async function open(upstream: FakeUpstream | null, parts: ConfigParts = {}) {
  const upstreams = [
    ...(upstream === null ? [] : [makeUpstream(upstream.url, { websocket: "inspect" })]),
    makeUpstream(silent.url, { name: "hold", prefix: "/hold" }),
  ];
  return startServer({ upstreams, ...parts, server: { maxRequests: 1, ...parts.server } });
}

const send = (server: TestServer, path: string, body: object = chat("hello")): Promise<Response> =>
  fetch(server.url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

const isRetry = (value: string | null | undefined): void => assert.match(value ?? "", /^[1-4]$/);

describe("a call that is too much", () => {
  test("is refused with 503 and told when to come back, and the next is let in", async () => {
    await using server = await open(null);
    const held = await fill(server);
    const { status, body, headers } = await server.post(PROMPT, CALL);
    assert.deepEqual([status, body], [503, { error: "The service is overloaded" }]);
    isRetry(headers.get("retry-after"));
    // Nobody was identified and nothing counted.
    assert.equal(headers.get("ratelimit-limit"), null);
    held.destroy();
    await until(server, "unanswered", 0);
    assert.equal((await server.post(PROMPT, CALL)).status, 200);
  });

  test("is refused before its body has come", async () => {
    await using server = await open(null);
    const held = await fill(server);
    const head = `POST ${PROMPT} HTTP/1.1\r\nhost: x\r\nx-api-key: rsk_demo\r\ncontent-length: 1000000\r\n\r\n`;
    const { status, headers } = await sendRaw(server.port, head);
    assert.deepEqual([status, headers.get("connection")], [503, "close"]);
    held.destroy();
  });

  test("does not touch health, metrics and administration", async () => {
    await using server = await open(null);
    const held = await fill(server);
    assert.equal((await server.post(PROMPT, CALL)).status, 503);
    for (const path of ["/healthz", "/openapi.json", "/admin/keys"]) assert.equal((await server.get(path)).status, 200);
    assert.equal((await fetch(`${server.url}/metrics`)).status, 200);
    const ready = await server.get("/readyz");
    assert.deepEqual([ready.status, ready.body.load], [200, "shedding"]);
    held.destroy();
  });

  test("is counted, and told by the log once, not line by line", async () => {
    await using server = await open(null);
    const held = await fill(server);
    for (let time = 0; time < 5; time++) await server.post(PROMPT, CALL);
    assert.equal(valueOf(await scrape(server.url), "sallyport_shed_total", { reason: "requests" }), 5);
    assert.equal(server.log.filter((line) => line.includes("overloaded")).length, 1);
    assert.equal(server.log.filter((line) => line.includes('"status":503')).length, 0);
    held.destroy();
  });

  test("is let in when a reload widens the bound", async () => {
    await using server = await open(null);
    const held = await fill(server);
    assert.equal((await server.post(PROMPT, CALL)).status, 503);
    server.app.reload(makeConfig({ server: { maxRequests: 2 } }));
    assert.equal((await server.post(PROMPT, CALL)).status, 200);
    held.destroy();
  });
});

describe("an exchange that is too much", () => {
  const FORMATS = {
    "/v1/chat/completions": { error: { type: "server_error", code: "overloaded" } },
    "/v1/messages": { error: { type: "overloaded_error", code: "overloaded" } },
    "/v1beta/models/m:generateContent": { error: { status: "UNAVAILABLE", code: 503 } },
    "/unknown": { error: { type: "server_error", code: "overloaded" } },
  } as const;

  for (const [path, expected] of Object.entries(FORMATS))
    test(`is refused in the format of ${path}, and the provider hears nothing`, async () => {
      await using upstream = await startUpstream(() => {});
      await using server = await open(upstream);
      const held = await fill(server);
      const answer = await send(server, path);
      assert.equal(answer.status, 503);
      isRetry(answer.headers.get("retry-after"));
      assert.equal(answer.headers.get("x-guardrail-verdict"), "unread");
      assert.match(answer.headers.get("x-guardrail-request-id") ?? "", /^[\da-f-]{36}$/);
      const { error } = (await answer.json()) as { error: object };
      assert.deepEqual({ ...error, ...expected.error }, error);
      assert.equal(upstream.seen.length, 0);
      held.destroy();
    });

  test("is 404 where no upstream has its path", async () => {
    await using server = await open(null);
    const held = await fill(server);
    assert.equal((await send(server, "/nowhere")).status, 404);
    held.destroy();
  });

  test("counts as a stream once its answer has begun", async () => {
    let finish = (): void => {};
    await using upstream = await startUpstream(async (response) => {
      const [first = "", ...rest] = chatStream(["one ", "two"]);
      response.writeHead(200, { "content-type": "text/event-stream" }).write(first);
      await new Promise<void>((resolve) => (finish = resolve));
      for (const each of rest) response.write(each);
      response.end();
    });
    await using server = await open(upstream, { server: { maxRequests: 10, maxStreams: 1 } });
    const stream = await send(server, "/v1/chat/completions", chat("hello", { stream: true }));
    assert.equal(stream.status, 200);
    assert.deepEqual([await inFlight(server, "unanswered"), await inFlight(server, "stream")], [0, 1]);
    const refused = await send(server, "/v1/chat/completions");
    assert.equal(refused.status, 503);
    isRetry(refused.headers.get("retry-after"));
    assert.equal((await server.post(PROMPT, CALL)).status, 200);
    finish();
    await stream.text();
    await until(server, "stream", 0);
    upstream.script = (response) => replyStream(response, chatStream(["three"]));
    const next = await send(server, "/v1/chat/completions", chat("hello", { stream: true }));
    assert.match(await next.text(), /three/);
  });

  test("is refused as a WebSocket is, with 503", async () => {
    await using upstream = await startUpstream(() => {});
    await using server = await open(upstream);
    const held = await fill(server);
    const { status, headers, body } = await sendRaw(server.port, upgradeRequest("/v1/realtime"));
    assert.equal(status, 503);
    isRetry(headers.get("retry-after"));
    assert.match(body, /"code":"overloaded"/);
    held.destroy();
  });
});

describe("requests that come at once", () => {
  test("are all answered, each in its turn", async () => {
    await using server = await open(null, { server: { maxRequests: 500 } });
    const answers = await Promise.all(Array.from({ length: 200 }, () => server.post(PROMPT, CALL)));
    assert.ok(answers.every(({ status }) => status === 200));
    await until(server, "unanswered", 0);
  });
});
