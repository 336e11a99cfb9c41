import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock, eventsOf } from "./call.ts";

const PATH = "/v1/chat/completions";
const TOOLS = [{ type: "function", function: { name: "look_up" } }];
const ask = (content: unknown, more: object = {}) => ({ messages: [{ role: "user", content }], ...more });

describe("the mock's chat completions", () => {
  test("echo the last prompt of the user, one answer a choice", async () => {
    const messages = [
      { role: "user", content: "first" },
      { role: "assistant", content: "said" },
      { role: "user", content: [{ type: "text", text: "second" }] },
    ];
    const { status, json } = await callMock(PATH, { model: "any", messages, n: 2 });
    assert.equal(status, 200);
    assert.equal(json.model, "any");
    assert.deepEqual(
      json.choices.map((choice: { message: { content: string } }) => choice.message.content),
      ["You said: second", "You said: second"],
    );
    assert.deepEqual(json.usage, { prompt_tokens: 4, completion_tokens: 8, total_tokens: 12 });
  });

  test("leak a key or an address when they are told to", async () => {
    const key = await callMock(PATH, ask("Please LEAK a key"));
    assert.match(key.json.choices[0].message.content, /AKIA[A-Z0-9]{16} /);
    const mail = await callMock(PATH, ask("leak an email"));
    assert.match(mail.json.choices[0].message.content, /jane\.doe@\S+\.com/);
  });

  test("echo four hundred characters at most, and no half of a pair", async () => {
    const { json } = await callMock(PATH, ask("😀".repeat(500)));
    assert.equal(json.choices[0].message.content, `You said: ${"😀".repeat(400)}`);
  });

  test("stream what they would say whole, the choices by turns, usage on demand", async () => {
    const asked = ask("twelve chars and more", { stream: true, n: 2, stream_options: { include_usage: true } });
    const answer = await callMock(PATH, asked);
    assert.equal(answer.reads.at(-1), "data: [DONE]\n\n");
    const chunks = eventsOf(answer).map(({ data }) => data);
    for (const index of [0, 1]) {
      const own = chunks.flatMap(({ choices }) => choices).filter((choice) => choice.index === index);
      assert.equal(own.map(({ delta }) => delta.content ?? "").join(""), "You said: twelve chars and more");
      assert.equal(own.at(-1).finish_reason, "stop");
    }
    assert.deepEqual(
      chunks.slice(2, 6).map(({ choices }) => choices[0].index),
      [0, 1, 0, 1],
    );
    assert.deepEqual(chunks.at(-1).choices, []);
    assert.ok(chunks.at(-1).usage.total_tokens > 0);
    const uncounted = eventsOf(await callMock(PATH, ask("hi", { stream: true })));
    assert.ok(uncounted.every(({ data }) => !("usage" in data)));
  });

  test("call the tool on offer when they are told to, and answer after its result", async () => {
    const asked = ask("call a tool", { tools: TOOLS });
    const { json } = await callMock(PATH, asked);
    const [choice] = json.choices;
    assert.equal(choice.finish_reason, "tool_calls");
    assert.equal(choice.message.content, null);
    const [call] = choice.message.tool_calls;
    assert.deepEqual(JSON.parse(call.function.arguments), { query: "You said: call a tool" });
    const chunks = eventsOf(await callMock(PATH, { ...asked, stream: true })).map(({ data }) => data.choices[0]);
    const deltas = chunks.flatMap(({ delta }) => delta.tool_calls ?? []);
    assert.equal(deltas[0].id, call.id);
    assert.equal(deltas.map((delta) => delta.function.arguments).join(""), call.function.arguments);
    assert.equal(chunks.at(-1).finish_reason, "tool_calls");
    const result = { role: "tool", tool_call_id: call.id, content: "42" };
    const after = await callMock(PATH, { ...asked, messages: [...asked.messages, choice.message, result] });
    assert.equal(after.json.choices[0].message.content, "The tool has answered. You said: call a tool");
  });

  test("call no tool that is not on offer", async () => {
    const { json } = await callMock(PATH, ask("call a tool"));
    assert.equal(json.choices[0].message.content, "You said: call a tool");
  });

  test("refuse a body without messages", async () => {
    const { status, json } = await callMock(PATH, { messages: "hi" });
    assert.equal(status, 400);
    assert.deepEqual([json.error.type, json.error.code], ["invalid_request_error", "invalid_request"]);
  });
});

const COMPLETIONS_PATH = "/v1/completions";
const textsOf = (json: { choices: { text: string }[] }): string[] => json.choices.map(({ text }) => text);

describe("the mock's completions", () => {
  test("answer each prompt of a list, n times", async () => {
    const { json } = await callMock(COMPLETIONS_PATH, { model: "m", prompt: ["a", "b"], n: 2 });
    assert.deepEqual(textsOf(json), ["You said: a", "You said: a", "You said: b", "You said: b"]);
    assert.deepEqual(
      json.choices.map(({ index, finish_reason }: Record<string, unknown>) => [index, finish_reason]),
      [0, 1, 2, 3].map((index) => [index, "stop"]),
    );
    assert.equal(json.object, "text_completion");
  });

  test("repeat the prompt when they are told to", async () => {
    const { json } = await callMock(COMPLETIONS_PATH, { prompt: "Once upon. ", echo: true });
    assert.deepEqual(textsOf(json), ["Once upon. You said: Once upon. "]);
  });

  test("take token ids, of one prompt or several", async () => {
    assert.deepEqual(textsOf((await callMock(COMPLETIONS_PATH, { prompt: [1, 2, 3] })).json), ["You said: 3 tokens"]);
    const several = await callMock(COMPLETIONS_PATH, { prompt: [[1, 2], [3]] });
    assert.deepEqual(textsOf(several.json), ["You said: 2 tokens", "You said: 1 tokens"]);
  });

  test("stream what they would say whole, choices of different length by turns", async () => {
    const prompts = ["short", "a prompt that is quite a bit longer"];
    const asked = { prompt: prompts, echo: true, stream: true, stream_options: { include_usage: true } };
    const answer = await callMock(COMPLETIONS_PATH, asked);
    assert.equal(answer.reads.at(-1), "data: [DONE]\n\n");
    const chunks = eventsOf(answer).map(({ data }) => data);
    for (const [index, prompt] of prompts.entries()) {
      const own = chunks.flatMap(({ choices }) => choices).filter((choice) => choice.index === index);
      assert.equal(own.map(({ text }) => text).join(""), `${prompt}You said: ${prompt}`);
      assert.deepEqual(
        own.map((choice) => choice.finish_reason),
        [...own.slice(1).map(() => null), "stop"],
      );
    }
    const { json } = await callMock(COMPLETIONS_PATH, { ...asked, stream: false });
    assert.deepEqual(chunks.at(-1).usage, json.usage);
  });

  test("refuse what is no prompt, and too many choices", async () => {
    for (const prompt of [undefined, 7, [], {}, ["a", 1], [1.5]]) {
      const { status, json } = await callMock(COMPLETIONS_PATH, { prompt });
      assert.deepEqual([status, json.error.code], [400, "invalid_request"]);
    }
    const many = Array.from({ length: 65 }, () => "a");
    assert.equal((await callMock(COMPLETIONS_PATH, { prompt: many })).status, 200);
    assert.equal((await callMock(COMPLETIONS_PATH, { prompt: many, n: 2 })).status, 400);
  });
});
