/** What one connection may make the service keep. Goal: a hostile client or provider reaches a bound, and is told so in the format. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Upstream } from "../../src/config/config-model.ts";
import { ANALYZERS } from "../../src/analyzers/registry.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, type TestProxy } from "../support/proxy.ts";
import { session } from "../support/realtime.ts";
import { startProvider, TestClient, type FakeProvider, type Said } from "../support/websocket.ts";
import { until } from "../support/until.ts";

const PATH = "/v1/realtime?model=gpt-realtime";
const LEAKS = { system_prompt_leak_detection: { action: "block" } } as const;

function proxyOf(provider: FakeProvider, over: Partial<Upstream>, policies = {}): Promise<TestProxy> {
  const upstreams = [makeUpstream(provider.url, { websocket: "inspect", ...over })];
  return Object.keys(policies).length === 0
    ? startProxy({ upstreams })
    : startProxy({ upstreams, policies, analyzers: ANALYZERS });
}

const greeting = (): Promise<FakeProvider> =>
  startProvider({ onOpen: (socket) => socket.send(JSON.stringify(session())) });

const item = (text: string): object => ({
  type: "conversation.item.create",
  item: { type: "message", role: "user", content: [{ type: "input_text", text }] },
});

const codeOf = (said: Said | undefined): unknown => (said as { error?: { code?: unknown } } | undefined)?.error?.code;

describe("what a connection may keep", () => {
  test("a client that says more than the conversation may hold is refused and closed", async () => {
    await using provider = await greeting();
    await using proxy = await proxyOf(provider, { conversationMaxBytes: 4_000_000 }, LEAKS);
    await using client = await TestClient.open(proxy.url + PATH);
    const filler = "The ferry leaves at nine, and the harbour master asked for a list. ".repeat(1500);
    for (let at = 0; at < 1000 && client.closed === null; at++) {
      client.send(item(`${at} ${filler}`));
      if (at % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const [code, reason] = await client.untilClosed();
    assert.deepEqual([code, reason], [1009, "conversation_too_long"]);
    assert.equal(codeOf(client.heard.at(-1)), "conversation_too_long");
    assert.ok(provider.heard.length < 30, String(provider.heard.length));
  });

  test("nobody is refused where no policy reads the conversation", async () => {
    await using provider = await greeting();
    await using proxy = await proxyOf(provider, { conversationMaxBytes: 65_536 });
    await using client = await TestClient.open(proxy.url + PATH);
    for (let at = 0; at < 20; at++) client.send(item(`${at} ${"x".repeat(10_000)}`));
    client.send(item("last"));
    await until("the provider has heard all", () => provider.heard.length >= 21);
    assert.equal(provider.heard.length, 21);
  });

  test("an id too long to be remembered is no message that can be read", async () => {
    await using provider = await startProvider({
      onOpen: (socket) => {
        socket.send(JSON.stringify({ type: "response.created", response: { id: "r".repeat(1000) } }));
      },
    });
    await using proxy = await proxyOf(provider, {});
    await using client = await TestClient.open(proxy.url + PATH);
    assert.equal((await client.untilClosed())[0], 1008);
    assert.equal(codeOf(client.heard.at(-1)), "guardrail_unread");
  });
});

/** One response whose text stands in two parts, of one item or of two. */
function twoParts([first, second]: readonly [string, string], isTwoItems: boolean): readonly Said[] {
  const head = { object: "realtime.response", id: "resp_1" };
  const texts = [first, second];
  const places = texts.map((_, at) => ({
    response_id: "resp_1",
    item_id: isTwoItems ? `item_${at}` : "item_0",
    output_index: isTwoItems ? at : 0,
    content_index: isTwoItems ? 0 : at,
  }));
  const part = (text: string): object => ({ type: "output_text", text });
  const itemsOf = isTwoItems ? texts.map((text) => [part(text)]) : [texts.map(part)];
  const output = itemsOf.map((content, at) => ({ id: `item_${at}`, type: "message", role: "assistant", content }));
  return [
    { type: "response.created", response: { ...head, output: [] } },
    ...places.flatMap((place, at) => [
      { type: "response.content_part.added", ...place, part: part("") },
      { type: "response.output_text.delta", ...place, delta: texts[at] },
      { type: "response.output_text.done", ...place, text: texts[at] },
      { type: "response.content_part.done", ...place, part: part(texts[at] ?? "") },
    ]),
    { type: "response.done", response: { ...head, status: "completed", output } },
  ];
}

describe("parts of a Realtime answer", () => {
  const cuts = (text: string): readonly (readonly [string, string])[] =>
    [1, 4, text.length >> 1, text.length - 1].map((at) => [text.slice(0, at), text.slice(at)] as const);

  for (const isTwoItems of [false, true])
    test(`are read as one, in ${isTwoItems ? "two items" : "one item"}`, async () => {
      let answer: readonly Said[] = [];
      await using provider = await startProvider({
        onOpen: (socket) => socket.send(JSON.stringify(session())),
        onMessage: (socket, { type }) => {
          if (type === "response.create") for (const message of answer) socket.send(JSON.stringify(message));
        },
      });
      await using proxy = await proxyOf(provider, {});
      for (const parts of cuts(TEST_KEY)) {
        await using client = await TestClient.open(proxy.url + PATH);
        answer = twoParts(parts, isTwoItems);
        client.send({ type: "response.create" });
        const done = await client.until(({ type }) => type === "response.done");
        assert.equal((done["response"] as { status: string }).status, "incomplete");
        assert.ok(!client.raw.some((text) => text.includes(`"${parts[1]}"`)), client.raw.join("\n"));
        assert.ok(!client.raw.some((text) => text.includes(`"${parts[0]}"`)), client.raw.join("\n"));
      }
      for (const parts of cuts(TEST_MAIL)) {
        await using client = await TestClient.open(proxy.url + PATH);
        answer = twoParts(parts, isTwoItems);
        client.send({ type: "response.create" });
        await client.until(({ type }) => type === "response.done");
        const texts = client.raw.join("\n");
        assert.ok(!texts.includes(`"${parts[0]}"`) && !texts.includes(`"${parts[1]}"`), texts);
        assert.ok(texts.includes("<MAIL_1>"));
      }
      // What is told only at the end is read so, too.
      await using client = await TestClient.open(proxy.url + PATH);
      answer = twoParts([TEST_KEY.slice(0, 5), TEST_KEY.slice(5)], isTwoItems).filter(({ type }) =>
        ["response.created", "response.done"].includes(type),
      );
      client.send({ type: "response.create" });
      await client.until(({ type }) => type === "response.done");
      assert.ok(!client.raw.some((text) => text.includes(TEST_KEY.slice(5))));
    });
});
