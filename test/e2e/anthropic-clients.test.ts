import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import Anthropic, { APIError, BadRequestError } from "@anthropic-ai/sdk";
import { generateText, jsonSchema, streamText, tool, type ToolSet } from "ai";
import type { JsonObject } from "../../src/core/model.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, type TestProxy } from "../support/proxy.ts";
import { replyJson, replyStream, startUpstream, type FakeUpstream } from "../support/upstream.ts";
import {
  anthropicBlock,
  anthropicCall,
  anthropicKit,
  anthropicStream,
  anthropicText,
} from "../support/wire/anthropic-messages.ts";

const official = (url: string): Anthropic => new Anthropic({ baseURL: url, apiKey: "sk-test" });
const aiModel = (url: string) => createAnthropic({ baseURL: `${url}/v1`, apiKey: "sk-test" })("claude-test");
const ask = (content: string) => ({
  model: "claude-test",
  max_tokens: 64,
  messages: [{ role: "user" as const, content }],
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

interface Gate extends AsyncDisposable {
  readonly upstream: FakeUpstream;
  readonly proxy: TestProxy;
}

/** A provider that streams those parts, or answers that body, behind the proxy. */
async function gate(
  answer: readonly string[] | JsonObject,
  over: Parameters<typeof makeUpstream>[1] = {},
): Promise<Gate> {
  const upstream = await startUpstream((response) =>
    Array.isArray(answer) ? replyStream(response, answer as readonly string[]) : replyJson(response, answer),
  );
  const proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, over)] });
  const dispose = async (): Promise<void> => {
    await proxy[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  };
  return { upstream, proxy, [Symbol.asyncDispose]: dispose };
}

const SAFE = anthropicStream(
  [
    ...anthropicBlock(0, { type: "thinking", thinking: "", signature: "" }, [
      { type: "thinking_delta", thinking: "let me see" },
      { type: "signature_delta", signature: "c2ln" },
    ]),
    ...anthropicText(1, ["all ", "is ", "well"]),
    ...anthropicCall(2, ['{"q":', '"weather"}']),
  ],
  "tool_use",
);
const LEAK = anthropicStream(
  anthropicText(0, ["the key ", "is ", TEST_KEY.slice(0, 5), TEST_KEY.slice(5), " so"]),
  "end_turn",
);
const LEAKING_CALL = anthropicStream(
  [...anthropicText(0, ["I look ", "it up"]), ...anthropicCall(1, ['{"q":"', TEST_KEY, '"}'])],
  "tool_use",
);
const MAIL = anthropicStream(
  [
    ...anthropicText(0, ["write to ", TEST_MAIL.slice(0, 4), TEST_MAIL.slice(4), " now"]),
    ...anthropicCall(1, [`{"q":"${TEST_MAIL}"}`]),
  ],
  "tool_use",
);

const TOOLS: ToolSet = {
  look_up: tool({
    description: "d",
    inputSchema: jsonSchema<{ q: string }>({ type: "object", properties: { q: { type: "string" } } }),
  }),
};

describe("the official client", () => {
  test("gets the same objects as without the proxy", async () => {
    await using streams = await gate(SAFE);
    await using bodies = await gate(anthropicKit.answer(["all is well"]) as JsonObject);
    const outcomes = [];
    for (const side of ["upstream", "proxy"] as const) {
      const streaming = official(streams[side].url);
      const events = await collect(await streaming.messages.create({ ...ask("hi"), stream: true }));
      const message = await streaming.messages.stream(ask("hi")).finalMessage();
      const whole = await official(bodies[side].url).messages.create(ask("hi"));
      outcomes.push(JSON.stringify({ events, message, whole }));
    }
    assert.equal(outcomes[1], outcomes[0]);
    assert.equal(streams.upstream.seen[2]?.body.toString(), streams.upstream.seen[0]?.body.toString());
  });

  test("takes a blocked prompt once, streamed or not", async () => {
    await using side = await gate(SAFE);
    let hits = 0;
    side.proxy.server.on("request", () => (hits += 1));
    for (const stream of [false, true]) {
      await assert.rejects(
        official(side.proxy.url).messages.create({ ...ask(`use ${TEST_KEY} now`), stream }),
        (error) => {
          assert.ok(error instanceof BadRequestError);
          assert.deepEqual([error.type, error.errorCode], ["invalid_request_error", "content_filter"]);
          assert.match(error.apiMessage ?? "", /test_keys/);
          return !error.message.includes(TEST_KEY);
        },
      );
    }
    assert.equal(hits, 2);
    assert.equal(side.upstream.seen.length, 0);
  });

  test("takes a block in mid-stream as a refusal, with the text before it", async () => {
    await using side = await gate(LEAK);
    const client = official(side.proxy.url);
    const events = await collect(await client.messages.create({ ...ask("hi"), stream: true }));
    assert.deepEqual(
      events.slice(-3).map(({ type }) => type),
      ["content_block_stop", "message_delta", "message_stop"],
    );
    const message = await client.messages.stream(ask("hi")).finalMessage();
    assert.deepEqual(
      message.content.map((block) => (block.type === "text" ? block.text.trimEnd() : block.type)),
      ["the key is"],
    );
    assert.equal(message.stop_reason, "refusal");
    assert.match(message.stop_details?.explanation ?? "", /test_keys/);
    assert.equal(message.usage.input_tokens, 7);
  });

  test("sees nothing of a blocked tool call", async () => {
    await using side = await gate(LEAKING_CALL);
    const message = await official(side.proxy.url).messages.stream(ask("hi")).finalMessage();
    assert.deepEqual(
      message.content.map(({ type }) => type),
      ["text"],
    );
    assert.equal(message.stop_reason, "refusal");
  });

  test("gets masks in texts and in arguments", async () => {
    await using side = await gate(MAIL);
    const message = await official(side.proxy.url).messages.stream(ask("hi")).finalMessage();
    const [text, call] = message.content;
    assert.equal(text?.type === "text" && text.text, "write to <MAIL_1> now");
    assert.deepEqual(call?.type === "tool_use" && call.input, { q: "<MAIL_1>" });
  });

  test("takes a blocked whole answer as an error, or in band as a refusal", async () => {
    const body = anthropicKit.answer([`the key is ${TEST_KEY}`]) as JsonObject;
    await using strict = await gate(body);
    await assert.rejects(official(strict.proxy.url).messages.create(ask("hi")), BadRequestError);
    await using inBand = await gate(body, { blockedResponse: "in_band" });
    const message = await official(inBand.proxy.url).messages.create(ask("hi"));
    assert.deepEqual([message.content, message.stop_reason, message.stop_details?.type], [[], "refusal", "refusal"]);
  });

  test("takes a failure in mid-stream as an error", async () => {
    await using side = await gate(
      anthropicStream(anthropicText(0, ["a calm beginning. ", "then explode now"]), "end_turn"),
    );
    await assert.rejects(official(side.proxy.url).messages.stream(ask("hi")).finalMessage(), (error) => {
      assert.ok(error instanceof APIError);
      return error.type === "api_error" && error.errorCode === "guardrail_unavailable";
    });
  });

  test("counts tokens of a checked prompt", async () => {
    await using side = await gate({ input_tokens: 9 });
    const client = official(side.proxy.url);
    const { model, messages } = ask("hi");
    assert.deepEqual({ ...(await client.messages.countTokens({ model, messages })) }, { input_tokens: 9 });
    const blocked = { model, messages: [{ role: "user" as const, content: `use ${TEST_KEY}` }] };
    await assert.rejects(client.messages.countTokens(blocked), BadRequestError);
  });
});

describe("the AI SDK", () => {
  test("streams through, checks every event against its schema, and runs whole calls", async () => {
    await using side = await gate(MAIL);
    const result = streamText({ model: aiModel(side.proxy.url), prompt: "hi", tools: TOOLS });
    const parts = await collect(result.fullStream);
    assert.deepEqual(
      parts.filter(({ type }) => type === "error"),
      [],
    );
    assert.equal(await result.text, "write to <MAIL_1> now");
    assert.deepEqual(
      (await result.toolCalls).map(({ input }) => input as unknown),
      [{ q: "<MAIL_1>" }],
    );
    assert.equal(await result.finishReason, "tool-calls");
  });

  test("takes blocks as content-filter, and no part of a blocked call", async () => {
    for (const [wire, text] of [
      [LEAK, "the key is"],
      [LEAKING_CALL, "I look it up"],
    ] as const) {
      await using side = await gate(wire);
      const result = streamText({ model: aiModel(side.proxy.url), prompt: "hi", tools: TOOLS });
      const parts = await collect(result.fullStream);
      assert.deepEqual(
        parts.filter(({ type }) => type === "error" || type.startsWith("tool-")),
        [],
      );
      assert.equal((await result.text).trimEnd(), text);
      assert.equal(await result.finishReason, "content-filter");
    }
  });

  test("takes a refused whole answer, and a blocked prompt once", async () => {
    await using side = await gate(anthropicKit.answer([`the key is ${TEST_KEY}`]) as JsonObject, {
      blockedResponse: "in_band",
    });
    const result = await generateText({ model: aiModel(side.proxy.url), prompt: "hi" });
    assert.deepEqual([result.text, result.finishReason], ["", "content-filter"]);
    await assert.rejects(generateText({ model: aiModel(side.proxy.url), prompt: `use ${TEST_KEY} now` }), /test_keys/);
    assert.equal(side.upstream.seen.length, 1);
  });
});
