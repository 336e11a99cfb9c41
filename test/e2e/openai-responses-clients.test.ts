import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, streamText, tool, type ToolSet } from "ai";
import OpenAI, { BadRequestError } from "openai";
import type { JsonObject } from "../../src/core/model.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, type TestProxy } from "../support/proxy.ts";
import { replyJson, replyStream, startUpstream, type FakeUpstream, type UpstreamScript } from "../support/upstream.ts";
import {
  callEvents,
  completed,
  created,
  functionCall,
  message,
  messageEvents,
  response as stored,
  responseEvents,
  type TypedEvent,
} from "../support/wire/openai-responses.ts";

const openai = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: "sk-test" });
const aiModel = (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "sk-test" }).responses("gpt-test");

interface Pair extends AsyncDisposable {
  readonly proxy: TestProxy;
  readonly upstream: FakeUpstream;
}

async function start(script: UpstreamScript, over: Parameters<typeof makeUpstream>[1] = {}): Promise<Pair> {
  const upstream = await startUpstream(script);
  const proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, over)] });
  const close = async (): Promise<void> => {
    await proxy[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  };
  return { proxy, upstream, [Symbol.asyncDispose]: close };
}

const streams =
  (events: readonly TypedEvent[]): UpstreamScript =>
  (response) =>
    replyStream(response, responseEvents(events));
const replies =
  (output: readonly JsonObject[]): UpstreamScript =>
  (response) =>
    replyJson(response, stored({ output }));

const TEXT = `write to ${TEST_MAIL} now`;
const PIECES = TEXT.match(/.{1,3}/gs) ?? [];
const MASKED = "write to <MAIL_1> now";
const KEY_PIECES = ["the key ", "is ", TEST_KEY.slice(0, 5), TEST_KEY.slice(5), " so keep it"];
const MASK_EVENTS = [...created(), ...messageEvents(PIECES), completed([message(TEXT)])];
const BLOCK_EVENTS = [...created(), ...messageEvents(KEY_PIECES), completed([message(KEY_PIECES.join(""))])];
const ARGUMENTS = JSON.stringify({ to: TEST_MAIL });

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const TOOLS: ToolSet = {
  send: tool({ inputSchema: jsonSchema({ type: "object", properties: { to: { type: "string" } } }) }),
};

/** Hangs up in mid-stream. */
const breaksOff: UpstreamScript = async (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(responseEvents(MASK_EVENTS.slice(0, 6)).join(""));
  await new Promise((resolve) => setTimeout(resolve, 50));
  response.destroy();
};

describe("the openai client", () => {
  test("reads a masked stream, its final response too", async () => {
    await using pair = await start(streams(MASK_EVENTS));
    const client = openai(pair.proxy.url);
    const stream = client.responses.stream({ model: "gpt-test", input: "hi" });
    const final = await stream.finalResponse();
    assert.equal(final.output_text, MASKED);
    assert.equal(final.status, "completed");
    const events = await collect(await client.responses.create({ model: "gpt-test", input: "hi", stream: true }));
    assert.equal(events.length, MASK_EVENTS.length);
  });

  test("takes a blocked stream for an incomplete response, once", async () => {
    await using pair = await start(streams(BLOCK_EVENTS));
    const client = openai(pair.proxy.url);
    const final = await client.responses.stream({ model: "gpt-test", input: "hi" }).finalResponse();
    assert.equal(final.status, "incomplete");
    assert.deepEqual(final.incomplete_details, { reason: "content_filter" });
    assert.equal(final.output_text, "the key is ");
    assert.equal(pair.upstream.seen.length, 1);
    const events = await collect(await client.responses.create({ model: "gpt-test", input: "hi", stream: true }));
    assert.equal(events.at(-1)?.type, "response.incomplete");
  });

  test("takes a blocked answer once, as 400 or in band", async () => {
    await using pair = await start(replies([message(`the key is ${TEST_KEY}`)]));
    await assert.rejects(openai(pair.proxy.url).responses.create({ model: "m", input: "hi" }), (error: unknown) => {
      assert.ok(error instanceof BadRequestError);
      assert.equal(error.code, "content_filter");
      return true;
    });
    assert.equal(pair.upstream.seen.length, 1);
    await using inBand = await start(replies([message(`the key is ${TEST_KEY}`)]), { blockedResponse: "in_band" });
    const answer = await openai(inBand.proxy.url).responses.create({ model: "m", input: "hi" });
    assert.deepEqual([answer.status, answer.output_text], ["incomplete", ""]);
  });

  test("retrieves, cancels, lists, counts, compacts and deletes", async () => {
    await using pair = await start((response, { method, url }) => {
      if (url.endsWith("/input_items")) {
        const data = [{ id: "m", type: "message", role: "user", content: [{ type: "input_text", text: TEXT }] }];
        return replyJson(response, { object: "list", data, first_id: "m", last_id: "m", has_more: false });
      }
      if (url.endsWith("/input_tokens"))
        return replyJson(response, { object: "response.input_tokens", input_tokens: 3 });
      if (method === "DELETE") return replyJson(response, { id: "resp_1", object: "response", deleted: true });
      if (url.endsWith("?stream=true")) return replyStream(response, responseEvents(MASK_EVENTS));
      return replyJson(response, stored({ output: [message(TEXT)] }));
    });
    const { responses } = openai(pair.proxy.url);
    assert.equal((await responses.retrieve("resp_1")).output_text, MASKED);
    assert.ok(JSON.stringify((await responses.cancel("resp_1")).output).includes(MASKED));
    const [item] = (await responses.inputItems.list("resp_1")).data;
    assert.ok(JSON.stringify(item).includes(MASKED));
    assert.equal((await responses.inputTokens.count({ model: "m", input: "hi" })).input_tokens, 3);
    assert.equal((await responses.compact({ model: "m", input: "hi" })).output.length, 1);
    await responses.delete("resp_1");
    const events = await collect(await responses.retrieve("resp_1", { stream: true }));
    assert.equal(events.at(-1)?.type, "response.completed");
    assert.ok(!JSON.stringify(events).includes(TEST_MAIL));
  });

  test("sees a broken upstream as a failed response", async () => {
    await using pair = await start(breaksOff);
    const events = await collect(
      await openai(pair.proxy.url).responses.create({ model: "m", input: "hi", stream: true }),
    );
    const last = events.at(-1);
    assert.ok(last?.type === "response.failed");
    assert.ok(last.response.error?.message);
    assert.equal(pair.upstream.seen.length, 1);
    const final = await openai(pair.proxy.url).responses.stream({ model: "m", input: "hi" }).finalResponse();
    assert.equal(final.status, "failed");
  });
});

describe("the AI SDK", () => {
  test("reads masked text and tool calls", async () => {
    const events = [
      ...created(),
      ...messageEvents(PIECES, 0),
      ...callEvents(ARGUMENTS.match(/.{1,4}/gs) ?? [], 1),
      completed([message(TEXT), functionCall(ARGUMENTS)]),
    ];
    await using pair = await start(streams(events));
    const result = streamText({ model: aiModel(pair.proxy.url), prompt: "hi", tools: TOOLS });
    assert.equal(await result.text, MASKED);
    assert.deepEqual((await result.toolCalls)[0]?.input, { to: "<MAIL_1>" });
    assert.equal(await result.finishReason, "tool-calls");
  });

  test("takes a block for a content filter, without a retry or a tool call", async () => {
    await using pair = await start(streams(BLOCK_EVENTS));
    const result = streamText({ model: aiModel(pair.proxy.url), prompt: "hi" });
    assert.equal(await result.text, "the key is ");
    assert.equal(await result.finishReason, "content-filter");
    assert.equal(pair.upstream.seen.length, 1);
    const call = JSON.stringify({ to: TEST_KEY });
    pair.upstream.script = streams([
      ...created(),
      ...messageEvents(["hello"], 0),
      ...callEvents([call], 1),
      completed([message("hello"), functionCall(call)]),
    ]);
    const blocked = streamText({ model: aiModel(pair.proxy.url), prompt: "hi", tools: TOOLS });
    const parts = await collect(blocked.stream);
    assert.ok(!parts.some(({ type }) => type.startsWith("tool")));
    assert.ok(!parts.some(({ type }) => type === "error"));
    assert.equal(await blocked.finishReason, "content-filter");
  });

  test("takes an answer blocked in band for a content filter", async () => {
    const output = [message(`the key is ${TEST_KEY}`)];
    await using pair = await start(replies(output), { blockedResponse: "in_band" });
    const result = await generateText({ model: aiModel(pair.proxy.url), prompt: "hi" });
    assert.deepEqual([result.text, result.finishReason], ["", "content-filter"]);
  });

  test("shows a broken upstream as an error, and does not ask again", async () => {
    await using pair = await start(breaksOff);
    const errors: unknown[] = [];
    const onError = ({ error }: { error: unknown }): void => void errors.push(error);
    const result = streamText({ model: aiModel(pair.proxy.url), prompt: "hi", onError });
    const parts = await collect(result.stream);
    assert.ok(parts.some(({ type }) => type === "error"));
    assert.equal(errors.length, 1);
    assert.equal(pair.upstream.seen.length, 1);
  });
});
