import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Anthropic, { APIError, BadRequestError, InternalServerError } from "@anthropic-ai/sdk";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  BREAKING_PROMPT,
  collect,
  FAILING_PROMPT,
  HELD_ANSWERS,
  inPieces,
  KEY_PROMPT,
  KEY_RELEASED,
  NEVER_TOLD,
  startRig,
  streams,
  thrownBy,
} from "../../support/clients/rig.ts";
import { NO_RETRY, row, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY, TEST_MAIL } from "../../support/proxy.ts";
import { anthropicStream, anthropicText } from "../../support/wire/anthropic-messages.ts";

const connect = (url: string): Anthropic["messages"] => new Anthropic({ baseURL: url, apiKey: "none" }).messages;
const ask = (content: string) => ({
  model: "mock",
  max_tokens: 2048,
  messages: [{ role: "user" as const, content }],
});
const input_schema = { type: "object" as const, properties: { query: { type: "string" } } };
const TOOLS = [{ name: "look_up", input_schema }];
const CALL_PROMPT = "please call a tool";
const KEY_CALL = { ...ask(`please call a tool with ${TEST_KEY} in it`), tools: TOOLS };
const THINKING = { thinking: { type: "enabled" as const, budget_tokens: 1024 } };

/** Every event of a stream's helper that tells of texts. */
function helper(messages: Anthropic["messages"], asked: ReturnType<typeof ask>) {
  const told: unknown[] = [];
  const stream = messages
    .stream(asked)
    .on("streamEvent", (event) => told.push(event))
    .on("text", (text, snapshot) => told.push([text, snapshot]))
    .on("inputJson", (json, snapshot) => told.push([json, snapshot]))
    .on("contentBlock", (block) => told.push(block));
  return { told, final: () => stream.finalMessage() };
}

describe("the Anthropic client, clean", () => {
  test("gets messages, whole and streamed, thoughts too", async () => {
    await assertTransparent(async (url) => {
      const messages = connect(url);
      const asked = { ...ask("hello"), ...THINKING };
      const { data, response } = await messages.create(asked).withResponse();
      return [data, response.status, await collect(await messages.create({ ...asked, stream: true }))];
    });
  });

  test("streams by its helper, every event of it", async () => {
    await assertTransparent(async (url) => {
      const { told, final } = helper(connect(url), { ...ask("hello"), ...THINKING });
      return [await final(), told];
    });
  });

  test("uses tools, and tells their results", async () => {
    await assertTransparent(async (url) => {
      const asked = { ...ask(CALL_PROMPT), tools: TOOLS };
      const { told, final } = helper(connect(url), asked);
      const message = await final();
      const [use] = message.content;
      assert.ok(use?.type === "tool_use");
      const result = { type: "tool_result" as const, tool_use_id: use.id, content: "42" };
      const turns = [
        { role: "assistant" as const, content: message.content },
        { role: "user" as const, content: [result] },
      ];
      const next = await connect(url).create({ ...asked, messages: [...asked.messages, ...turns] });
      return [await connect(url).create(asked), message, told, next];
    });
  });

  test("counts tokens and lists models", async () => {
    await assertTransparent(async (url) => {
      const { model, messages } = ask("hello");
      const models = await collect(new Anthropic({ baseURL: url, apiKey: "none" }).models.list());
      return [await connect(url).countTokens({ model, messages }), models];
    });
  });

  test("reads any framing that is allowed", async () => {
    const text = "grüße 😀 an alle";
    const events = anthropicStream(anthropicText(0, Array.from(text)), "end_turn");
    const wire = events.flatMap((event) => [": keep-alive\n\n", event]).join("");
    let read: unknown;
    const run = async (url: string): Promise<unknown> => {
      const message = await connect(url).stream(ask("hi")).finalMessage();
      read = message.content;
      return message;
    };
    await assertTransparent(run, { script: streams(inPieces(wire.replaceAll("\n", "\r\n"))) });
    assert.deepEqual(read, [{ type: "text", text }]);
  });
});

describe("the Anthropic client, blocked", () => {
  test("takes a blocked prompt once, whole, streamed, by its helper and counted", async () => {
    await using rig = await startRig();
    const messages = connect(rig.gate.url);
    const asked = ask(KEY_PROMPT);
    const calls = [
      () => messages.create(asked),
      () => messages.create({ ...asked, stream: true }),
      () => messages.stream(asked).finalMessage(),
      () => messages.countTokens({ model: "mock", messages: asked.messages }),
    ];
    for (const [at, call] of calls.entries()) {
      const error = await thrownBy(call());
      assert.ok(error instanceof BadRequestError);
      assert.deepEqual([error.status, error.type, error.errorCode], [400, "invalid_request_error", "content_filter"]);
      assert.match(error.message, /test_keys/);
      assert.equal(rig.gate.tries(), at + 1);
    }
    assert.equal(rig.upstream.seen.length, 0);
    assertNoLeak(rig.gate);
  });

  test("takes a blocked whole answer once", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    for (const asked of [ask(KEY_PROMPT), KEY_CALL])
      assert.ok((await thrownBy(connect(rig.gate.url).create(asked))) instanceof BadRequestError);
    assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [2, 2]);
    assertNoLeak(rig.gate);
  });

  test("reads a whole answer blocked in band as a refusal", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
    for (const asked of [ask(KEY_PROMPT), KEY_CALL]) {
      const { content, stop_reason, stop_details } = await connect(rig.gate.url).create(asked);
      assert.deepEqual([content, stop_reason, stop_details?.type], [[], "refusal", "refusal"]);
      assert.match(stop_details?.explanation ?? "", /test_keys/);
    }
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("keeps the beginning of a stream that is blocked, and reads a refusal", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const messages = connect(rig.gate.url);
    const events = await collect(await messages.create({ ...ask(KEY_PROMPT), stream: true }));
    assert.deepEqual(
      events.slice(-3).map(({ type }) => type),
      ["content_block_stop", "message_delta", "message_stop"],
    );
    const { told, final } = helper(messages, ask(KEY_PROMPT));
    const message = await final();
    const [block] = message.content;
    assert.equal(block?.type === "text" && block.text, KEY_RELEASED);
    assert.deepEqual([message.content.length, message.stop_reason], [1, "refusal"]);
    assert.match(message.stop_details?.explanation ?? "", /test_keys/);
    assert.ok(message.usage.output_tokens > 0 && told.length > 0);
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("reads past signs of life while an answer is held, and a block behind them", async () => {
    await using rig = await startRig({ policies: HELD_ANSWERS, isSlow: true });
    const messages = connect(rig.gate.url);
    assert.equal(await messages.stream(ask("hello")).finalText(), "You said: hello");
    const { content, stop_reason } = await messages.stream(ask(KEY_PROMPT)).finalMessage();
    assert.deepEqual([content[0]?.type === "text" && content[0].text, stop_reason], [KEY_RELEASED, "refusal"]);
    for (const { told } of rig.gate.exchanges) assert.match(told().toString(), /: keep-alive/);
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("never sees a call whose arguments are blocked", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    for (const thinks of [false, true]) {
      const { told, final } = helper(connect(rig.gate.url), { ...KEY_CALL, ...(thinks ? THINKING : {}) });
      const message = await final();
      assert.deepEqual(
        [message.stop_reason, message.content.map(({ type }) => type)],
        ["refusal", thinks ? ["thinking"] : []],
      );
      assert.ok(!JSON.stringify(told).includes('"tool_use"'));
    }
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("sees masks where values stood, in texts and in calls", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const messages = connect(rig.gate.url);
    const asked = ask(`write to ${TEST_MAIL} or ${TEST_MAIL}`);
    for (const { content } of [await messages.create(asked), await messages.stream(asked).finalMessage()])
      assert.equal(content[0]?.type === "text" && content[0].text, "You said: write to <MAIL_1> or <MAIL_1>");
    const call = { ...ask(`please call a tool for ${TEST_MAIL}`), tools: TOOLS };
    for (const { content } of [await messages.create(call), await messages.stream(call).finalMessage()])
      assert.deepEqual(content[0]?.type === "tool_use" && content[0].input, {
        query: "You said: please call a tool for <MAIL_1>",
      });
  });
});

describe("the Anthropic client, a guard failing", () => {
  test("is told of it by a 503, once", async () => {
    await using rig = await startRig();
    const error = await thrownBy(connect(rig.gate.url).create(ask(FAILING_PROMPT)));
    assert.ok(error instanceof InternalServerError);
    assert.deepEqual([error.status, error.type, error.errorCode], [503, "overloaded_error", "guardrail_unavailable"]);
    assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [1, 0]);
  });

  test("throws in mid-stream, the beginning read, and does not try again", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    let text = "";
    const stream = connect(rig.gate.url)
      .stream(ask(FAILING_PROMPT))
      .on("text", (piece) => (text += piece));
    const error = await thrownBy(stream.finalMessage());
    assert.ok(error instanceof APIError);
    assert.deepEqual([error.type, error.errorCode], ["api_error", "guardrail_unavailable"]);
    assert.match(text, /^You said: a calm beginning/);
    assert.ok(!text.includes("explode"));
    assert.equal(rig.gate.tries(), 1);
  });
});

describe("the Anthropic client, its provider breaking off", () => {
  test("throws in mid-stream, the beginning read, and does not try again", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    let text = "";
    const stream = connect(rig.gate.url)
      .stream(ask(BREAKING_PROMPT))
      .on("text", (piece) => (text += piece));
    const error = await thrownBy(stream.finalMessage());
    assert.ok(error instanceof APIError);
    assert.deepEqual([error.type, error.errorCode], ["api_error", "upstream_unreachable"]);
    assert.match(text, /^You said: a calm beginning/);
    assert.ok(!text.includes(NEVER_TOLD));
    assert.equal(rig.gate.tries(), 1);
  });
});

describe("the Anthropic client, refused", () => {
  testTries(
    (url) => connect(url).create(ask("hi")),
    [...row([400, 403, 413, 422, 446, 451], 1), ...row([409, 429, 500, 503], 3), ...row([429, 503], 1, NO_RETRY)],
  );
});
