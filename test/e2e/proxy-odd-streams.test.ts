/** Streams that no specification describes, as servers and attackers write them: no match leaves one. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chat, post, streamWith } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import { chatChunk, STREAM_END } from "../support/upstream.ts";

const [first, second] = [`key ${TEST_KEY.slice(0, 7)}`, `${TEST_KEY.slice(7)} end`];
const text = (content: string, finish: string | null = null): string => chatChunk({ delta: { content }, finish });

/** What a client that joins everything would read. */
const joined = (wire: string): string =>
  [...wire.matchAll(/"(?:content|text|arguments)":"([^"]*)"/g)].map((match) => match[1]).join("");

describe("odd streams", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["an empty reason in every event", [text(first, ""), text(second, ""), STREAM_END]],
    ["a reason in every event", [text(first, "stop"), text(second, "stop"), STREAM_END]],
    ["text after the end of its choice", [text(first), chatChunk({ finish: "stop" }), text(second), STREAM_END]],
    ["text after the end of the stream", [text(first), STREAM_END, text(second)]],
    [
      "content in parts",
      [first, second]
        .map((part) => chatChunk({ delta: { content: [{ type: "text", text: part }] } }))
        .concat(STREAM_END),
    ],
    [
      "calls without an index",
      [`{"k":"${TEST_KEY.slice(0, 7)}`, `${TEST_KEY.slice(7)} "}`]
        .map((part) => chatChunk({ delta: { tool_calls: [{ function: { arguments: part } }] } }))
        .concat(STREAM_END),
    ],
    ["an event without data between", [text(first), "data:\n\n", text(second), STREAM_END]],
  ];
  for (const [what, parts] of cases)
    test(what, async () => {
      for (const reads of [parts, [parts.join("")]]) {
        await using upstream = await streamWith(reads);
        await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
        const answer = await post(proxy, chat("hi", { stream: true }));
        assert.ok(!joined(await answer.text()).includes(TEST_KEY), what);
      }
    });

  test("the text so far beside each piece is masked with it", async () => {
    const words = ["a mail ", TEST_MAIL.slice(0, 7), `${TEST_MAIL.slice(7)} now`];
    const events = words.map((word, at) => {
      const message = { role: "assistant", content: words.slice(0, at + 1).join("") };
      return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: word }, message, finish_reason: null }] })}\n\n`;
    });
    await using upstream = await streamWith([...events, chatChunk({ finish: "stop" }), STREAM_END]);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const wire = await (await post(proxy, chat("hi", { stream: true }))).text();
    assert.equal(joined(wire), "a mail <MAIL_1> now");
  });

  test("harmless text before a block elsewhere leaves whole", async () => {
    const citation = `data: ${JSON.stringify({ citations: [`see ${TEST_KEY} `], choices: [{ index: 0, delta: {} }] })}\n\n`;
    const parts = [text("Everything is fi"), text("ne"), citation, text(" and more"), STREAM_END];
    for (const reads of [parts, [parts.join("")]]) {
      await using upstream = await streamWith(reads);
      await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
      const wire = await (await post(proxy, chat("hi", { stream: true }))).text();
      assert.equal(joined(wire), "Everything is fine");
      assert.ok(wire.includes('"finish_reason":"content_filter"') && !wire.includes(TEST_KEY));
    }
  });
});
