import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock, eventsOf } from "./call.ts";

const at = (verb: string): string => `/v1beta/models/gemini-x:${verb}`;
const TOOLS = [{ googleSearch: {} }, { functionDeclarations: [{ name: "look_up" }] }];
const ask = (text: string, more: object = {}) => ({ contents: [{ role: "user", parts: [{ text }] }], ...more });

describe("the mock's generateContent", () => {
  test("echoes the user's last text, one candidate an answer", async () => {
    const { json } = await callMock(at("generateContent"), ask("hello", { generationConfig: { candidateCount: 2 } }));
    assert.deepEqual(
      json.candidates.map(({ content, finishReason, index }: Record<string, unknown>) => [
        content,
        finishReason,
        index,
      ]),
      [0, 1].map((index) => [{ parts: [{ text: "You said: hello" }], role: "model" }, "STOP", index]),
    );
    assert.equal(json.modelVersion, "gemini-x");
    const { promptTokenCount, candidatesTokenCount, totalTokenCount } = json.usageMetadata;
    assert.equal(totalTokenCount, promptTokenCount + candidatesTokenCount);
  });

  test("takes a turn without a role, and both spellings", async () => {
    const body = {
      contents: [{ parts: [{ text: "call a tool" }] }],
      tools: [{ function_declarations: [{ name: "look_up" }] }],
    };
    const { json } = await callMock(at("generateContent"), body);
    assert.equal(json.candidates[0].content.parts[0].functionCall.name, "look_up");
  });

  test("calls a function when it is told to, and answers after its result", async () => {
    const asked = ask("call a tool", { tools: TOOLS });
    const { json } = await callMock(at("generateContent"), asked);
    const { content } = json.candidates[0];
    assert.deepEqual(content.parts[0].functionCall.args, { query: "You said: call a tool" });
    const [event, ...more] = eventsOf(await callMock(`${at("streamGenerateContent")}?alt=sse`, asked));
    assert.deepEqual(event?.data.candidates[0].content, content);
    assert.deepEqual(more, []);
    const result = { role: "user", parts: [{ functionResponse: { name: "look_up", response: { result: 42 } } }] };
    const after = await callMock(at("generateContent"), { ...asked, contents: [...asked.contents, content, result] });
    assert.equal(after.json.candidates[0].content.parts[0].text, "The tool has answered. You said: call a tool");
  });

  test("shows thoughts where they are asked for", async () => {
    const { json } = await callMock(
      at("generateContent"),
      ask("hello", { generationConfig: { thinkingConfig: { includeThoughts: true } } }),
    );
    const [thought, answer] = json.candidates[0].content.parts;
    assert.equal(thought.thought, true);
    assert.deepEqual(answer, { text: "You said: hello" });
  });
});

describe("the mock's streamGenerateContent", () => {
  const asked = ask("tell me something", { generationConfig: { candidateCount: 2 } });

  test("comes as events of Google's layout, each candidate ending with its last piece", async () => {
    const answer = await callMock(`${at("streamGenerateContent")}?alt=sse`, asked);
    assert.equal(answer.headers["content-type"], "text/event-stream");
    assert.ok(answer.reads.every((read) => read.endsWith("}\r\n\r\n")));
    const candidates = eventsOf(answer).flatMap(({ data }) => data.candidates);
    for (const index of [0, 1]) {
      const own = candidates.filter((candidate) => candidate.index === index);
      assert.ok(own.length > 2);
      assert.equal(own.map(({ content }) => content.parts[0].text).join(""), "You said: tell me something");
      assert.deepEqual(
        own.map(({ finishReason }) => finishReason),
        [...own.slice(1).map(() => undefined), "STOP"],
      );
    }
  });

  test("comes as one array, element by element, without alt=sse", async () => {
    const answer = await callMock(at("streamGenerateContent"), asked);
    assert.match(String(answer.headers["content-type"]), /^application\/json/);
    const events = eventsOf(await callMock(`${at("streamGenerateContent")}?alt=sse`, asked));
    assert.deepEqual(
      answer.json,
      events.map(({ data }) => data),
    );
    assert.equal(answer.reads.length, events.length + 1);
    assert.ok(answer.reads[0]?.startsWith("[{\n"));
    assert.ok(answer.reads.slice(1, -1).every((read) => read.startsWith("\n,\r\n{\n")));
    assert.equal(answer.reads.at(-1), "\n]");
  });
});

describe("the mock's countTokens", () => {
  test("counts as the usage of an answer does, in both forms of a request", async () => {
    const asked = ask("hello there");
    const { json } = await callMock(at("countTokens"), asked);
    const { usageMetadata } = (await callMock(at("generateContent"), asked)).json;
    assert.equal(json.totalTokens, usageMetadata.promptTokenCount);
    const wrapped = await callMock(at("countTokens"), { generateContentRequest: asked });
    assert.deepEqual(wrapped.json, json);
  });
});

describe("the mock's Gemini routes", () => {
  test("refuse wrong bodies in Google's words", async () => {
    for (const verb of ["generateContent", "streamGenerateContent", "countTokens"]) {
      for (const body of [{ contents: "hi" }, "no json"]) {
        const { status, json } = await callMock(at(verb), body);
        assert.deepEqual([status, json.error.code, json.error.status], [400, 400, "INVALID_ARGUMENT"]);
      }
    }
  });
});
