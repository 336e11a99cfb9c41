import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  candidateFacts,
  choiceFacts,
  mergeFacts,
  messageFacts,
  responseFacts,
  mayHoldFacts,
} from "../../../src/codecs/shared/gen-ai.ts";
import { CODECS } from "../../../src/codecs/registry.ts";

describe("what answers tell of themselves", () => {
  test("chat completions: model, usage, why each choice ended", () => {
    const body = {
      model: "m",
      usage: { prompt_tokens: 3, completion_tokens: 4 },
      choices: [{ finish_reason: "stop" }, { finish_reason: "length" }, { finish_reason: null }],
    };
    assert.deepEqual(choiceFacts(body), {
      model: "m",
      inputTokens: 3,
      outputTokens: 4,
      finishReasons: ["stop", "length"],
    });
  });

  test("responses, in an event too", () => {
    const response = { model: "m", status: "completed", usage: { input_tokens: 3, output_tokens: 4 } };
    const facts = { model: "m", inputTokens: 3, outputTokens: 4, finishReasons: ["completed"] };
    assert.deepEqual(responseFacts(response), facts);
    assert.deepEqual(responseFacts({ type: "response.completed", response }), facts);
    assert.deepEqual(responseFacts({ response: { model: "m", status: "in_progress", usage: null } }), { model: "m" });
    const cut = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    assert.deepEqual(responseFacts(cut), { finishReasons: ["max_output_tokens"] });
  });

  test("messages: caches are a part of the prompt, the end comes in an event of its own", () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 10, cache_creation_input_tokens: 5, output_tokens: 1 };
    const start = messageFacts({ type: "message_start", message: { model: "m", usage, stop_reason: null } });
    const end = messageFacts({
      type: "message_delta",
      delta: { stop_reason: "end_turn" },
      usage: { output_tokens: 9 },
    });
    assert.deepEqual(mergeFacts(start, end), {
      model: "m",
      inputTokens: 18,
      outputTokens: 9,
      finishReasons: ["end_turn"],
    });
  });

  test("candidates: thoughts are output", () => {
    const body = {
      modelVersion: "g",
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, thoughtsTokenCount: 5 },
      candidates: [{ finishReason: "STOP" }],
    };
    assert.deepEqual(candidateFacts(body), { model: "g", inputTokens: 3, outputTokens: 9, finishReasons: ["STOP"] });
  });

  test("reasons that nobody documents are told as other, numbers that are none not at all", () => {
    const body = {
      usage: { prompt_tokens: -1, completion_tokens: "4" },
      choices: [{ finish_reason: "jane.doe said so" }],
    };
    assert.deepEqual(choiceFacts(body), { finishReasons: ["other"] });
    for (const read of [choiceFacts, responseFacts, messageFacts, candidateFacts])
      for (const hostile of [null, [], "x", 5, { choices: 1, usage: [], candidates: {}, message: 1, response: null }])
        assert.deepEqual(read(hostile), {});
  });
});

test("events that bring a piece of text are not read again", () => {
  assert.ok(!mayHoldFacts('{"choices":[{"delta":{"content":"a"},"finish_reason":null}],"usage":null}'));
  assert.ok(!mayHoldFacts(String.raw`{"delta":"\"usage\":{"}`));
  for (const data of [
    '{"usage":{}}',
    '{"finish_reason": "stop"}',
    '{"usageMetadata":{}}',
    '{"stop_reason":"end_turn"}',
  ])
    assert.ok(mayHoldFacts(data), data);
});

test("every format has names of a closed set", () => {
  for (const { genAi } of CODECS)
    for (const path of [
      "/v1/x",
      "/v1/embeddings",
      "/v1/projects/p/models/m:countTokens",
      "/v1/messages/count_tokens",
    ]) {
      assert.match(genAi.provider(path), /^[a-z_.]+$/);
      assert.match(genAi.operation(path, "POST"), /^[a-z_]+$/);
    }
});
