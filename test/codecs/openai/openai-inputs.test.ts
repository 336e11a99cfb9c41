import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CompletionRequest, StreamCodec } from "../../../src/codecs/codec.ts";
import { SSE } from "../../../src/codecs/framing/framing.ts";
import { openAiCompletions } from "../../../src/codecs/openai/openai-completions.ts";
import { openAiInputs } from "../../../src/codecs/openai/openai-inputs.ts";
import type { Json } from "../../../src/core/model.ts";
import { TARGET } from "../../support/wire/kit.ts";
import { at } from "../../support/pointers.ts";

function read(path: string, body: Json): CompletionRequest {
  assert.ok(openAiInputs.matches("POST", path), path);
  const parsed = openAiInputs.readRequest(body, { ...TARGET, path });
  assert.ok(parsed.ok);
  return parsed.value;
}

const texts = ({ slots }: CompletionRequest): readonly (readonly string[])[] =>
  slots.map(({ pointer, text }) => [pointer.name, text]);

describe("openai-inputs", () => {
  test("reads the prompts of each route", () => {
    const image = { type: "image_url", image_url: { url: "https://x.example/a.png" } };
    const cases: readonly (readonly [string, Json, readonly (readonly string[])[], boolean])[] = [
      ["/v1/embeddings", { input: "a" }, [["/input", "a"]], false],
      ["/openai/deployments/d/embeddings", { input: ["a", "b"] }, [["/input/0", "a"], ["/input/1", "b"]], false], // prettier-ignore
      ["/v1/moderations", { input: [{ type: "text", text: "a" }, image] }, [["/input/0/text", "a"], ["/input/1/image_url/url", "https://x.example/a.png"]], false], // prettier-ignore
      ["/v1/audio/speech", { input: "a", instructions: "b", voice: "alloy" }, [["/input", "a"], ["/instructions", "b"]], false], // prettier-ignore
      ["/v1/images/generations", { prompt: "a", size: "1x1" }, [["/prompt", "a"]], true],
      ["/v1/rerank", { query: "a", documents: ["b", { text: "c" }] }, [["/query", "a"], ["/documents/0", "b"], ["/documents/1", '{"text":"c"}']], true], // prettier-ignore
    ];
    for (const [path, body, expected, readsAnswer] of cases) {
      const request = read(path, body);
      assert.deepEqual(texts(request), expected);
      assert.equal(request.readsAnswer, readsAnswer);
    }
    const unknown = {
      input: "a",
      messages: [{ role: "user", content: "b" }],
      unknown: { x: "c" },
      encoding_format: "float",
    };
    assert.deepEqual(texts(read("/v1/embeddings", unknown)), [["/input", "a"], ["/messages/0/content", "b"], ["/unknown/x", "c"]]); // prettier-ignore
    assert.deepEqual(read("/v1/moderations", { input: [image] }).unreadParts, ["image_url"]);
    assert.equal(openAiInputs.matches("GET", "/v1/embeddings"), false);
  });

  test("does not read token ids", () => {
    for (const input of [
      [1, 2],
      [[1], [2]],
      ["a", 3],
    ] as Json[]) {
      const target = { ...TARGET, path: "/v1/embeddings" };
      assert.deepEqual(openAiInputs.readRequest({ input }, target), { ok: false, reason: "token ids" });
      assert.deepEqual(openAiCompletions.readRequest({ prompt: input }), { ok: false, reason: "token ids" });
    }
  });

  test("reads the words of an answer, whole and streamed, not its bytes", () => {
    const body: Json = {
      created: 1,
      data: [{ b64_json: "iVBORw0KGgo=", revised_prompt: "a hat", url: "https://x.example/" }],
    };
    const parsed = openAiInputs.readResponse(body);
    assert.deepEqual(parsed.ok && parsed.value.map(({ text }) => text), ["a hat", "https://x.example/"]);
    const stream: StreamCodec = openAiInputs.openStream(read("/v1/images/generations", { prompt: "a" }), SSE);
    const event = SSE.event(
      JSON.stringify({ type: "image_generation.completed", b64_json: "gAA=", revised_prompt: "a hat" }),
    );
    const step = stream.read(event);
    assert.ok(step.ok);
    assert.deepEqual(
      step.value.deltas.map(({ text, choice }) => [text, choice]),
      [["a hat", null]],
    );
    assert.deepEqual(
      step.value.closes,
      step.value.deltas.map(({ channel }) => channel),
    );
    const leaving = { texts: ["a <X>"], isChanged: true, dropped: new Set<string>(), unfinished: new Set<string>() };
    assert.match(step.value.render(leaving)?.raw ?? "", /"revised_prompt":"a <X>"/);
    const end = stream.refusalEvents({
      choices: [],
      all: true,
      released: () => "",
      refusal: { message: "no", policies: ["p"], kinds: ["K"], requestId: "r" },
    });
    assert.match(end[0]?.data ?? "", /"code":"content_filter"/);
  });
});

describe("openai-completions", () => {
  test("reads prompts and suffix, and counts the choices that come", () => {
    assert.ok(openAiCompletions.matches("POST", "/openai/deployments/d/completions"));
    assert.ok(!openAiCompletions.matches("POST", "/v1/chat/completions"));
    const parsed = openAiCompletions.readRequest({ prompt: ["a", "b"], suffix: "c", n: 2, stream: true });
    assert.ok(parsed.ok);
    assert.deepEqual(texts(parsed.value), [["/prompt/0", "a"], ["/prompt/1", "b"], ["/suffix", "c"]]); // prettier-ignore
    assert.deepEqual([parsed.value.choiceCount, parsed.value.stream], [4, true]);
  });

  test("reads one prompt and its suffix as one message, prompts of a list apart", () => {
    for (const [prompt, turn] of [
      ["a", 0],
      [["a"], null],
    ] as const) {
      const parsed = openAiCompletions.readRequest({ prompt, suffix: "b" });
      assert.ok(parsed.ok);
      assert.deepEqual(parsed.value.slots.map((slot) => slot.turn), [turn, turn]); // prettier-ignore
    }
  });

  test("ends a refused choice without text", () => {
    const body: Json = {
      choices: [
        { index: 0, text: "a", finish_reason: "stop" },
        { index: 1, text: "b" },
      ],
    };
    assert.deepEqual(openAiCompletions.refuseChoices(body, [at("/choices/0/text")]), {
      choices: [
        { index: 0, text: "", logprobs: null, finish_reason: "content_filter" },
        { index: 1, text: "b" },
      ],
    });
  });
});
