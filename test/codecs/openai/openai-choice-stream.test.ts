import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { StreamCodec, StreamStep } from "../../../src/codecs/codec.ts";
import { SSE, type SseEvent } from "../../../src/codecs/framing/framing.ts";
import { openAiChat } from "../../../src/codecs/openai/openai-chat.ts";
import type { Json } from "../../../src/core/model.ts";
import { TARGET } from "../../support/wire/kit.ts";

function open(body: { readonly [key: string]: Json } = {}): StreamCodec {
  const request = openAiChat.readRequest({ messages: [{ role: "user", content: "eight ch" }], ...body }, TARGET);
  assert.ok(request.ok);
  return openAiChat.openStream(request.value, SSE);
}

const NONE: ReadonlySet<string> = new Set();
const sseEvent = (data: string): SseEvent => SSE.event(data);
const end = (stream: StreamCodec, choices: readonly string[], all: boolean): readonly SseEvent[] =>
  stream.refusalEvents({
    choices,
    all,
    released: () => "",
    refusal: { message: "no", policies: ["p"], kinds: ["K"], requestId: "r" },
  });

const event = (body: Json): SseEvent => sseEvent(JSON.stringify(body));
const chunk = (index: number, delta: Json, finish: string | null = null): SseEvent =>
  event({ id: "c", created: 1, model: "m", choices: [{ index, delta, finish_reason: finish }] });

function read(stream: StreamCodec, item: SseEvent): StreamStep {
  const step = stream.read(item);
  assert.ok(step.ok);
  return step.value;
}

const channels = (step: StreamStep): readonly string[] => step.deltas.map(({ channel }) => channel);
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at events field by field, and a wrong guess fails them
const json = (item: SseEvent | null | undefined): any => JSON.parse(item?.data ?? "null");

describe("read", () => {
  test("gives each text field of each choice its channel", () => {
    const stream = open();
    const delta = {
      content: "a",
      refusal: "b",
      reasoning_content: "c",
      reasoning: "d",
      audio: { id: "x", transcript: "e", data: "AA" },
    };
    assert.deepEqual(channels(read(stream, chunk(2, delta))), [
      "choices/2/content",
      "choices/2/refusal",
      "choices/2/reasoning_content",
      "choices/2/reasoning",
      "choices/2/audio/transcript",
    ]);
  });

  test("tells tool calls apart by their index, wherever they stand in the list", () => {
    const stream = open();
    const first = read(
      stream,
      chunk(0, { tool_calls: [{ index: 1, id: "x", function: { name: "f", arguments: "{" } }] }),
    );
    assert.deepEqual(
      first.deltas.map(({ channel, kind }) => [channel, kind]),
      [
        ["choices/0/tool_calls/1/function/name", "json"],
        ["choices/0/tool_calls/1/function/arguments", "json"],
      ],
    );
    const custom = read(stream, chunk(0, { tool_calls: [{ index: 0, custom: { input: "x" } }] }));
    assert.deepEqual(
      custom.deltas.map(({ channel, kind }) => [channel, kind]),
      [["choices/0/tool_calls/0/custom/input", "json"]],
    );
  });

  test("closes a choice's channels at its finish, and reads no text behind it", () => {
    const stream = open();
    read(stream, chunk(0, { content: "a" }));
    read(stream, chunk(1, { content: "b" }));
    const finish = read(stream, chunk(0, {}, "stop"));
    assert.deepEqual([finish.closes, finish.finishes], [["choices/0/content"], ["0"]]);
    assert.deepEqual(stream.read(chunk(0, { content: "late" })), { ok: false, reason: "text after the end" });
    const done = read(stream, sseEvent("[DONE]"));
    assert.deepEqual([done.closes, done.isEnd], [["choices/1/content"], true]);
  });

  test("takes an end that comes with text for one when no more text follows", () => {
    const stream = open();
    for (const text of ["a", "b", "c"]) {
      const step = read(stream, chunk(0, { content: text }, "stop"));
      assert.deepEqual([channels(step), step.closes, step.finishes], [["choices/0/content"], [], ["0"]]);
    }
    assert.deepEqual(read(stream, event({ choices: [], usage: {} })).closes, ["choices/0/content"]);
    const empty = open();
    read(empty, chunk(0, { content: "a" }, ""));
    assert.deepEqual(read(empty, chunk(0, { content: "b" }, "")).closes, []);
  });

  test("goes on with elements that have no index, and tells calls apart by their ids", () => {
    const stream = open();
    const parts = (text: string): SseEvent => chunk(0, { content: [{ type: "text", text }] });
    assert.deepEqual(channels(read(stream, parts("a"))), channels(read(stream, parts("b"))));
    const call = (fields: Json): readonly string[] => channels(read(stream, chunk(0, { tool_calls: [fields] })));
    const first = call({ id: "x", function: { arguments: "{" } });
    assert.deepEqual(call({ function: { arguments: "}" } }), first);
    assert.notDeepEqual(call({ id: "y", function: { arguments: "{" } }), first);
  });

  test("takes out what repeats the text so far", () => {
    const stream = open();
    const item = event({ choices: [{ index: 0, delta: { content: "b" }, message: { content: "a b" } }] });
    const step = read(stream, item);
    assert.deepEqual(channels(step), ["choices/0/content"]);
    const leaving = step.render({ texts: ["b"], isChanged: false, dropped: NONE, unfinished: NONE });
    assert.deepEqual(json(leaving), { choices: [{ index: 0, delta: { content: "b" } }] });
  });

  test("takes events without data as they are", () => {
    assert.deepEqual(read(open(), { raw: "data:\n\n", event: "", data: "" }).deltas, []);
  });

  test("checks annotations by themselves", () => {
    const stream = open();
    const step = read(stream, chunk(0, { annotations: [{ type: "url_citation", url_citation: { title: "t" } }] }));
    assert.deepEqual(step.closes, channels(step));
    const next = read(stream, chunk(0, { annotations: [{ type: "url_citation", url_citation: { title: "t" } }] }));
    assert.notDeepEqual(channels(next), channels(step));
  });

  test("takes events without choices as they are, their text read", () => {
    const stream = open();
    const error = read(stream, event({ error: { message: "oops", type: "x" } }));
    assert.deepEqual(
      error.deltas.map(({ text, choice }) => [text, choice]),
      [["oops", null]],
    );
    assert.deepEqual(
      read(stream, event({ choices: [], prompt_filter_results: [{ content_filter_results: {} }] })).deltas,
      [],
    );
    assert.deepEqual(read(stream, { raw: ": x\n\n", event: "", data: null }).deltas, []);
  });

  test("takes structured output as JSON, whole", () => {
    const step = read(open({ response_format: { type: "json_object" } }), chunk(0, { content: "{" }));
    assert.equal(step.deltas[0]?.kind, "json");
  });

  test("does not read what is no chunk", () => {
    const stream = open();
    const broken = ["{", "[1]", '"x"', '{"a":1,"a":2}', '{"choices":["x"]}', '{"choices":[{"index":0},{"index":0}]}'];
    for (const data of broken) assert.equal(stream.read(sseEvent(data)).ok, false, data);
  });

  test("lets tokens without their text leave only rewritten", () => {
    const stream = open();
    const tokens = event({ choices: [{ index: 0, delta: {}, logprobs: { content: [{ token: "secret" }] } }] });
    const leaving = read(stream, tokens).render({ texts: [], isChanged: false, dropped: NONE, unfinished: NONE });
    assert.equal(json(leaving).choices[0].logprobs, null);
  });
});

describe("render", () => {
  test("changes the texts, drops the tokens that repeat them, keeps the rest", () => {
    const stream = open();
    const body = (first: string, logprobs: Json): Json => ({
      id: "c",
      new_field: [1.5],
      choices: [
        { index: 0, delta: { content: first, x: 1 }, logprobs },
        { index: 1, delta: { content: "b" }, logprobs: { content: [{ token: "b" }] } },
      ],
    });
    const item = event(body("a", { content: [{ token: "a" }] }));
    const step = read(stream, item);
    const leaving = step.render({ texts: ["<A>", "b"], isChanged: true, dropped: NONE, unfinished: NONE });
    assert.deepEqual(json(leaving), body("<A>", null));
  });

  test("takes choices out, and the event when none is left", () => {
    const stream = open();
    const item = event({
      choices: [
        { index: 4, delta: { content: "a" } },
        { index: 5, delta: { content: "b" } },
      ],
    });
    const step = read(stream, item);
    const without = (...dropped: string[]): SseEvent | null =>
      step.render({
        texts: ["", dropped.length === 1 ? "b" : ""],
        isChanged: true,
        dropped: new Set(dropped),
        unfinished: NONE,
      });
    assert.deepEqual(json(without("4")), {
      choices: [{ index: 5, delta: { content: "b" } }],
    });
    assert.equal(without("4", "5"), null);
  });
});

describe("refusalEvents", () => {
  test("finish the choices with content_filter under the stream's own id", () => {
    const stream = open();
    read(stream, chunk(0, { content: "a" }));
    const events = end(stream, ["0", "1"], false);
    assert.deepEqual(
      events.map(json).map(({ id, model, choices }) => [id, model, choices[0].index, choices[0].finish_reason]),
      [
        ["c", "m", 0, "content_filter"],
        ["c", "m", 1, "content_filter"],
      ],
    );
  });

  test("end the stream with the last usage seen, or an estimate, when asked", () => {
    const asked = { stream_options: { include_usage: true } };
    const stream = open(asked);
    read(stream, chunk(0, { content: "four" }));
    const estimate = json(end(stream, ["0"], true)[1]).usage;
    assert.deepEqual(estimate, { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3, guardrail_estimated: true });
    read(stream, event({ choices: [], usage: { total_tokens: 9 } }));
    const events = end(stream, [], true);
    assert.deepEqual(json(events[0]).usage, { total_tokens: 9 });
    assert.equal(events[1]?.data, "[DONE]");
    assert.equal(end(open(), [], true).length, 1);
  });

  test("an error event is the provider's error body", () => {
    assert.deepEqual(json(open().errorEvents("c", "m", 502)[0]), {
      error: { message: "m", type: "server_error", param: null, code: "c" },
    });
  });
});
