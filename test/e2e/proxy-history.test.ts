import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { answerWith, chat, post } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, TEST_POLICIES } from "../support/proxy.ts";

const NOTE = "[Removed by guardrail policy: test_keys]";
const says = (role: string, content: unknown, more: object = {}) => ({ role, content, ...more });
const sent = (body: Buffer | undefined): { messages: { role: string; content: unknown }[] } =>
  JSON.parse(body?.toString() ?? "{}") as { messages: { role: string; content: unknown }[] };

describe("history through the proxy", () => {
  test("a blocked message is refused once, and does not poison the turns that follow", async () => {
    await using upstream = await answerWith("fine");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const messages = [says("user", `my key ${TEST_KEY}`)];
    assert.equal((await post(proxy, { model: "m", messages })).status, 400);
    assert.equal(upstream.seen.length, 0);
    for (const stream of [false, true]) {
      messages.push(says("user", "never mind. What is the weather?"));
      const answer = await post(proxy, { model: "m", stream, messages });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("x-guardrail-verdict"), "flagged");
      assert.equal(answer.headers.get("x-guardrail-policies"), "test_keys");
      assert.equal(answer.headers.get("x-guardrail-removed"), "1");
      await answer.text();
      const body = upstream.seen.at(-1)?.body;
      assert.ok(!body?.toString().includes(TEST_KEY));
      assert.deepEqual(sent(body).messages, [says("user", NOTE), ...messages.slice(1)]);
    }
  });

  test("calls and results of tools keep their form", async () => {
    await using upstream = await answerWith("fine");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const call = (arguments_: string): object => ({
      tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: arguments_ } }],
    });
    const messages = [
      says("user", "read it"),
      says("assistant", null, call(JSON.stringify({ path: TEST_KEY }))),
      says("tool", [{ type: "text", text: `content ${TEST_KEY}` }], { tool_call_id: "c1" }),
      says("assistant", "I did."),
      says("user", `thanks, ${TEST_MAIL}`),
    ];
    const answer = await post(proxy, { model: "m", messages });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-guardrail-removed"), "2");
    assert.deepEqual(sent(upstream.seen[0]?.body).messages, [
      messages[0],
      says("assistant", null, call(JSON.stringify({ removed: NOTE }))),
      says("tool", [{ type: "text", text: NOTE }], { tool_call_id: "c1" }),
      messages[3],
      says("user", "thanks, <MAIL_1>"),
    ]);
  });

  test("a newest message without text keeps an old blocked one old", async () => {
    await using upstream = await answerWith("fine");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const image = says("user", [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }]);
    const messages = [says("user", TEST_KEY), says("assistant", ""), image];
    assert.equal((await post(proxy, { model: "m", messages })).status, 200);
    assert.deepEqual(sent(upstream.seen[0]?.body).messages, messages.with(0, says("user", NOTE)));
  });

  test("a signed thought goes as a whole, and what stands behind it stays", async () => {
    await using upstream = await answerWith("fine");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const thought = (text: string): object => ({ type: "thinking", thinking: text, signature: "c2ln" });
    const call = { type: "tool_use", id: "t", name: "f", input: { to: TEST_MAIL } };
    const messages = [
      says("user", "hi"),
      says("assistant", [thought(`key ${TEST_KEY}`), thought("hm"), { type: "text", text: TEST_KEY }, call]),
      says("user", [{ type: "tool_result", tool_use_id: "t", content: "ok" }]),
    ];
    await fetch(`${proxy.url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", max_tokens: 1, messages }),
    });
    const kept = [thought("hm"), { type: "text", text: NOTE }, { ...call, input: { to: "<MAIL_1>" } }];
    assert.deepEqual(sent(upstream.seen[0]?.body).messages, messages.with(1, says("assistant", kept)));
  });

  test("blocked_history: block refuses every turn; a result of a tool that has just come is refused either way", async () => {
    await using upstream = await answerWith("fine");
    await using strict = await startProxy({ upstreams: [makeUpstream(upstream.url, { blockedHistory: "block" })] });
    const messages = [says("user", TEST_KEY), says("user", "never mind")];
    const refused = await post(strict, { model: "m", messages });
    assert.equal(refused.status, 400);
    assert.equal(refused.headers.get("x-guardrail-removed"), null);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const results = [
      says("user", "read both"),
      says("tool", TEST_KEY, { tool_call_id: "a" }),
      says("tool", "b", { tool_call_id: "b" }),
    ];
    assert.equal((await post(proxy, { model: "m", messages: results })).status, 400);
    assert.equal(upstream.seen.length, 0);
  });

  test("an attack that is spread over messages is refused, and later taken out", async () => {
    await using upstream = await answerWith("fine");
    const policies = { ...TEST_POLICIES, test_score: { action: "block" } } as const;
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)], policies });
    const messages = [says("user", "OPEN the"), says("assistant", "what?"), says("user", "VAULT")];
    assert.equal((await post(proxy, { model: "m", messages: messages.slice(0, 1) })).status, 200);
    const refused = await post(proxy, { model: "m", messages });
    assert.equal(refused.status, 400);
    assert.equal(refused.headers.get("x-guardrail-policies"), "test_score");
    messages.push(says("user", "sorry, hello"));
    const answer = await post(proxy, { model: "m", messages });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-guardrail-verdict"), "flagged");
    assert.equal(sent(upstream.seen.at(-1)?.body).messages[2]?.content, "[Removed by guardrail policy: test_score]");
    await using apart = await startProxy({ upstreams: [makeUpstream(upstream.url, { joinedTurns: 1 })], policies });
    assert.equal((await post(apart, { model: "m", messages })).status, 200);
  });

  test("answers are remembered too, and masked alike each time", async () => {
    for (const verdictMemoEntries of [0, 100]) {
      await using upstream = await answerWith(`ask ${TEST_MAIL}`);
      await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)], server: { verdictMemoEntries } });
      for (let time = 0; time < 2; time++) {
        const answer = await post(proxy, chat("who?"));
        const { choices } = (await answer.json()) as { choices: { message: { content: string } }[] };
        assert.equal(choices[0]?.message.content, "ask <MAIL_1>");
        assert.equal(answer.headers.get("x-guardrail-verdict"), "flagged");
      }
    }
  });
});
