import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiError, GoogleGenAI, type GenerateContentParameters, type GenerateContentResponse } from "@google/genai";
import {
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
  replies,
  startRig,
  streams,
  thrownBy,
} from "../../support/clients/rig.ts";
import { NO_RETRY, row, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY } from "../../support/proxy.ts";
import { geminiKit } from "../../support/wire/gemini.ts";

const connect = (url: string): GoogleGenAI => new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } });
const ask = (contents: string) => ({ model: "mock", contents });
const parametersJsonSchema = { type: "object", properties: { query: { type: "string" } } };
const config = { tools: [{ functionDeclarations: [{ name: "look_up", parametersJsonSchema }] }] };
const offer = (contents: string) => ({ ...ask(contents), config });

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

function answerOf(chunks: readonly GenerateContentResponse[]): Answer {
  const inputs = chunks.flatMap(({ functionCalls }) => functionCalls?.map(({ args }) => args) ?? []);
  const [end, ...more] = endsOf(chunks);
  assert.ok(end === "SAFETY" || end === "STOP");
  assert.deepEqual(more, []);
  return { text: textOf(chunks), inputs, isFiltered: end === "SAFETY" };
}

const KIT: ClientKit = {
  asks: [
    (url, prompt) => whole(url, ask(prompt)),
    (url, prompt) => connect(url).models.generateContentStream(ask(prompt)),
    (url, prompt) => connect(url).models.countTokens(ask(prompt)),
    (url, prompt) => connect(url).models.embedContent({ model: "mock", contents: ["one", prompt] }),
  ],
  whole: async (url, prompt) => {
    const made = await whole(url, offer(prompt));
    const answer = answerOf([made]);
    if (answer.isFiltered) assert.deepEqual([made.text, made.functionCalls], [undefined, undefined]);
    return answer;
  },
  streams: [
    async (url, prompt, hear) => {
      const chunks: GenerateContentResponse[] = [];
      for await (const chunk of await connect(url).models.generateContentStream(offer(prompt))) {
        chunks.push(chunk);
        hear(chunk.text ?? "");
      }
      return answerOf(chunks);
    },
  ],
  wire: geminiKit,
  assertBlocked: (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, 400);
    assert.match(error.message, /INVALID_ARGUMENT/);
    assert.match(error.message, /test_keys/);
    assert.match(error.message, /"policies":"test_keys","kinds":"KEY","request_id":"[0-9a-f-]{36}"/);
  },
  assertUnavailable: (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, 503);
    assert.match(error.message, /guardrail_unavailable/);
  },
  assertBrokenOff: (error, code) => {
    assert.ok(error instanceof ApiError);
    assert.ok(error.message.includes(code));
  },
};

describeClient("the Google client", KIT);

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
      const first = await chat.sendMessage({ message: CALL_PROMPT });
      const result = { functionResponse: { name: "look_up", response: { result: 42 } } };
      const second = await chat.sendMessage({ message: [result] });
      assert.equal(first.functionCalls?.length, 1);
      return [(await streamed(url, offer(CALL_PROMPT))).map(bare), bare(first), bare(second), chat.getHistory()];
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

  test("never sees a call whose arguments are blocked", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    // A stream of nothing but the call is refused before it has begun.
    assert.ok((await thrownBy(streamed(rig.gate.url, offer(KEY_CALL_PROMPT)))) instanceof ApiError);
    const thinking = { ...config, thinkingConfig: { includeThoughts: true } };
    const chunks = await streamed(rig.gate.url, { ...ask(KEY_CALL_PROMPT), config: thinking });
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
});

describe("the Google client, refused", () => {
  testTries(
    (url) => whole(url, ask("hi")),
    [...row([400, 403, 413, 422, 446, 451, 409, 429, 500, 503], 1), ...row([503], 1, NO_RETRY)],
  );
});
