import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock, eventsOf } from "./call.ts";

const PATH = "/v1/messages";
const TOOLS = [
  { type: "web_search_20250305", name: "web_search" },
  { name: "look_up", input_schema: { type: "object" } },
];
const ask = (content: unknown, more: object = {}) => ({
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content }],
  ...more,
});

describe("the mock's messages", () => {
  test("echo the user's last text", async () => {
    const { headers, json } = await callMock(PATH, ask([{ type: "text", text: "hello" }]));
    assert.deepEqual(json.content, [{ type: "text", text: "You said: hello", citations: null }]);
    assert.deepEqual([json.role, json.model, json.stop_reason], ["assistant", "m", "end_turn"]);
    assert.ok(json.usage.input_tokens > 0 && json.usage.output_tokens > 0);
    assert.ok(headers["request-id"]);
  });

  test("stream the whole sequence, each event named", async () => {
    const asked = ask("tell me something");
    const events = eventsOf(await callMock(PATH, { ...asked, stream: true }));
    for (const { name, data } of events) assert.equal(data.type, name);
    assert.deepEqual(
      [...new Set(events.map(({ name }) => name))],
      [
        "message_start",
        "content_block_start",
        "ping",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
      ],
    );
    const deltas = events.filter(({ name }) => name === "content_block_delta");
    const { json } = await callMock(PATH, asked);
    assert.ok(deltas.length > 2);
    assert.equal(deltas.map(({ data }) => data.delta.text).join(""), json.content[0].text);
    assert.deepEqual(events[0]?.data.message.content, []);
    const end = events.find(({ name }) => name === "message_delta")?.data;
    assert.deepEqual([end.delta.stop_reason, end.usage.output_tokens], ["end_turn", json.usage.output_tokens]);
  });

  test("use the first tool with a schema, whole and streamed, and answer after its result", async () => {
    const asked = ask("call a tool", { tools: TOOLS });
    const { json } = await callMock(PATH, asked);
    const [use] = json.content;
    assert.deepEqual([use.type, use.name, use.input], ["tool_use", "look_up", { query: "You said: call a tool" }]);
    assert.equal(json.stop_reason, "tool_use");
    const events = eventsOf(await callMock(PATH, { ...asked, stream: true })).map(({ data }) => data);
    const begun = events.find(({ type }) => type === "content_block_start").content_block;
    assert.deepEqual([begun.id, begun.input], [use.id, {}]);
    const partial = events.flatMap(({ delta }) => delta?.partial_json ?? []);
    assert.equal(partial[0], "");
    assert.deepEqual(JSON.parse(partial.join("")), use.input);
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: use.id, content: "42" }] };
    const messages = [...asked.messages, { role: "assistant", content: json.content }, result];
    const after = await callMock(PATH, { ...asked, messages });
    assert.equal(after.json.content[0].text, "The tool has answered. You said: call a tool");
  });

  test("think first when they may, and sign what they thought", async () => {
    const asked = ask("hello", { thinking: { type: "enabled", budget_tokens: 1024 } });
    const { json } = await callMock(PATH, asked);
    const [thought, text] = json.content;
    assert.equal(text.text, "You said: hello");
    assert.equal(Buffer.from(thought.signature, "base64").length, 32);
    const events = eventsOf(await callMock(PATH, { ...asked, stream: true })).map(({ data }) => data);
    assert.equal(events.flatMap(({ delta }) => delta?.thinking ?? []).join(""), thought.thinking);
    assert.deepEqual(
      events.flatMap(({ delta }) => delta?.signature ?? []),
      [thought.signature],
    );
    const stops = events.filter(({ type }) => type === "content_block_stop");
    assert.deepEqual(
      stops.map(({ index }) => index),
      [0, 1],
    );
    const off = await callMock(PATH, ask("hello", { thinking: { type: "disabled" } }));
    assert.equal(off.json.content.length, 1);
  });

  test("are counted as their usage says", async () => {
    const asked = ask("hello there", { system: "be kind", tools: TOOLS });
    const counted = await callMock(`${PATH}/count_tokens`, asked);
    assert.ok(counted.json.input_tokens > 5);
    assert.equal(counted.json.input_tokens, (await callMock(PATH, asked)).json.usage.input_tokens);
  });

  test("refuse wrong bodies in Anthropic's words", async () => {
    const wrong = [{ model: "m", max_tokens: 1 }, ask("hi", { max_tokens: undefined }), "{", "[]"];
    for (const body of wrong) {
      const { status, json } = await callMock(PATH, body);
      assert.equal(status, 400);
      assert.deepEqual([json.type, json.error.type], ["error", "invalid_request_error"]);
    }
    assert.equal((await callMock(`${PATH}/count_tokens`, {})).json.type, "error");
  });
});
