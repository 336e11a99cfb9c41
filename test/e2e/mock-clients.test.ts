import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, describe, test } from "node:test";
import { pipeline } from "node:stream/promises";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic, { BadRequestError as AnthropicBadRequest } from "@anthropic-ai/sdk";
import { ApiError, GoogleGenAI } from "@google/genai";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { embed, generateText, jsonSchema, streamText, tool, type LanguageModel, type ToolSet } from "ai";
import OpenAI, { AzureOpenAI, BadRequestError, NotFoundError } from "openai";
import { mockPort } from "../../src/mock-provider/port.ts";
import { listen, stop } from "../support/listen.ts";

// The mock alone, without the proxy in front: whatever a client refuses here is a fault of the mock's.
const server = createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", url: path = "/", rawHeaders: headers } = request;
    const signal = new AbortController().signal;
    const made = await mockPort.send({ method, path, headers, body: Buffer.concat(chunks), signal });
    response.writeHead(made.status, made.headers);
    await pipeline(made.body, response);
  };
  answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
});
const url = `http://127.0.0.1:${await listen(server)}`;
after(() => stop(server));

// The SDK warns of a model that it does not know.
globalThis.AI_SDK_LOG_WARNINGS = false;

const MODEL = "mock";
const ASKED = "tell me something new";
const TOLD = `You said: ${ASKED}`;
const CALLED = { query: "You said: please call a tool" };
const SCHEMA = { type: "object" as const, properties: { query: { type: "string" } } };

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("the openai client on the mock", () => {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });

  test("chats, whole and by its stream helper", async () => {
    const messages = [{ role: "user" as const, content: ASKED }];
    const whole = await client.chat.completions.create({ model: MODEL, messages });
    assert.equal(whole.choices[0]?.message.content, TOLD);
    const helper = await client.chat.completions.stream({ model: MODEL, messages }).finalChatCompletion();
    assert.equal(helper.choices[0]?.message.content, TOLD);
  });

  test("runs a tool and gets the answer after it", async () => {
    const seen: unknown[] = [];
    const run = client.chat.completions.runTools({
      model: MODEL,
      messages: [{ role: "user", content: "please call a tool" }],
      tools: [
        {
          type: "function",
          function: {
            name: "look_up",
            description: "d",
            parameters: SCHEMA,
            parse: (text: string): unknown => JSON.parse(text),
            function: (input: unknown) => {
              seen.push(input);
              return "42";
            },
          },
        },
      ],
    });
    assert.equal(await run.finalContent(), "The tool has answered. You said: please call a tool");
    assert.deepEqual(seen, [CALLED]);
  });

  test("completes prompts, whole and streamed", async () => {
    const asked = { model: MODEL, prompt: [ASKED, "b"], echo: true };
    const { choices } = await client.completions.create(asked);
    assert.deepEqual(
      choices.map(({ text }) => text),
      [ASKED + TOLD, "bYou said: b"],
    );
    const chunks = await collect(await client.completions.create({ ...asked, stream: true }));
    const first = chunks.flatMap((chunk) => chunk.choices).filter(({ index }) => index === 0);
    assert.equal(first.map(({ text }) => text).join(""), ASKED + TOLD);
  });

  test("makes a response, streams it by its helper, and gets it again", async () => {
    const made = await client.responses.create({ model: MODEL, input: ASKED });
    assert.equal(made.output_text, TOLD);
    assert.equal((await client.responses.retrieve(made.id)).output_text, TOLD);
    const runner = client.responses.stream({ model: MODEL, input: ASKED });
    const types = (await collect(runner)).map(({ type }) => type);
    assert.deepEqual([types[0], types.at(-1)], ["response.created", "response.completed"]);
    const streamed = await runner.finalResponse();
    assert.equal(streamed.output_text, TOLD);
    const replayed = client.responses.stream({ response_id: streamed.id });
    assert.equal((await replayed.finalResponse()).output_text, TOLD);
    await assert.rejects(client.responses.retrieve("resp_other"), NotFoundError);
  });

  test("gets a function call as a response, whole and streamed", async () => {
    const tools = [{ type: "function" as const, name: "look_up", parameters: SCHEMA, strict: false }];
    const asked = { model: MODEL, input: "please call a tool", tools };
    const made = await client.responses.create(asked);
    const streamed = await client.responses.stream(asked).finalResponse();
    for (const { output } of [made, streamed]) {
      const [call] = output;
      assert.ok(call?.type === "function_call");
      assert.deepEqual(JSON.parse(call.arguments), CALLED);
    }
    const [call] = made.output;
    assert.ok(call?.type === "function_call");
    const next = await client.responses.create({
      model: MODEL,
      previous_response_id: made.id,
      input: [{ type: "function_call_output", call_id: call.call_id, output: "42" }],
    });
    assert.match(next.output_text, /^The tool has answered\./);
  });

  test("embeds: what it decodes from base64 is what it is told in numbers", async () => {
    const asked = { model: MODEL, input: ["one", "two"], dimensions: 16 };
    const decoded = await client.embeddings.create(asked);
    const plain = await client.embeddings.create({ ...asked, encoding_format: "float" });
    assert.equal(decoded.data.length, 2);
    assert.deepEqual(
      decoded.data.map(({ embedding }) => [...embedding]),
      plain.data.map(({ embedding }) => embedding),
    );
  });

  test("moderates, draws and speaks", async () => {
    const { results } = await client.moderations.create({ input: "I will hurt you" });
    assert.deepEqual(
      results.map(({ flagged, categories }) => [flagged, categories.violence]),
      [[false, false]],
    );
    const { data } = await client.images.generate({ model: MODEL, prompt: "a cat" });
    assert.match(data?.[0]?.b64_json ?? "", /^iVBORw0KGgo/);
    const events = await collect(await client.images.generate({ model: MODEL, prompt: "a cat", stream: true }));
    assert.deepEqual(
      events.map(({ type }) => type),
      ["image_generation.completed"],
    );
    const speech = await client.audio.speech.create({ model: MODEL, voice: "alloy", input: "hello" });
    assert.match(speech.headers.get("content-type") ?? "", /^audio\//);
    assert.equal(Buffer.from(await speech.arrayBuffer()).toString("latin1", 0, 4), "RIFF");
  });

  test("lists models, takes a wrong body for what it is, and knows Azure's paths", async () => {
    assert.deepEqual(
      (await collect(client.models.list())).map(({ id }) => id),
      [MODEL],
    );
    const wrong = client.responses.create({ model: MODEL, input: 7 as unknown as string });
    await assert.rejects(wrong, BadRequestError);
    const azure = new AzureOpenAI({ endpoint: url, apiKey: "none", apiVersion: "2024-10-21", deployment: "mine" });
    const { choices } = await azure.chat.completions.create({
      model: MODEL,
      messages: [{ role: "user", content: ASKED }],
    });
    assert.equal(choices[0]?.message.content, TOLD);
  });
});

describe("the Anthropic client on the mock", () => {
  const client = new Anthropic({ baseURL: url, apiKey: "none", maxRetries: 0 });
  const ask = (content: string) => ({ model: MODEL, max_tokens: 2048, messages: [{ role: "user" as const, content }] });
  const tools = [{ name: "look_up", input_schema: SCHEMA }];

  test("gets a message, whole and by its stream helper", async () => {
    const whole = await client.messages.create(ask(ASKED));
    assert.deepEqual(whole.content, [{ type: "text", text: TOLD, citations: null }]);
    const streamed = await client.messages.stream(ask(ASKED)).finalMessage();
    assert.deepEqual(streamed.content, whole.content);
    assert.deepEqual([streamed.stop_reason, streamed.usage], [whole.stop_reason, whole.usage]);
  });

  test("gets a tool's use, and the answer after its result", async () => {
    const asked = { ...ask("please call a tool"), tools };
    for (const message of [await client.messages.create(asked), await client.messages.stream(asked).finalMessage()]) {
      const [use] = message.content;
      assert.ok(use?.type === "tool_use");
      assert.deepEqual([use.name, use.input, message.stop_reason], ["look_up", CALLED, "tool_use"]);
      const result = { type: "tool_result" as const, tool_use_id: use.id, content: "42" };
      const turns = [
        { role: "assistant" as const, content: message.content },
        { role: "user" as const, content: [result] },
      ];
      const next = await client.messages.create({ ...asked, messages: [...asked.messages, ...turns] });
      const [text] = next.content;
      assert.equal(text?.type === "text" && text.text, "The tool has answered. You said: please call a tool");
    }
  });

  test("gets signed thinking, the same whole and streamed", async () => {
    const asked = { ...ask(ASKED), thinking: { type: "enabled" as const, budget_tokens: 1024 } };
    const whole = await client.messages.create(asked);
    const streamed = await client.messages.stream(asked).finalMessage();
    assert.deepEqual(
      whole.content.map(({ type }) => type),
      ["thinking", "text"],
    );
    assert.deepEqual(streamed.content, whole.content);
  });

  test("counts tokens, lists models, takes a wrong body for what it is", async () => {
    assert.ok((await client.messages.countTokens({ model: MODEL, messages: ask(ASKED).messages })).input_tokens > 0);
    const models = await collect(client.models.list());
    assert.deepEqual(
      models.map(({ id, type }) => [id, type]),
      [[MODEL, "model"]],
    );
    const wrong = client.messages.create({ ...ask(ASKED), messages: "no list" as unknown as [] });
    await assert.rejects(wrong, (error: unknown) => {
      assert.ok(error instanceof AnthropicBadRequest);
      return error.requestID === "req_mock" && error.type === "invalid_request_error";
    });
  });
});

describe("the Google client on the mock", () => {
  const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } });
  const config = { tools: [{ functionDeclarations: [{ name: "look_up", parametersJsonSchema: SCHEMA }] }] };

  test("generates content, whole and streamed", async () => {
    assert.equal((await client.models.generateContent({ model: MODEL, contents: ASKED })).text, TOLD);
    const chunks = await collect(await client.models.generateContentStream({ model: MODEL, contents: ASKED }));
    assert.ok(chunks.length > 2);
    assert.equal(chunks.map(({ text }) => text ?? "").join(""), TOLD);
    assert.equal(chunks.at(-1)?.candidates?.[0]?.finishReason, "STOP");
  });

  test("gets a function call, whole and streamed, and chats on", async () => {
    const asked = { model: MODEL, contents: "please call a tool", config };
    const whole = await client.models.generateContent(asked);
    const [chunk] = await collect(await client.models.generateContentStream(asked));
    for (const answer of [whole, chunk]) {
      assert.deepEqual(
        answer?.functionCalls?.map(({ name, args }) => [name, args]),
        [["look_up", CALLED]],
      );
    }
    const chat = client.chats.create({ model: MODEL, config });
    await chat.sendMessage({ message: "please call a tool" });
    const result = { functionResponse: { name: "look_up", response: { result: 42 } } };
    const { text } = await chat.sendMessage({ message: [result] });
    assert.equal(text, "The tool has answered. You said: please call a tool");
    assert.equal(chat.getHistory().length, 4);
  });

  test("counts tokens, embeds, lists models, takes a wrong body for what it is", async () => {
    assert.ok(((await client.models.countTokens({ model: MODEL, contents: ASKED })).totalTokens ?? 0) > 0);
    const { embeddings } = await client.models.embedContent({ model: MODEL, contents: ["one", "two"] });
    assert.deepEqual(
      embeddings?.map(({ values }) => values?.length),
      [8, 8],
    );
    const models = await collect(await client.models.list());
    assert.deepEqual(
      models.map(({ name }) => name),
      ["models/mock"],
    );
    const wrong = client.models.embedContent({ model: MODEL, contents: ["a"], config: { outputDimensionality: -1 } });
    await assert.rejects(wrong, (error: unknown) => error instanceof ApiError && error.status === 400);
  });
});

describe("the AI SDK on the mock", () => {
  const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" });
  const anthropic = createAnthropic({ baseURL: `${url}/v1`, apiKey: "none" });
  const google = createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: "none" });
  const models: readonly (readonly [string, LanguageModel])[] = [
    ["chat", openai.chat(MODEL)],
    ["responses", openai.responses(MODEL)],
    ["anthropic", anthropic(MODEL)],
    ["google", google(MODEL)],
  ];
  const inputSchema = jsonSchema<{ query: string }>(SCHEMA);
  // The SDK's own types do not fit each other under exactOptionalPropertyTypes.
  const tools = { look_up: tool({ inputSchema }) } as unknown as ToolSet;

  for (const [name, model] of models) {
    test(`${name}: generates and streams text`, async () => {
      const whole = await generateText({ model, prompt: ASKED, maxRetries: 0 });
      assert.deepEqual([whole.text, whole.finishReason], [TOLD, "stop"]);
      assert.ok((whole.usage.totalTokens ?? 0) > 0);
      const stream = streamText({ model, prompt: ASKED, maxRetries: 0 });
      const parts = await collect(stream.fullStream);
      assert.deepEqual(
        parts.filter(({ type }) => type === "error"),
        [],
      );
      assert.ok(parts.filter(({ type }) => type === "text-delta").length > 2);
      assert.deepEqual([await stream.text, await stream.finishReason], [TOLD, "stop"]);
    });

    test(`${name}: calls a tool, whole and streamed`, async () => {
      const asked = { model, prompt: "please call a tool", tools, maxRetries: 0 };
      const whole = await generateText(asked);
      const stream = streamText(asked);
      for (const calls of [whole.toolCalls, await stream.toolCalls]) {
        assert.deepEqual(
          calls.map(({ toolName, input }) => [toolName, input]),
          [["look_up", CALLED]],
        );
      }
      assert.deepEqual([whole.finishReason, await stream.finishReason], ["tool-calls", "tool-calls"]);
    });
  }

  test("completes by the older route, and shows thinking", async () => {
    const completion = await generateText({ model: openai.completion(MODEL), prompt: ASKED, maxRetries: 0 });
    assert.match(completion.text, /tell me something new/);
    const stream = streamText({ model: openai.completion(MODEL), prompt: ASKED, maxRetries: 0 });
    assert.equal(await stream.text, completion.text);
    const thinking = { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } };
    const thought = await generateText({ model: anthropic(MODEL), prompt: ASKED, providerOptions: thinking });
    assert.match(thought.reasoningText ?? "", /^The user wants/);
  });

  test("embeds", async () => {
    for (const model of [openai.embeddingModel(MODEL), google.embeddingModel(MODEL)]) {
      assert.equal((await embed({ model, value: "one", maxRetries: 0 })).embedding.length, 8);
    }
  });
});

describe("LangChain on the mock", () => {
  for (const useResponsesApi of [false, true]) {
    test(`invokes and streams ${useResponsesApi ? "responses" : "chat"}`, async () => {
      const configuration = { baseURL: `${url}/v1` };
      const model = new ChatOpenAI({ model: MODEL, apiKey: "none", configuration, maxRetries: 0, useResponsesApi });
      assert.equal((await model.invoke(ASKED)).text, TOLD);
      const chunks = await collect(await model.stream(ASKED));
      assert.equal(chunks.map(({ text }) => text).join(""), TOLD);
      const called = await model
        .bindTools([{ type: "function", function: { name: "look_up", parameters: SCHEMA } }])
        .invoke("please call a tool");
      assert.deepEqual(
        called.tool_calls?.map(({ name, args }) => [name, args]),
        [["look_up", CALLED]],
      );
    });
  }

  test("embeds", async () => {
    const embeddings = new OpenAIEmbeddings({ apiKey: "none", configuration: { baseURL: `${url}/v1` } });
    assert.equal((await embeddings.embedQuery("one")).length, 8);
  });
});
