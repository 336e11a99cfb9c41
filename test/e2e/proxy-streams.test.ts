import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createManualClock, realClock } from "../support/clock.ts";
import { answerWith, chat, contentOf, post, streamWith, waitFor } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import { chatChunk, chatCompletion, chatStream, replyStream, startUpstream, STREAM_END } from "../support/upstream.ts";

describe("streams", () => {
  test("a clean stream leaves byte for byte", async () => {
    const parts = [": ping\r\n\r\n", ...chatStream(["Hel", "lo wörld 😀", " bye"])];
    const bytes = Buffer.from(parts.join(""));
    await using upstream = await streamWith([bytes.subarray(0, 400), bytes.subarray(400, 401), bytes.subarray(401)]);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const answer = await post(proxy, chat("hi", { stream: true }));
    assert.equal(answer.headers.get("content-type"), "text/event-stream; charset=utf-8");
    assert.equal(answer.headers.get("x-request-id"), "req_upstream");
    assert.equal(await answer.text(), bytes.toString());
  });

  test("masks a match over several events and lets the others pass as they are", async () => {
    await using upstream = await streamWith(chatStream(["Write to ja", "ne@ac", "me.te", "st today", " please"]));
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const text = await (await post(proxy, chat("hi", { stream: true }))).text();
    assert.equal(contentOf(text), "Write to <MAIL_1> today please");
    assert.ok(text.includes(chatChunk({ delta: { content: " please" } })));
  });

  test("a block ends the stream natively, with usage when asked, and aborts the upstream", async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chatChunk({ delta: { role: "assistant", content: "" } }));
      for (const content of ["The key is ", TEST_KEY.slice(0, 5), `${TEST_KEY.slice(5)} ${"and more ".repeat(20)}`]) {
        response.write(chatChunk({ delta: { content } }));
      }
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const answer = await post(proxy, chat("hi", { stream: true, stream_options: { include_usage: true } }));
    const text = await answer.text();
    assert.equal(answer.status, 200);
    assert.equal(contentOf(text), "The key is ");
    assert.ok(!text.includes("AK1"));
    const events = text.trim().split("\n\n");
    assert.equal(events.at(-1), "data: [DONE]");
    assert.match(events.at(-2) ?? "", /"choices":\[\],"usage":\{.*"guardrail_estimated":true/);
    assert.match(events.at(-3) ?? "", /"id":"chatcmpl-1".*"index":0,"delta":\{\},.*"finish_reason":"content_filter"/);
    await waitFor(() => upstream.aborted() === 1);
  });

  test("a block before anything has left is a 400", async () => {
    await using upstream = await streamWith([
      chatChunk({ delta: { content: TEST_KEY } }),
      chatChunk({ finish: "stop" }),
      STREAM_END,
    ]);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const answer = await post(proxy, chat("hi", { stream: true }));
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get("x-guardrail-verdict"), "blocked");
  });

  test("a block in one choice ends that one; the others go on to their own end", async () => {
    const usage = `data: ${JSON.stringify({ id: "chatcmpl-1", choices: [], usage: { total_tokens: 3 } })}\n\n`;
    const parts = [
      chatChunk({ index: 0, delta: { role: "assistant", content: "" } }),
      chatChunk({ index: 1, delta: { role: "assistant", content: "" } }),
      chatChunk({ index: 0, delta: { content: `see ${TEST_KEY} ` } }),
      chatChunk({ index: 1, delta: { content: "all " } }),
      chatChunk({ index: 0, delta: { content: "and on" } }),
      chatChunk({ index: 1, delta: { content: "good" } }),
      chatChunk({ index: 0, finish: "stop" }),
      chatChunk({ index: 1, finish: "stop" }),
      usage,
      STREAM_END,
    ];
    await using upstream = await streamWith(parts);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const text = await (await post(proxy, chat("hi", { stream: true, n: 2 }))).text();
    assert.ok(!text.includes("AK1") && !text.includes("and on"));
    assert.equal(contentOf(text, 1), "all good");
    assert.equal(text.match(/"index":0[^\n]*"finish_reason":"content_filter"/g)?.length, 1);
    assert.ok(text.includes(chatChunk({ index: 1, finish: "stop" })));
    assert.ok(text.endsWith(usage + STREAM_END));
  });

  test("holds tool arguments until they are complete and masks them as JSON", async () => {
    const call = (fields: object): string => chatChunk({ delta: { tool_calls: [{ index: 0, ...fields }] } });
    const parts = [
      chatChunk({ delta: { role: "assistant", content: null } }),
      call({ id: "c", type: "function", function: { name: "send", arguments: "" } }),
      ...['{"to":"ja', String.raw`ne\u0040ac`, 'me.test","x":', '"y"}'].map((part) =>
        call({ function: { arguments: part } }),
      ),
      chatChunk({ finish: "tool_calls" }),
      STREAM_END,
    ];
    await using upstream = await streamWith(parts);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const text = await (await post(proxy, chat("hi", { stream: true }))).text();
    const args = [...text.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)]
      .map((match) => JSON.parse(match[1] ?? "") as string)
      .join("");
    assert.equal(args, '{"to":"<MAIL_1>","x":"y"}');
    assert.ok(text.includes(call({ function: { arguments: '"y"}' } })));
  });

  test("says that it lives while it holds events", async () => {
    const clock = createManualClock();
    let finish = (): void => {};
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chatChunk({ delta: { content: "short" } }));
      finish = () => void response.end(chatChunk({ finish: "stop" }) + STREAM_END);
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)], clock });
    const pending = post(proxy, chat("hi", { stream: true }));
    let answer: Response | null = null;
    void pending.then((arrived) => (answer = arrived));
    // Time passes only here; the first beat that finds a held event sends the headers.
    await waitFor(() => {
      clock.advance(15_000);
      return answer !== null;
    });
    finish();
    const text = await (await pending).text();
    assert.match(text, /^(?:: keep-alive\n\n)+data: /);
  });

  test("a JSON answer to a stream request and a stream to a plain one are read as what they are", async () => {
    await using upstream = await answerWith(`to ${TEST_MAIL}`);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    assert.deepEqual(await (await post(proxy, chat("hi", { stream: true }))).json(), chatCompletion("to <MAIL_1>"));
    upstream.script = (response) => replyStream(response, chatStream([`to ${TEST_MAIL} now`]));
    assert.equal(contentOf(await (await post(proxy, chat("hi"))).text()), "to <MAIL_1> now");
  });

  test("an event that cannot be read ends the stream under deny and passes under pass", async () => {
    const parts = [
      ...chatStream(["a "]).slice(0, 2),
      'data: {"a":1,"a":2}\n\n',
      chatChunk({ finish: "stop" }),
      STREAM_END,
    ];
    await using upstream = await streamWith(parts);
    await using deny = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const text = await (await post(deny, chat("hi", { stream: true }))).text();
    assert.ok(!text.includes('"a":2'));
    assert.match(text, /guardrail_unread/);
    await using pass = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    assert.equal(await (await post(pass, chat("hi", { stream: true }))).text(), parts.join(""));
    assert.ok(pass.log.some((line) => line.includes("unread events passed")));
  });

  test("an answer that is neither JSON nor a stream is unread", async () => {
    await using upstream = await startUpstream(
      (response) => void response.writeHead(200, { "content-type": "text/html" }).end(TEST_KEY),
    );
    await using deny = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const refused = await post(deny, chat("hi"));
    assert.equal(refused.status, 502);
    assert.ok(!(await refused.text()).includes(TEST_KEY));
    await using pass = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    const passed = await post(pass, chat("hi"));
    assert.equal(passed.headers.get("x-guardrail-unread"), "content type");
  });

  test("a fail-closed policy that cannot run ends the stream with an error", async () => {
    await using upstream = await streamWith(chatStream(["fine ".repeat(20), " explode"]));
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const text = await (await post(proxy, chat("hi", { stream: true }))).text();
    assert.match(text, /"code":"guardrail_unavailable"/);
    assert.ok(!text.includes("explode"));
  });

  // Method: a socket gives up to 64 KB at once, which is judged in several turns; between them the loop is given up.
  test("a burst of text is judged in several turns, so that others need not wait for all of it", async () => {
    const parts = chatStream(Array.from({ length: 300 }, (_, index) => `${index} ${"plain words ".repeat(80)}`));
    await using upstream = await streamWith([parts.join("")]);
    let given = 0;
    const after: typeof realClock.after = (delayMs, run) => {
      if (delayMs === 0) given += 1;
      return realClock.after(delayMs, run);
    };
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)], clock: { ...realClock, after } });
    const text = await (await post(proxy, chat("hi", { stream: true }))).text();
    assert.equal(text, parts.join(""));
    assert.ok(given >= 4, `${given} times`);
  });
});
