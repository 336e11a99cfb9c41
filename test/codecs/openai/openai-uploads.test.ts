import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openAiUploads } from "../../../src/codecs/openai/openai-uploads.ts";
import type { Json } from "../../../src/core/model.ts";

const texts = (body: Json): readonly (readonly [string, string, string])[] => {
  const slots = openAiUploads.readResponse(body);
  assert.ok(slots.ok);
  return slots.value.map(({ pointer, text, kind }) => [pointer.name, text, kind]);
};

describe("openai-uploads", () => {
  test("knows its routes", () => {
    for (const path of [
      "/v1/audio/transcriptions",
      "/openai/deployments/w/audio/translations",
      "/v1/images/edits/",
      "/images/variations",
    ])
      assert.ok(openAiUploads.matches("POST", path), path);
    assert.ok(!openAiUploads.matches("GET", "/v1/images/edits"));
    assert.ok(!openAiUploads.matches("POST", "/v1/audio/speech"));
  });

  test("reads every field of a form, known or not, and JSON alike", () => {
    const read = openAiUploads.readRequest({
      model: "whisper-1",
      prompt: ["one", "two"],
      "timestamp_granularities[]": "word",
      stream: "true",
      new_field: "x",
      "known_speaker_references[]": "data:audio/wav;base64,AAAA",
    });
    assert.ok(read.ok);
    assert.deepEqual(
      read.value.slots.map(({ pointer, text, side, origin }) => [pointer.name, text, side, origin]),
      [
        ["/prompt/0", "one", "input", "user"],
        ["/prompt/1", "two", "input", "user"],
        ["/timestamp_granularities[]", "word", "input", "user"],
        ["/stream", "true", "input", "user"],
        ["/new_field", "x", "input", "user"],
      ],
    );
    assert.deepEqual([read.value.model, read.value.stream], ["whisper-1", true]);
    assert.deepEqual(read.value.unreadParts, ["known_speaker_references[]"]);
    assert.equal(openAiUploads.readRequest("text").ok, false);
  });

  test("reads transcripts in words only, with their times, and images", () => {
    assert.deepEqual(texts("all of it"), [["", "all of it", "text"]]);
    const words = [{ word: "all", start: 0, end: 1 }];
    const segments = [{ id: 0, text: " all", tokens: [1, 2], avg_logprob: 0 }];
    assert.deepEqual(texts({ task: "transcribe", language: "english", text: "all", segments, words }), [
      ["/text", "all", "text"],
      ["/segments/0/text", " all", "text"],
      ["/words", JSON.stringify(words), "json"],
    ]);
    assert.deepEqual(texts({ data: [{ b64_json: "AAAA", revised_prompt: "a hat" }] }), [
      ["/data/0/revised_prompt", "a hat", "text"],
    ]);
    assert.equal(openAiUploads.readResponse(1).ok, false);
  });

  test("leaves no piece of a masked transcript that says more than the mask", () => {
    const segments = [
      { text: " to <MAIL_1>", tokens: [1] },
      { text: " and on", start: 1 },
    ];
    const masked = { text: "to <MAIL_1> and on", words: [], logprobs: [], segments, usage: {} };
    assert.deepEqual(openAiUploads.afterMask(masked), {
      text: "to <MAIL_1> and on",
      segments: [{ text: " to <MAIL_1>", tokens: [] }, segments[1]],
      usage: {},
    });
    const split = [{ text: " to jane" }, { text: "@acme.test and on" }];
    assert.deepEqual(openAiUploads.afterMask({ ...masked, segments: split }), { text: masked.text, usage: {} });
    const image = { data: [{ revised_prompt: "<MAIL_1>" }] };
    assert.equal(openAiUploads.afterMask(image), image);
    assert.equal(openAiUploads.afterMask("text"), "text");
  });
});
