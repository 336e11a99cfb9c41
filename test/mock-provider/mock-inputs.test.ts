import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock, eventsOf } from "./call.ts";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

describe("the mock's images", () => {
  const path = "/v1/images/generations";

  test("are a picture of one pixel, with the prompt revised", async () => {
    const { json } = await callMock(path, { prompt: "a cat", n: 2 });
    assert.equal(json.data.length, 2);
    const picture = Buffer.from(json.data[0].b64_json, "base64");
    assert.deepEqual(picture.subarray(0, 8), PNG);
    // Width and height stand first in the header chunk.
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1, 1]);
    assert.equal(json.data[0].revised_prompt, "You said: a cat");
  });

  test("come as a link or as an event where the client asks for it", async () => {
    const { json } = await callMock(path, { prompt: "a cat", response_format: "url" });
    assert.match(json.data[0].url, /^data:image\/png;base64,/);
    const events = eventsOf(await callMock(path, { prompt: "a cat", stream: true }));
    assert.deepEqual(
      events.map(({ name }) => name),
      ["image_generation.completed"],
    );
    assert.ok(Buffer.from(events[0]?.data.b64_json, "base64").subarray(0, 8).equals(PNG));
  });

  test("refuse a body without a prompt", async () => {
    assert.equal((await callMock(path, { prompt: 7 })).status, 400);
  });
});

describe("the mock's speech", () => {
  const path = "/v1/audio/speech";

  test("is a WAV file whose header tells its length", async () => {
    const { headers, bytes } = await callMock(path, { input: "hello", model: "m", voice: "v" });
    assert.equal(headers["content-type"], "audio/wav");
    assert.equal(bytes.toString("latin1", 0, 4) + bytes.toString("latin1", 8, 12), "RIFFWAVE");
    assert.equal(bytes.readUInt32LE(4), bytes.length - 8);
    assert.equal(bytes.readUInt32LE(40), bytes.length - 44);
  });

  test("is bare samples where the client asks for them", async () => {
    const { headers, bytes } = await callMock(path, { input: "hello", response_format: "pcm" });
    assert.equal(headers["content-type"], "audio/pcm");
    assert.ok(bytes.length > 0 && bytes.every((byte) => byte === 0));
  });

  test("refuses a body without a text", async () => {
    assert.equal((await callMock(path, { model: "m" })).status, 400);
  });
});

const PATH = "/v1/moderations";

describe("the mock's moderations", () => {
  test("flag nothing, one result a text", async () => {
    const { json } = await callMock(PATH, { input: ["I will hurt you", "hello"] });
    assert.equal(json.results.length, 2);
    for (const result of json.results) {
      assert.equal(result.flagged, false);
      assert.ok(Object.keys(result.categories).length > 10);
      assert.ok(Object.values(result.categories).every((flag) => flag === false));
      assert.deepEqual(Object.keys(result.category_scores), Object.keys(result.categories));
    }
    assert.equal((await callMock(PATH, { input: "one" })).json.results.length, 1);
  });

  test("judge parts together", async () => {
    const input = [
      { type: "text", text: "a" },
      { type: "image_url", image_url: { url: "data:," } },
    ];
    assert.equal((await callMock(PATH, { input })).json.results.length, 1);
  });

  test("refuse what is no input", async () => {
    for (const input of [undefined, 1, [], ["a", {}]]) {
      assert.equal((await callMock(PATH, { input })).status, 400);
    }
  });
});
