/** Keys that a stream cuts over places which clients put together, or hides beside them: no client gets to see one. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Json } from "../../src/core/model.ts";
import { post } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, TEST_KEY, type TestProxy } from "../support/proxy.ts";
import { startUpstream, type FakeUpstream } from "../support/upstream.ts";

let upstream: FakeUpstream;
let proxy: TestProxy;
before(async () => {
  upstream = await startUpstream((answer) => void answer.end());
  proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "deny" })] });
});
after(async () => {
  await proxy[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const [ONE, TWO] = [TEST_KEY.slice(0, 5), TEST_KEY.slice(5)] as const;

interface Named {
  readonly type: string;
  readonly [key: string]: unknown;
}

const sse = (...bodies: readonly (object | string)[]): string =>
  bodies.map((body) => `data: ${typeof body === "string" ? body : JSON.stringify(body)}\n\n`).join("");
const named = (body: object, name: string): string => `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;
const events = (...bodies: readonly (Named | string)[]): string =>
  bodies.map((body) => (typeof body === "string" ? body : named(body, body.type))).join("");

const chunk = (delta: object, choice: object = {}): object => ({ choices: [{ index: 0, delta, ...choice }] });
const call = (fields: object): object => ({ tool_calls: [{ index: 0, id: "a", function: fields }] });
const chat = (...chunks: readonly object[]): string => sse(...chunks, chunk({}, { finish_reason: "stop" }), "[DONE]");

const TEXT = { type: "text", text: "" };
const start = (index: number, block: object = TEXT): Named => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const piece = (index: number, text: string): Named => ({
  type: "content_block_delta",
  index,
  delta: { type: "text_delta", text },
});
const stop = (index: number, more: object = {}): Named => ({ type: "content_block_stop", index, ...more });
const message = (...bodies: readonly (Named | string)[]): string =>
  events(
    { type: "message_start", message: { id: "m", type: "message", role: "assistant", model: "m", content: [] } },
    ...bodies,
    { type: "message_delta", delta: { stop_reason: "end_turn" } },
    { type: "message_stop" },
  );

const part = (item: number, at: number): object => ({ item_id: `m${item}`, output_index: item, content_index: at });
const said = (text: string): object => ({ type: "output_text", text, annotations: [] });
const item = (id: string, ...content: readonly object[]): object => ({
  id,
  type: "message",
  role: "assistant",
  content,
});
const delta = (place: object, text: string, type = "output_text"): Named => ({
  type: `response.${type}.delta`,
  ...place,
  delta: text,
});
const created: Named = { type: "response.created", response: { id: "r", status: "in_progress", output: [] } };
const response = (bodies: readonly (Named | string)[], output: readonly object[] = []): string =>
  events(created, ...bodies, { type: "response.completed", response: { id: "r", status: "completed", output } });

const candidate = (fields: object): object => ({ candidates: [{ index: 0, ...fields }] });
const parts = (...list: readonly object[]): object => candidate({ content: { role: "model", parts: list } });

const STREAMS: Readonly<Record<string, readonly [format: keyof typeof REQUESTS, wire: string]>> = {
  "a field that it repeats": [
    "chat",
    chat(chunk({ content: "a", note: TEST_KEY }), chunk({ content: "b", note: TEST_KEY })),
  ],
  "a field of a choice that it repeats": [
    "chat",
    chat(chunk({ content: "a" }, { note: "x" }), chunk({ content: "b" }, { note: TEST_KEY })),
  ],
  "a field that comes in pieces": ["chat", chat(chunk({ note: ONE }), chunk({ note: TWO }))],
  "a tool's name that it repeats": ["chat", chat(chunk(call({ name: TEST_KEY })), chunk(call({ name: TEST_KEY })))],
  "a tool's name behind another one": ["chat", chat(chunk(call({ name: "x" })), chunk(call({ name: TEST_KEY })))],
  "indices that are written as texts": [
    "chat",
    chat(chunk({ content: ONE }, { index: "1" }), chunk({ content: TWO }, { index: 1 })),
  ],
  "blocks in the wrong order": [
    "anthropic",
    message(start(1), piece(1, TWO), stop(1), start(0), piece(0, ONE), stop(0)),
  ],
  "blocks side by side": ["anthropic", message(start(0), start(1), piece(1, TWO), piece(0, ONE), stop(0), stop(1))],
  "a block of text and one of a call": [
    "anthropic",
    message(
      start(0),
      piece(0, ONE),
      stop(0),
      start(1, { type: "tool_use", id: "t", name: "f", input: {} }),
      piece(1, TWO),
    ),
  ],
  "the end of a block": [
    "anthropic",
    message(start(0), piece(0, "x"), stop(0, { content_block: { ...TEXT, text: TEST_KEY } })),
  ],
  "events that only their names tell": [
    "anthropic",
    message(
      start(0),
      piece(0, ONE),
      named({ index: 0, delta: { type: "text_delta", text: TWO } }, "content_block_delta"),
    ),
  ],
  "an event of two names": ["anthropic", message(start(0), piece(0, ONE), named(piece(0, TWO), "ping"))],
  "parts of an item that nothing announced": ["responses", response([delta(part(0, 0), ONE), delta(part(0, 1), TWO)])],
  "items that nothing announced": ["responses", response([delta(part(0, 0), ONE), delta(part(1, 0), TWO)])],
  "parts of a resumed answer": ["responses", events(delta(part(0, 0), ONE), delta(part(0, 1), TWO))],
  "items in the wrong order": ["responses", response([delta(part(1, 0), TWO), delta(part(0, 0), ONE)])],
  "a last event that says more": [
    "responses",
    response([delta(part(0, 0), TWO)], [item("m", said(ONE)), item("m0", said(TWO))]),
  ],
  "a text and a refusal": ["responses", response([delta(part(0, 0), ONE), delta(part(0, 1), TWO, "refusal")])],
  "two refusals": ["responses", response([delta(part(0, 0), ONE, "refusal"), delta(part(0, 1), TWO, "refusal")])],
  "an event with two names": [
    "responses",
    response([delta(part(0, 0), ONE), named(delta(part(0, 0), TWO), "response.done")]),
  ],
  "a part's field that it repeats": ["gemini", sse(parts({ note: TEST_KEY }), parts({ note: TEST_KEY }))],
  "a candidate's field that it repeats": ["gemini", sse(candidate({ note: TEST_KEY }), candidate({ note: TEST_KEY }))],
  "a part's field in pieces": ["gemini", sse(parts({ note: ONE }), parts({ note: TWO }))],
};

const asked = [{ role: "user", content: "hi" }];
const REQUESTS = {
  chat: ["/v1/chat/completions", { model: "m", messages: asked, stream: true }],
  anthropic: ["/v1/messages", { model: "m", max_tokens: 9, messages: asked, stream: true }],
  responses: ["/v1/responses", { model: "m", input: "hi", stream: true }],
  gemini: ["/v1beta/models/m:streamGenerateContent?alt=sse", { contents: [{ parts: [{ text: "hi" }] }] }],
} as const;

async function shown(format: keyof typeof REQUESTS, wire: string): Promise<string> {
  const [path, body] = REQUESTS[format];
  upstream.script = (answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" }).end(wire);
  };
  return (await post(proxy, JSON.parse(JSON.stringify(body)) as Json, { path })).text();
}

describe("a key reaches no client in", () => {
  for (const [where, [format, wire]] of Object.entries(STREAMS))
    test(`${where} (${format})`, async () => {
      const text = await shown(format, wire);
      assert.ok(!text.includes(TEST_KEY) && !(text.includes(ONE) && text.includes(TWO)), text);
    });
});

describe("what is in order passes as it comes", () => {
  const WHOLE: Readonly<Record<string, readonly [format: keyof typeof REQUESTS, wire: string]>> = {
    "fields that repeat": [
      "chat",
      chat(chunk({ content: "a", note: "so it is" }), chunk({ content: "b", note: "so it is" })),
    ],
    "blocks side by side": ["anthropic", message(start(0), start(1), piece(0, "a"), piece(1, "b"), stop(0), stop(1))],
    "items that nothing announced": ["responses", response([delta(part(0, 0), "a "), delta(part(2, 0), "b")])],
    "a last event that numbers its items anew": [
      "responses",
      response([delta(part(1, 0), "a")], [item("m", said("a"))]),
    ],
  };
  for (const [what, [format, wire]] of Object.entries(WHOLE))
    test(`${what} (${format})`, async () => assert.equal(await shown(format, wire), wire));
});
