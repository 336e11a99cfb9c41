import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AIMessage, AIMessageChunk, UsageMetadata } from "@langchain/core/messages";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { assertRefusedOnce, CALL_PROMPT, describeClient, KEY_CALL_PROMPT } from "../../support/clients/contract.ts";
import type { Answer, ClientKit } from "../../support/clients/contract.ts";
import { OPENAI_ERRORS } from "../../support/clients/openai-errors.ts";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  collect,
  KEY_PROMPT,
  KEY_RELEASED,
  replies,
  startRig,
} from "../../support/clients/rig.ts";
import { row, testTries } from "../../support/clients/tries.ts";
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

/** What an application reads of a message. */
const told = ({ content, tool_calls, invalid_tool_calls, response_metadata, usage_metadata }: AIMessage): unknown => {
  return { content, tool_calls, invalid_tool_calls, response_metadata, usage_metadata };
};

const totalTokens = ({ usage_metadata }: { readonly usage_metadata?: unknown }): number =>
  (usage_metadata as UsageMetadata | undefined)?.total_tokens ?? 0;

/** What stands for the error that it passes over. */
const NOT_COMPLETED = new Error("nothing has completed");

function kitOf({ connect, kit: wire, isFiltered, throwsMidStream }: Api): ClientKit {
  const read = (text: string, calls: AIMessage["tool_calls"], ends: readonly AIMessage[]): Answer => {
    const inputs = calls?.map(({ args }) => args) ?? [];
    return { text, inputs, isFiltered: ends.some(({ response_metadata }) => isFiltered(response_metadata)) };
  };
  return {
    ...OPENAI_ERRORS,
    wire,
    asks: [
      (url, prompt) => connect(url).invoke(prompt),
      async (url, prompt) => collect(await connect(url).stream(prompt)),
    ],
    whole: async (url, prompt) => {
      const answer = await connect(url).bindTools(TOOLS).invoke(prompt);
      return read(answer.text, answer.tool_calls, [answer]);
    },
    streams: [
      async (url, prompt, hear) => {
        const chunks: AIMessageChunk[] = [];
        for await (const chunk of await connect(url).bindTools(TOOLS).stream(prompt)) {
          chunks.push(chunk);
          hear(chunk.text);
        }
        const joined = chunks.reduce((sum, chunk) => sum.concat(chunk));
        const answer = read(joined.text, joined.tool_calls, chunks);
        const isCompleted = chunks.some(({ response_metadata }) => response_metadata["status"] === "completed");
        if (!throwsMidStream && !isCompleted && !answer.isFiltered) {
          assert.ok(chunks.every((chunk) => totalTokens(chunk) === 0));
          throw NOT_COMPLETED;
        }
        return answer;
      },
    ],
    asksOnce: (url, prompt) => connect(url, { maxRetries: 0 }).invoke(prompt),
    // It passes over `response.failed`: that nothing has completed is all it tells.
    assertBrokenOff: throwsMidStream
      ? OPENAI_ERRORS.assertBrokenOff
      : (error) => {
          assert.equal(error, NOT_COMPLETED);
        },
  };
}

for (const [name, api] of Object.entries(APIS)) {
  const { connect, kit, isFiltered } = api;
  describeClient(`LangChain on ${name}`, kitOf(api));

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
        const called = await model.invoke(CALL_PROMPT);
        assert.equal(called.tool_calls?.length, 1);
        return [told(called), (await collect(await model.stream(CALL_PROMPT))).map(told)];
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
  const embeddings = (url: string) => new OpenAIEmbeddings({ apiKey: "none", configuration: { baseURL: `${url}/v1` } });

  test("embeds", async () => {
    await assertTransparent(async (url) => {
      return [await embeddings(url).embedQuery("one"), await embeddings(url).embedDocuments(["one", "two"])];
    });
  });

  test("takes a blocked text once", async () => {
    await assertRefusedOnce([(url) => embeddings(url).embedQuery(KEY_PROMPT)], OPENAI_ERRORS.assertBlocked);
  });
});
