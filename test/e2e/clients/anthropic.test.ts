import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Anthropic, { APIError, BadRequestError, InternalServerError } from "@anthropic-ai/sdk";
import {
  BLOCK_NOTE,
  CALL_PROMPT,
  describeClient,
  KEY_CALL_PROMPT,
  type Answer,
  type ClientKit,
} from "../../support/clients/contract.ts";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  collect,
  KEY_PROMPT,
  KEY_RELEASED,
  startRig,
  streams,
} from "../../support/clients/rig.ts";
import { STAINLESS_TRIES, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY } from "../../support/proxy.ts";
import { anthropicCall, anthropicKit, anthropicStream, anthropicText } from "../../support/wire/anthropic-messages.ts";

const connect = (url: string): Anthropic["messages"] => new Anthropic({ baseURL: url, apiKey: "none" }).messages;
const ask = (content: string) => ({
  model: "mock",
  max_tokens: 2048,
  messages: [{ role: "user" as const, content }],
});
const input_schema = { type: "object" as const, properties: { query: { type: "string" } } };
const TOOLS = [{ name: "look_up", input_schema }];
const offer = (content: string) => ({ ...ask(content), tools: TOOLS });
const THINKING = { thinking: { type: "enabled" as const, budget_tokens: 1024 } };

/** Every event of a stream's helper that tells of texts. */
function helper(messages: Anthropic["messages"], asked: ReturnType<typeof ask>) {
  const told: unknown[] = [];
  const stream = messages
    .stream(asked)
    .on("streamEvent", (event) => told.push(event))
    .on("text", (text, snapshot) => told.push([text, snapshot]))
    .on("inputJson", (json, snapshot) => told.push([json, snapshot]))
    .on("contentBlock", (block) => told.push(block));
  return { told, final: () => stream.finalMessage() };
}

function answerOf({ content, stop_reason, stop_details }: Anthropic.Message): Answer {
  const text = content.flatMap((block) => (block.type === "text" ? block.text : [])).join("");
  const inputs = content.flatMap((block) => (block.type === "tool_use" ? [block.input] : []));
  const isFiltered = stop_reason === "refusal";
  if (isFiltered) {
    assert.equal(stop_details?.type, "refusal");
    assert.match(stop_details.explanation ?? "", /test_keys/);
    assert.equal(content.length, text === "" ? 0 : 1);
  }
  return { text, inputs, isFiltered };
}

const KIT: ClientKit = {
  asks: [
    (url, prompt) => connect(url).create(ask(prompt)),
    (url, prompt) => connect(url).create({ ...ask(prompt), stream: true }),
    (url, prompt) => connect(url).countTokens({ model: "mock", messages: ask(prompt).messages }),
  ],
  whole: async (url, prompt) => answerOf(await connect(url).create(offer(prompt))),
  streams: [
    async (url, prompt, hear) => answerOf(await connect(url).stream(offer(prompt)).on("text", hear).finalMessage()),
  ],
  wire: anthropicKit,
  assertBlocked: (error) => {
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual([error.status, error.type, error.errorCode], [400, "invalid_request_error", "content_filter"]);
    assert.match(error.message, /test_keys/);
    assert.match(JSON.stringify(error.error), BLOCK_NOTE);
  },
  assertUnavailable: (error) => {
    assert.ok(error instanceof InternalServerError);
    assert.deepEqual([error.status, error.type, error.errorCode], [503, "overloaded_error", "guardrail_unavailable"]);
  },
  assertBrokenOff: (error, code) => {
    assert.ok(error instanceof APIError);
    assert.deepEqual([error.type, error.errorCode], ["api_error", code]);
  },
};

describeClient("the Anthropic client", KIT);

describe("the Anthropic client, clean", () => {
  test("gets messages, whole and streamed, thoughts too", async () => {
    await assertTransparent(async (url) => {
      const messages = connect(url);
      const asked = { ...ask("hello"), ...THINKING };
      const { data, response } = await messages.create(asked).withResponse();
      return [data, response.status, await collect(await messages.create({ ...asked, stream: true }))];
    });
  });

  test("streams by its helper, every event of it", async () => {
    await assertTransparent(async (url) => {
      const { told, final } = helper(connect(url), { ...ask("hello"), ...THINKING });
      return [await final(), told];
    });
  });

  test("uses tools, and tells their results", async () => {
    await assertTransparent(async (url) => {
      const asked = offer(CALL_PROMPT);
      const { told, final } = helper(connect(url), asked);
      const message = await final();
      const [use] = message.content;
      assert.ok(use?.type === "tool_use");
      const result = { type: "tool_result" as const, tool_use_id: use.id, content: "42" };
      const turns = [
        { role: "assistant" as const, content: message.content },
        { role: "user" as const, content: [result] },
      ];
      const next = await connect(url).create({ ...asked, messages: [...asked.messages, ...turns] });
      return [await connect(url).create(asked), message, told, next];
    });
  });

  test("counts tokens and lists models", async () => {
    await assertTransparent(async (url) => {
      const { model, messages } = ask("hello");
      const models = await collect(new Anthropic({ baseURL: url, apiKey: "none" }).models.list());
      return [await connect(url).countTokens({ model, messages }), models];
    });
  });
});

describe("the Anthropic client, blocked", () => {
  test("keeps the beginning of a stream that is blocked, and reads a refusal", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const messages = connect(rig.gate.url);
    const events = await collect(await messages.create({ ...ask(KEY_PROMPT), stream: true }));
    assert.deepEqual(
      events.slice(-3).map(({ type }) => type),
      ["content_block_stop", "message_delta", "message_stop"],
    );
    const { told, final } = helper(messages, ask(KEY_PROMPT));
    const message = await final();
    const [block] = message.content;
    assert.equal(block?.type === "text" && block.text, KEY_RELEASED);
    assert.deepEqual([message.content.length, message.stop_reason], [1, "refusal"]);
    assert.match(message.stop_details?.explanation ?? "", /test_keys/);
    assert.ok(message.usage.output_tokens > 0 && told.length > 0);
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("keeps the text before a call that is blocked", async () => {
    const call = ['{"query":"', TEST_KEY, '"}'];
    const parts = anthropicStream([...anthropicText(0, ["I look ", "it up"]), ...anthropicCall(1, call)], "tool_use");
    await using rig = await startRig({ policies: ANSWERS_ONLY, script: streams(parts) });
    const { content, stop_reason } = await connect(rig.gate.url).stream(offer("hi")).finalMessage();
    assert.deepEqual([content.map(({ type }) => type), stop_reason], [["text"], "refusal"]);
    assertNoLeak(rig.gate);
  });

  test("never sees a call whose arguments are blocked", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    for (const thinks of [false, true]) {
      const { told, final } = helper(connect(rig.gate.url), { ...offer(KEY_CALL_PROMPT), ...(thinks ? THINKING : {}) });
      const message = await final();
      assert.deepEqual(
        [message.stop_reason, message.content.map(({ type }) => type)],
        ["refusal", thinks ? ["thinking"] : []],
      );
      assert.ok(!JSON.stringify(told).includes('"tool_use"'));
    }
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });
});

describe("the Anthropic client, refused", () => {
  testTries((url) => connect(url).create(ask("hi")), STAINLESS_TRIES);
});
