import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Leaving, StreamStep } from "../../../src/codecs/codec.ts";
import { JSON_ARRAY, SSE, type StreamFraming, type SseEvent } from "../../../src/codecs/framing/framing.ts";
import { gemini } from "../../../src/codecs/gemini/gemini-format.ts";
import { GeminiStream } from "../../../src/codecs/gemini/gemini-stream.ts";
import type { Json, JsonObject } from "../../../src/core/model.ts";

function open(config: JsonObject = {}, framing: StreamFraming = SSE): GeminiStream {
  const target = { method: "POST", path: "/v1beta/models/m:streamGenerateContent", query: "", readsTools: false };
  const contents: Json = [{ parts: [{ text: "eight ch" }] }];
  const request = gemini.readRequest({ contents, generationConfig: config }, target);
  assert.ok(request.ok);
  return new GeminiStream(request.value, framing);
}

const event = (body: Json): SseEvent => SSE.event(JSON.stringify(body));
const chunk = (parts: readonly Json[], extra: JsonObject = {}): SseEvent =>
  event({ candidates: [{ content: { parts, role: "model" }, ...extra }], modelVersion: "m", responseId: "r" });

function read(stream: GeminiStream, item: SseEvent): StreamStep {
  const step = stream.read(item);
  assert.ok(step.ok);
  return step.value;
}

const channels = (step: StreamStep): readonly string[] => step.deltas.map(({ channel }) => channel);
const kinds = (step: StreamStep): readonly unknown[] => step.deltas.map(({ text, kind }) => [text, kind]);
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at events field by field, and a wrong guess fails them
const json = (item: SseEvent | null | undefined): any => JSON.parse(item?.data ?? "null");

const AS_IT_CAME: Leaving = { texts: [], isChanged: false, dropped: new Set(), unfinished: new Set() };
const leave = (step: StreamStep, leaving: Partial<Leaving> = {}): SseEvent | null =>
  step.render({ ...AS_IT_CAME, texts: step.deltas.map(({ text }) => text), ...leaving });
const masked = (step: StreamStep, ...texts: readonly string[]): SseEvent | null =>
  leave(step, { texts, isChanged: true });
const end = { released: () => "", refusal: { message: "Blocked", policies: ["p"], kinds: ["K"], requestId: "r" } };

describe("read", () => {
  test("joins the parts of one kind, whatever their place", () => {
    const stream = open();
    const first = read(stream, chunk([{ text: "a", thought: true }, { text: "b" }, { text: "c" }], { index: 2 }));
    assert.deepEqual(channels(first), ["candidates/2/thought", "candidates/2/text", "candidates/2/text"]);
    const second = read(stream, chunk([{ text: "d" }, { newPart: { words: "e" } }], { index: 2 }));
    assert.deepEqual(
      second.deltas.map(({ channel, joined }) => joined ?? channel),
      ["candidates/2/text", "candidates/2/newPart/words"],
    );
    assert.deepEqual(first.choices, ["2"]);
  });

  test("knows candidates without an index by their place, or as the first", () => {
    const of = (...indexes: readonly (number | null)[]): readonly string[] =>
      read(
        open(),
        event({ candidates: indexes.map((index) => ({ content: {}, ...(index === null ? {} : { index }) })) }),
      ).choices;
    assert.deepEqual([of(null, null), of(1, null), of(1)], [["0", "1"], ["1", "0"], ["1"]]);
    assert.equal(open().read(event({ candidates: [{ index: 1 }, { index: 1 }] })).ok, false);
  });

  test("checks what comes whole by itself, and who wrote it", () => {
    const stream = open();
    const parts: Json = [
      { executableCode: { language: "PYTHON", code: "x" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: "y" } },
    ];
    const groundingMetadata = { webSearchQueries: ["q"], groundingChunks: [{ web: { uri: "u", title: "t" } }] };
    const step = read(stream, chunk(parts, { groundingMetadata }));
    assert.deepEqual(
      step.deltas.map(({ text, origin }) => [text, origin]),
      [
        ["x", "assistant"],
        ["y", "tool"],
        ["q", "assistant"],
        ["u", "tool"],
        ["t", "tool"],
      ],
    );
    assert.deepEqual(step.closes, channels(step));
    assert.notDeepEqual(channels(read(stream, chunk(parts))), channels(step).slice(0, 2));
  });

  test("holds a call until its candidate ends: name and arguments leave together", () => {
    const parts: Json = [{ functionCall: { name: "f", args: { a: 1 } } }, { functionCall: { name: "g", args: {} } }];
    const step = read(open(), chunk(parts));
    assert.deepEqual(kinds(step), [
      ["f", "json"],
      ['{"a":1}', "json"],
      ["g", "json"],
    ]);
    const [first, second, third] = step.deltas.map(({ group }) => group);
    assert.ok(first !== undefined && first === second && third !== undefined && third !== first);
    assert.deepEqual(step.closes, []);
  });

  test("joins arguments that come in pieces by their path, and lets no path or number pass unread", () => {
    const stream = open();
    const call = (functionCall: Json): StreamStep => read(stream, chunk([{ functionCall }]));
    const arg = (stringValue: string): Json => ({ jsonPath: "$.q", stringValue, willContinue: true });
    const steps = [
      call({ name: "f", willContinue: true }),
      call({ partialArgs: [arg("ab")], willContinue: true }),
      call({ partialArgs: [arg("cd"), { jsonPath: "$.n", numberValue: 42 }], willContinue: true }),
    ];
    assert.deepEqual(steps.map(kinds), [
      [["f", "json"]],
      [
        ["ab", "json"],
        ['{"jsonPath":"$.q","willContinue":true}', "sealed"],
      ],
      [
        ["cd", "json"],
        ['{"jsonPath":"$.q","willContinue":true}', "sealed"],
        ['{"jsonPath":"$.n","numberValue":42}', "sealed"],
        // Once more by itself, as a value of the call.
        ["42", "json"],
      ],
    ]);
    assert.equal(steps[1]?.deltas[0]?.channel, steps[2]?.deltas[0]?.channel);
    assert.deepEqual(
      new Set(steps.flatMap((step) => step.deltas.map(({ group }) => group))),
      new Set(["candidates/0/calls/0"]),
    );
    assert.deepEqual(call({}).deltas, []);
    assert.equal(call({ name: "g", willContinue: true }).deltas[0]?.group, "candidates/0/calls/1");
    const changed = steps[2] && masked(steps[2], "<X>", "", "");
    assert.deepEqual(json(changed).candidates[0].content.parts[0].functionCall.partialArgs, [
      { jsonPath: "$.q", stringValue: "<X>", willContinue: true },
      { jsonPath: "$.n", numberValue: 42 },
    ]);
  });

  test("seals signed thoughts, which go on what came before them but never change", () => {
    for (const signature of ["thoughtSignature", "thought_signature"]) {
      const stream = open();
      read(stream, chunk([{ text: "a", thought: true }]));
      const step = read(stream, chunk([{ text: "b", thought: true, [signature]: "c2ln" }]));
      assert.deepEqual(kinds(step), [
        ["b", "sealed"],
        ["b", "text"],
      ]);
      assert.equal(channels(step)[1], "candidates/0/thought");
      const part = { text: "b", thought: true, [signature]: "c2ln" };
      assert.deepEqual(json(masked(step, "b", "restored")).candidates[0].content.parts, [part]);
      // What a block cuts is not signed.
      assert.deepEqual(json(masked(step, "", "")).candidates[0].content.parts, [{ text: "", thought: true }]);
    }
  });

  test("closes candidates at their ends where there are several, and checks late text behind the old", () => {
    const stream = open({ candidateCount: 2 });
    read(stream, chunk([{ text: "a" }], { index: 0 }));
    const finish = read(stream, chunk([{ text: "b" }], { index: 0, finishReason: "STOP" }));
    assert.deepEqual([finish.closes, finish.finishes], [["candidates/0/text"], ["0"]]);
    const late = read(stream, chunk([{ text: "c" }], { index: 0, finishReason: "STOP" }));
    assert.deepEqual(
      late.deltas.map(({ channel, text }) => [channel, text]),
      [
        ["candidates/0/text~1", "ab"],
        ["candidates/0/text~1", "c"],
      ],
    );
    assert.deepEqual(json(masked(late, "ab", "d")).candidates[0].content.parts, [{ text: "d" }]);
    // Its ends are none.
    assert.deepEqual(late.closes, []);
    assert.deepEqual(kinds(read(stream, chunk([{ text: "e" }], { index: 0 }))), [["e", "text"]]);
    const open0 = read(stream, chunk([], { index: 1, finishReason: "FINISH_REASON_UNSPECIFIED" }));
    assert.deepEqual(open0.finishes, []);
  });

  test("leaves calls that go on open behind an end", () => {
    const stream = open({ candidateCount: 2 });
    const arg = (stringValue: string): Json => [{ jsonPath: "$.q", stringValue, willContinue: true }];
    const call = (fields: JsonObject): StreamStep =>
      read(stream, chunk([{ functionCall: fields }], { index: 0, finishReason: "STOP" }));
    const first = call({ name: "f", partialArgs: arg("ab"), willContinue: true });
    const second = call({ partialArgs: arg("cd"), willContinue: true });
    assert.equal(second.deltas[0]?.channel, first.deltas[1]?.channel);
    assert.deepEqual([first.closes, second.closes], [[], []]);
    assert.equal(call({}).closes.length, 4);
  });

  test("leaves a lone candidate open, since some servers write an end into every event", () => {
    const stream = open();
    const steps = ["a", "b"].map((text) => read(stream, chunk([{ text }], { finishReason: "STOP" })));
    assert.deepEqual(steps.map(channels), [["candidates/0/text"], ["candidates/0/text"]]);
    assert.deepEqual(
      steps.flatMap(({ closes }) => closes),
      [],
    );
  });

  test("reads what stands beside the candidates, and events without any", () => {
    const stream = open();
    const beside = { candidates: [], promptFeedback: { blockReason: "OTHER", blockReasonMessage: "why" } };
    for (const item of [beside, { promptFeedback: beside.promptFeedback }, { error: { code: 500, message: "why" } }]) {
      const step = read(stream, event(item));
      assert.deepEqual(
        step.deltas.map(({ text, choice }) => [text, choice]),
        [["why", null]],
      );
      assert.deepEqual(step.closes, channels(step));
      assert.match(masked(step, "<X>")?.data ?? "", /"<X>"/);
    }
    for (const data of [null, "", " \n"]) assert.deepEqual(read(stream, { raw: "\n", event: "", data }).deltas, []);
    for (const data of ["{", "[1]", '"x"', '{"a":1,"a":2}', '{"candidates":["x"]}'])
      assert.equal(stream.read(SSE.event(data)).ok, false, data);
  });

  test("takes structured output as JSON, whole", () => {
    const step = read(open({ responseMimeType: "application/json" }), chunk([{ text: "{" }]));
    assert.equal(step.deltas[0]?.kind, "json");
  });

  test("takes a bare answer in the place of an array as one, and drops its tokens with a mask", () => {
    const candidate = { content: { parts: [{ text: "a" }] }, logprobsResult: { chosenCandidates: [{ token: "a" }] } };
    const data = JSON.stringify({ candidates: [candidate] });
    const stream = open({}, JSON_ARRAY);
    const step = read(stream, { raw: data, event: "", data });
    assert.deepEqual(
      step.deltas.map(({ choice }) => choice),
      [null],
    );
    assert.equal(leave(step)?.raw, data);
    assert.equal(masked(step, "b")?.raw, '{"candidates":[{"content":{"parts":[{"text":"b"}]}}]}');
  });
});

describe("render", () => {
  const logprobsResult = { chosenCandidates: [{ token: "a" }] };

  test("changes the texts, drops the tokens that repeat them, keeps the rest in its order", () => {
    const stream = open({ candidateCount: 2 });
    const body = (text: string, extra: JsonObject): Json => ({
      newField: [1.5],
      candidates: [
        { content: { parts: [{ text, x: 1 }] }, index: 0, ...extra },
        { content: { parts: [{ text: "b" }] }, index: 1, logprobsResult: { chosenCandidates: [{ token: "b" }] } },
      ],
      usageMetadata: { totalTokenCount: 1 },
    });
    const step = read(stream, event(body("a", { avgLogprobs: -1, logprobsResult })));
    assert.equal(masked(step, "<A>", "b")?.data, JSON.stringify(body("<A>", {})));
    // Later tokens may repeat what was masked before.
    const later = read(stream, chunk([{ text: "c" }], { index: 0, logprobsResult }));
    assert.equal(json(leave(later)).candidates[0].logprobsResult, undefined);
  });

  test("lets tokens without their text leave only rewritten", () => {
    const step = read(open(), chunk([], { logprobsResult }));
    assert.deepEqual(json(leave(step)).candidates, [{ content: { parts: [], role: "model" } }]);
  });

  test("drops segments, which repeat the text, once it has changed, however they are spelt", () => {
    const groundingMetadata = { webSearchQueries: ["q"], groundingSupports: [{ segment: { text: "write to jane" } }] };
    const stream = open();
    const before = chunk([{ text: "a" }], { groundingMetadata });
    assert.equal(leave(read(stream, before)), before);
    assert.ok(masked(read(stream, chunk([{ text: "b" }])), "<B>"));
    const after = read(stream, chunk([], { groundingMetadata }));
    assert.deepEqual(json(leave(after)).candidates[0].groundingMetadata, { webSearchQueries: ["q"] });
    const grounding_metadata = { grounding_supports: groundingMetadata.groundingSupports };
    const snake = read(stream, chunk([], { grounding_metadata }));
    assert.deepEqual(json(leave(snake)).candidates[0].grounding_metadata, {});
  });

  test("takes candidates out, and the event while nothing has left before it", () => {
    const stream = open();
    const both = event({
      candidates: [{ content: { parts: [{ text: "a" }] } }, { content: { parts: [{ text: "b" }] } }],
    });
    assert.deepEqual(json(leave(read(stream, both), { dropped: new Set(["0"]) })).candidates, [
      { content: { parts: [{ text: "b" }] } },
    ]);
    const usageMetadata = { totalTokenCount: 9 };
    const last = event({ candidates: [{ index: 0 }], usageMetadata });
    assert.deepEqual(json(leave(read(stream, last), { dropped: new Set(["0"]) })), { usageMetadata });
    assert.equal(leave(read(open(), last), { dropped: new Set(["0"]) }), null);
    // Neither an empty event nor one that only names the answer.
    for (const item of [event({ candidates: [{ index: 0 }] }), chunk([{ text: "a" }], { index: 0 })])
      assert.equal(leave(read(stream, item), { dropped: new Set(["0"]) }), null);
  });

  test("takes the end out of a candidate that ends in another way", () => {
    const step = read(open(), chunk([{ text: "a" }], { finishReason: "STOP", finishMessage: "fin" }));
    const left = leave(step, { texts: ["a", "fin"], isChanged: true, unfinished: new Set(["0"]) });
    assert.deepEqual(json(left).candidates, [{ content: { parts: [{ text: "a" }], role: "model" } }]);
  });
});

describe("refusalEvents", () => {
  test("end each candidate for safety under the stream's own id, the last with the usage", () => {
    const stream = open();
    read(stream, chunk([{ text: "four" }]));
    const events = stream.refusalEvents({ ...end, choices: ["0", "3"], all: true }).map(json);
    const refused = (index: number): JsonObject => ({ index, finishReason: "SAFETY", finishMessage: "Blocked" });
    const usage = { promptTokenCount: 2, candidatesTokenCount: 1, totalTokenCount: 3, guardrail_estimated: true };
    const head = { modelVersion: "m", responseId: "r", guardrail: { policies: ["p"], kinds: ["K"], request_id: "r" } };
    assert.deepEqual(events, [
      { candidates: [refused(0)], ...head },
      { candidates: [refused(3)], usageMetadata: usage, ...head },
    ]);
    read(stream, event({ usageMetadata: { totalTokenCount: 9 } }));
    const [last] = stream.refusalEvents({ ...end, choices: ["0"], all: true });
    assert.deepEqual(json(last).usageMetadata, { totalTokenCount: 9 });
    assert.equal(json(stream.refusalEvents({ ...end, choices: ["0"], all: false })[0]).usageMetadata, undefined);
  });

  test("end the first candidate of a stream that had none, and only tell the usage when all have ended", () => {
    assert.equal(json(open().refusalEvents({ ...end, choices: [], all: true })[0]).candidates[0].index, 0);
    const stream = open();
    read(stream, chunk([{ text: "a" }], { finishReason: "STOP" }));
    const [only, ...more] = stream.refusalEvents({ ...end, choices: [], all: true }).map(json);
    assert.deepEqual([only.candidates, only.usageMetadata.guardrail_estimated, more], [undefined, true, []]);
  });

  test("are told in the stream's own framing", () => {
    const [array] = open({}, JSON_ARRAY).refusalEvents({ ...end, choices: ["0"], all: true });
    assert.match(array?.raw ?? "", /^,\n\{"candidates"/);
    const [error] = open().errorEvents("guardrail_unread", "m", 502);
    assert.deepEqual([json(error).error.code, json(error).error.status], [502, "UNAVAILABLE"]);
  });
});
