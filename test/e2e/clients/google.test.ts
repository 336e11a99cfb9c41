import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiError, GoogleGenAI, type GenerateContentParameters, type GenerateContentResponse } from "@google/genai";
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
import { geminiKit } from "../../support/wire/gemini.ts";

const connect = (url: string): GoogleGenAI => new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } });
const ask = (contents: string) => ({ model: "mock", contents });
const parametersJsonSchema = { type: "object", properties: { query: { type: "string" } } };
const config = { tools: [{ functionDeclarations: [{ name: "look_up", parametersJsonSchema }] }] };
const CALL = { ...ask("please call a tool"), config };
const KEY_CALL = { ...ask(`please call a tool with ${TEST_KEY} in it`), config };

/** Without the transport's headers, which bear a date. */
function bare(answer: object): object {
  return { ...answer, sdkHttpResponse: undefined };
}

type Asked = GenerateContentParameters;
const whole = async (url: string, asked: Asked): Promise<GenerateContentResponse> =>
  connect(url).models.generateContent(asked);
const streamed = async (url: string, asked: Asked): Promise<readonly GenerateContentResponse[]> =>
  collect(await connect(url).models.generateContentStream(asked));
const textOf = (chunks: readonly GenerateContentResponse[]): string => chunks.map(({ text }) => text ?? "").join("");
const endsOf = (chunks: readonly GenerateContentResponse[]): readonly unknown[] =>
  chunks.flatMap(({ candidates }) => candidates?.flatMap(({ finishReason }) => finishReason ?? []) ?? []);

describe("the Google client, clean", () => {
  test("generates content, whole and streamed, several candidates too", async () => {
    await assertTransparent(async (url) => {
      const asked = { ...ask("hello"), config: { candidateCount: 2, systemInstruction: "be kind" } };
      return [bare(await whole(url, asked)), (await streamed(url, asked)).map(bare)];
    });
  });

  test("calls functions, whole and streamed, and chats on", async () => {
    await assertTransparent(async (url) => {
      const chat = connect(url).chats.create({ model: "mock", config });
      const first = await chat.sendMessage({ message: CALL.contents });
      const result = { functionResponse: { name: "look_up", response: { result: 42 } } };
      const second = await chat.sendMessage({ message: [result] });
      assert.equal(first.functionCalls?.length, 1);
      return [(await streamed(url, CALL)).map(bare), bare(first), bare(second), chat.getHistory()];
    });
  });

  test("counts tokens, embeds, lists models", async () => {
    await assertTransparent(async (url) => {
      const { models } = connect(url);
      const counted = await models.countTokens(ask("hello"));
      const embedded = await models.embedContent({ model: "mock", contents: ["one", "two"] });
      return [bare(counted), bare(embedded), await collect(await models.list())];
    });
  });

  test("reads any framing that is allowed", async () => {
    const text = "grüße 😀 an alle";
    const wire = geminiKit
      .stream([Array.from(text)])
      .join("")
      .replaceAll("\n", "\r\n");
    let read = "";
    const run = async (url: string): Promise<unknown> => {
      const chunks = await streamed(url, ask("hi"));
      read = textOf(chunks);
      return chunks.map(bare);
    };
    await assertTransparent(run, { script: streams(inPieces(wire)) });
    assert.equal(read, text);
  });

  test("reads what the provider itself has blocked, without an exception", async () => {
    const prompt = { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, modelVersion: "mock" };
    const ended = { candidates: [{ index: 0, finishReason: "SAFETY" }], modelVersion: "mock" };
    const run = async (url: string): Promise<unknown> => bare(await whole(url, ask("hi")));
    const runStream = async (url: string): Promise<unknown> => (await streamed(url, ask("hi"))).map(bare);
    for (const body of [prompt, ended]) {
      await assertTransparent(run, { script: replies(body) });
      await assertTransparent(runStream, { script: streams([`data: ${JSON.stringify(body)}\r\n\r\n`]) });
    }
  });
});

describe("the Google client, blocked", () => {
  test("takes a blocked prompt once, whole, streamed, counted and embedded", async () => {
    await using rig = await startRig();
    const { models } = connect(rig.gate.url);
    const calls = [
      () => models.generateContent(ask(KEY_PROMPT)),
      () => models.generateContentStream(ask(KEY_PROMPT)),
      () => models.countTokens(ask(KEY_PROMPT)),
      () => models.embedContent({ model: "mock", contents: ["one", KEY_PROMPT] }),
    ];
    for (const [at, call] of calls.entries()) {
      const error = await thrownBy(call());
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, 400);
      assert.match(error.message, /INVALID_ARGUMENT/);
      assert.match(error.message, /test_keys/);
      assert.equal(rig.gate.tries(), at + 1);
    }
    assert.equal(rig.upstream.seen.length, 0);
    assertNoLeak(rig.gate);
  });

  test("takes a blocked whole answer once, or reads it in band as ended for safety", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    await using inBand = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
    for (const asked of [ask(KEY_PROMPT), KEY_CALL]) {
      const error = await thrownBy(whole(rig.gate.url, asked));
      assert.ok(error instanceof ApiError && error.status === 400);
      const answer = await whole(inBand.gate.url, asked);
      assert.deepEqual([endsOf([answer]), answer.text, answer.functionCalls], [["SAFETY"], undefined, undefined]);
    }
    for (const { gate } of [rig, inBand]) {
      assert.equal(gate.tries(), 2);
      assertNoLeak(gate);
    }
  });

  test("keeps the beginning of a stream that is blocked, ended for safety", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const chunks = await streamed(rig.gate.url, ask(KEY_PROMPT));
    assert.deepEqual([textOf(chunks), endsOf(chunks)], [KEY_RELEASED, ["SAFETY"]]);
    assert.ok((chunks.at(-1)?.usageMetadata?.totalTokenCount ?? 0) > 0);
    const chat = connect(rig.gate.url).chats.create({ model: "mock" });
    await collect(await chat.sendMessageStream({ message: KEY_PROMPT }));
    assert.deepEqual(chat.getHistory(true), []);
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("reads past signs of life while an answer is held, and a block behind them", async () => {
    await using rig = await startRig({ policies: HELD_ANSWERS, isSlow: true });
    assert.equal(textOf(await streamed(rig.gate.url, ask("hello"))), "You said: hello");
    const chunks = await streamed(rig.gate.url, ask(KEY_PROMPT));
    assert.deepEqual([textOf(chunks), endsOf(chunks)], [KEY_RELEASED, ["SAFETY"]]);
    for (const { told } of rig.gate.exchanges) assert.match(told().toString(), /: keep-alive/);
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("never sees a call whose arguments are blocked", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    // A stream of nothing but the call is refused before it has begun.
    assert.ok((await thrownBy(streamed(rig.gate.url, KEY_CALL))) instanceof ApiError);
    const thinking = { ...config, thinkingConfig: { includeThoughts: true } };
    const chunks = await streamed(rig.gate.url, { ...KEY_CALL, config: thinking });
    assert.deepEqual([chunks.flatMap(({ functionCalls }) => functionCalls ?? []), endsOf(chunks)], [[], ["SAFETY"]]);
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("goes on with the other candidate when one is blocked", async () => {
    const script = streams(
      geminiKit.stream([
        ["the key ", `is ${TEST_KEY} `, "so"],
        ["calm ", "words ", "go on"],
      ]),
    );
    await using rig = await startRig({ script });
    const chunks = await streamed(rig.gate.url, { ...ask("hi"), config: { candidateCount: 2 } });
    const of = (index: number) =>
      chunks.flatMap(({ candidates }) => candidates?.filter((item) => (item.index ?? 0) === index) ?? []);
    const told = [0, 1].map((index) => [
      of(index)
        .flatMap(({ content }) => content?.parts?.map(({ text }) => text) ?? [])
        .join(""),
      of(index).flatMap(({ finishReason }) => finishReason ?? []),
    ]);
    assert.deepEqual(told, [
      ["the key is ", ["SAFETY"]],
      ["calm words go on", ["STOP"]],
    ]);
    assertNoLeak(rig.gate);
  });

  test("sees masks where values stood, in texts and in calls", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const asked = ask(`write to ${TEST_MAIL} or ${TEST_MAIL}`);
    const masked = "You said: write to <MAIL_1> or <MAIL_1>";
    assert.equal((await whole(rig.gate.url, asked)).text, masked);
    assert.equal(textOf(await streamed(rig.gate.url, asked)), masked);
    const call = { ...ask(`please call a tool for ${TEST_MAIL}`), config };
    for (const answers of [[await whole(rig.gate.url, call)], await streamed(rig.gate.url, call)])
      assert.deepEqual(
        answers.flatMap(({ functionCalls }) => functionCalls?.map(({ args }) => args) ?? []),
        [{ query: "You said: please call a tool for <MAIL_1>" }],
      );
  });
});

describe("the Google client, a guard failing", () => {
  test("is told of it by a 503, once", async () => {
    await using rig = await startRig();
    for (const call of [whole, streamed]) {
      const error = await thrownBy(call(rig.gate.url, ask(FAILING_PROMPT)));
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, 503);
      assert.match(error.message, /guardrail_unavailable/);
    }
    assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [2, 0]);
  });

  test("throws in mid-stream, the beginning read, and does not try again", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    let text = "";
    const read = async (): Promise<void> => {
      const chunks = await connect(rig.gate.url).models.generateContentStream(ask(FAILING_PROMPT));
      for await (const chunk of chunks) text += chunk.text ?? "";
    };
    const error = await thrownBy(read());
    assert.ok(error instanceof ApiError);
    assert.match(text, /^You said: a calm beginning/);
    assert.ok(!text.includes("explode"));
    assert.equal(rig.gate.tries(), 1);
  });
});

describe("the Google client, its provider breaking off", () => {
  test("throws in mid-stream, the beginning read, and does not try again", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    let text = "";
    const read = async (): Promise<void> => {
      const chunks = await connect(rig.gate.url).models.generateContentStream(ask(BREAKING_PROMPT));
      for await (const chunk of chunks) text += chunk.text ?? "";
    };
    const error = await thrownBy(read());
    assert.ok(error instanceof ApiError);
    assert.match(error.message, /upstream_unreachable/);
    assert.match(text, /^You said: a calm beginning/);
    assert.ok(!text.includes(NEVER_TOLD));
    assert.equal(rig.gate.tries(), 1);
  });
});

describe("the Google client, refused", () => {
  testTries(
    (url) => whole(url, ask("hi")),
    [...row([400, 403, 413, 422, 446, 451, 409, 429, 500, 503], 1), ...row([503], 1, NO_RETRY)],
  );
});
