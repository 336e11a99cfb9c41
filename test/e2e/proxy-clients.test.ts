import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, streamText, tool, type ToolSet } from "ai";
import OpenAI, { BadRequestError } from "openai";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import {
  chatChunk,
  chatCompletion,
  chatStream,
  replyJson,
  replyStream,
  startUpstream,
  STREAM_END,
  type UpstreamScript,
} from "../support/upstream.ts";

const openai = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: "sk-test" });
const aiModel = (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "sk-test" }).chat("test-model");
const ask = (content: string) => ({ model: "test-model", messages: [{ role: "user" as const, content }] });

const TOOL = {
  type: "function" as const,
  function: { name: "look_up", parameters: { type: "object", properties: { q: { type: "string" } } } },
};

/** Answers as a provider does: stream or not, a tool call first when tools are offered. */
const provider: UpstreamScript = (response, { body }) => {
  const request = JSON.parse(body.toString()) as {
    stream?: boolean;
    tools?: unknown[];
    messages: { role: string; content: string }[];
  };
  const last = request.messages.at(-1);
  if (request.tools !== undefined && last?.role !== "tool") {
    const call = { id: "call_1", type: "function", function: { name: "look_up", arguments: '{"q":"weather"}' } };
    if (request.stream !== true) {
      const message = { role: "assistant", content: null, tool_calls: [call] };
      const choices = [{ index: 0, message, logprobs: null, finish_reason: "tool_calls" }];
      return replyJson(response, { ...chatCompletion(), choices });
    }
    const delta = (fields: object): string => chatChunk({ delta: { tool_calls: [{ index: 0, ...fields }] } });
    return replyStream(response, [
      chatChunk({ delta: { role: "assistant", content: null } }),
      delta({ ...call, function: { ...call.function, arguments: "" } }),
      delta({ function: { arguments: '{"q":' } }),
      delta({ function: { arguments: '"weather"}' } }),
      chatChunk({ finish: "tool_calls" }),
      STREAM_END,
    ]);
  }
  const text =
    typeof last?.content === "string" && last.content.includes("leak")
      ? `the key is ${TEST_KEY} so keep it`
      : "all is well here";
  if (request.stream !== true) return replyJson(response, chatCompletion(text));
  return replyStream(response, chatStream(text.match(/.{1,4}/gs) ?? []));
};

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("the openai client", () => {
  test("gets the same objects as without the proxy: chat, stream, stream helper, tools", async () => {
    await using upstream = await startUpstream(provider);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const outcomes = [];
    for (const url of [upstream.url, proxy.url]) {
      const client = openai(url);
      const chat = await client.chat.completions.create(ask("hi"));
      const chunks = await collect(await client.chat.completions.create({ ...ask("hi"), stream: true }));
      const helper = await client.chat.completions.stream(ask("hi")).finalChatCompletion();
      const call = await client.chat.completions.create({ ...ask("hi"), tools: [TOOL] });
      const calls = await collect(await client.chat.completions.create({ ...ask("hi"), tools: [TOOL], stream: true }));
      const run = client.chat.completions.runTools({
        ...ask("hi"),
        tools: [
          {
            type: "function",
            function: {
              ...TOOL.function,
              description: "d",
              function: () => "sunny",
              parse: (text: string): unknown => JSON.parse(text),
            },
          },
        ],
      });
      outcomes.push(JSON.stringify({ chat, chunks, helper, call, calls, run: await run.finalContent() }));
    }
    assert.equal(outcomes[1], outcomes[0]);
    const half = upstream.seen.length / 2;
    const bodies = upstream.seen.map(({ body }) => body.toString());
    assert.deepEqual(bodies.slice(half), bodies.slice(0, half));
  });

  test("takes a blocked prompt once, as a BadRequestError with its code", async () => {
    await using upstream = await startUpstream(provider);
    let gateHits = 0;
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    proxy.server.on("request", () => (gateHits += 1));
    const client = openai(proxy.url);
    for (const stream of [false, true]) {
      await assert.rejects(
        client.chat.completions.create({ ...ask(`use ${TEST_KEY} now`), stream }),
        (error: unknown) => {
          assert.ok(error instanceof BadRequestError);
          assert.equal(error.code, "content_filter");
          assert.ok(!error.message.includes(TEST_KEY));
          return true;
        },
      );
    }
    assert.deepEqual([gateHits, upstream.seen.length], [2, 0]);
  });

  test("takes a blocked answer once", async () => {
    await using upstream = await startUpstream(provider);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    await assert.rejects(openai(proxy.url).chat.completions.create(ask("leak")), BadRequestError);
    assert.equal(upstream.seen.length, 1);
  });

  test("sees a blocked stream end with content_filter, its beginning kept", async () => {
    await using upstream = await startUpstream(provider);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const client = openai(proxy.url);
    const chunks = await collect(await client.chat.completions.create({ ...ask("leak"), stream: true }));
    assert.equal(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join(""), "the key is ");
    assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, "content_filter");
    const usage = { include_usage: true };
    const counted = await collect(
      await client.chat.completions.create({ ...ask("leak"), stream: true, stream_options: usage }),
    );
    assert.ok((counted.at(-1)?.usage?.total_tokens ?? 0) > 0);
    assert.equal(upstream.seen.length, 2);
  });

  test("works on the built-in mock: models, chat, stream, tools, n", async () => {
    await using proxy = await startProxy({ upstreams: [makeUpstream("mock")] });
    const client = openai(proxy.url);
    assert.equal((await client.models.list()).data[0]?.id, "mock");
    const { choices } = await client.chat.completions.create({ ...ask("hello"), n: 2 });
    assert.deepEqual(
      choices.map(({ message }) => message.content),
      ["You said: hello", "You said: hello"],
    );
    const asked = {
      ...ask(`hello ${TEST_MAIL}`),
      stream: true as const,
      n: 2,
      stream_options: { include_usage: true },
    };
    const chunks = await collect(await client.chat.completions.create(asked));
    for (const index of [0, 1]) {
      const text = chunks.flatMap((chunk) => chunk.choices).filter((choice) => choice.index === index);
      assert.equal(text.map(({ delta }) => delta.content ?? "").join(""), "You said: hello <MAIL_1>");
    }
    assert.ok(chunks.at(-1)?.usage);
    const call = client.chat.completions.stream({ ...ask("please call a tool"), tools: [TOOL] });
    const final = await call.finalChatCompletion();
    assert.equal(final.choices[0]?.finish_reason, "tool_calls");
  });
});

describe("the AI SDK", () => {
  const schema = jsonSchema<{ q: string }>({ type: "object", properties: { q: { type: "string" } } });
  // The SDK's own types do not fit each other under exactOptionalPropertyTypes.
  const tools = { look_up: tool({ inputSchema: schema }) } as unknown as ToolSet;

  test("gets the same parts as without the proxy", async () => {
    await using upstream = await startUpstream(provider);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const outcomes = [];
    for (const url of [upstream.url, proxy.url]) {
      const text = await generateText({ model: aiModel(url), prompt: "hi" });
      const call = await generateText({ model: aiModel(url), prompt: "hi", tools });
      const stream = streamText({ model: aiModel(url), prompt: "hi" });
      const types = (await collect(stream.fullStream)).map((part) => part.type);
      const called = streamText({ model: aiModel(url), prompt: "hi", tools });
      const calls = (await collect(called.fullStream)).map((part) => part.type);
      const inputs = [call.toolCalls, await called.toolCalls].map((list) =>
        list.map(({ toolName, input }) => [toolName, input]),
      );
      outcomes.push({
        text: text.text,
        inputs,
        streamed: await stream.text,
        types,
        calls,
        finish: await called.finishReason,
      });
    }
    assert.deepEqual(outcomes[1], outcomes[0]);
  });

  test("takes a block once and sees a blocked stream end with content-filter", async () => {
    await using upstream = await startUpstream(provider);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    await assert.rejects(generateText({ model: aiModel(proxy.url), prompt: `use ${TEST_KEY} now` }));
    assert.equal(upstream.seen.length, 0);
    const stream = streamText({ model: aiModel(proxy.url), prompt: "leak" });
    const parts = await collect(stream.fullStream);
    assert.ok(!parts.some((part) => part.type === "error"));
    assert.equal(await stream.text, "the key is ");
    assert.equal(await stream.finishReason, "content-filter");
    assert.equal(upstream.seen.length, 1);
  });
});
