import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI, { APIError, BadRequestError, InternalServerError } from "openai";
import { ContentFilterFinishReasonError } from "openai/error";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  BREAKING_PROMPT,
  collect,
  FAILING_PROMPT,
  HELD_ANSWERS,
  inPieces,
  KEY_PROMPT,
  KEY_RELEASED,
  NEVER_TOLD,
  replies,
  startRig,
  streams,
  thrownBy,
} from "../../support/clients/rig.ts";
import { NO_RETRY, row, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY, TEST_MAIL } from "../../support/proxy.ts";
import { chatChunk, chatCompletion, chatStream, STREAM_END } from "../../support/upstream.ts";

const connect = (url: string): OpenAI["chat"]["completions"] =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).chat.completions;
const ask = (content: string) => ({ model: "mock", messages: [{ role: "user" as const, content }] });
const STREAMED = { stream: true as const, stream_options: { include_usage: true } };
const parameters = { type: "object", properties: { query: { type: "string" } } };
const TOOL = { type: "function" as const, function: { name: "look_up", parameters } };
const CALL_PROMPT = "please call a tool";
const KEY_CALL_PROMPT = `please call a tool with ${TEST_KEY} in it`;

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
      const called = await connect(url).create({ ...ask(CALL_PROMPT), tools: [TOOL] });
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

  test("is read from any framing that is allowed", async () => {
    const text = "grüße 😀 an alle";
    // Nothing behind the end mark: the client hangs up there.
    const chunks = chatStream(Array.from(text)).flatMap((event) => [": keep-alive\n\n", event]);
    const extra = chatChunk({ extra: { choices: [], x_extra: { kept: true } } });
    const bytes = inPieces([": hello\n\n", extra, ...chunks].join("").replaceAll("\n", "\r\n"));
    let content: string | null | undefined;
    await assertTransparent(
      async (url) => {
        const read = await collect(await connect(url).create({ ...ask("hi"), stream: true }));
        const final = await connect(url).stream(ask("hi")).finalChatCompletion();
        content = final.choices[0]?.message.content;
        return [read, final];
      },
      { script: streams(bytes) },
    );
    assert.equal(content, text);
  });
});

describe("openai's chat, blocked", () => {
  test("takes a blocked prompt once, whole, streamed and by its helpers", async () => {
    await using rig = await startRig();
    const chat = connect(rig.gate.url);
    const asked = ask(KEY_PROMPT);
    const calls = [
      () => chat.create(asked),
      () => chat.create({ ...asked, ...STREAMED }),
      () => chat.stream(asked).finalChatCompletion(),
      () => chat.runTools({ ...asked, tools: [runnable([])] }).finalContent(),
      () => chat.parse(asked),
    ];
    for (const [at, call] of calls.entries()) {
      const error = await thrownBy(call());
      assert.ok(error instanceof BadRequestError);
      assert.deepEqual([error.status, error.code, error.type], [400, "content_filter", "invalid_request_error"]);
      assert.match(error.message, /test_keys/);
      assert.equal(rig.gate.tries(), at + 1);
    }
    assert.equal(rig.upstream.seen.length, 0);
    assertNoLeak(rig.gate);
  });

  test("takes a blocked whole answer once, with the provider's id", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    for (const [at, call] of [
      connect(rig.gate.url).create(ask(KEY_PROMPT)),
      connect(rig.gate.url).create({ ...ask(KEY_CALL_PROMPT), tools: [TOOL] }),
    ].entries()) {
      const error = await thrownBy(call);
      assert.ok(error instanceof BadRequestError);
      assert.equal(error.code, "content_filter");
      assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [2, 2], String(at));
    }
    assertNoLeak(rig.gate);
  });

  test("reads a whole answer blocked in band as a refusal", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
    const chat = connect(rig.gate.url);
    for (const asked of [ask(KEY_PROMPT), { ...ask(KEY_CALL_PROMPT), tools: [TOOL] }]) {
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

  test("reads past signs of life while an answer is held, and a block behind them", async () => {
    await using rig = await startRig({ policies: HELD_ANSWERS, isSlow: true });
    const chat = connect(rig.gate.url);
    assert.equal(await chat.stream(ask("hello")).finalContent(), "You said: hello");
    const { choices } = await chat.stream(ask(KEY_PROMPT)).finalChatCompletion();
    assert.deepEqual([choices[0]?.message.content, choices[0]?.finish_reason], [KEY_RELEASED, "content_filter"]);
    for (const { told } of rig.gate.exchanges) assert.match(told().toString(), /: keep-alive/);
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("never sees a call whose arguments are blocked, nor runs it", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const chat = connect(rig.gate.url);
    const asked = { ...ask(KEY_CALL_PROMPT), tools: [TOOL] };
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

  test("sees masks where values stood, in texts and in calls that it can run", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const chat = connect(rig.gate.url);
    const text = `write to ${TEST_MAIL} or ${TEST_MAIL}`;
    const masked = "You said: write to <MAIL_1> or <MAIL_1>";
    assert.equal((await chat.create(ask(text))).choices[0]?.message.content, masked);
    assert.equal(await chat.stream(ask(text)).finalContent(), masked);
    const seen: unknown[] = [];
    const call = ask(`please call a tool for ${TEST_MAIL}`);
    await chat.runTools({ ...call, stream: true, tools: [runnable(seen)] }).done();
    await chat.runTools({ ...call, tools: [runnable(seen)] }).done();
    const query = "You said: please call a tool for <MAIL_1>";
    assert.deepEqual(seen, [{ query }, { query }]);
  });
});

describe("openai's chat, its guard failing", () => {
  test("is told of it by a 503, never by a policy's 400", async () => {
    await using rig = await startRig();
    const error = await thrownBy(connect(rig.gate.url).create(ask(FAILING_PROMPT)));
    assert.ok(error instanceof InternalServerError);
    assert.deepEqual([error.status, error.code], [503, "guardrail_unavailable"]);
    assert.equal(rig.upstream.seen.length, 0);
    assert.equal(rig.gate.tries(), 1);
  });

  test("throws in mid-stream, the beginning read, and does not try again", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const chat = connect(rig.gate.url);
    let text = "";
    const read = async (): Promise<void> => {
      for await (const { choices } of await chat.create({ ...ask(FAILING_PROMPT), stream: true }))
        text += choices[0]?.delta.content ?? "";
    };
    for (const run of [read, () => chat.stream(ask(FAILING_PROMPT)).finalChatCompletion()]) {
      const error = await thrownBy(run());
      assert.ok(error instanceof APIError);
      assert.equal(error.code, "guardrail_unavailable");
    }
    assert.match(text, /^You said: a calm beginning/);
    assert.ok(!text.includes("explode"));
    assert.equal(rig.gate.tries(), 2);
  });
});

describe("openai's chat, its provider breaking off", () => {
  test("throws in mid-stream, the beginning read, and does not try again", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    let text = "";
    const stream = connect(rig.gate.url)
      .stream(ask(BREAKING_PROMPT))
      .on("content", (piece) => (text += piece));
    const error = await thrownBy(stream.finalChatCompletion());
    assert.ok(error instanceof APIError);
    assert.equal(error.code, "upstream_unreachable");
    assert.match(text, /^You said: a calm beginning/);
    assert.ok(!text.includes(NEVER_TOLD));
    assert.equal(rig.gate.tries(), 1);
  });
});

describe("openai's chat, refused", () => {
  testTries(
    (url) => connect(url).create(ask("hi")),
    [...row([400, 403, 413, 422, 446, 451], 1), ...row([409, 429, 500, 503], 3), ...row([429, 503], 1, NO_RETRY)],
  );
});
