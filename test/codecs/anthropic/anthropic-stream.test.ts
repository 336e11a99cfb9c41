import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anthropicMessages } from "../../../src/codecs/anthropic/anthropic-messages.ts";
import { AnthropicStream } from "../../../src/codecs/anthropic/anthropic-stream.ts";
import type { Leaving, StreamStep } from "../../../src/codecs/codec.ts";
import { SSE, type SseEvent } from "../../../src/codecs/framing/framing.ts";
import type { Json, JsonObject } from "../../../src/core/model.ts";

function open(body: { readonly [key: string]: Json } = {}): AnthropicStream {
  const target = { method: "POST", path: "/v1/messages", query: "", readsTools: false };
  const request = anthropicMessages.readRequest({ messages: [{ role: "user", content: "eight ch" }], ...body }, target);
  assert.ok(request.ok);
  return new AnthropicStream(request.value, SSE);
}

const event = (type: string, fields: JsonObject = {}): SseEvent => SSE.event(JSON.stringify({ type, ...fields }), type);
const START = event("message_start", {
  message: { id: "m", type: "message", role: "assistant", content: [], usage: { input_tokens: 5, output_tokens: 1 } },
});
const start = (index: number, block: JsonObject): SseEvent =>
  event("content_block_start", { index, content_block: block });
const delta = (index: number, fields: JsonObject): SseEvent => event("content_block_delta", { index, delta: fields });
const text = (index: number, piece: string): SseEvent => delta(index, { type: "text_delta", text: piece });
const stop = (index: number): SseEvent => event("content_block_stop", { index });
const TEXT = { type: "text", text: "" };
const CALL = { type: "tool_use", id: "t", name: "find", input: {} };

function read(stream: AnthropicStream, item: SseEvent): StreamStep {
  const step = stream.read(item);
  assert.ok(step.ok);
  return step.value;
}

const told = (step: StreamStep): readonly unknown[] =>
  step.deltas.map(({ channel, text: piece, kind, origin, choice }) => [channel, piece, kind, origin, choice]);

const KEPT: ReadonlySet<string> = new Set();
const ALL: ReadonlySet<string> = new Set(["message"]);

/** Lets an event leave as it came. */
function pass(stream: AnthropicStream, item: SseEvent, over: Partial<Leaving> = {}): SseEvent | null {
  const step = read(stream, item);
  return step.render({
    texts: step.deltas.map((piece) => piece.text),
    isChanged: false,
    dropped: KEPT,
    unfinished: KEPT,
    ...over,
  });
}

const refusal = (stream: AnthropicStream): readonly SseEvent[] =>
  stream.refusalEvents({
    choices: ["message"],
    all: true,
    released: () => "",
    refusal: { message: "no", policies: ["p"], kinds: ["K"], requestId: "r" },
  });
const bodies = (events: readonly SseEvent[]): readonly unknown[] => events.map(({ data }) => JSON.parse(data ?? ""));

const NOTE = { guardrail: { policies: ["p"], kinds: ["K"], request_id: "r" } };

describe("read", () => {
  test("gives a block's text one channel, from its start to its stop", () => {
    const stream = open();
    assert.deepEqual(told(read(stream, start(0, { type: "text", text: "He", citations: null }))), [
      ["blocks/0/text", "He", "text", "assistant", "message"],
    ]);
    assert.deepEqual(told(read(stream, text(0, "llo"))), [["blocks/0/text", "llo", "text", "assistant", "message"]]);
    const end = read(stream, stop(0));
    assert.deepEqual([end.deltas, end.closes, end.finishes], [[], ["blocks/0/text"], []]);
  });

  test("holds a call together with its name", () => {
    const stream = open();
    assert.deepEqual(told(read(stream, start(1, CALL))), [["blocks/0/name", "find", "json", "assistant", "message"]]);
    const piece = { type: "input_json_delta", partial_json: '{"a' };
    assert.deepEqual(told(read(stream, delta(1, piece))), [
      ["blocks/0/partial_json", '{"a', "json", "assistant", "message"],
    ]);
    assert.deepEqual(read(stream, stop(1)).closes, ["blocks/0/name", "blocks/0/partial_json"]);
    const whole = read(stream, start(2, { ...CALL, type: "mcp_tool_use", server_name: "s", input: { a: "b" } }));
    assert.deepEqual(
      whole.deltas.map((item) => [item.channel, item.text, item.kind, item.group]),
      [
        ["blocks/1/name", "find", "json", "blocks/1~1"],
        ["blocks/1/input", '{"a":"b"}', "json", "blocks/1~1"],
        ["blocks/1/server_name", "s", "json", "blocks/1~1"],
      ],
    );
  });

  test("takes thinking and summaries as sealed, signatures as no text", () => {
    const stream = open();
    read(stream, start(0, { type: "thinking", thinking: "", signature: "" }));
    const thinking = { type: "thinking_delta", thinking: "hm", estimated_tokens: 3 };
    assert.equal(read(stream, delta(0, thinking)).deltas[0]?.kind, "sealed");
    assert.deepEqual(read(stream, delta(0, { type: "signature_delta", signature: "s" })).deltas, []);
    read(stream, start(1, { type: "compaction", content: null }));
    const summary = { type: "compaction_delta", content: "so far", encrypted_content: "e" };
    assert.deepEqual(told(read(stream, delta(1, summary))), [
      ["blocks/1/content", "so far", "sealed", "assistant", "message"],
    ]);
    assert.deepEqual(read(stream, start(2, { type: "redacted_thinking", data: "AAAA" })).deltas, []);
  });

  test("checks each citation by itself, as a quotation", () => {
    const stream = open();
    read(stream, start(0, TEXT));
    const citation = { type: "char_location", cited_text: "q", document_title: "D", document_index: 0 };
    const first = read(stream, delta(0, { type: "citations_delta", citation }));
    const second = read(stream, delta(0, { type: "citations_delta", citation }));
    assert.deepEqual(
      first.deltas.map(({ text: piece, origin }) => [piece, origin]),
      [
        ["q", "tool"],
        ["D", "tool"],
      ],
    );
    assert.deepEqual(
      first.closes,
      first.deltas.map(({ channel }) => channel),
    );
    assert.equal(new Set([...first.closes, ...second.closes]).size, 4);
  });

  test("reads results of the provider's tools as the tool's words", () => {
    const result = { type: "web_search_result", url: "https://a.test", title: "T", encrypted_content: "e" };
    const step = read(open(), start(0, { type: "web_search_tool_result", tool_use_id: "s", content: [result] }));
    assert.deepEqual(told(step), [
      ["blocks/0/content/#0/url", "https://a.test", "text", "tool", "message"],
      ["blocks/0/content/#0/title", "T", "text", "tool", "message"],
    ]);
  });

  test("reads pieces of deltas that it does not know one by one, and joined", () => {
    const stream = open();
    const piece = { type: "poem_delta", verse: "a" };
    const steps = [read(stream, delta(0, piece)), read(stream, delta(0, piece))];
    assert.deepEqual(
      steps.flatMap(({ deltas }) => deltas.map(({ channel, joined }) => [channel, joined])),
      [
        ["blocks/0/verse@1", "blocks/0~0/verse"],
        ["blocks/0/verse@2", "blocks/0~0/verse"],
      ],
    );
    assert.deepEqual(read(stream, event("content_block_stop", { index: 0 })).closes, ["blocks/0~0/verse"]);
    assert.deepEqual(read(stream, event("poem_over", { verse: "z" })).deltas[0]?.choice, null);
  });

  test("takes structured output as JSON, whole", () => {
    const stream = open({ output_config: { format: { type: "json_schema", schema: {} } } });
    read(stream, start(0, TEXT));
    assert.equal(read(stream, text(0, "{")).deltas[0]?.kind, "json");
  });

  test("ends the answer with its stop reason and with its stop, open blocks too", () => {
    const stream = open();
    read(stream, text(0, "a"));
    const early = read(stream, event("message_delta", { delta: {}, usage: { output_tokens: 2 } }));
    assert.deepEqual([early.finishes, early.closes], [[], []]);
    const reason = read(
      stream,
      event("message_delta", { delta: { stop_reason: "stop_sequence", stop_sequence: "END" } }),
    );
    assert.deepEqual(reason.finishes, ["message"]);
    assert.deepEqual(reason.closes, ["blocks/0/text", ...reason.deltas.map(({ channel }) => channel)]);
    assert.equal(reason.deltas[0]?.text, "END");
    read(stream, text(0, "late"));
    const end = read(stream, event("message_stop"));
    assert.deepEqual([end.finishes, end.closes, end.isEnd], [["message"], ["blocks/0/text~1"], true]);
  });

  test("checks what comes behind the end of a block with what came before it", () => {
    const ends: readonly SseEvent[] = [
      stop(0),
      start(0, TEXT),
      event("message_delta", { delta: { stop_reason: "x" } }),
    ];
    for (const item of ends) {
      const stream = open();
      read(stream, text(0, "a"));
      read(stream, text(0, "b"));
      assert.ok(read(stream, item).closes.includes("blocks/0/text"));
      const late = read(stream, text(0, "c"));
      assert.deepEqual(
        late.deltas.map(({ channel, text: piece }) => [channel, piece]),
        [
          ["blocks/0/text~1", "ab"],
          ["blocks/0/text~1", "c"],
        ],
      );
      const left = late.render({ texts: ["ab", "d"], isChanged: true, dropped: KEPT, unfinished: KEPT });
      assert.equal(JSON.parse(left?.data ?? "").delta.text, "d");
      assert.deepEqual(told(read(stream, text(0, "e"))), [["blocks/0/text~1", "e", "text", "assistant", "message"]]);
    }
  });

  test("joins no call with the next of its index", () => {
    const stream = open();
    const piece = { type: "input_json_delta", partial_json: '{"a":1}' };
    for (const item of [start(0, CALL), delta(0, piece), stop(0)]) read(stream, item);
    const next = [start(0, CALL), delta(0, piece)].map((item) => read(stream, item));
    assert.equal(next[1]?.deltas.length, 1);
    assert.equal(next[1]?.deltas[0]?.group, "blocks/0~2");
  });

  test("forgets ended blocks before it refuses new ones", () => {
    const stream = open();
    for (let index = 0; index < 1100; index++) for (const item of [start(index, TEXT), stop(index)]) read(stream, item);
    assert.deepEqual(read(stream, text(1099, "a")).closes, []);
  });

  test("takes pings and comments as they are, errors as texts of nobody's answer", () => {
    const stream = open();
    assert.deepEqual(read(stream, event("ping")).deltas, []);
    for (const data of [null, "", " \n"]) assert.deepEqual(read(stream, { raw: "\n", event: "", data }).deltas, []);
    const error = read(stream, event("error", { error: { type: "api_error", message: "oops" } }));
    assert.deepEqual(
      error.deltas.map(({ text: piece, choice }) => [piece, choice]),
      [["oops", null]],
    );
  });

  test("does not read what is no event, a block without a place, or blocks without end", () => {
    const stream = open();
    const broken = ["{", "[1]", '{"a":1,"a":2}', '{"type":"content_block_delta","delta":{"text":"x"}}'];
    for (const data of broken) assert.equal(stream.read(SSE.event(data)).ok, false, data);
    for (let index = 0; index < 1024; index++) read(stream, start(index, TEXT));
    assert.equal(stream.read(start(1024, TEXT)).ok, false);
    assert.equal(stream.read(start(7, TEXT)).ok, true, "a block that begins again takes its own place");
  });
});

describe("render", () => {
  test("keeps the bytes of what does not change, names and unknown fields of what does", () => {
    const stream = open();
    const item = event("content_block_delta", { index: 0, new_field: [1.5], delta: { type: "text_delta", text: "a" } });
    assert.equal(pass(stream, item), item);
    const changed = pass(stream, item, { texts: ["<A>"], isChanged: true });
    assert.equal(changed?.raw, item.raw.replace('"a"', '"<A>"'));
  });

  test("drops what is behind a block, and an end that is none any more", () => {
    const stream = open();
    assert.equal(pass(stream, text(0, "a"), { texts: [""], isChanged: true, dropped: ALL }), null);
    const reason = event("message_delta", { delta: { stop_reason: "stop_sequence", stop_sequence: "END" } });
    assert.equal(pass(stream, reason, { texts: ["E"], isChanged: true, unfinished: ALL }), null);
  });
});

describe("refusalEvents", () => {
  test("stop what has begun and end the message, with the usage known so far", () => {
    const stream = open();
    for (const item of [START, start(0, TEXT), text(0, "four"), stop(0), start(1, TEXT)]) pass(stream, item);
    read(stream, text(1, "four"));
    const events = refusal(stream);
    assert.deepEqual(
      events.map((item) => item.event),
      ["content_block_stop", "message_delta", "message_stop"],
    );
    assert.deepEqual(bodies(events), [
      { type: "content_block_stop", index: 1 },
      {
        type: "message_delta",
        delta: {
          stop_reason: "refusal",
          stop_sequence: null,
          stop_details: { type: "refusal", category: null, explanation: "no" },
        },
        usage: { input_tokens: 5, output_tokens: 2, guardrail_estimated: true },
        guardrail: { policies: ["p"], kinds: ["K"], request_id: "r" },
      },
      { type: "message_stop", ...NOTE },
    ]);
  });

  test("stop nothing for a call whose start was held, and take the usage that has come", () => {
    const stream = open();
    pass(stream, START);
    const held = [start(0, CALL), stop(0)].map((item) => read(stream, item));
    const usage = { output_tokens: 40 };
    held.push(read(stream, event("message_delta", { delta: { stop_reason: "tool_use" }, usage })));
    for (const step of held)
      assert.equal(step.render({ texts: [""], isChanged: true, dropped: ALL, unfinished: KEPT }), null);
    const events = bodies(refusal(stream)) as readonly { readonly type: string; readonly usage?: unknown }[];
    assert.deepEqual(
      events.map(({ type }) => type),
      ["message_delta", "message_stop"],
    );
    assert.deepEqual(events[0]?.usage, usage);
  });

  test("estimate the prompt where the provider told nothing", () => {
    const stream = open();
    pass(stream, event("message_start", { message: { content: [] } }));
    const [end] = bodies(refusal(stream)) as readonly { readonly usage: unknown }[];
    assert.deepEqual(end?.usage, { input_tokens: 2, output_tokens: 0, guardrail_estimated: true });
  });

  test("do not end a message twice", () => {
    const stream = open();
    pass(stream, START);
    pass(stream, event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } }));
    assert.deepEqual(bodies(refusal(stream)), [{ type: "message_stop", ...NOTE }]);
    pass(stream, event("message_stop"));
    assert.deepEqual(refusal(stream), []);
  });

  test("are an error where no message has begun", () => {
    const [error] = refusal(open());
    assert.equal(error?.event, "error");
    assert.deepEqual(bodies([error ?? START]), [
      {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "no",
          code: "content_filter",
          details: { error_code: "content_filter" },
          guardrail: { policies: ["p"], kinds: ["K"], request_id: "r" },
        },
        request_id: "r",
      },
    ]);
  });
});

test("errorEvents are named events of the provider's format", () => {
  const [error] = open().errorEvents("guardrail_unavailable", "m", 502);
  assert.match(error?.raw ?? "", /^event: error\ndata: \{"type":"error","error":\{"type":"api_error","message":"m"/);
});
