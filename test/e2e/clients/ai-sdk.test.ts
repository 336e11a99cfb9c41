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
import { assertRefusedOnce, CALL_PROMPT, describeClient, KEY_CALL_PROMPT } from "../../support/clients/contract.ts";
import type { Answer, ClientKit, Hear } from "../../support/clients/contract.ts";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  collect,
  KEY_PROMPT,
  replies,
  startRig,
  streams,
} from "../../support/clients/rig.ts";
import { NO_RETRY, row, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY } from "../../support/proxy.ts";
import { anthropicCall, anthropicKit, anthropicStream, anthropicText } from "../../support/wire/anthropic-messages.ts";
import { geminiKit } from "../../support/wire/gemini.ts";
import type { WireKit } from "../../support/wire/kit.ts";
import {
  callEvents,
  completed,
  created,
  functionCall,
  message,
  messageEvents,
  openAiResponsesKit,
  responseEvents,
} from "../../support/wire/openai-responses.ts";
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

const REFUSAL = "Blocked by guardrail policy: test_keys";

function kitOf({ connect, kit: wire, showsRefusal }: Provider): ClientKit {
  const offer = (url: string, prompt: string, ran: unknown[]) => {
    return { model: connect(url), prompt, tools: offered(ran), stopWhen: stepCountIs(3) };
  };
  const whole = async (url: string, prompt: string): Promise<Answer> => {
    const inputs: unknown[] = [];
    const { text, finishReason, toolCalls } = await generateText(offer(url, prompt, inputs));
    const isFiltered = finishReason === "content-filter";
    if (isFiltered) assert.deepEqual(toolCalls, []);
    return { text, inputs, isFiltered };
  };
  const streamed = async (url: string, prompt: string, hear: Hear): Promise<Answer> => {
    const inputs: unknown[] = [];
    const result = streamText({ ...offer(url, prompt, inputs), ...silent });
    const { errors, text } = await drained(result);
    hear(text);
    assert.ok(errors.length <= 1);
    if (errors.length > 0) throw errors[0];
    const isFiltered = (await result.finishReason) === "content-filter";
    if (isFiltered) assert.ok(((await result.usage).totalTokens ?? 0) > 0);
    return { text, inputs, isFiltered };
  };
  return {
    asks: [],
    wire,
    whole,
    streams: [streamed],
    asksOnce: (url, prompt) => generateText({ model: connect(url), prompt, maxRetries: 0 }),
    refusalText: showsRefusal ? REFUSAL : "",
    assertBlocked,
    assertUnavailable: (error) => {
      assert.ok(APICallError.isInstance(error));
      assert.equal(error.statusCode, 503);
      assert.match(error.responseBody ?? "", /guardrail_unavailable/);
    },
    assertBrokenOff: (error, code) => assert.ok(JSON.stringify(error).includes(code)),
  };
}

/** No error of its retries: it was not to be tried again. */
function assertBlocked(error: unknown): void {
  assert.ok(APICallError.isInstance(error) && !RetryError.isInstance(error));
  assert.deepEqual([error.statusCode, error.isRetryable], [400, false]);
  assert.match(error.message, /test_keys/);
  // Google's errors hold strings only.
  const body = (error.responseBody ?? "").replace('"test_keys","kinds":"KEY"', '["test_keys"],"kinds":["KEY"]');
  assert.match(body, /"policies":\["test_keys"\],"kinds":\["KEY"\],"request_id":"[0-9a-f-]{36}"/);
}

for (const [name, provider] of Object.entries(PROVIDERS)) {
  const { connect, kit, beginsEarly } = provider;
  describeClient(`the AI SDK on ${name}`, kitOf(provider));

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
          prompt: CALL_PROMPT,
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

    testTries(
      (url) => generateText({ model: connect(url), prompt: "hi" }),
      // It goes by the status alone.
      [...row([400, 403, 413, 422, 446, 451], 1), ...row([409, 429, 500, 503], 3), ...row([429, 503], 3, NO_RETRY)],
    );
  });
}

const LEAKING_CALL = JSON.stringify({ query: TEST_KEY });
/** A text, and then a call whose arguments are blocked. */
const LEAKING: Readonly<Record<string, readonly string[]>> = {
  anthropic: anthropicStream(
    [...anthropicText(0, ["I look ", "it up"]), ...anthropicCall(1, [LEAKING_CALL])],
    "tool_use",
  ),
  responses: responseEvents([
    ...created(),
    ...messageEvents(["I look ", "it up"], 0),
    ...callEvents([LEAKING_CALL], 1),
    completed([message("I look it up"), functionCall(LEAKING_CALL)]),
  ]),
};

describe("the AI SDK", () => {
  for (const [name, parts] of Object.entries(LEAKING))
    test(`keeps the text before a call that is blocked: ${name}`, async () => {
      const { connect } = PROVIDERS[name] ?? assert.fail(name);
      await using rig = await startRig({ policies: ANSWERS_ONLY, script: streams(parts) });
      const ran: unknown[] = [];
      const result = streamText({ model: connect(rig.gate.url), prompt: "hi", tools: offered(ran), ...silent });
      const { errors, tools, text } = await drained(result);
      assert.deepEqual([errors, tools, ran, text.trimEnd()], [[], [], [], "I look it up"]);
      assert.equal(await result.finishReason, "content-filter");
      assert.equal(rig.gate.tries(), 1);
      assertNoLeak(rig.gate);
    });

  test("embeds the same as without the gate, and takes a blocked text once", async () => {
    const models = [
      (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).embeddingModel("mock"),
      (url: string) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: "none" }).embeddingModel("mock"),
    ];
    for (const model of models) {
      await assertTransparent(async (url) => (await embed({ model: model(url), value: "one" })).embedding);
      await assertRefusedOnce([(url) => embed({ model: model(url), value: KEY_PROMPT })], assertBlocked);
    }
  });
});
