import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock } from "./call.ts";

const PATH = "/v1/embeddings";
const vectorOf = async (input: unknown, more: object = {}): Promise<number[]> =>
  (await callMock(PATH, { input, ...more })).json.data[0].embedding;

describe("the mock's embeddings", () => {
  test("are vectors of length 1 that only the text decides", async () => {
    const vector = await vectorOf("hello");
    assert.equal(vector.length, 8);
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
    assert.deepEqual(await vectorOf("hello", { model: "another" }), vector);
    assert.notDeepEqual(await vectorOf("hallo"), vector);
  });

  test("come one a text, in order, or of token ids", async () => {
    const { json } = await callMock(PATH, { input: ["a", "b"] });
    assert.deepEqual(
      json.data.map(({ index }: { index: number }) => index),
      [0, 1],
    );
    assert.deepEqual(json.data[1].embedding, await vectorOf("b"));
    assert.equal((await vectorOf([1, 2, 3])).length, 8);
    assert.equal((await callMock(PATH, { input: [[1], [2, 3]] })).json.data.length, 2);
  });

  test("tell the same numbers in base64", async () => {
    const plain = await vectorOf("hello", { dimensions: 20 });
    const encoded = (await callMock(PATH, { input: "hello", dimensions: 20, encoding_format: "base64" })).json;
    const bytes = Buffer.from(encoded.data[0].embedding, "base64");
    const numbers = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
    assert.deepEqual(numbers, plain);
  });

  test("refuse what is no input, and dimensions beyond reason", async () => {
    for (const input of [undefined, [], {}, [""].concat(Array.from({ length: 2048 }, () => "a"))]) {
      assert.equal((await callMock(PATH, { input })).status, 400);
    }
    for (const dimensions of [0, 1.5, 3073, "8"]) {
      assert.equal((await callMock(PATH, { input: "a", dimensions })).status, 400);
    }
    const many = Array.from({ length: 400 }, () => "a");
    assert.equal((await callMock(PATH, { input: many, dimensions: 3072 })).status, 400);
  });
});

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
