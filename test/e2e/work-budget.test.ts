/** What a request costs more than `server.request_texts_max` or `server.request_work_max` allows is refused, in the caller's format. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeAsset } from "../support/config.ts";
import { chat, contentOf, post } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, type TestProxy, type TestProxyParts } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";
import { chatCompletion, replyJson, replyStream, startUpstream, type FakeUpstream } from "../support/upstream.ts";
import { watchedStore } from "../support/watched-store.ts";
import { eventually, startProvider, TestClient } from "../support/websocket.ts";

const WORK = { values: 200, texts: 10, characters: 1_000, patternSteps: 1_000 };
/** Of `TEST_POLICIES`. */
const POLICIES = 3;
const MANY = Array.from({ length: 11 }, (_, index) => `w${index}`);
const LONG = "x".repeat(Math.ceil(WORK.characters / POLICIES) + 1);

const gate = (upstream: FakeUpstream, over: Partial<TestProxyParts> = {}): Promise<TestProxy> =>
  startProxy({ upstreams: [makeUpstream(upstream.url)], server: { requestWork: WORK }, ...over });

const answering = (...texts: readonly string[]): Promise<FakeUpstream> =>
  startUpstream((response) => replyJson(response, chatCompletion(...texts)));

const events = (texts: readonly string[]): readonly string[] => [
  ...texts.map((content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`),
  "data: [DONE]\n\n",
];

const BODIES: readonly (readonly [path: string, body: unknown])[] = [
  ["/v1/chat/completions", { model: "m", messages: MANY.map((content) => ({ role: "user", content })) }],
  ["/v1/chat/completions", chat(MANY.map((text) => ({ type: "text", text })))],
  ["/v1/chat/completions", chat("x", { more: Object.fromEntries(MANY.map((name) => [name, "x"])) })],
  ["/v1/chat/completions", chat("x", { documents: MANY.map((text) => ({ text })) })],
  ["/v1/completions", { model: "m", prompt: MANY }],
  ["/v1/embeddings", { model: "m", input: MANY }],
  ["/v1/images/edits", { model: "m", prompt: MANY }],
  ["/v1/responses", { model: "m", input: MANY.map((content) => ({ role: "user", content })) }],
  ["/v1/messages", { model: "m", messages: MANY.map((content) => ({ role: "user", content })) }],
  ["/v1beta/models/m:generateContent", { contents: [{ parts: MANY.map((text) => ({ text })) }] }],
];

describe("a request that needs more work than one request may", () => {
  for (const [path, body] of BODIES)
    test(`is refused in the caller's format, and goes nowhere: ${path} ${JSON.stringify(body).slice(0, 60)}`, async () => {
      await using upstream = await answering("fine");
      const records = watchedStore();
      await using proxy = await gate(upstream, { records: records.store });
      const answer = await post(proxy, body, { path });
      const text = await answer.text();
      assert.equal(answer.status, 413, text);
      assert.match(text, /too_much_work|more work than one request may/);
      assert.ok(typeof (JSON.parse(text) as { error: unknown }).error === "object");
      assert.equal(answer.headers.get("x-guardrail-verdict"), "unavailable");
      assert.equal(upstream.seen.length, 0);
      assert.equal((await records.next()).verdict, "unavailable");
    });

  test("is refused when its texts have too many characters, as unavailable", async () => {
    await using upstream = await answering("fine");
    await using proxy = await gate(upstream);
    const answer = await post(proxy, chat(LONG));
    assert.equal(answer.status, 413);
    assert.equal(answer.headers.get("x-guardrail-verdict"), "unavailable");
    assert.equal(upstream.seen.length, 0);
  });

  test("passes at its limits, and costs nothing where verdicts are remembered", async () => {
    await using upstream = await answering("fine");
    await using proxy = await gate(upstream, { server: { requestWork: WORK, verdictMemoEntries: 100 } });
    const text = "y".repeat(200);
    for (let turn = 1; turn < 8; turn++) {
      const history = Array.from({ length: turn }, () => ({ role: "user", content: text }));
      const answer = await post(proxy, { model: "m", messages: history });
      assert.equal(answer.status, 200, `${turn}: ${await answer.text()}`);
    }
  });

  test("is refused by the API as well", async () => {
    await using server = await startServer({
      server: { requestWork: WORK },
      assets: [
        makeAsset("demo-chatbot", { pii_detection: { action: "flag" }, secrets_keys_detection: { action: "block" } }),
      ],
    });
    const prompt = "x".repeat(WORK.characters / 2 + 1);
    const answer = await server.post("/sdk/v1/analyze/prompt", { asset_id: "demo-chatbot", scan_data: { prompt } });
    assert.equal(answer.status, 413);
    assert.deepEqual(Object.keys(answer.body), ["error"]);
  });
});

describe("an answer that needs more work than one may", () => {
  test("is refused as one that cannot be read, be it of too many texts or too long ones", async () => {
    for (const texts of [MANY, [LONG]])
      for (const unread of ["deny", "pass"] as const) {
        await using upstream = await answering(...texts);
        await using proxy = await startProxy({
          upstreams: [makeUpstream(upstream.url, { unread })],
          server: { requestWork: WORK },
        });
        const answer = await post(proxy, chat("hello"));
        const text = await answer.text();
        assert.equal(answer.status, 502, text);
        assert.match(text, /guardrail_unread/);
        assert.ok(!text.includes("xxx") && !text.includes("w10"));
        assert.equal(answer.headers.get("x-guardrail-verdict"), "unread");
      }
  });

  test("has a budget of its own: what the request cost does not count", async () => {
    await using upstream = await answering("z".repeat(300));
    await using proxy = await gate(upstream);
    assert.equal((await post(proxy, chat("y".repeat(300)))).status, 200);
  });

  test("ends with an error of the format where it is a stream", async () => {
    const pieces = Array.from({ length: 40 }, (_, index) => `word ${index}, and so on and so forth. `);
    await using upstream = await startUpstream((response) => replyStream(response, events(pieces)));
    await using proxy = await gate(upstream);
    const answer = await post(proxy, chat("hello", { stream: true }));
    const text = await answer.text();
    assert.match(text, /guardrail_unread/);
    assert.match(text, /too much work/);
    assert.ok(!contentOf(text).includes("word 39"), text);
    assert.match(proxy.metrics.expose(), /sallyport_streams_total\{[^}]*end="unread"[^}]*\} 1/);
  });

  test("ends with an error where its stream opens too many texts", async () => {
    const extra = Object.fromEntries(MANY.map((name) => [name, "x"]));
    const body = { choices: [{ index: 0, delta: { content: "hello", extra } }] };
    await using upstream = await startUpstream((response) =>
      replyStream(response, [`data: ${JSON.stringify(body)}\n\n`]),
    );
    await using proxy = await gate(upstream);
    const answer = await post(proxy, chat("hello", { stream: true }));
    assert.match(await answer.text(), /guardrail_unread/);
  });
});

describe("a message over a WebSocket that needs more work than one may", () => {
  const say = (content: readonly object[]): object => ({
    type: "conversation.item.create",
    item: { type: "message", role: "user", content },
  });
  const open = (url: string): Promise<TestProxy> =>
    startProxy({ upstreams: [makeUpstream(url, { websocket: "inspect" })], server: { requestWork: WORK } });

  test("is answered with an error, and the connection goes on: each has a budget of its own", async () => {
    await using provider = await startProvider();
    await using proxy = await open(provider.url);
    await using client = await TestClient.open(`${proxy.url}/v1/realtime`);
    for (let turn = 0; turn < 5; turn++) {
      client.send(say(MANY.map((text) => ({ type: "input_text", text }))));
      client.send(say([{ type: "input_text", text: `hello ${turn} ${"y".repeat(150)}` }]));
    }
    await eventually(() => provider.heard.length === 5 && client.heard.length === 5);
    assert.match(JSON.stringify(client.heard), /too_much_work/);
    assert.doesNotMatch(JSON.stringify(provider.heard), /w10/);
  });

  test("ends the connection where the provider sent it", async () => {
    const item = {
      id: "i",
      type: "message",
      role: "assistant",
      content: MANY.map((text) => ({ type: "output_text", text })),
    };
    await using provider = await startProvider({
      onOpen: (socket) => socket.send(JSON.stringify({ type: "response.output_item.done", response_id: "r", item })),
    });
    await using proxy = await open(provider.url);
    await using client = await TestClient.open(`${proxy.url}/v1/realtime`);
    await eventually(() => client.heard.length > 0);
    assert.match(JSON.stringify(client.heard), /guardrail_unread/);
    assert.doesNotMatch(JSON.stringify(client.heard), /w10/);
  });
});
