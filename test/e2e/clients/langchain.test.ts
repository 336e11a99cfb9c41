import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AIMessage, AIMessageChunk, UsageMetadata } from "@langchain/core/messages";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { APIError, BadRequestError, InternalServerError } from "openai";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  BREAKING_PROMPT,
  collect,
  FAILING_PROMPT,
  HELD_ANSWERS,
  KEY_PROMPT,
  KEY_RELEASED,
  NEVER_TOLD,
  replies,
  startRig,
  thrownBy,
} from "../../support/clients/rig.ts";
import { row, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY, TEST_MAIL } from "../../support/proxy.ts";
import type { WireKit } from "../../support/wire/kit.ts";
import { openAiChatKit } from "../../support/wire/openai-chat.ts";
import { openAiResponsesKit } from "../../support/wire/openai-responses.ts";

interface Api {
  readonly connect: (url: string, fields?: { readonly maxRetries?: number }) => ChatOpenAI;
  readonly kit: WireKit;
  /** Where a message says that the filter has ended it. */
  readonly isFiltered: (metadata: Record<string, unknown>) => boolean;
  readonly throwsMidStream: boolean;
}

const make =
  (useResponsesApi: boolean): Api["connect"] =>
  (url, fields = {}) =>
    new ChatOpenAI({
      model: "mock",
      apiKey: "none",
      configuration: { baseURL: `${url}/v1` },
      useResponsesApi,
      ...fields,
    });

const APIS: Readonly<Record<string, Api>> = {
  chat: {
    connect: make(false),
    kit: openAiChatKit,
    isFiltered: ({ finish_reason }) => finish_reason === "content_filter",
    throwsMidStream: true,
  },
  responses: {
    connect: make(true),
    kit: openAiResponsesKit,
    isFiltered: ({ status, incomplete_details }) =>
      status === "incomplete" && JSON.stringify(incomplete_details) === '{"reason":"content_filter"}',
    throwsMidStream: false,
  },
};

const parameters = { type: "object", properties: { query: { type: "string" } } };
const TOOLS = [{ type: "function" as const, function: { name: "look_up", parameters } }];
const KEY_CALL_PROMPT = `please call a tool with ${TEST_KEY} in it`;

/** What an application reads of a message. */
const told = ({ content, tool_calls, invalid_tool_calls, response_metadata, usage_metadata }: AIMessage): unknown => {
  return { content, tool_calls, invalid_tool_calls, response_metadata, usage_metadata };
};

const totalTokens = ({ usage_metadata }: { readonly usage_metadata?: unknown }): number =>
  (usage_metadata as UsageMetadata | undefined)?.total_tokens ?? 0;

for (const [name, { connect, kit, isFiltered, throwsMidStream }] of Object.entries(APIS)) {
  describe(`LangChain on ${name}, clean`, () => {
    test("invokes, batches and streams", async () => {
      await assertTransparent(async (url) => {
        const model = connect(url);
        const chunks = await collect(await model.stream("hello"));
        return [told(await model.invoke("hello")), (await model.batch(["one"])).map(told), chunks.map(told)];
      });
    });

    test("calls tools, whole and streamed", async () => {
      await assertTransparent(async (url) => {
        const model = connect(url).bindTools(TOOLS);
        const called = await model.invoke("please call a tool");
        assert.equal(called.tool_calls?.length, 1);
        return [told(called), (await collect(await model.stream("please call a tool"))).map(told)];
      });
    });

    test("reads structured output", async () => {
      const value = { city: "Zürich" };
      const schema = { title: "trip", type: "object", properties: { city: { type: "string" } }, required: ["city"] };
      let read: unknown;
      await assertTransparent(
        async (url) =>
          (read = await connect(url).withStructuredOutput(schema, { method: "jsonSchema" }).invoke("plan")),
        { script: replies(kit.answer([JSON.stringify(value)])) },
      );
      assert.deepEqual(read, value);
    });
  });

  describe(`LangChain on ${name}, blocked`, () => {
    test("takes a blocked prompt once, invoked, streamed and embedded", async () => {
      await using rig = await startRig();
      const model = connect(rig.gate.url);
      const calls = [
        () => model.invoke(KEY_PROMPT),
        async () => collect(await model.stream(KEY_PROMPT)),
        () => model.bindTools(TOOLS).invoke(KEY_PROMPT),
      ];
      for (const [at, call] of calls.entries()) {
        const error = await thrownBy(call());
        assert.ok(error instanceof BadRequestError);
        assert.equal(error.code, "content_filter");
        assert.equal(rig.gate.tries(), at + 1);
      }
      assert.equal(rig.upstream.seen.length, 0);
      assertNoLeak(rig.gate);
    });

    test("takes a blocked whole answer once, or reads it in band as filtered", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      await using inBand = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
      for (const prompt of [KEY_PROMPT, KEY_CALL_PROMPT]) {
        const error = await thrownBy(connect(rig.gate.url).bindTools(TOOLS).invoke(prompt));
        assert.ok(error instanceof BadRequestError && error.code === "content_filter");
        const answer = await connect(inBand.gate.url).bindTools(TOOLS).invoke(prompt);
        assert.deepEqual([answer.text, answer.tool_calls], ["", []]);
        assert.ok(isFiltered(answer.response_metadata));
      }
      for (const { gate } of [rig, inBand]) {
        assert.equal(gate.tries(), 2);
        assertNoLeak(gate);
      }
    });

    test("keeps the beginning of a stream that is blocked, ended by the filter, and no part of a call", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      for (const [prompt, text] of [
        [KEY_PROMPT, KEY_RELEASED],
        [KEY_CALL_PROMPT, ""],
      ] as const) {
        const chunks = await collect(await connect(rig.gate.url).bindTools(TOOLS).stream(prompt));
        const joined = chunks.reduce((sum, chunk) => sum.concat(chunk));
        assert.equal(joined.text, text);
        assert.deepEqual([joined.tool_calls, joined.tool_call_chunks ?? []], [[], []]);
        assert.ok(chunks.some(({ response_metadata }) => isFiltered(response_metadata)));
        assert.ok(totalTokens(joined) > 0);
      }
      assert.equal(rig.gate.tries(), 2);
      assertNoLeak(rig.gate);
    });

    test("reads past signs of life while an answer is held, and a block behind them", async () => {
      await using rig = await startRig({ policies: HELD_ANSWERS, isSlow: true });
      for (const [prompt, text] of [
        ["hello", "You said: hello"],
        [KEY_PROMPT, KEY_RELEASED],
      ] as const) {
        const chunks = await collect(await connect(rig.gate.url).stream(prompt));
        assert.equal(chunks.map((chunk) => chunk.text).join(""), text);
        assert.equal(
          chunks.some(({ response_metadata }) => isFiltered(response_metadata)),
          prompt === KEY_PROMPT,
        );
      }
      for (const { told } of rig.gate.exchanges) assert.match(told().toString(), /: keep-alive/);
      assert.equal(rig.gate.tries(), 2);
      assertNoLeak(rig.gate);
    });

    test("sees masks where values stood, in texts and in calls", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      const model = connect(rig.gate.url);
      const masked = "You said: write to <MAIL_1>";
      assert.equal((await model.invoke(`write to ${TEST_MAIL}`)).text, masked);
      const chunks = await collect(await model.stream(`write to ${TEST_MAIL}`));
      assert.equal(chunks.map(({ text }) => text).join(""), masked);
      const calls = await collect(await model.bindTools(TOOLS).stream(`please call a tool for ${TEST_MAIL}`));
      assert.deepEqual(
        calls.reduce((sum, chunk) => sum.concat(chunk)).tool_calls?.map(({ args }) => args),
        [{ query: "You said: please call a tool for <MAIL_1>" }],
      );
    });
  });

  describe(`LangChain on ${name}, a guard or its provider failing`, () => {
    test("is told of it by a 503, which it tries again by its status", async () => {
      await using rig = await startRig();
      const model = connect(rig.gate.url, { maxRetries: 0 });
      const error = await thrownBy(model.invoke(FAILING_PROMPT));
      assert.ok(error instanceof InternalServerError);
      assert.deepEqual([error.status, error.code], [503, "guardrail_unavailable"]);
      assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [1, 0]);
    });

    for (const [prompt, code, never] of [
      [FAILING_PROMPT, "guardrail_unavailable", "explode"],
      [BREAKING_PROMPT, "upstream_unreachable", NEVER_TOLD],
    ] as const)
      test(`reads the beginning of a stream that ends with ${code}, and does not try again`, async () => {
        await using rig = await startRig({ policies: ANSWERS_ONLY });
        const chunks: AIMessageChunk[] = [];
        const read = async (): Promise<void> => {
          for await (const chunk of await connect(rig.gate.url).stream(prompt)) chunks.push(chunk);
        };
        if (throwsMidStream) {
          const error = await thrownBy(read());
          assert.ok(error instanceof APIError);
          assert.equal(error.code, code);
        } else {
          await read();
          // It passes over `response.failed`: that nothing has completed is all it tells.
          assert.ok(chunks.every(({ response_metadata }) => response_metadata["status"] !== "completed"));
          assert.ok(chunks.every((chunk) => totalTokens(chunk) === 0));
        }
        const text = chunks.map((chunk) => chunk.text).join("");
        assert.match(text, /^You said: a calm beginning/);
        assert.ok(!text.includes(never));
        assert.equal(rig.gate.tries(), 1);
      });
  });

  describe(`LangChain on ${name}, refused`, () => {
    testTries(
      (url, signal) => connect(url).invoke("hi", { signal }),
      [
        ...row([400, 403, 413, 409], 1, { headers: {} }),
        ...row([429], 1, { headers: {} }),
        ...row([422, 446, 451, 500, 503], 2, { headers: {}, isCutOff: true }),
      ],
    );
  });
}

describe("LangChain beside its chat", () => {
  test("embeds", async () => {
    await assertTransparent(async (url) => {
      const embeddings = new OpenAIEmbeddings({ apiKey: "none", configuration: { baseURL: `${url}/v1` } });
      return [await embeddings.embedQuery("one"), await embeddings.embedDocuments(["one", "two"])];
    });
  });

  test("takes a blocked text once", async () => {
    await using rig = await startRig();
    const embeddings = new OpenAIEmbeddings({ apiKey: "none", configuration: { baseURL: `${rig.gate.url}/v1` } });
    assert.ok((await thrownBy(embeddings.embedQuery(KEY_PROMPT))) instanceof BadRequestError);
    assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [1, 0]);
  });
});
