import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { ApiError, GoogleGenAI, type GenerateContentResponse } from "@google/genai";
import { generateText, jsonSchema, streamText, tool, type ToolSet } from "ai";
import { startProxy, TEST_KEY, TEST_MAIL, makeUpstream, type TestProxy } from "../support/proxy.ts";
import { replyJson, replyStream, startUpstream } from "../support/upstream.ts";

const MODEL = "test-model";
const HEAD = { modelVersion: MODEL, responseId: "r-1" };
const USAGE = { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 };

type Part = Record<string, unknown>;
const candidate = (parts: readonly Part[], extra: object = {}): object => ({
  content: { parts, role: "model" },
  index: 0,
  ...extra,
});
const texts = (...pieces: readonly string[]): readonly object[] =>
  pieces.map((text, at) => candidate([{ text }], at === pieces.length - 1 ? { finishReason: "STOP" } : {}));
const body = (...candidates: readonly object[]): object => ({ candidates, usageMetadata: USAGE, ...HEAD });

/** A provider that answers with those candidates: whole, as events, or as a growing array. */
function provider(candidates: readonly object[]) {
  return startUpstream((response, { url }) => {
    const bodies = candidates.map((item) => JSON.stringify(body(item)));
    if (!url.includes(":streamGenerateContent")) replyJson(response, body(...candidates));
    else if (url.includes("alt=sse"))
      void replyStream(
        response,
        bodies.map((data) => `data: ${data}\r\n\r\n`),
      );
    else {
      response.writeHead(200, { "content-type": "application/json; charset=UTF-8" });
      response.end(`[${bodies.join("\n,\r\n")}\n]\n`);
    }
  });
}

interface Clients {
  readonly genai: GoogleGenAI;
  readonly google: ReturnType<typeof createGoogleGenerativeAI>;
  readonly proxy: TestProxy;
}

async function withClients(
  candidates: readonly object[],
  run: (clients: Clients) => Promise<void>,
  over: Parameters<typeof makeUpstream>[1] = {},
): Promise<void> {
  await using upstream = await provider(candidates);
  await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, over)] });
  const genai = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: proxy.url } });
  const google = createGoogleGenerativeAI({ baseURL: `${proxy.url}/v1beta`, apiKey: "none" });
  await run({ genai, google, proxy });
}

async function chunksOf(genai: GoogleGenAI, prompt = "hi"): Promise<readonly GenerateContentResponse[]> {
  const stream = await genai.models.generateContentStream({ model: MODEL, contents: prompt });
  return collect(stream);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Without `alt=sse`, as no client of ours asks for it. */
async function arrayOf(proxy: TestProxy, prompt = "hi"): Promise<readonly GenerateContentResponse[]> {
  const answer = await fetch(`${proxy.url}/v1beta/models/${MODEL}:streamGenerateContent?key=none`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ contents: [{ parts: [{ text: prompt }] }] }),
  });
  return (await answer.json()) as GenerateContentResponse[];
}

const textOf = (chunks: readonly GenerateContentResponse[]): string =>
  chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts?.map(({ text }) => text ?? "") ?? []).join("");
const endsOf = (chunks: readonly GenerateContentResponse[]): readonly unknown[] =>
  chunks.flatMap((chunk) => chunk.candidates?.[0]?.finishReason ?? []);

const inputSchema = jsonSchema({ type: "object", properties: { q: { type: "string" } } });
// The SDK's own types do not fit each other under exactOptionalPropertyTypes.
const tools = { look_up: tool({ description: "finds", inputSchema }) } as unknown as ToolSet;

const MAIL_PIECES = texts("write to ", TEST_MAIL.slice(0, 6), TEST_MAIL.slice(6), " please");
const KEY_PIECES = texts("the key is ", TEST_KEY.slice(0, 5), `${TEST_KEY.slice(5)} ok`, " and more");

describe("Gemini's clients", () => {
  test("read a masked answer, whole and in every kind of stream", async () => {
    const masked = "write to <MAIL_1> please";
    await withClients(
      [candidate([{ text: `write to ${TEST_MAIL} please` }], { finishReason: "STOP" })],
      async (clients) => {
        const answer = await clients.genai.models.generateContent({ model: MODEL, contents: "hi" });
        assert.equal(answer.text, masked);
        assert.equal((await generateText({ model: clients.google(MODEL), prompt: "hi" })).text, masked);
      },
    );
    await withClients(MAIL_PIECES, async ({ genai, google, proxy }) => {
      const chunks = await chunksOf(genai);
      assert.deepEqual([textOf(chunks), endsOf(chunks)], [masked, ["STOP"]]);
      const array = await arrayOf(proxy);
      assert.deepEqual([textOf(array), endsOf(array)], [masked, ["STOP"]]);
      const result = streamText({ model: google(MODEL), prompt: "hi" });
      assert.deepEqual([await result.text, await result.finishReason], [masked, "stop"]);
    });
  });

  test("take a stream that is blocked for one that ended for safety", async () => {
    await withClients(KEY_PIECES, async ({ genai, google, proxy }) => {
      for (const chunks of [await chunksOf(genai), await arrayOf(proxy)]) {
        assert.deepEqual([textOf(chunks), endsOf(chunks)], ["the key is ", ["SAFETY"]]);
        const last = chunks.at(-1);
        assert.deepEqual([last?.responseId, last?.modelVersion, last?.usageMetadata], ["r-1", MODEL, USAGE]);
      }
      const errors: unknown[] = [];
      const result = streamText({
        model: google(MODEL),
        prompt: "hi",
        onError: ({ error }) => void errors.push(error),
      });
      assert.deepEqual([await result.text, await result.finishReason], ["the key is ", "content-filter"]);
      assert.deepEqual(errors, []);
      const chat = genai.chats.create({ model: MODEL });
      await collect(await chat.sendMessageStream({ message: "hi" }));
      assert.deepEqual(chat.getHistory(true), []);
    });
  });

  test("never see a call whose arguments are blocked, and see masked ones as they are", async () => {
    const callOf = (value: string): object =>
      candidate([{ functionCall: { name: "look_up", args: { q: value } }, thoughtSignature: "c2ln" }], {
        finishReason: "STOP",
      });
    const say = candidate([{ text: "let me see " }]);
    await withClients([say, callOf(TEST_KEY)], async ({ genai, google }) => {
      const chunks = await chunksOf(genai);
      assert.deepEqual(
        chunks.flatMap((chunk) => chunk.functionCalls ?? []),
        [],
      );
      assert.deepEqual([textOf(chunks), endsOf(chunks)], ["let me see ", ["SAFETY"]]);
      const result = streamText({ model: google(MODEL), prompt: "hi", tools });
      assert.deepEqual([await result.toolCalls, await result.finishReason], [[], "content-filter"]);
    });
    await withClients([say, callOf(TEST_MAIL)], async ({ genai, google }) => {
      const calls = (await chunksOf(genai)).flatMap((chunk) => chunk.functionCalls ?? []);
      assert.deepEqual(calls, [{ name: "look_up", args: { q: "<MAIL_1>" } }]);
      const result = streamText({ model: google(MODEL), prompt: "hi", tools });
      assert.deepEqual(
        (await result.toolCalls).map(({ input }) => input),
        [{ q: "<MAIL_1>" }],
      );
    });
  });

  test("read calls that are written in pieces, masked, or not at all", async () => {
    const piecesOf = (value: string): readonly object[] => [
      candidate([{ functionCall: { name: "look_up", willContinue: true } }]),
      ...[value.slice(0, 4), value.slice(4)].map((stringValue) =>
        candidate([
          { functionCall: { partialArgs: [{ jsonPath: "$.q", stringValue, willContinue: true }], willContinue: true } },
        ]),
      ),
      candidate([{ functionCall: {} }]),
      candidate([{ text: "" }], { finishReason: "STOP" }),
    ];
    await withClients(piecesOf(TEST_MAIL), async ({ google }) => {
      const result = streamText({ model: google(MODEL), prompt: "hi", tools });
      assert.deepEqual(
        (await result.toolCalls).map(({ input }) => input),
        [{ q: "<MAIL_1>" }],
      );
    });
    await withClients([candidate([{ text: "hm " }]), ...piecesOf(TEST_KEY)], async ({ genai, google }) => {
      const result = streamText({ model: google(MODEL), prompt: "hi", tools });
      assert.deepEqual([await result.toolCalls, await result.finishReason], [[], "content-filter"]);
      assert.ok(!JSON.stringify(await chunksOf(genai)).includes("look_up"));
    });
  });

  test("get a 400 for a blocked prompt and for an answer that is blocked from its first word", async () => {
    await withClients(texts(`${TEST_KEY} it is`), async ({ genai, google, proxy }) => {
      const isBlocked = (error: unknown): boolean =>
        error instanceof ApiError && error.status === 400 && error.message.includes("INVALID_ARGUMENT");
      for (const prompt of [TEST_KEY, "hi"]) {
        await assert.rejects(chunksOf(genai, prompt), isBlocked);
        await assert.rejects(genai.models.generateContent({ model: MODEL, contents: prompt }), isBlocked);
      }
      const answer = (await arrayOf(proxy)) as unknown as { readonly error: { readonly code: number } };
      assert.equal(answer.error.code, 400);
      await assert.rejects(generateText({ model: google(MODEL), prompt: "hi" }), /Blocked by guardrail policy/);
    });
  });

  test("get a bare answer in the place of an array as it came, or a 400", async () => {
    for (const [text, status] of [
      ["fine", 200],
      [`the key is ${TEST_KEY}`, 400],
    ] as const) {
      const bare = JSON.stringify(body(...texts(text)));
      await using upstream = await startUpstream((response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(bare);
      });
      await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
      const answer = await fetch(`${proxy.url}/v1beta/models/${MODEL}:streamGenerateContent`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ contents: [] }),
      });
      const told = await answer.text();
      assert.equal(answer.status, status);
      if (status === 200) assert.equal(told, bare);
      else assert.ok(!told.includes("key is"));
    }
  });

  test("read an answer that is refused in band, its other candidates whole", async () => {
    const candidates = [candidate([{ text: TEST_KEY }]), candidate([{ text: "fine" }], { index: 1 })];
    const run = async ({ genai, google }: Clients): Promise<void> => {
      const answer = await genai.models.generateContent({ model: MODEL, contents: "hi" });
      assert.deepEqual(
        answer.candidates?.map(({ finishReason, content }) => [finishReason, content?.parts]),
        [
          ["SAFETY", undefined],
          [undefined, [{ text: "fine" }]],
        ],
      );
      const result = await generateText({ model: google(MODEL), prompt: "hi" });
      assert.deepEqual([result.text, result.finishReason], ["", "content-filter"]);
    };
    await withClients(candidates, run, { blockedResponse: "in_band" });
  });

  test("are told of a guard that fails in mid-stream, by an error that they throw", async () => {
    // The end comes once a client has the first part, which is decided when the second comes.
    let goOn = (): void => {};
    await using upstream = await startUpstream(async (response, { url }) => {
      const isSse = url.includes("alt=sse");
      const words = "many words ".repeat(20);
      const [first = {}, second = {}, ...rest] = texts(words, words, "explode now ", "end");
      const frame = (item: object, start: string): string => {
        const data = JSON.stringify(body(item));
        return isSse ? `data: ${data}\n\n` : start + data;
      };
      response.writeHead(200, { "content-type": isSse ? "text/event-stream" : "application/json" });
      response.write(frame(first, "[") + frame(second, ","));
      await new Promise<void>((resolve) => (goOn = resolve));
      response.end(rest.map((item) => frame(item, ",")).join("") + (isSse ? "" : "]"));
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const genai = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: proxy.url } });
    const stream = await genai.models.generateContentStream({ model: MODEL, contents: "hi" });
    const drain = async (): Promise<void> => {
      for await (const _ of stream) goOn();
    };
    await assert.rejects(drain, (error: unknown) => error instanceof ApiError && error.status === 502);
    const google = createGoogleGenerativeAI({ baseURL: `${proxy.url}/v1beta`, apiKey: "none" });
    const errors: unknown[] = [];
    const result = streamText({ model: google(MODEL), prompt: "hi", onError: ({ error }) => void errors.push(error) });
    for await (const _ of result.textStream) goOn();
    assert.equal(errors.length, 1);
    const answer = await fetch(`${proxy.url}/v1beta/models/${MODEL}:streamGenerateContent`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ contents: [] }),
    });
    let text = "";
    for await (const bytes of answer.body ?? []) {
      text += new TextDecoder().decode(bytes);
      goOn();
    }
    const last = (JSON.parse(text) as readonly { readonly error?: { readonly code: number } }[]).at(-1);
    assert.equal(last?.error?.code, 502);
  });

  test("count and embed texts whose answers pass as they come, their prompts checked", async () => {
    await withClients([], async ({ genai }) => {
      const isBlocked = (error: unknown): boolean => error instanceof ApiError && error.status === 400;
      await assert.rejects(genai.models.countTokens({ model: MODEL, contents: TEST_KEY }), isBlocked);
      await assert.rejects(genai.models.embedContent({ model: MODEL, contents: ["a", TEST_KEY] }), isBlocked);
      await genai.models.countTokens({ model: MODEL, contents: "a" });
    });
  });
});
