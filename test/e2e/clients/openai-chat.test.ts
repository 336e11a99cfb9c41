import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI from "openai";
import { ContentFilterFinishReasonError } from "openai/error";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";
import {
  CALL_PROMPT,
  describeClient,
  KEY_CALL_PROMPT,
  type Answer,
  type ClientKit,
} from "../../support/clients/contract.ts";
import { OPENAI_ERRORS } from "../../support/clients/openai-errors.ts";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  collect,
  KEY_PROMPT,
  KEY_RELEASED,
  reframed,
  replies,
  startRig,
  streams,
  thrownBy,
} from "../../support/clients/rig.ts";
import { STAINLESS_TRIES, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY, TEST_MAIL } from "../../support/proxy.ts";
import { chatChunk, chatCompletion, chatStream, STREAM_END } from "../../support/upstream.ts";
import { openAiChatKit } from "../../support/wire/openai-chat.ts";

const connect = (url: string): OpenAI["chat"]["completions"] =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).chat.completions;
const ask = (content: string) => ({ model: "mock", messages: [{ role: "user" as const, content }] });
const STREAMED = { stream: true as const, stream_options: { include_usage: true } };
const parameters = { type: "object", properties: { query: { type: "string" } } };
const TOOL = { type: "function" as const, function: { name: "look_up", parameters } };
const offer = (content: string) => ({ ...ask(content), tools: [TOOL] });

const runnable = (seen: unknown[]) => ({
  type: "function" as const,
  function: {
    ...TOOL.function,
    description: "finds",
    parse: (text: string): unknown => JSON.parse(text),
    function: (input: unknown) => {
      seen.push(input);
      return "42";
    },
  },
});

function answerOf({ choices: [choice] }: OpenAI.ChatCompletion): Answer {
  assert.ok(choice);
  const { message, finish_reason } = choice;
  const calls = message.tool_calls ?? [];
  const inputs = calls.map((call): unknown => call.type === "function" && JSON.parse(call.function.arguments));
  return { text: message.content ?? "", inputs, isFiltered: finish_reason === "content_filter" };
}

/** As the chunks tell it, without the helper. */
async function readChunks(chunks: AsyncIterable<OpenAI.ChatCompletionChunk>, hear: (piece: string) => void) {
  const told = { text: "", input: "", finish: "" };
  for await (const { choices } of chunks) {
    const { content, tool_calls } = choices[0]?.delta ?? {};
    hear(content ?? "");
    told.text += content ?? "";
    told.input += tool_calls?.[0]?.function?.arguments ?? "";
    told.finish += choices[0]?.finish_reason ?? "";
  }
  const inputs: readonly unknown[] = told.input === "" ? [] : [JSON.parse(told.input)];
  return { text: told.text, inputs, isFiltered: told.finish === "content_filter" };
}

const KIT: ClientKit = {
  asks: [
    (url, prompt) => connect(url).create(ask(prompt)),
    (url, prompt) => connect(url).parse(ask(prompt)),
    (url, prompt) =>
      connect(url)
        .runTools({ ...ask(prompt), tools: [runnable([])] })
        .finalContent(),
  ],
  whole: async (url, prompt) => answerOf(await connect(url).create(offer(prompt))),
  streams: [
    async (url, prompt, hear) => readChunks(await connect(url).create({ ...offer(prompt), ...STREAMED }), hear),
    async (url, prompt, hear) =>
      answerOf(
        await connect(url)
          .stream({ ...offer(prompt), ...STREAMED })
          .on("content", hear)
          .finalChatCompletion(),
      ),
  ],
  wire: openAiChatKit,
  ...OPENAI_ERRORS,
};

describeClient("openai's chat", KIT);

describe("openai's chat, clean", () => {
  test("is created, whole and streamed, with its raw headers", async () => {
    await assertTransparent(async (url) => {
      const chat = connect(url);
      const { data, response } = await chat.create({ ...ask("hello"), n: 2 }).withResponse();
      const chunks = await collect(await chat.create({ ...ask("hello"), ...STREAMED, n: 2 }));
      return [data, response.status, chunks];
    });
  });

  test("is streamed by its helper, every event of it", async () => {
    await assertTransparent(async (url) => {
      const events: unknown[] = [];
      const stream = connect(url)
        .stream({ ...ask("hello"), ...STREAMED })
        .on("content.delta", (event) => events.push(event))
        .on("content.done", (event) => events.push(event))
        .on("chunk", (chunk) => events.push(chunk));
      return [await stream.finalChatCompletion(), await stream.totalUsage(), events];
    });
  });

  test("runs tools, whole and streamed", async () => {
    await assertTransparent(async (url) => {
      const seen: unknown[] = [];
      const called = await connect(url).create(offer(CALL_PROMPT));
      const run = connect(url).runTools({ ...ask(CALL_PROMPT), tools: [runnable(seen)] });
      const content = await run.finalContent();
      const streaming = connect(url).runTools({ ...ask(CALL_PROMPT), stream: true, tools: [runnable(seen)] });
      assert.equal(await streaming.finalContent(), content);
      assert.equal(seen.length, 2);
      return [called, content, run.messages, streaming.messages, seen];
    });
  });

  test("is parsed by its schema, whole and streamed", async () => {
    const schema = z.object({ city: z.string(), days: z.array(z.number()) });
    const value = { city: "Zürich", days: [1, 2] };
    const text = JSON.stringify(value);
    const format = { response_format: zodResponseFormat(schema, "trip") };
    const both = await Promise.all(
      [replies(chatCompletion(text)), streams(chatStream(text.match(/.{1,5}/gs) ?? []))].map(async (script, at) => {
        let parsed: unknown;
        const run = async (url: string): Promise<unknown> => {
          const chat = connect(url);
          const made =
            at === 0
              ? await chat.parse({ ...ask("plan"), ...format })
              : await chat.stream({ ...ask("plan"), ...format }).finalChatCompletion();
          parsed = made.choices[0]?.message.parsed;
          return made;
        };
        await assertTransparent(run, { script });
        return parsed;
      }),
    );
    assert.deepEqual(both, [value, value]);
  });

  test("is read with what else its provider tells, event by event", async () => {
    const extra = chatChunk({ extra: { choices: [], x_extra: { kept: true } } });
    await assertTransparent(async (url) => collect(await connect(url).create({ ...ask("hi"), stream: true })), {
      script: streams(reframed([extra, ...chatStream(["hello"])])),
    });
  });
});

describe("openai's chat, blocked", () => {
  test("reads every choice of a whole answer blocked in band as a refusal", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
    const chat = connect(rig.gate.url);
    for (const asked of [ask(KEY_PROMPT), offer(KEY_CALL_PROMPT)]) {
      const { choices } = await chat.create({ ...asked, n: 2 });
      assert.equal(choices.length, 2);
      for (const { message, finish_reason } of choices) {
        assert.deepEqual([message.content, message.tool_calls, finish_reason], [null, undefined, "content_filter"]);
        assert.match(message.refusal ?? "", /test_keys/);
      }
    }
    const thrown = await thrownBy(chat.parse(ask(KEY_PROMPT)));
    assert.ok(thrown instanceof ContentFilterFinishReasonError);
    assert.equal(rig.gate.tries(), 3);
    assertNoLeak(rig.gate);
  });

  test("keeps the beginning of a stream that is blocked, with usage and end mark behind it", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const chat = connect(rig.gate.url);
    const chunks = await collect(await chat.create({ ...ask(KEY_PROMPT), ...STREAMED }));
    assert.equal(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join(""), KEY_RELEASED);
    const ends = chunks.flatMap(({ choices }) => choices.flatMap((choice) => choice.finish_reason ?? []));
    assert.deepEqual(ends, ["content_filter"]);
    const last = chunks.at(-1);
    assert.deepEqual([last?.choices, (last?.usage?.total_tokens ?? 0) > 0], [[], true]);
    const helper = chat.stream({ ...ask(KEY_PROMPT), ...STREAMED });
    const { choices } = await helper.finalChatCompletion();
    assert.deepEqual([choices[0]?.message.content, choices[0]?.finish_reason], [KEY_RELEASED, "content_filter"]);
    assert.ok((await helper.totalUsage()).total_tokens > 0);
    assert.match(rig.gate.exchanges[0]?.told().toString() ?? "", /\ndata: \[DONE\]\n\n$/);
    assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [2, 2]);
    assertNoLeak(rig.gate);
  });

  test("never sees a call whose arguments are blocked, nor runs it", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const chat = connect(rig.gate.url);
    const asked = offer(KEY_CALL_PROMPT);
    const chunks = await collect(await chat.create({ ...asked, stream: true }));
    assert.ok(chunks.every(({ choices }) => choices[0]?.delta.tool_calls === undefined));
    assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, "content_filter");
    const { choices } = await chat.stream(asked).finalChatCompletion();
    assert.deepEqual([choices[0]?.message.tool_calls, choices[0]?.finish_reason], [undefined, "content_filter"]);
    const seen: unknown[] = [];
    const run = chat.runTools({ ...ask(KEY_CALL_PROMPT), stream: true, tools: [runnable(seen)] });
    // Its own way of telling the finish reason where it parses.
    assert.ok((await thrownBy(run.finalContent())) instanceof ContentFilterFinishReasonError);
    assert.deepEqual(seen, []);
    assert.equal(rig.gate.tries(), 3);
    assertNoLeak(rig.gate);
  });

  test("goes on with the other choice when one is blocked", async () => {
    const parts = [
      ...[0, 1].map((index) => chatChunk({ index, delta: { role: "assistant", content: "" } })),
      ...["the key ", `is ${TEST_KEY} `, "and more"].flatMap((content) => [
        chatChunk({ index: 0, delta: { content } }),
        chatChunk({ index: 1, delta: { content: "calm words " } }),
      ]),
      ...[0, 1].map((index) => chatChunk({ index, finish: "stop" })),
      STREAM_END,
    ];
    await using rig = await startRig({ script: streams(parts) });
    const { choices } = await connect(rig.gate.url)
      .stream({ ...ask("hi"), n: 2 })
      .finalChatCompletion();
    assert.deepEqual(
      choices.map(({ message, finish_reason }) => [message.content, finish_reason]),
      [
        ["the key is ", "content_filter"],
        ["calm words calm words calm words ", "stop"],
      ],
    );
    assertNoLeak(rig.gate);
  });

  test("sees masks where values stood in calls that it runs", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const chat = connect(rig.gate.url);
    const seen: unknown[] = [];
    const call = ask(`please call a tool for ${TEST_MAIL}`);
    await chat.runTools({ ...call, stream: true, tools: [runnable(seen)] }).done();
    await chat.runTools({ ...call, tools: [runnable(seen)] }).done();
    const query = "You said: please call a tool for <MAIL_1>";
    assert.deepEqual(seen, [{ query }, { query }]);
  });
});

describe("openai's chat, refused", () => {
  testTries((url) => connect(url).create(ask("hi")), STAINLESS_TRIES);
});
