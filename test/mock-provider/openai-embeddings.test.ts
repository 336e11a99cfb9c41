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
