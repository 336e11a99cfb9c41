/** Text in places that formats define for names, bytes and signs of life, through the proxy under `unread: deny`. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Json } from "../../src/core/model.ts";
import { readAt } from "../support/pointers.ts";
import { post, rawRequest } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, type TestProxy } from "../support/proxy.ts";
import { chatChunk, replyJson, startUpstream, type FakeUpstream } from "../support/upstream.ts";

let upstream: FakeUpstream;
let proxy: TestProxy;
before(async () => {
  upstream = await startUpstream((response) => replyJson(response, answerOf({})));
  proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "deny", blockedHistory: "block" })] });
});
after(async () => {
  await proxy[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const CALL = { id: "call_1", type: "function", function: { name: "look_up", arguments: "{}" } };

function answerOf(choice: object, rest: object = {}): Json {
  return JSON.parse(
    JSON.stringify({
      id: "chatcmpl-1",
      choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop", ...choice }],
      ...rest,
    }),
  ) as Json;
}

const chat = (...messages: readonly object[]): object => ({ model: "m", messages });
const user = (...content: readonly object[]): object => chat({ role: "user", content });

const REQUESTS: Readonly<Record<string, readonly [path: string, body: object]>> = {
  "a role": ["/v1/chat/completions", chat({ role: TEST_KEY, content: "hi" })],
  "a role of several words": ["/v1/chat/completions", chat({ role: `user ${TEST_KEY}`, content: "hi" })],
  "the id of a call": ["/v1/chat/completions", chat({ role: "assistant", tool_calls: [{ ...CALL, id: TEST_KEY }] })],
  "what a result refers to": ["/v1/chat/completions", chat({ role: "tool", tool_call_id: TEST_KEY, content: "" })],
  "the name of a model": ["/v1/chat/completions", { ...chat({ role: "user", content: "hi" }), model: TEST_KEY }],
  "the name of a user": ["/v1/chat/completions", { ...chat({ role: "user", content: "hi" }), user: TEST_KEY }],
  "a setting": ["/v1/chat/completions", { ...chat({ role: "user", content: "hi" }), provider: { order: [TEST_KEY] } }],
  "the name of a field": ["/v1/chat/completions", { ...chat({ role: "user", content: "hi" }), [TEST_KEY]: 1 }],
  "the name of a message's field": ["/v1/chat/completions", chat({ role: "user", content: "hi", [TEST_KEY]: 1 })],
  "an address that holds its content, of a citation": [
    "/v1/chat/completions",
    user({ type: "url_citation", url_citation: { url: `data:text/plain,${TEST_KEY}` } }),
  ],
  "the same in base64": [
    "/v1/chat/completions",
    user({ type: "url_citation", url_citation: { url: `data:text/plain;base64,${base64(`It is ${TEST_KEY}.`)}` } }),
  ],
  "a file of text": [
    "/v1/chat/completions",
    user({ type: "file", file: { file_data: `data:text/csv;base64,${base64(`a,b\n${TEST_KEY},1\n`.repeat(9))}` } }),
  ],
  "what should be bytes": ["/v1/chat/completions", user({ type: "input_audio", input_audio: { data: TEST_KEY } })],
  "how a context is managed": [
    "/v1/responses",
    { model: "m", input: "hi", context_management: [{ type: "compaction", note: TEST_KEY }] },
  ],
  "a response before": ["/v1/responses", { model: "m", input: "hi", previous_response_id: TEST_KEY }],
  "a container": ["/v1/messages", { model: "m", max_tokens: 1, container: TEST_KEY, messages: [] }],
  "who is meant": ["/v1/messages", { model: "m", max_tokens: 1, metadata: { user_id: TEST_KEY }, messages: [] }],
  "a use of a tool": [
    "/v1/messages",
    {
      model: "m",
      messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: TEST_KEY, content: "" }] }],
    },
  ],
  "a thought's signature": [
    "/v1/messages",
    {
      model: "m",
      messages: [{ role: "assistant", content: [{ type: "thinking", thinking: "a", signature: TEST_KEY }] }],
    },
  ],
  "a role of Gemini": ["/v1beta/models/m:generateContent", { contents: [{ role: TEST_KEY, parts: [{ text: "hi" }] }] }],
  "which functions Gemini may call": [
    "/v1beta/models/m:generateContent",
    { contents: [], toolConfig: { functionCallingConfig: { allowedFunctionNames: [TEST_KEY] } } },
  ],
  "a text file of Gemini": [
    "/v1beta/models/m:generateContent",
    {
      contents: [
        { role: "user", parts: [{ inlineData: { mimeType: "text/plain", data: base64(`Use ${TEST_KEY} now.`) } }] },
      ],
    },
  ],
};

describe("a key that a caller puts into", () => {
  for (const [where, [path, body]] of Object.entries(REQUESTS))
    test(`${where} reaches no provider`, async () => {
      const calls = upstream.seen.length;
      const answer = await post(proxy, JSON.parse(JSON.stringify(body)) as Json, { path });
      assert.equal(answer.status, 400, await answer.text());
      assert.equal(upstream.seen.length, calls);
      assert.equal(answer.headers.get("x-guardrail-verdict"), "blocked");
    });

  for (const [where, path] of Object.entries({
    "a model's name": `/v1beta/models/${TEST_KEY}:generateContent`,
    "a deployment's, in escapes": `/openai/deployments/%41${TEST_KEY.slice(1)}/chat/completions`,
    "a parameter": `/v1/chat/completions?note=it+is+${TEST_KEY}`,
    "a credential that is none": `/v1/chat/completions?key=it+is+${TEST_KEY}`,
    "a parameter's name": `/v1/chat/completions?${TEST_KEY}=1`,
    "an address that would be masked": `/v1/chat/completions?user=${TEST_MAIL}`,
  }))
    test(`${where} of the address reaches no provider`, async () => {
      const calls = upstream.seen.length;
      const body = { model: "m", messages: [{ role: "user", content: "hi" }], contents: [{ parts: [{ text: "hi" }] }] };
      const answer = await post(proxy, body, { path });
      assert.equal(answer.status, 400, await answer.text());
      assert.equal(upstream.seen.length, calls);
    });

  test("the address of a WebSocket reaches no provider", async () => {
    const own = makeUpstream(upstream.url, { unread: "deny", websocket: "inspect" });
    await using inspected = await startProxy({ upstreams: [own] });
    const head = "host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13";
    const key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";
    const answer = await rawRequest(
      inspected,
      `GET /v1/realtime?model=${TEST_KEY} HTTP/1.1\r\n${head}\r\n${key}\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 403 [^]*guardrail_unread/);
  });

  test("parameters that are names and credentials pass", async () => {
    const path = `/v1/chat/completions?key=${TEST_KEY}&api-version=2024-10-21-preview&alt=sse&$fields=choices(message/content)`;
    upstream.script = (response) => replyJson(response, answerOf({}));
    const answer = await post(proxy, { model: "m", messages: [{ role: "user", content: "hi" }] }, { path });
    assert.equal(answer.status, 200, await answer.text());
    assert.equal(upstream.seen.at(-1)?.url, path);
  });

  for (const header of [
    `name="file"; filename="${TEST_KEY}.wav"`,
    `name="file"; filename="a.wav"; filename*=utf-8''${TEST_KEY}.wav`,
    `name="file"; filename="a.wav"\r\nx-note: ${TEST_KEY}`,
    `name="${TEST_KEY}"`,
  ])
    test(`a form's ${header.replace("\r\n", " ")} reaches no provider`, async () => {
      const calls = upstream.seen.length;
      const answer = await fetch(`${proxy.url}/v1/audio/transcriptions`, {
        method: "POST",
        headers: { "content-type": "multipart/form-data; boundary=b" },
        body: `--b\r\ncontent-disposition: form-data; ${header}\r\n\r\nx\r\n--b--\r\n`,
      });
      assert.equal(answer.status, 400, await answer.text());
      assert.equal(upstream.seen.length, calls);
    });

  test("a form's file name is masked where it stands", async () => {
    const body = (name: string): string =>
      `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}.wav"\r\n\r\nx\r\n--b--\r\n`;
    upstream.script = (response) => replyJson(response, { text: "hi" });
    const answer = await fetch(`${proxy.url}/v1/audio/transcriptions`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body: body(TEST_MAIL),
    });
    assert.equal(answer.status, 200, await answer.text());
    const seen = String(upstream.seen.at(-1)?.body);
    assert.ok(!seen.includes(TEST_MAIL) && seen.includes("MAIL_1"), seen);
  });
});

describe("a key that a provider puts into", () => {
  const token = (text: string): object => ({ token: text, bytes: [...Buffer.from(text)], logprob: 0 });
  const answers: Readonly<Record<string, Json>> = {
    "the id of an answer": answerOf({}, { id: TEST_KEY }),
    "the id of a call": answerOf({ message: { role: "assistant", tool_calls: [{ ...CALL, id: TEST_KEY }] } }),
    "a reason": answerOf({ finish_reason: `stop ${TEST_KEY}` }),
    "its usage": answerOf({}, { usage: { note: TEST_KEY } }),
    "the name of a field": answerOf({}, { [TEST_KEY]: 1 }),
    "an address of a citation": answerOf({
      message: {
        content: "hi",
        annotations: [{ type: "url_citation", url_citation: { url: `data:text/html;base64,${base64(TEST_KEY)}` } }],
      },
    }),
  };
  for (const [where, body] of Object.entries(answers))
    test(`${where} reaches no client`, async () => {
      upstream.script = (response) => replyJson(response, body);
      const whole = await (
        await post(proxy, JSON.parse(JSON.stringify(chat({ role: "user", content: "hi" }))) as Json)
      ).text();
      assert.ok(!whole.includes(TEST_KEY) && !whole.includes(base64(TEST_KEY)), whole);
    });

  const LISTS: Readonly<Record<string, object>> = {
    tokens: { content: [token(TEST_KEY.slice(0, 4)), token(TEST_KEY.slice(4))] },
    "bytes of tokens": { content: [{ ...token("hi"), bytes: [...Buffer.from(TEST_KEY)] }] },
    alternatives: { content: [{ ...token("hi"), top_logprobs: [token(TEST_KEY)] }] },
    "other fields of tokens": { content: [{ ...token("hi"), note: TEST_KEY }] },
    "keys of tokens": { content: [token("hi")], [TEST_KEY]: [1] },
    "tokens of old completions": { tokens: ["hi"], top_logprobs: [{ [TEST_KEY]: -1 }] },
  };
  for (const [where, logprobs] of Object.entries(LISTS))
    test(`${where} goes with them, whole and streamed`, async () => {
      const request = chat({ role: "user", content: "hi" });
      upstream.script = (response) => replyJson(response, answerOf({ logprobs }));
      const whole = (await (await post(proxy, JSON.parse(JSON.stringify(request)) as Json)).json()) as Json;
      assert.equal(readAt(whole, "/choices/0/logprobs"), null);
      assert.equal(readAt(whole, "/choices/0/message/content"), "hi");
      const chunk = { choices: [{ index: 0, delta: { content: "hi" }, logprobs, finish_reason: null }] };
      upstream.script = (response) => {
        const type = { "content-type": "text/event-stream" };
        response.writeHead(200, type).end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
      };
      const wire = await (await post(proxy, JSON.parse(JSON.stringify({ ...request, stream: true })) as Json)).text();
      assert.ok(wire.includes('"content":"hi"') && wire.includes('"logprobs":null'), wire);
    });

  test("log probabilities that say their text stay", async () => {
    const logprobs = { content: [{ ...token("h"), top_logprobs: [token("h"), token(" Hello")] }, token("i")] };
    upstream.script = (response) => replyJson(response, answerOf({ logprobs }));
    const whole = (await (
      await post(proxy, JSON.parse(JSON.stringify(chat({ role: "user", content: "hi" }))) as Json)
    ).json()) as Json;
    assert.deepEqual(readAt(whole, "/choices/0/logprobs"), logprobs);
  });
});

describe("a stream", () => {
  const asked = { ...chat({ role: "user", content: "hi" }), stream: true };
  const streamed = async (wire: string): Promise<Response> => {
    upstream.script = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(wire);
    };
    return post(proxy, JSON.parse(JSON.stringify(asked)) as Json);
  };
  const end = `${chatChunk({ finish: "stop" })}data: [DONE]\n\n`;

  for (const line of [
    `: ${TEST_KEY}`,
    `note: ${TEST_KEY}`,
    TEST_KEY,
    `id: ${TEST_KEY}`,
    `event: ${TEST_KEY}`,
    `retry: ${TEST_KEY}`,
    ` data: ${TEST_KEY}`,
    `dаta: ${TEST_KEY}`,
  ])
    for (const close of ["\n", "\n\n", "\r\n\r\n"])
      test(`has no line ${JSON.stringify(line + close)}`, async () => {
        const text = await (await streamed(line + close + chatChunk({ delta: { content: "hi" } }) + end)).text();
        assert.ok(!text.includes(TEST_KEY), text);
        assert.ok(text.includes('"content":"hi"') && text.includes("[DONE]"), text);
        const late = await (await streamed(end + line + close)).text();
        assert.ok(!late.includes(TEST_KEY), late);
      });

  test("is none where its body is JSON or a page, whatever its type says", async () => {
    for (const body of [JSON.stringify(answerOf({})), JSON.stringify(answerOf({}), null, 2), `<p>${TEST_KEY}</p>`]) {
      const answer = await streamed(body);
      assert.equal(answer.status, 502);
      assert.match(await answer.text(), /guardrail_unread/);
    }
  });

  test("is no JSON, whatever its type says", async () => {
    upstream.script = (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(`data: {"a":"${TEST_KEY}"}\n\n`);
    };
    const answer = await post(proxy, JSON.parse(JSON.stringify(asked)) as Json);
    assert.equal(answer.status, 502);
    assert.ok(!(await answer.text()).includes(TEST_KEY));
  });

  test("reads an id of no known shape once, and lets its pieces pass as they come", async () => {
    const chunk = (content: string): string =>
      `data: ${JSON.stringify({ id: "one two three", choices: [{ index: 0, delta: { content } }] })}\n\n`;
    const wire = Array.from({ length: 50 }, (_, at) => chunk(`word ${at} `)).join("") + end;
    assert.equal(await (await streamed(wire)).text(), wire);
  });
});
