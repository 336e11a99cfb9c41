import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock, eventsOf } from "./call.ts";

const PATH = "/v1/completions";
const textsOf = (json: { choices: { text: string }[] }): string[] => json.choices.map(({ text }) => text);

describe("the mock's completions", () => {
  test("answer each prompt of a list, n times", async () => {
    const { json } = await callMock(PATH, { model: "m", prompt: ["a", "b"], n: 2 });
    assert.deepEqual(textsOf(json), ["You said: a", "You said: a", "You said: b", "You said: b"]);
    assert.deepEqual(
      json.choices.map(({ index, finish_reason }: Record<string, unknown>) => [index, finish_reason]),
      [0, 1, 2, 3].map((index) => [index, "stop"]),
    );
    assert.equal(json.object, "text_completion");
  });

  test("repeat the prompt when they are told to", async () => {
    const { json } = await callMock(PATH, { prompt: "Once upon. ", echo: true });
    assert.deepEqual(textsOf(json), ["Once upon. You said: Once upon. "]);
  });

  test("take token ids, of one prompt or several", async () => {
    assert.deepEqual(textsOf((await callMock(PATH, { prompt: [1, 2, 3] })).json), ["You said: 3 tokens"]);
    const several = await callMock(PATH, { prompt: [[1, 2], [3]] });
    assert.deepEqual(textsOf(several.json), ["You said: 2 tokens", "You said: 1 tokens"]);
  });

  test("stream what they would say whole, choices of different length by turns", async () => {
    const prompts = ["short", "a prompt that is quite a bit longer"];
    const asked = { prompt: prompts, echo: true, stream: true, stream_options: { include_usage: true } };
    const answer = await callMock(PATH, asked);
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
    const { json } = await callMock(PATH, { ...asked, stream: false });
    assert.deepEqual(chunks.at(-1).usage, json.usage);
  });

  test("refuse what is no prompt, and too many choices", async () => {
    for (const prompt of [undefined, 7, [], {}, ["a", 1], [1.5]]) {
      const { status, json } = await callMock(PATH, { prompt });
      assert.deepEqual([status, json.error.code], [400, "invalid_request"]);
    }
    const many = Array.from({ length: 65 }, () => "a");
    assert.equal((await callMock(PATH, { prompt: many })).status, 200);
    assert.equal((await callMock(PATH, { prompt: many, n: 2 })).status, 400);
  });
});
