import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CompletionRequest, Parsed } from "../../../src/codecs/codec.ts";
import { JSON_ARRAY, SSE } from "../../../src/codecs/framing/framing.ts";
import { gemini } from "../../../src/codecs/gemini/gemini-format.ts";
import { getAt } from "../../../src/codecs/shared/body-edits.ts";
import type { Json } from "../../../src/core/model.ts";
import { at } from "../../support/pointers.ts";

const PATH = "/v1beta/models/test-model:generateContent";

function read(body: Json, path = PATH, readsTools = false): Parsed<CompletionRequest> {
  return gemini.readRequest(body, { method: "POST", path, query: "?key=secret", readsTools });
}

function request(body: Json, path = PATH, readsTools = false): CompletionRequest {
  const parsed = read(body, path, readsTools);
  assert.ok(parsed.ok);
  return parsed.value;
}

const PLAIN = request({ contents: [] });
const REFUSAL = { message: "Blocked", policies: ["p", "q"], kinds: ["K"], requestId: "r" };
const texts = (body: Json, path = PATH, readsTools = false): readonly string[] =>
  request(body, path, readsTools).slots.map(({ text }) => text);

describe("matches", () => {
  test("knows a method of any resource, behind any version", () => {
    const paths = [
      PATH,
      "/models/m:streamGenerateContent",
      "/v1beta/tunedModels/t:generateContent/",
      "/v1/projects/p/locations/l/publishers/google/models/m:generateContent",
      "/v1/projects/p/locations/l/endpoints/1:streamGenerateContent",
      "/v1beta/models/m%3AgenerateContent",
      "/v1beta/models/m:countTokens",
      "/v1beta/models/m:embedContent",
      "/v1beta/models/m:batchEmbedContents",
    ];
    for (const path of paths) assert.ok(gemini.matches("POST", path), path);
    const others = ["/v1beta/models/m:predict", "/v1beta/models/m", "/v1beta/:generateContent", `${PATH}/x`];
    for (const path of others) assert.ok(!gemini.matches("POST", path), path);
    assert.ok(!gemini.matches("GET", PATH));
  });

  test("frames a stream as its media type says", () => {
    const stream = request({ contents: [] }, "/v1/models/m:streamGenerateContent");
    assert.equal(gemini.framing({ isJson: false, isEventStream: true }, stream), SSE);
    assert.equal(gemini.framing({ isJson: true, isEventStream: false }, stream), JSON_ARRAY);
    assert.equal(gemini.framing({ isJson: true, isEventStream: false }, PLAIN), null);
  });
});

describe("readRequest", () => {
  test("tells who wrote each message, with text or without", () => {
    const image: Json = { parts: [{ inlineData: { mimeType: "image/png", data: "AA==" } }] };
    assert.deepEqual(request({ contents: [{ parts: [{ text: "a" }] }, { role: "model", parts: [] }, image] }).turns, [
      "user",
      "assistant",
      "user",
    ]);
    assert.deepEqual(request({ contents: image }).turns, ["user"]);
  });

  test("tells origin and turn of every text, at pointers that hold it", () => {
    const body: Json = {
      systemInstruction: { parts: [{ text: "s" }] },
      contents: [
        { parts: [{ text: "u" }] },
        {
          role: "model",
          parts: [
            { text: "hm", thought: true, thoughtSignature: "c2ln" },
            { functionCall: { name: "f", args: { id: "1", n: 2 } }, thoughtSignature: "c2ln" },
            { executableCode: { language: "PYTHON", code: "x" } },
            { codeExecutionResult: { outcome: "OUTCOME_OK", output: "y" } },
          ],
        },
        { role: "function", parts: [{ functionResponse: { id: "1", name: "g", response: { role: "r" } } }] },
        { role: "user", parts: [{ functionResponse: { name: "h", response: { type: "t" } } }, { text: "v" }] },
        { role: "system", parts: [{ text: "w" }] },
      ],
    };
    const { slots } = request(body);
    assert.deepEqual(
      slots.map(({ text, origin, kind, turn }) => [text, origin, kind, turn]),
      [
        ["s", "system", "text", null],
        ["u", "user", "text", 0],
        ["hm", "assistant", "sealed", 1],
        ["f", "assistant", "text", 1],
        ['{"id":"1","n":2}', "assistant", "json", 1],
        ["x", "assistant", "text", 1],
        ["y", "tool", "text", 1],
        ["g", "tool", "text", 2],
        ['{"role":"r"}', "tool", "json", 2],
        ["h", "tool", "text", 3],
        ['{"type":"t"}', "tool", "json", 3],
        ["v", "user", "text", 3],
        ["w", "user", "text", 4],
      ],
    );
    for (const { pointer, text, isValue, side } of slots) {
      const held = getAt(body, pointer);
      assert.equal(isValue ? JSON.stringify(held) : held, text);
      assert.equal(side, "input");
    }
  });

  test("reads both spellings, and a list of one without its brackets", () => {
    const body: Json = {
      system_instruction: { parts: { text: "s" } },
      contents: { role: "user", parts: { text: "u" } },
      generation_config: {
        stop_sequences: ["end"],
        response_schema: { type: "OBJECT" },
        response_mime_type: "text/plain",
      },
    };
    assert.deepEqual(texts(body), ["s", "u", "end", '{"type":"OBJECT"}']);
    const function_response = { name: "f", response: { a: "b" } };
    const [, result] = request({ contents: [{ parts: [{ function_response }] }] }).slots;
    assert.deepEqual([result?.text, result?.origin], ['{"a":"b"}', "tool"]);
  });

  test("reads what steers the exchange", () => {
    const generationConfig = { candidateCount: 3, responseMimeType: "application/json" };
    const { slots: _, ...rest } = request({ contents: [], generationConfig }, "/v1/models/a%20b:streamGenerateContent");
    assert.deepEqual(rest, {
      turns: [],
      stream: true,
      includeUsage: true,
      model: "a b",
      choiceCount: 3,
      isJsonOutput: true,
      unreadParts: [],
      readsAnswer: true,
    });
    assert.deepEqual([PLAIN.stream, PLAIN.choiceCount, PLAIN.isJsonOutput], [false, 1, false]);
  });

  test("names parts that carry no text, and reads their names", () => {
    const parts: Json = [
      { inlineData: { mimeType: "image/png", data: "AAAA", displayName: "me" } },
      { fileData: { mimeType: "video/mp4", fileUri: "https://x.example/v", displayName: "film" } },
      {
        functionResponse: { name: "f", response: {}, parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }] },
      },
    ];
    const { slots, unreadParts } = request({ contents: [{ parts }], cachedContent: "cachedContents/1" });
    assert.deepEqual(unreadParts, ["inlineData", "fileData", "cachedContent"]);
    assert.deepEqual(
      slots.map(({ text }) => text),
      ["me", "https://x.example/v", "film", "f"],
    );
  });

  test("reads settings known and unknown, tools only when told to", () => {
    const body: Json = {
      contents: [],
      labels: { type: "l" },
      newSetting: { deep: ["n"] },
      safetySettings: [{ category: "c", threshold: "t" }],
      tools: [{ functionDeclarations: [{ name: "f", description: "d" }] }],
      toolConfig: { functionCallingConfig: { allowedFunctionNames: ["f"] } },
    };
    const choice = '{"functionCallingConfig":{"allowedFunctionNames":["f"]}}';
    assert.deepEqual(texts(body), ['{"type":"l"}', "n", choice]);
    const withTools = texts(body, PATH, true);
    assert.ok(withTools.includes('{"functionDeclarations":[{"name":"f","description":"d"}]}'));
    assert.ok(withTools.includes(choice));
    const single = request({ contents: [], tools: { functionDeclarations: [] } }, PATH, true).slots[0];
    assert.deepEqual([single?.pointer.name, single?.kind, single?.origin], ["/tools", "json", "system"]);
  });

  test("reads what is counted or embedded, whose answer carries no text", () => {
    const content = { parts: [{ text: "c" }] };
    const counted = { generateContentRequest: { contents: [content], systemInstruction: { parts: [{ text: "s" }] } } };
    const embed = { content, title: "t", taskType: "RETRIEVAL_DOCUMENT" };
    const cases: readonly (readonly [Json, string, readonly string[]])[] = [
      [{ contents: [content] }, "countTokens", ["c"]],
      [counted, "countTokens", ["c", "s"]],
      [embed, "embedContent", ["c", "t"]],
      [{ requests: [embed, "x", { model: "models/m", content }] }, "batchEmbedContents", ["c", "t", "x", "c"]],
    ];
    for (const [body, method, expected] of cases) {
      const path = `/v1beta/models/m:${method}`;
      assert.deepEqual(texts(body, path), expected);
      assert.equal(request(body, path).readsAnswer, false);
    }
  });

  test("does not read what has no contents", () => {
    for (const body of [null, [], "x", {}] as Json[]) assert.equal(read(body).ok, false);
  });
});

describe("readResponse", () => {
  test("reads every candidate, its sources and whatever stands beside them", () => {
    const body: Json = {
      candidates: [
        {
          content: { role: "model", parts: [{ text: "a" }, { functionCall: { name: "f", args: { x: "y" } } }] },
          finishReason: "STOP",
          finishMessage: "done",
          safetyRatings: [{ category: "c", probability: "NEGLIGIBLE" }],
          citationMetadata: { citations: [{ uri: "https://c.example", title: "ct" }] },
          groundingMetadata: {
            webSearchQueries: ["q"],
            groundingChunks: [{ retrievedContext: { title: "rt", text: "rx" } }],
            groundingSupports: [{ segment: { text: "a" }, groundingChunkIndices: [0] }],
          },
        },
        { index: 1, content: { parts: [{ text: "b", thought: true }] } },
      ],
      promptFeedback: { blockReason: "OTHER", blockReasonMessage: "why" },
      usageMetadata: { trafficType: "ON_DEMAND" },
      modelVersion: "m",
    };
    const slots = gemini.readResponse(body, PLAIN);
    assert.ok(slots.ok);
    assert.deepEqual(
      slots.value.map(({ text, origin, kind }) => [text, origin, kind]),
      [
        ["a", "assistant", "text"],
        ["f", "assistant", "text"],
        ['{"x":"y"}', "assistant", "json"],
        ["done", "assistant", "text"],
        ["https://c.example", "tool", "text"],
        ["ct", "tool", "text"],
        ["q", "assistant", "text"],
        ["rt", "tool", "text"],
        ["rx", "tool", "text"],
        ["a", "assistant", "text"],
        ["b", "assistant", "text"],
        ["why", "assistant", "text"],
      ],
    );
    assert.deepEqual(gemini.readResponse([], PLAIN), { ok: false, reason: "body" });
  });

  test("takes structured output as JSON, thoughts beside it as text", () => {
    const structured = request({ contents: [], generationConfig: { responseMimeType: "application/json" } });
    const parts = [{ text: "{}" }, { text: "hm", thought: true, thoughtSignature: "c2ln" }];
    const slots = gemini.readResponse({ candidates: [{ content: { parts } }] }, structured);
    assert.deepEqual(slots.ok && slots.value.map(({ kind }) => kind), ["json", "sealed"]);
  });

  test("reads tokens that no text says, and drops them beside a masked text", () => {
    const logprobsResult = { chosenCandidates: [{ token: "a secret" }] };
    const alone = { candidates: [{ index: 0, finishMessage: "m", logprobsResult }] };
    const slots = gemini.readResponse(alone, PLAIN);
    assert.deepEqual(slots.ok && slots.value.map(({ text }) => text), ["m", "a secret"]);
    const beside = { candidates: [{ content: { parts: [{ text: "x" }] }, avgLogprobs: -1, logprobsResult }] };
    assert.ok(gemini.readResponse(beside, PLAIN).ok);
    assert.deepEqual(gemini.afterMask(beside), { candidates: [{ content: { parts: [{ text: "x" }] } }] });
    assert.deepEqual(gemini.afterMask({ error: {} }), { error: {} });
    const groundingMetadata = { webSearchQueries: ["q"], groundingSupports: [{ segment: { text: "x" } }] };
    assert.deepEqual(gemini.afterMask({ candidates: [{ groundingMetadata }] }), {
      candidates: [{ groundingMetadata: { webSearchQueries: ["q"] } }],
    });
  });
});

describe("refusals", () => {
  test("end only the candidates that were refused, by their place", () => {
    const body: Json = {
      candidates: [{ content: { parts: [{ text: "a" }] } }, { index: 1, content: {} }],
      modelVersion: "m",
    };
    assert.deepEqual(gemini.refuseChoices(body, [at("/candidates/0/content/parts/0/text")], REFUSAL), {
      candidates: [
        { index: 0, finishReason: "SAFETY", finishMessage: "Blocked" },
        { index: 1, content: {} },
      ],
      modelVersion: "m",
    });
    assert.equal(gemini.refuseChoices(body, [at("/promptFeedback/blockReasonMessage")], REFUSAL), null);
    assert.equal(gemini.refuseChoices({ error: {} }, [at("/candidates/0")], REFUSAL), null);
  });

  test("are errors as Google's APIs write them", () => {
    const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", domain: "guardrail" };
    const metadata = { policies: "p, q", kinds: "K", request_id: "r" };
    assert.deepEqual(gemini.refusalBody(REFUSAL), {
      error: {
        code: 400,
        message: "Blocked",
        status: "INVALID_ARGUMENT",
        details: [{ ...info, reason: "content_filter", metadata }],
      },
    });
    const statuses = [401, 403, 404, 413, 429, 500, 502, 503, 504].map(
      (status) => (gemini.errorBody("c", "m", status)["error"] as { status: string }).status,
    );
    assert.deepEqual(statuses, [
      "UNAUTHENTICATED",
      "PERMISSION_DENIED",
      "NOT_FOUND",
      "INVALID_ARGUMENT",
      "RESOURCE_EXHAUSTED",
      "INTERNAL",
      "UNAVAILABLE",
      "UNAVAILABLE",
      "DEADLINE_EXCEEDED",
    ]);
    assert.deepEqual(gemini.credential("k"), ["x-goog-api-key", "k"]);
  });
});
