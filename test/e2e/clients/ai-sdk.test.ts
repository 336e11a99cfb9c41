import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import {
  APICallError,
  embed,
  generateText,
  jsonSchema,
  Output,
  RetryError,
  stepCountIs,
  streamText,
  tool,
  type LanguageModel,
  type ToolSet,
} from "ai";
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
  streams,
  thrownBy,
} from "../../support/clients/rig.ts";
import { NO_RETRY, row, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY, TEST_MAIL } from "../../support/proxy.ts";
import { anthropicKit } from "../../support/wire/anthropic-messages.ts";
import { geminiKit } from "../../support/wire/gemini.ts";
import type { WireKit } from "../../support/wire/kit.ts";
import { openAiResponsesKit } from "../../support/wire/openai-responses.ts";
import { openAiChatKit } from "../../support/wire/openai-chat.ts";

// The SDK warns of a model that it does not know.
globalThis.AI_SDK_LOG_WARNINGS = false;

interface Provider {
  readonly connect: (url: string) => LanguageModel;
  readonly kit: WireKit;
  /** A stream has begun before its call is decided: some event before it has left. */
  readonly beginsEarly: boolean;
  /** The SDK shows a refusal as text; ours names policies only. */
  readonly showsRefusal: boolean;
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  chat: {
    connect: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).chat("mock"),
    kit: openAiChatKit,
    beginsEarly: true,
    showsRefusal: true,
  },
  responses: {
    connect: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).responses("mock"),
    kit: openAiResponsesKit,
    beginsEarly: true,
    showsRefusal: false,
  },
  anthropic: {
    // A model that the SDK knows to have structured output of its own.
    connect: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: "none" })("claude-sonnet-4-5"),
    kit: anthropicKit,
    beginsEarly: true,
    showsRefusal: false,
  },
  google: {
    connect: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: "none" })("mock"),
    kit: geminiKit,
    beginsEarly: false,
    showsRefusal: false,
  },
};

const inputSchema = jsonSchema<{ query: string }>({
  type: "object",
  properties: { query: { type: "string" } },
  required: ["query"],
  additionalProperties: false,
});
const offered = (ran: unknown[]): ToolSet => {
  const execute = (input: unknown): string => {
    ran.push(input);
    return "42";
  };
  return { look_up: tool({ description: "finds", inputSchema, execute }) };
};
const KEY_CALL_PROMPT = `please call a tool with ${TEST_KEY} in it`;

/** What differs with every call: moments, the way, and ids of the SDK's own where the provider has none. */
const MADE = new Set(["timestamp", "url", "toolCallId", "id", "performance", "headers", "durationMs"]);

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, item: unknown) => (MADE.has(key) ? undefined : item)));

/** Everything that a stream tells its reader. */
async function drained(result: ReturnType<typeof streamText>) {
  const parts = await collect(result.fullStream);
  const errors = parts.flatMap((part) => (part.type === "error" ? [part.error] : []));
  const text = parts.map((part) => (part.type === "text-delta" ? part.text : "")).join("");
  return { parts, errors, text, tools: parts.filter(({ type }) => type.startsWith("tool")) };
}

const silent = { onError: (): void => {} };

for (const [name, { connect, kit, beginsEarly, showsRefusal }] of Object.entries(PROVIDERS)) {
  describe(`the AI SDK on ${name}`, () => {
    test("generates and streams the same as without the gate", async () => {
      await assertTransparent(async (url) => {
        const asked = { model: connect(url), prompt: "hello" };
        const { content, finishReason, usage } = await generateText(asked);
        const { parts, errors } = await drained(streamText(asked));
        assert.deepEqual(errors, []);
        return plain([content, finishReason, usage, parts]);
      });
    });

    test("runs tools to their end, whole and streamed", async () => {
      await assertTransparent(async (url) => {
        const ran: unknown[] = [];
        const asked = {
          model: connect(url),
          prompt: "please call a tool",
          tools: offered(ran),
          stopWhen: stepCountIs(3),
        };
        const { text, steps } = await generateText(asked);
        const { parts } = await drained(streamText(asked));
        assert.deepEqual([text, ran.length], ["The tool has answered. You said: please call a tool", 2]);
        return plain([text, steps.map(({ content, finishReason }) => [content, finishReason]), parts, ran]);
      });
    });

    test("reads structured output, whole and streamed", async () => {
      const schema = jsonSchema<{ city: string }>({
        type: "object",
        properties: { city: { type: "string" } },
        required: ["city"],
        additionalProperties: false,
      });
      const value = { city: "Zürich" };
      const json = JSON.stringify(value);
      const read: unknown[] = [];
      const asking = (url: string) => ({ model: connect(url), prompt: "plan", output: Output.object({ schema }) });
      const whole = async (url: string): Promise<unknown> => read.push((await generateText(asking(url))).output) > 0;
      const streamed = async (url: string): Promise<unknown> => {
        const result = streamText(asking(url));
        const partial = await collect(result.partialOutputStream);
        return [partial.at(-1), read.push(await result.output) > 0];
      };
      await assertTransparent(whole, { script: replies(kit.answer([json])) });
      await assertTransparent(streamed, { script: streams(kit.stream([json.match(/.{1,5}/gs) ?? []])) });
      assert.deepEqual(read, [value, value, value, value]);
    });

    test("takes a blocked prompt once, as an error that is not to be tried again", async () => {
      await using rig = await startRig();
      const asked = { model: connect(rig.gate.url), prompt: KEY_PROMPT };
      const thrown = await thrownBy(generateText(asked));
      const { errors, text } = await drained(streamText({ ...asked, ...silent }));
      assert.deepEqual([errors.length, text], [1, ""]);
      for (const error of [thrown, ...errors]) {
        assert.ok(APICallError.isInstance(error));
        assert.deepEqual([error.statusCode, error.isRetryable], [400, false]);
        assert.match(error.message, /test_keys/);
      }
      assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [2, 0]);
      assertNoLeak(rig.gate);
    });

    test("takes a blocked whole answer once, or reads it in band as filtered", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      await using inBand = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
      const ran: unknown[] = [];
      for (const prompt of [KEY_PROMPT, KEY_CALL_PROMPT]) {
        const asked = { prompt, tools: offered(ran), stopWhen: stepCountIs(3) };
        const error = await thrownBy(generateText({ ...asked, model: connect(rig.gate.url) }));
        assert.ok(APICallError.isInstance(error) && error.statusCode === 400);
        const { text, finishReason, toolCalls } = await generateText({ ...asked, model: connect(inBand.gate.url) });
        const shown = showsRefusal ? "Blocked by guardrail policy: test_keys" : "";
        assert.deepEqual([text, finishReason, toolCalls], [shown, "content-filter", []]);
      }
      assert.deepEqual(ran, []);
      for (const { gate } of [rig, inBand]) {
        assert.equal(gate.tries(), 2);
        assertNoLeak(gate);
      }
    });

    test("keeps the beginning of a stream that is blocked, ended by the filter", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      const result = streamText({ model: connect(rig.gate.url), prompt: KEY_PROMPT });
      const { errors, text } = await drained(result);
      assert.deepEqual([errors, text, await result.finishReason], [[], KEY_RELEASED, "content-filter"]);
      assert.ok(((await result.usage).totalTokens ?? 0) > 0);
      assert.equal(rig.gate.tries(), 1);
      assertNoLeak(rig.gate);
    });

    test("reads past signs of life while an answer is held, and a block behind them", async () => {
      await using rig = await startRig({ policies: HELD_ANSWERS, isSlow: true });
      const model = connect(rig.gate.url);
      assert.equal((await drained(streamText({ model, prompt: "hello" }))).text, "You said: hello");
      const result = streamText({ model, prompt: KEY_PROMPT });
      const { errors, text } = await drained(result);
      assert.deepEqual([errors, text, await result.finishReason], [[], KEY_RELEASED, "content-filter"]);
      for (const { told } of rig.gate.exchanges) assert.match(told().toString(), /: keep-alive/);
      assert.equal(rig.gate.tries(), 2);
      assertNoLeak(rig.gate);
    });

    test("never sees a call whose arguments are blocked, nor runs it", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      const ran: unknown[] = [];
      const asked = { model: connect(rig.gate.url), prompt: KEY_CALL_PROMPT, tools: offered(ran), ...silent };
      const result = streamText({ ...asked, stopWhen: stepCountIs(3) });
      const { errors, tools } = await drained(result);
      assert.deepEqual([tools, ran], [[], []]);
      if (beginsEarly) assert.deepEqual([errors, await result.finishReason], [[], "content-filter"]);
      else assert.ok(APICallError.isInstance(errors[0]) && errors[0].statusCode === 400);
      assert.equal(rig.gate.tries(), 1);
      assertNoLeak(rig.gate);
    });

    test("sees masks where values stood, in texts and in calls that it runs", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      const model = connect(rig.gate.url);
      const masked = "You said: write to <MAIL_1>";
      assert.equal((await generateText({ model, prompt: `write to ${TEST_MAIL}` })).text, masked);
      assert.equal((await drained(streamText({ model, prompt: `write to ${TEST_MAIL}` }))).text, masked);
      const ran: unknown[] = [];
      const asked = { model, prompt: `please call a tool for ${TEST_MAIL}`, tools: offered(ran) };
      await generateText(asked);
      assert.deepEqual((await drained(streamText(asked))).errors, []);
      const query = "You said: please call a tool for <MAIL_1>";
      assert.deepEqual(ran, [{ query }, { query }]);
    });

    test("is told of a failing guard in mid-stream, the beginning read, and does not try again", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      const result = streamText({ model: connect(rig.gate.url), prompt: FAILING_PROMPT, ...silent });
      const { errors, text } = await drained(result);
      assert.equal(errors.length, 1);
      assert.match(JSON.stringify(errors), /guardrail_unavailable/);
      assert.match(text, /^You said: a calm beginning/);
      assert.ok(!text.includes("explode"));
      assert.equal(rig.gate.tries(), 1);
    });

    test("is told of a provider that breaks off, the beginning read, and does not try again", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      const result = streamText({ model: connect(rig.gate.url), prompt: BREAKING_PROMPT, ...silent });
      const { errors, text } = await drained(result);
      assert.equal(errors.length, 1);
      assert.match(JSON.stringify(errors), /upstream_unreachable/);
      assert.match(text, /^You said: a calm beginning/);
      assert.ok(!text.includes(NEVER_TOLD));
      assert.equal(rig.gate.tries(), 1);
    });

    test("takes a guard that fails at once for a 503", async () => {
      await using rig = await startRig();
      const asked = { model: connect(rig.gate.url), prompt: FAILING_PROMPT, maxRetries: 0 };
      const error = await thrownBy(generateText(asked));
      assert.ok(APICallError.isInstance(error));
      assert.equal(error.statusCode, 503);
      assert.match(error.responseBody ?? "", /guardrail_unavailable/);
      assert.equal(rig.upstream.seen.length, 0);
    });

    testTries(
      (url) => generateText({ model: connect(url), prompt: "hi" }),
      // It goes by the status alone.
      [...row([400, 403, 413, 422, 446, 451], 1), ...row([409, 429, 500, 503], 3), ...row([429, 503], 3, NO_RETRY)],
    );
  });
}

describe("the AI SDK", () => {
  test("embeds the same as without the gate, and takes a blocked text once", async () => {
    const models = [
      (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).embeddingModel("mock"),
      (url: string) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: "none" }).embeddingModel("mock"),
    ];
    for (const model of models) {
      await assertTransparent(async (url) => (await embed({ model: model(url), value: "one" })).embedding);
      await using rig = await startRig();
      const error = await thrownBy(embed({ model: model(rig.gate.url), value: KEY_PROMPT }));
      assert.ok(APICallError.isInstance(error) && !RetryError.isInstance(error));
      assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [1, 0]);
    }
  });
});
