import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock } from "./call.ts";

const at = (verb: string): string => `/v1beta/models/gemini-x:${verb}`;
const content = (text: string) => ({ content: { parts: [{ text }] } });

describe("the mock's Gemini embeddings", () => {
  test("are the same alone and in a batch", async () => {
    const alone = (await callMock(at("embedContent"), content("hello"))).json.embedding;
    assert.equal(alone.values.length, 8);
    const batch = await callMock(at("batchEmbedContents"), { requests: [content("other"), content("hello")] });
    assert.deepEqual(batch.json.embeddings[1], alone);
    assert.notDeepEqual(batch.json.embeddings[0], alone);
  });

  test("have as many dimensions as are asked for", async () => {
    const { json } = await callMock(at("embedContent"), { ...content("hello"), outputDimensionality: 20 });
    assert.equal(json.embedding.values.length, 20);
  });

  test("refuse wrong bodies in Google's words", async () => {
    const many = Array.from({ length: 101 }, () => content("a"));
    const wrong: readonly (readonly [string, unknown])[] = [
      ["embedContent", {}],
      ["embedContent", { ...content("a"), outputDimensionality: 0 }],
      ["batchEmbedContents", { requests: {} }],
      ["batchEmbedContents", { requests: [{}] }],
      ["batchEmbedContents", { requests: many }],
    ];
    for (const [verb, body] of wrong) {
      const { status, json } = await callMock(at(verb), body);
      assert.deepEqual([status, json.error.status], [400, "INVALID_ARGUMENT"]);
    }
  });
});
