import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { StreamStep } from "../../../src/codecs/codec.ts";
import { MESSAGES, SSE, type Framing, type SseEvent } from "../../../src/codecs/framing/framing.ts";
import { openAiResponses } from "../../../src/codecs/openai-responses/openai-responses.ts";
import { OpenAiResponsesStream } from "../../../src/codecs/openai-responses/openai-responses-stream.ts";
import type { Json, JsonObject } from "../../../src/core/model.ts";
import {
  callEvents,
  completed,
  created,
  functionCall,
  message,
  messageEvents,
  response,
  type TypedEvent,
} from "../../support/wire/openai-responses.ts";

function open(body: { readonly [key: string]: Json } = {}, framing: Framing = SSE): OpenAiResponsesStream {
  const target = { method: "POST", path: "/v1/responses", query: "", readsTools: false };
  const request = openAiResponses.readRequest({ input: "eight ch", ...body }, target);
  assert.ok(request.ok);
  return new OpenAiResponsesStream(request.value, framing);
}

const event = (body: JsonObject): SseEvent => SSE.event(JSON.stringify(body));

function read(stream: OpenAiResponsesStream, body: JsonObject): StreamStep {
  const step = stream.read(event(body));
  assert.ok(step.ok);
  return step.value;
}

const channels = (step: StreamStep): readonly string[] =>
  step.deltas.map(({ channel, isCopy }) => (isCopy ? `copy of ${channel}` : channel));
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at events field by field, and a wrong guess fails them
const json = (item: SseEvent | null | undefined): any => JSON.parse(item?.data ?? "null");

const KEEP: ReadonlySet<string> = new Set();
/** Lets an event leave as it came, or with other texts. */
function leave(step: StreamStep, texts: readonly string[] = step.deltas.map(({ text }) => text)): SseEvent | null {
  return step.render({
    texts,
    isChanged: step.deltas.some(({ text }, at) => text !== texts[at]),
    dropped: KEEP,
    unfinished: KEEP,
  });
}

/** Reads events and lets them leave, numbered from 0. */
function pass(stream: OpenAiResponsesStream, bodies: readonly TypedEvent[]): void {
  for (const [at, body] of bodies.entries()) leave(read(stream, { ...body, sequence_number: at }));
}

const REFUSAL = { message: "blocked", policies: ["p"], kinds: ["K"], requestId: "r" };
const end = (stream: OpenAiResponsesStream, texts: { readonly [channel: string]: string } = {}) =>
  stream
    .refusalEvents({ choices: ["response"], all: true, released: (name) => texts[name] ?? "", refusal: REFUSAL })
    .map(json);
const types = (events: readonly { readonly type: string }[]): readonly string[] => events.map(({ type }) => type);

/** Tells of an item, so that what follows is no resumed text. */
const start = (stream: OpenAiResponsesStream, index: number): StreamStep =>
  read(stream, { type: "response.output_item.added", output_index: index, item: { type: "from_tomorrow", id: "i" } });
const at = (fields: JsonObject): JsonObject => ({ item_id: "i", output_index: 2, ...fields });

describe("read", () => {
  test("gives each text of an item its channel, and its copies the same", () => {
    const cases: readonly (readonly [string, JsonObject, string, string, string])[] = [
      ["output_text", { content_index: 1 }, "text", "content/1/text", "text"],
      ["refusal", { content_index: 0 }, "refusal", "content/0/refusal", "text"],
      ["reasoning_text", { content_index: 0 }, "text", "content/0/text", "text"],
      ["reasoning_summary_text", { summary_index: 3 }, "text", "summary/3/text", "text"],
      ["function_call_arguments", {}, "arguments", "arguments", "json"],
      ["mcp_call_arguments", {}, "arguments", "arguments", "json"],
      ["custom_tool_call_input", {}, "input", "input", "json"],
      ["code_interpreter_call_code", {}, "code", "code", "text"],
      ["shell_call_command", { command_index: 1 }, "command", "action/commands/1", "json"],
      ["apply_patch_call_operation_diff", {}, "diff", "operation/diff", "json"],
    ];
    for (const [name, indices, field, path, kind] of cases) {
      const stream = open();
      start(stream, 2);
      const piece = read(stream, { type: `response.${name}.delta`, ...at(indices), delta: "a" });
      assert.deepEqual([channels(piece), piece.closes, piece.deltas[0]?.kind], [[`output/2/${path}`], [], kind]);
      const whole = read(stream, { type: `response.${name}.done`, ...at(indices), [field]: "a" });
      assert.deepEqual([channels(whole), whole.closes], [[`copy of output/2/${path}`], [`output/2/${path}`]]);
    }
  });

  test("reads what a tool wrote as a tool's words", () => {
    const stream = open();
    const type = "response.shell_call_output_content";
    const piece = read(stream, {
      type: `${type}.delta`,
      ...at({ command_index: 1 }),
      delta: { stdout: "o", stderr: "e" },
    });
    assert.deepEqual(
      piece.deltas.map(({ channel, origin }) => [channel, origin]),
      [
        ["output/2/output/1/stdout", "tool"],
        ["output/2/output/1/stderr", "tool"],
      ],
    );
    const output = [{ stdout: "o", stderr: "e", outcome: { type: "exit", exit_code: 0 } }];
    const whole = read(stream, { type: `${type}.done`, ...at({ command_index: 1 }), output });
    assert.deepEqual(channels(whole), ["copy of output/2/output/1/stdout", "copy of output/2/output/1/stderr"]);
  });

  test("knows every later copy of a message: part, item and response", () => {
    const stream = open();
    const seen = messageEvents(["a", "b"], 0).map((body) => channels(read(stream, body)));
    const name = "output/0/content/0/text";
    assert.deepEqual(seen, [[], [], [name], [name], [`copy of ${name}`], [`copy of ${name}`], [`copy of ${name}`]]);
    const last = read(stream, completed([message("ab")]));
    assert.deepEqual([channels(last), last.finishes, last.isEnd], [[`copy of ${name}`], ["response"], true]);
  });

  test("holds the start of a call that the client runs until the call is complete", () => {
    const stream = open();
    const [start = completed([]), piece = start, done = start, item = start] = callEvents(["{}"], 1);
    const held = read(stream, start);
    assert.deepEqual([channels(held), held.closes, held.deltas[0]?.kind], [["output/1/name"], [], "json"]);
    assert.deepEqual(channels(read(stream, piece)), ["output/1/arguments"]);
    assert.deepEqual(read(stream, done).closes, ["output/1/arguments"]);
    assert.deepEqual(read(stream, item).closes, ["output/1/name"]);
  });

  test("checks an item that comes whole at once, and knows its copies", () => {
    const stream = open();
    const item = { type: "web_search_call", id: "w", status: "completed", action: { type: "search", query: "q" } };
    // Of a call without a name its type says what it calls.
    const places = ["output/0/action/query", "output/0/type"];
    const first = read(stream, { type: "response.output_item.added", output_index: 0, item });
    assert.deepEqual([channels(first), first.closes], [places, places]);
    const again = read(stream, { type: "response.output_item.done", output_index: 0, item });
    assert.deepEqual([channels(again), again.closes], [places.map((place) => `copy of ${place}`), []]);
  });

  test("reads what a resumed stream never brought in pieces", () => {
    const stream = open();
    const last = read(stream, completed([message("whole")]));
    const place = "output/0/content/0/text";
    assert.deepEqual([channels(last), last.closes], [[place, `copy of ${place}`], [place]]);
  });

  test("holds a text whose beginning it has not seen until a copy of all of it has been read", () => {
    const stream = open();
    const [, , piece = completed([]), done = piece, part = piece] = messageEvents(["b"], 0);
    assert.deepEqual(read(stream, piece).deltas[0]?.kind, "json");
    assert.deepEqual(read(stream, done).closes, []);
    assert.deepEqual(read(stream, part).closes, ["output/0/content/0/text"]);
  });

  test("lets an unfinished copy wait for the text that it shows", () => {
    const stream = open();
    const [start = completed([]), part = start, piece = start, , , , done = start] = messageEvents(["ab", "c"], 0);
    for (const body of [start, part, piece]) read(stream, body);
    const interim = read(stream, { type: "response.in_progress", response: response({ output: [message("ab")] }) });
    assert.deepEqual([channels(interim), interim.closes], [["output/0/content/0/text@4"], []]);
    assert.deepEqual(read(stream, done).closes, ["output/0/content/0/text", "output/0/content/0/text@4"]);
  });

  test("checks text after the end of a text with what came before it", () => {
    const stream = open();
    const late = (delta: string) => ({ type: "response.output_text.delta", output_index: 0, delta });
    for (const body of messageEvents(["a", "b", "c"], 0)) read(stream, body);
    const step = read(stream, late("d"));
    const told = step.deltas.map(({ channel, text, isCopy }) => `${channel} ${text} ${isCopy}`);
    assert.deepEqual(told, ["output/0/content/0/text~1 abc false", "output/0/content/0/text~1 d false"]);
    const left = step.render({ texts: ["abc", "D"], isChanged: true, dropped: new Set(), unfinished: new Set() });
    assert.equal(JSON.parse(left?.data ?? "").delta, "D");
    assert.deepEqual(channels(read(stream, late("e"))), ["output/0/content/0/text~1"]);
    // What came whole may go on as well.
    const whole = open();
    read(whole, { type: "response.in_progress", response: response({ output: [message("ab")] }) });
    assert.equal(read(whole, late("c")).deltas[0]?.text, "ab");
  });

  test("closes everything at the end mark of servers that send one", () => {
    const stream = open();
    read(stream, { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "a" });
    const step = stream.read(SSE.event("[DONE]"));
    assert.ok(step.ok);
    assert.deepEqual([step.value.closes, step.value.isEnd], [["output/0/content/0/text"], true]);
  });

  test("finds an item by its id where an event gives no index", () => {
    const stream = open();
    read(stream, { type: "response.output_item.added", output_index: 4, item: { ...message(""), content: [] } });
    const piece = read(stream, { type: "response.output_text.delta", item_id: "msg_1", content_index: 0, delta: "a" });
    assert.deepEqual(channels(piece), ["output/4/content/0/text"]);
  });

  test("reads what the provider repeats of the request once, as the request", () => {
    const stream = open();
    const [first, second] = created({ instructions: "rules", metadata: { a: "b" } }).map((body) => read(stream, body));
    assert.deepEqual(
      first?.deltas.map(({ origin, isCopy }) => [origin, isCopy]),
      [
        ["user", false],
        ["system", false],
      ],
    );
    assert.deepEqual(
      second?.deltas.map(({ isCopy }) => isCopy),
      [true, true],
    );
  });

  test("joins the pieces of texts of a kind to come, and holds arguments of such calls", () => {
    const stream = open();
    start(stream, 2);
    const piece = (name: string): StreamStep =>
      read(stream, { type: `response.${name}.delta`, ...at({ dream_index: 1 }), delta: "a" });
    assert.deepEqual(channels(piece("dream")), channels(piece("dream")));
    assert.equal(piece("dream").deltas[0]?.kind, "text");
    assert.equal(piece("dream_call_arguments").deltas[0]?.kind, "json");
    const done = read(stream, { type: "response.dream.done", ...at({ dream_index: 1 }), dream: "aa" });
    assert.deepEqual(done.closes, ["events/6/dream", "output/2/~dream/dream_index=1/delta"]);
  });

  test("reads events of unknown types, errors and keep-alives whole", () => {
    const stream = open();
    const step = read(stream, { type: "response.news", title: "t", deep: [{ words: "w" }] });
    assert.deepEqual([channels(step), step.closes], [["events/1/title", "events/1/deep/0/words"], channels(step)]);
    const error = read(stream, { type: "error", code: "c", message: "m", param: null });
    assert.deepEqual(channels(error), ["events/2/code", "events/2/message"]);
    assert.deepEqual(channels(read(stream, { type: "keepalive", sequence_number: 3 })), []);
  });

  test("reads what stands in the place of sound and is none", () => {
    for (const type of ["response.audio.delta", "response.output_audio.delta"]) {
      for (const delta of ["my word", "AAAA AAAA", "AA=A", "ÄÄÄÄ", { note: "word" }, ["word"]]) {
        const { deltas } = read(open(), { type, delta });
        assert.equal(deltas.length, 1, JSON.stringify(delta));
        assert.ok(JSON.stringify(delta).includes(deltas[0]?.text ?? "nothing"));
      }
      for (const delta of ["AAAA", "A/+a", "AAA=", ""]) assert.deepEqual(read(open(), { type, delta }).deltas, []);
    }
  });

  test("does not read sound, and reads what is said in it", () => {
    const stream = open();
    assert.deepEqual(channels(read(stream, { type: "response.audio.delta", delta: "AAAA" })), []);
    const said = read(stream, { type: "response.audio.transcript.delta", delta: "a" });
    assert.deepEqual(read(stream, { type: "response.audio.transcript.done" }).closes, channels(said));
  });

  test("holds structured output as JSON, not what is thought before it", () => {
    const stream = open({ text: { format: { type: "json_object" } } });
    const kind = (type: string): string | undefined => {
      start(stream, type.length);
      return read(stream, { type, output_index: type.length, content_index: 0, delta: "{" }).deltas[0]?.kind;
    };
    assert.equal(kind("response.output_text.delta"), "json");
    assert.equal(kind("response.reasoning_text.delta"), "text");
  });

  test("cannot read what is no event", () => {
    for (const data of ["nonsense", "[]", '"x"']) {
      assert.deepEqual(open().read(SSE.event(data)), { ok: false, reason: "event" });
    }
    const bad = { type: "response.completed", response: { output: [1] } };
    assert.deepEqual(open().read(event(bad)), { ok: false, reason: "output" });
    for (const data of [null, "", " \n"]) assert.ok(open().read({ raw: "\n", event: "", data }).ok);
  });
});

describe("render", () => {
  const textDelta = (delta: string): JsonObject => ({
    type: "response.output_text.delta",
    output_index: 0,
    content_index: 0,
    delta,
    logprobs: [{ token: "a" }],
  });

  test("keeps an event as it came while nothing in it changes", () => {
    const stream = open();
    const body = textDelta("a");
    const item = event(body);
    const step = stream.read(item);
    assert.ok(step.ok);
    assert.equal(leave(step.value), item);
    const masked = json(leave(read(stream, body), ["<X>"]));
    assert.deepEqual([masked.delta, masked.logprobs], ["<X>", []]);
  });

  test("takes tokens away that stand beside no text", () => {
    const stream = open();
    assert.deepEqual(json(leave(read(stream, textDelta("")))).logprobs, []);
  });

  test("lets nothing leave behind the first event that is taken out", () => {
    const stream = open();
    const [start = completed([]), ...rest] = messageEvents(["a"], 0);
    const dropped = new Set(["response"]);
    assert.equal(read(stream, start).render({ texts: [], isChanged: false, dropped, unfinished: KEEP }), null);
    for (const body of rest) assert.equal(leave(read(stream, body)), null);
  });
});

describe("refusalEvents", () => {
  test("closes the open part and item with what was released, and ends as filtered", () => {
    const stream = open();
    pass(stream, [...created(), ...messageEvents(["ab", "cd"], 0).slice(0, 4)]);
    const events = end(stream, { "output/0/content/0/text": "ab" });
    assert.deepEqual(types(events), [
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.incomplete",
    ]);
    assert.deepEqual(
      events.map((item) => item.sequence_number),
      [6, 7, 8, 9],
    );
    const [text, part, item, last] = events;
    assert.deepEqual([text.text, text.logprobs, part.part.text, item.item.content[0].text], ["ab", [], "ab", "ab"]);
    assert.equal(item.item.status, "incomplete");
    const { id, model, status, incomplete_details: details, output, usage } = last.response;
    assert.deepEqual([id, model, status, details], ["resp_1", "gpt-test", "incomplete", { reason: "content_filter" }]);
    assert.deepEqual(output, [item.item]);
    assert.deepEqual(usage, {
      input_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 3,
      guardrail_estimated: true,
    });
  });

  test("sends only the ends that are missing", () => {
    const stream = open();
    pass(stream, [...created(), ...messageEvents(["ab"], 0).slice(0, -2)]);
    assert.deepEqual(types(end(stream)), [
      "response.content_part.done",
      "response.output_item.done",
      "response.incomplete",
    ]);
    const whole = open();
    pass(whole, [...created(), ...messageEvents(["ab"], 0)]);
    const [only] = end(whole);
    assert.deepEqual(only.response.output, [message("ab")]);
  });

  test("closes thoughts, their summaries and code, each in its own way", () => {
    const stream = open();
    const reasoning = { type: "reasoning", id: "r", summary: [] };
    const code = {
      type: "code_interpreter_call",
      id: "c",
      status: "in_progress",
      code: "",
      container_id: "x",
      outputs: [],
    };
    const place = { item_id: "r", output_index: 0 };
    pass(stream, [
      ...created(),
      { type: "response.output_item.added", output_index: 0, item: reasoning },
      {
        type: "response.reasoning_summary_part.added",
        ...place,
        summary_index: 0,
        part: { type: "summary_text", text: "" },
      },
      { type: "response.reasoning_summary_text.delta", ...place, summary_index: 0, delta: "s" },
      { type: "response.content_part.added", ...place, content_index: 0, part: { type: "reasoning_text", text: "" } },
      { type: "response.reasoning_text.delta", ...place, content_index: 0, delta: "t" },
      { type: "response.output_item.added", output_index: 1, item: code },
      { type: "response.code_interpreter_call_code.delta", item_id: "c", output_index: 1, delta: "1+1" },
    ]);
    const released = { "output/0/summary/0/text": "s", "output/0/content/0/text": "t", "output/1/code": "1+" };
    const events = end(stream, released);
    assert.deepEqual(types(events), [
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.reasoning_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.done",
      "response.incomplete",
    ]);
    assert.deepEqual([events[0].summary_index, events[2].content_index], [0, 0]);
    assert.deepEqual(events.at(-1).response.output, [
      {
        ...reasoning,
        summary: [{ type: "summary_text", text: "s" }],
        content: [{ type: "reasoning_text", text: "t" }],
        status: "incomplete",
      },
      { ...code, code: "1+", status: "incomplete" },
    ]);
  });

  test("keeps annotations that have left with their part", () => {
    const stream = open();
    const annotation = { type: "url_citation", url: "http://s", title: "t", start_index: 0, end_index: 1 };
    const place = { item_id: "msg_1", output_index: 0, content_index: 0, annotation_index: 0 };
    pass(stream, [
      ...created(),
      ...messageEvents(["ab"], 0).slice(0, 3),
      { type: "response.output_text.annotation.added", ...place, annotation },
    ]);
    assert.deepEqual(end(stream)[1].part.annotations, [annotation]);
  });

  test("names no call that the client would run half", () => {
    const stream = open();
    const item = { type: "shell_call", id: "s", call_id: "c", status: "in_progress", action: { commands: [] } };
    pass(stream, [...created(), { type: "response.output_item.added", output_index: 0, item }]);
    const events = end(stream, { "output/0/action/commands/0": "rm" });
    assert.deepEqual([types(events), events[0].response.output], [["response.incomplete"], []]);
  });

  test("creates the response first when nothing of it has left", () => {
    const stream = open();
    const [first = completed([])] = created({ instructions: "secret" });
    read(stream, first);
    const events = end(stream);
    assert.deepEqual(types(events), ["response.created", "response.incomplete"]);
    assert.deepEqual([events[0].sequence_number, events[1].response.id], [0, "resp_1"]);
    assert.ok(!JSON.stringify(events).includes("secret"));
    // A resumed stream never told the names.
    assert.deepEqual(types(end(open())), ["response.incomplete"]);
  });

  test("repeats the last usage seen, and adds nothing to a response that has ended", () => {
    const stream = open();
    const usage = { input_tokens: 9, output_tokens: 9, total_tokens: 18 };
    pass(stream, created({ usage }));
    assert.deepEqual(end(stream)[0].response.usage, usage);
    pass(stream, [completed([])]);
    assert.deepEqual([end(stream), stream.errorEvents("c", "m")], [[], []]);
  });

  test("invents no fields for texts of a kind to come, whatever the indices", () => {
    const stream = open();
    const place = { item_id: "msg_1", output_index: 0, content_index: -1 };
    pass(stream, [
      ...created(),
      ...messageEvents(["ab"], 0).slice(0, 3),
      { type: "response.dream.delta", ...place, delta: "d" },
      { type: "response.output_text.delta", ...place, delta: "e" },
    ]);
    const released = { "output/0/content/0/text": "abe" };
    assert.deepEqual(end(stream, released).at(-1).response.output, [message("abe", "incomplete")]);
  });

  test("begins anew with the next response of a connection", () => {
    const stream = open();
    pass(stream, [...created(), ...messageEvents(["ab"], 0), completed([message("ab")])]);
    const [next = completed([])] = created({ id: "resp_2" });
    leave(read(stream, { ...next, sequence_number: 20 }));
    const [last] = end(stream);
    assert.deepEqual([last.sequence_number, last.response.id, last.response.output], [21, "resp_2", []]);
  });

  test("is nothing for one choice of many: a response is one", () => {
    const stream = open();
    const options = { choices: ["response"], all: false, released: () => "", refusal: REFUSAL };
    assert.deepEqual(stream.refusalEvents(options), []);
  });
});

describe("errorEvents", () => {
  test("fail the response, which keeps its finished items", () => {
    const stream = open();
    pass(stream, [...created(), ...messageEvents(["ab"], 0), ...callEvents(["{}"], 1).slice(0, 2)]);
    const [failed] = stream.errorEvents("guardrail_unavailable", "m");
    assert.ok(failed);
    assert.equal(failed.event, "response.failed");
    const { status, error, output, id } = json(failed).response;
    assert.deepEqual(
      [status, error, output, id],
      ["failed", { code: "guardrail_unavailable", message: "m" }, [message("ab")], "resp_1"],
    );
    assert.equal(json(failed).sequence_number, 10);
  });

  test("go over any framing", () => {
    const stream = open({}, MESSAGES);
    const step = stream.read(MESSAGES.event(JSON.stringify(completed([functionCall('{"a":"b"}')]))));
    assert.ok(step.ok);
    const masked = leave(step.value, ["send", '{"a":"<X>"}']);
    assert.equal(masked?.raw, masked?.data);
    assert.equal(json(masked).response.output[0].arguments, '{"a":"<X>"}');
    const [failed] = open({}, MESSAGES).errorEvents("c", "m");
    assert.equal(json(failed).type, "response.failed");
    assert.equal(failed?.raw, failed?.data);
  });
});
