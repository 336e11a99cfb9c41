import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Policy } from "../../src/core/model.ts";
import { KEPT_MAX_CHARS } from "../../src/proxy/record/kept-texts.ts";
import { makeAsset, makeKey, type ConfigParts } from "../support/config.ts";
import { answerWith, chat, streamWith } from "../support/proxy-client.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { chatStream } from "../support/upstream.ts";
import { session, spoken } from "../support/realtime.ts";
import { startProvider, TestClient } from "../support/websocket.ts";
import { completed, created, message, messageEvents } from "../support/wire/openai-responses.ts";
import { watchedStore } from "../support/watched-store.ts";

const EMAIL = "ann.lee@acme-mail.com";
const AWS_KEY = ["AKIA", "Z7QXN4PLM2WERT5Y"].join("");
const DIGEST = "d".repeat(64);

const POLICIES: Readonly<Record<string, Partial<Policy>>> = {
  secrets_keys_detection: { action: "block" },
  competitor_mention_detection: { action: "flag", metadata: ["Globex"] },
};

interface Given {
  readonly url: string;
  readonly upstream?: Parameters<typeof makeUpstream>[1];
  readonly store?: ConfigParts["store"];
  readonly policies?: Readonly<Record<string, Partial<Policy>>>;
}

async function open({ url, upstream, store = {}, policies = POLICIES }: Given) {
  const watched = watchedStore();
  const server = await startServer({
    records: watched.store,
    digest: DIGEST,
    store,
    assets: [makeAsset("demo-chatbot", policies)],
    upstreams: [makeUpstream(url, { name: "main", ...upstream })],
    keys: [makeKey("demo", { secret: "rsk_demo", admin: true })],
  });
  return { ...watched, server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function send(server: TestServer, body: object, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("records of proxied exchanges", () => {
  test("hold both sides masked, whoever asked, and who asked what of which configuration", async () => {
    await using upstream = await answerWith(`Write to ${EMAIL}, not to Globex.`);
    await using opened = await open({ url: upstream.url });
    const { server, next } = opened;
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const names = {
      traceparent,
      "x-guardrail-session-id": "s-1",
      "x-guardrail-user-id": "u-1",
      "x-api-key": "rsk_demo",
    };
    const answer = await send(server, chat(`Who is ${EMAIL}?`), names);
    const record = await next();
    assert.equal(record.requestId, answer.headers.get("x-guardrail-request-id"));
    assert.deepEqual(
      [record.organization, record.assetId, record.keyId, record.sessionId, record.userId, record.endpoint],
      ["demo", "demo-chatbot", "demo", "s-1", "u-1", "proxy main openai-chat"],
    );
    assert.equal(record.policyDigest, DIGEST);
    assert.deepEqual(record.caller, { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" });
    assert.ok((record.durationUs ?? 0) > 0);
    assert.equal(record.content, "Who is <EMAIL_ADDRESS_1>?");
    // The other text is a field that no client knows.
    assert.equal(record.answer, "two\n\nWrite to <EMAIL_ADDRESS_1>, not to <COMPETITOR_1>.");
    assert.equal(record.isCut, false);
    assert.equal(record.verdict, "flagged");
    const [violated] = record.violated as { details: { evidence: { start: number; end: number }[] } }[];
    assert.partialDeepStrictEqual(violated, {
      policy_name: "competitor_mention_detection",
      policy_id: "demo-chatbot:competitor_mention_detection",
      side: "output",
      message: null,
    });
    const [place] = violated?.details.evidence ?? [];
    assert.equal(`Write to ${EMAIL}, not to Globex.`.slice(place?.start, place?.end), "Globex");
    const applied = record.applied as { policy_name: string; status: string }[];
    assert.deepEqual(
      applied.map(({ policy_name, status }) => [policy_name, status]),
      [
        ["secrets_keys_detection", "passed"],
        ["competitor_mention_detection", "violated"],
      ],
    );
    const told = await server.get(`/admin/records/${record.requestId}`, { key: "rsk_demo" });
    assert.partialDeepStrictEqual(told.body, { content: record.content, answer: record.answer, verdict: "flagged" });
    assert.equal(upstream.seen[0]?.headers["x-guardrail-session-id"], undefined);
    assert.equal(upstream.seen[0]?.headers["x-guardrail-user-id"], undefined);
  });

  test("say the same of a text that was judged before", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open({ url: upstream.url });
    const { server, next } = opened;
    const withoutTimes = async (): Promise<unknown> => {
      await send(server, chat("Is Globex better?"));
      const { violated, applied, verdict } = await next();
      return { violated, verdict, applied: (applied as object[]).map((item) => ({ ...item, duration_us: 0 })) };
    };
    assert.deepEqual(await withoutTimes(), await withoutTimes());
  });

  test("of a stream hold the whole answer, with offsets in it", async () => {
    const pieces = ["All is ", "well. ".repeat(400), "Glo", "bex is ", `not. ann.lee@`, "acme-mail.com "];
    await using upstream = await streamWith(chatStream(pieces));
    await using opened = await open({ url: upstream.url });
    const { server, next } = opened;
    await send(server, chat("hello", { stream: true }));
    const { answer, verdict, violated } = await next();
    const text = pieces.join("");
    assert.equal(answer, text.replace(EMAIL, "<EMAIL_ADDRESS_1>").replace("Globex", "<COMPETITOR_1>"));
    assert.equal(verdict, "flagged");
    const [{ details }] = violated as [{ details: { evidence: [{ start: number; end: number }] } }];
    assert.equal(text.slice(details.evidence[0].start, details.evidence[0].end), "Globex");
  });

  test("of a refused prompt hold no secret and no answer", async () => {
    await using upstream = await answerWith("never asked");
    await using opened = await open({ url: upstream.url });
    const { server, next } = opened;
    await send(server, chat(`use ${AWS_KEY}`));
    const record = await next();
    assert.equal(record.verdict, "blocked");
    assert.equal(record.answer, "");
    assert.ok(!JSON.stringify(record).includes(AWS_KEY));
    assert.partialDeepStrictEqual(record.violated, [
      { policy_name: "secrets_keys_detection", side: "input", message: 0, details: [{ start: 4, end: 24 }] },
    ]);
  });

  test("hold no value that stands in two parts of a message", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open({ url: upstream.url });
    const { server, next } = opened;
    const texts = [`use ${AWS_KEY.slice(0, 9)}`, `${AWS_KEY.slice(9)} please`];
    const content = texts.map((text) => ({ type: "text", text }));
    await send(server, { model: "m", messages: [{ role: "user", content }] });
    const record = await next();
    assert.equal(record.verdict, "blocked");
    assert.equal(record.content, "use <AWS_ACCESS_KEY_1>\n\n<AWS_ACCESS_KEY_2> please");
  });

  test("hold no value that stands in two parts of a message, wherever its parts stand by themselves besides", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open({
      url: upstream.url,
      policies: { ...POLICIES, pii_detection: { action: "flag" } },
    });
    const { server, next } = opened;
    const halves = [`mail ${EMAIL.slice(0, 15)}`, `${EMAIL.slice(15)} please`];
    const parts = (texts: readonly string[]): object => texts.map((text) => ({ type: "text", text }));
    const call = (id: string): object => ({ id, type: "function", function: { name: "look_up", arguments: "{}" } });
    const result = (id: string, texts: readonly string[]): object => ({
      role: "tool",
      tool_call_id: id,
      content: parts(texts),
    });
    const messages = [
      { role: "user", content: "hello" },
      { role: "assistant", tool_calls: [call("a"), call("b")] },
      result("a", halves),
      result("b", halves.toReversed()),
    ];
    await send(server, { model: "m", messages });
    const kept = ["mail <EMAIL_ADDRESS_1>", "<EMAIL_ADDRESS_2> please"];
    assert.equal((await next()).content, [...kept, ...kept.toReversed()].join("\n\n"));
  });

  test("mask what a policy finds that is not about that side", async () => {
    await using upstream = await answerWith("EMP-123456 is here, Globex is not");
    const own = { action: "flag", metadata: [["employee", "EMP-[0-9]{6}"]], scope: "input" } as const;
    await using opened = await open({ url: upstream.url, policies: { ...POLICIES, secrets_keys_detection: own } });
    await send(opened.server, chat("EMP-123456"));
    const { content, answer } = await opened.next();
    assert.deepEqual([content, answer], ["<EMPLOYEE_1>", "two\n\n<EMPLOYEE_1> is here, <COMPETITOR_1> is not"]);
  });

  test("of a conversation hold what is new", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open({ url: upstream.url });
    const { server, next } = opened;
    const messages = [
      { role: "system", content: "You are a boat." },
      { role: "user", content: "first" },
      { role: "assistant", content: "fine" },
      { role: "user", content: "second" },
    ];
    await send(server, { model: "m", messages });
    assert.equal((await next()).content, "second");
  });

  for (const [mode, kept] of [
    ["full", `Who is ${EMAIL}?`],
    ["none", null],
  ] as const)
    test(`keep of the text what store.content says: ${mode}`, async () => {
      await using upstream = await answerWith("fine");
      await using opened = await open({ url: upstream.url, store: { content: mode } });
      const { server, next } = opened;
      await send(server, chat(`Who is ${EMAIL}?`));
      const { content, answer } = await next();
      assert.deepEqual([content, answer], [kept, mode === "none" ? null : "two\n\nfine"]);
    });

  test("are bounded: what is cut says so and keeps no half of a match", async () => {
    const half = KEPT_MAX_CHARS - 8;
    const long = "word ".repeat(KEPT_MAX_CHARS).slice(0, half - 1);
    await using upstream = await answerWith("fine");
    await using opened = await open({ url: upstream.url });
    const { server, next } = opened;
    await send(server, chat(`${long} ${EMAIL} and so on`));
    const { content, isCut } = await next();
    assert.equal(isCut, true);
    assert.equal(content, `${long} `);
  });

  test("are kept of traffic that passes or is refused unread, and of nothing that is no exchange", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open({ url: upstream.url, upstream: { unread: "deny" } });
    const { server, next, waiting } = opened;
    await fetch(`${server.url}/v1/models`);
    await fetch(`${server.url}/v1/unknown`, { method: "POST", body: "x", headers: { "content-type": "text/plain" } });
    const { verdict, endpoint, content, requestId } = await next();
    assert.equal((await server.get(`/admin/records/${requestId}`, { key: "rsk_demo" })).body.verdict, "unread");
    assert.deepEqual([verdict, endpoint, content], ["unread", "proxy main unread", ""]);
    assert.equal(waiting(), 0);
  });

  test("hold what is said over an inspected WebSocket, when it is over", async () => {
    await using provider = await startProvider({
      onOpen: (socket) => socket.send(JSON.stringify(session())),
      onMessage: (socket, { type }) => {
        if (type !== "response.create") return;
        for (const message of spoken({ pieces: ["Ask ", "Globex."] })) socket.send(JSON.stringify(message));
      },
    });
    await using opened = await open({ url: provider.url, upstream: { websocket: "inspect" } });
    const { server, next } = opened;
    const client = await TestClient.open(`${server.url}/v1/realtime?model=m`);
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: `I am ${EMAIL}` }] };
    client.send({ type: "conversation.item.create", item });
    client.send({ type: "response.create" });
    await client.until(({ type }) => type === "response.done");
    await client[Symbol.asyncDispose]();
    const { endpoint, content, answer, verdict } = await next();
    assert.deepEqual(
      [endpoint, content, answer, verdict],
      ["proxy main openai-realtime", "I am <EMAIL_ADDRESS_1>", "Ask <COMPETITOR_1>.", "flagged"],
    );
  });

  test("tell answers of one connection apart, when one of them was blocked", async () => {
    const prose = Array.from({ length: 30 }, (_, at) => `Sentence number ${at} is about boats and the sea.\n`);
    const answers = [
      ["Take it: ", AWS_KEY.slice(0, 5), `${AWS_KEY.slice(5)} `, ...prose],
      [`Write to ${EMAIL} `, "now"],
    ];
    await using provider = await startProvider({
      onMessage: (socket, { type }) => {
        if (type !== "response.create") return;
        const pieces = answers.shift() ?? [];
        const events = [...created(), ...messageEvents(pieces), completed([message(pieces.join(""))])];
        for (const [at, body] of events.entries()) socket.send(JSON.stringify({ ...body, sequence_number: at }));
      },
    });
    await using opened = await open({ url: provider.url, upstream: { websocket: "inspect" } });
    const { server, next } = opened;
    const client = await TestClient.open(`${server.url}/v1/responses`);
    for (const end of ["response.incomplete", "response.completed"]) {
      client.send({ type: "response.create", model: "m", input: "Hi" });
      await client.until(({ type }) => type === end);
    }
    await client[Symbol.asyncDispose]();
    const { answer } = await next();
    assert.match(answer ?? "", /^Take it: <AWS_ACCESS_KEY_1> [^<]*\n\nWrite to <EMAIL_ADDRESS_1> now$/);
  });

  test("are written before a drain ends", async () => {
    await using upstream = await answerWith("fine");
    await using opened = await open({ url: upstream.url });
    const { server, waiting } = opened;
    await send(server, chat("hello"));
    await server.app.drain();
    assert.equal(waiting(), 1);
  });
});
