import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock } from "./call.ts";

const chat = { messages: [{ role: "user", content: "hi" }] };

describe("the mock provider", () => {
  test("looks at the end of a path only", async () => {
    const paths = [
      "/chat/completions",
      "/v1/chat/completions/",
      "/openai/v1/chat/completions?x=1",
      "/openai/deployments/mine/chat/completions?api-version=2024-10-21",
    ];
    for (const path of paths) {
      const { json } = await callMock(path, chat);
      assert.equal(json.choices[0].message.content, "You said: hi", path);
    }
    const azure = await callMock("/openai/deployments/mine/completions?api-version=2024-10-21", { prompt: "hi" });
    assert.equal(azure.json.object, "text_completion");
    const google = await callMock("/v1/projects/p/locations/l/publishers/google/models/m:generateContent", {
      contents: [{ parts: [{ text: "hi" }] }],
    });
    assert.equal(google.json.candidates[0].content.parts[0].text, "You said: hi");
  });

  test("gives the same request the same answer", async () => {
    const requests: readonly (readonly [string, object])[] = [
      ["/v1/chat/completions", { ...chat, stream: true }],
      ["/v1/completions", { prompt: "hi", stream: true }],
      ["/v1/responses", { input: "hi", stream: true }],
      ["/v1/embeddings", { input: "hi" }],
      ["/v1/moderations", { input: "hi" }],
      ["/v1/images/generations", { prompt: "hi" }],
      ["/v1/audio/speech", { input: "hi" }],
      ["/v1/messages", { ...chat, max_tokens: 9, stream: true }],
      ["/v1beta/models/m:streamGenerateContent", { contents: [{ parts: [{ text: "hi" }] }] }],
      ["/v1beta/models/m:embedContent", { content: { parts: [{ text: "hi" }] } }],
    ];
    for (const [path, body] of requests) {
      const [first, second] = [await callMock(path, body), await callMock(path, body)];
      assert.equal(first.status, 200, path);
      assert.deepEqual(first, second);
    }
  });

  test("does not know other paths or methods, and says so in the caller's words", async () => {
    const openai = await callMock("/v1/files", {});
    assert.deepEqual([openai.status, openai.json.error.code], [404, "not_found"]);
    assert.equal((await callMock("/v1/chat/completions", undefined)).status, 404);
    assert.equal((await callMock("/v1/models", undefined, { method: "DELETE" })).status, 404);
    const anthropic = await callMock("/v1/messages/batches", {});
    assert.deepEqual([anthropic.status, anthropic.json.error.type], [404, "not_found_error"]);
    const gemini = await callMock("/v1/models/m:bidi", {});
    assert.deepEqual([gemini.status, gemini.json.error.status], [404, "NOT_FOUND"]);
  });

  test("refuses what is no JSON object: no body, no JSON, a list, bytes that are no text", async () => {
    for (const body of ["", "{", "[]", "null", '{"messages":[],"messages":[]}']) {
      const { status, json } = await callMock("/v1/chat/completions", body);
      assert.deepEqual([status, json.error.message], [400, "The body must be a JSON object"]);
    }
    assert.equal((await callMock("/v1/chat/completions", undefined, { method: "POST" })).status, 400);
  });

  test("answers a HEAD as a GET", async () => {
    assert.equal((await callMock("/v1/models", undefined, { method: "HEAD" })).status, 200);
  });
});
