/** Numbers that JavaScript would round pass a proxy that rewrites the body around them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chat, post } from "../support/proxy-client.ts";
import { makeUpstream, patternAnalyzer, startProxy, TEST_MAIL, TEST_POLICIES } from "../support/proxy.ts";
import { chatChunk, chatCompletion, replyJson, replyStream, startUpstream, STREAM_END } from "../support/upstream.ts";

const LONG = "1234567890123456789";
const bare = (json: string): string => json.replaceAll('"LONG"', LONG);
const withNumber = (body: unknown): string => bare(JSON.stringify(body));
const toolUse = {
  id: "m",
  type: "message",
  role: "assistant",
  content: [
    { type: "text", text: `write to ${TEST_MAIL}` },
    { type: "tool_use", id: "t", name: "send", input: { channel: "LONG", list: ["LONG", { ratio: 0.1 }] } },
  ],
  stop_reason: "tool_use",
};

describe("numbers that a double would round", () => {
  test("stay as they are in a request and an answer that are masked", async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(withNumber(toolUse));
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const request = {
      model: "m",
      max_tokens: 9,
      extra: "LONG",
      messages: [
        { role: "user", content: `I am ${TEST_MAIL}` },
        { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: { channel: "LONG" } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: `to ${TEST_MAIL}` }] },
      ],
    };
    const answer = await post(proxy, withNumber(request), { path: "/v1/messages" });
    assert.equal(upstream.seen[0]?.body.toString(), withNumber(request).replaceAll(TEST_MAIL, "<MAIL_1>"));
    assert.equal(await answer.text(), withNumber(toolUse).replaceAll(TEST_MAIL, "<MAIL_1>"));
  });

  test("stay as they are in events of a stream that are masked", async () => {
    const extra = { seed: "LONG" };
    const chunk = (text: string): string => bare(chatChunk({ delta: { content: text }, extra }));
    await using upstream = await startUpstream((response) =>
      replyStream(response, [
        chunk(`to ${TEST_MAIL} `),
        chunk("and so on "),
        chatChunk({ finish: "stop" }),
        STREAM_END,
      ]),
    );
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const text = await (await post(proxy, { ...chat("hi"), stream: true })).text();
    assert.ok(text.includes("<MAIL_1>") && !text.includes(TEST_MAIL));
    assert.ok(text.includes(`"seed":${LONG}`) && !text.includes("1234567890123456800"));
  });

  test("are checked digit by digit in arguments of tools", async () => {
    const digits = patternAnalyzer("test_digits", new RegExp(LONG, "g"), "DIGITS");
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(withNumber({ ...toolUse, content: toolUse.content.slice(1) }));
    });
    await using proxy = await startProxy({
      upstreams: [makeUpstream(upstream.url)],
      policies: { ...TEST_POLICIES, test_digits: { action: "block" } },
      analyzers: [digits],
    });
    const answer = await post(proxy, { ...chat("hi"), max_tokens: 9 }, { path: "/v1/messages" });
    assert.equal(answer.status, 400);
  });

  test("stay as they are where a format reads a number", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, chatCompletion(`to ${TEST_MAIL}`)));
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const body = withNumber({ ...chat("hi"), seed: "LONG", n: "LONG" });
    assert.equal((await post(proxy, body)).status, 200);
    assert.equal(upstream.seen[0]?.body.toString(), body);
  });
});
