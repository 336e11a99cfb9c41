import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { makeKey } from "../support/config.ts";
import { answerWith, chat, contentOf, post, rawRequest } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import { chatCompletion, chatStream, replyJson, startUpstream } from "../support/upstream.ts";

describe("the inspected lane", () => {
  test("forwards a clean request and its answer byte for byte", async () => {
    await using upstream = await answerWith("hello");
    await using proxy = await startProxy({ upstreams: [makeUpstream(`${upstream.url}/base?api-version=7`)] });
    const body =
      '{ "model":"m",  "messages":[{"role":"user","content":"h\\u00e9"}], "big":12345678901234567890, "x": 1.0 }';
    const answer = await post(proxy, body, {
      path: "/v1/chat/completions?a=1",
      headers: { authorization: "Bearer sk-caller", "x-stainless-os": "Linux", "x-hop": "1", connection: "keep-alive" },
    });
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), JSON.stringify(chatCompletion("hello")));
    const [seen] = upstream.seen;
    assert.equal(seen?.body.toString(), body);
    assert.equal(seen?.url, "/base/v1/chat/completions?api-version=7&a=1");
    assert.equal(seen?.headers["authorization"], "Bearer sk-caller");
    assert.equal(seen?.headers["x-stainless-os"], "Linux");
    assert.equal(seen?.headers["accept-encoding"], "identity");
    assert.equal(seen?.headers["host"], new URL(upstream.url).host);
    assert.equal(answer.headers.get("x-request-id"), "req_upstream");
    assert.match(answer.headers.get("x-guardrail-request-id") ?? "", /^[0-9a-f-]{36}$/);
    assert.equal(answer.headers.get("x-guardrail-verdict"), "passed");
    assert.equal(answer.headers.get("x-guardrail-policies"), "");
    assert.equal(answer.headers.get("x-guardrail-degraded"), null);
  });

  test("blocks a prompt with 400 before any upstream call", async () => {
    await using upstream = await answerWith("hello");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    for (const stream of [false, true]) {
      const answer = await post(proxy, chat(`my key ${TEST_KEY} ok`, { stream }));
      assert.equal(answer.status, 400);
      assert.equal(answer.headers.get("x-should-retry"), "false");
      assert.equal(answer.headers.get("x-guardrail-verdict"), "blocked");
      assert.equal(answer.headers.get("x-guardrail-policies"), "test_keys");
      const text = await answer.text();
      assert.ok(!text.includes(TEST_KEY));
      const { error } = JSON.parse(text) as { error: Record<string, unknown> };
      assert.equal(error["code"], "content_filter");
      assert.equal(error["type"], "invalid_request_error");
      assert.equal(error["param"], null);
    }
    assert.equal(upstream.seen.length, 0);
  });

  test("reads every role, part and argument of a request", async () => {
    await using upstream = await answerWith("hello");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const key = TEST_KEY;
    const call = (arguments_: string): object => ({
      id: "c",
      type: "function",
      function: { name: "f", arguments: arguments_ },
    });
    const bodies: readonly object[] = [
      { messages: [{ role: "system", content: key }] },
      { messages: [{ role: "developer", content: [{ type: "text", text: key }] }] },
      { messages: [{ role: "assistant", content: null, tool_calls: [call(JSON.stringify({ a: { b: [key] } }))] }] },
      {
        messages: [{ role: "assistant", tool_calls: [{ id: "c", type: "custom", custom: { name: "f", input: key } }] }],
      },
      { messages: [{ role: "assistant", function_call: { name: "f", arguments: key } }] },
      { messages: [{ role: "assistant", content: [{ type: "refusal", refusal: key }] }] },
      { messages: [{ role: "assistant", content: "", reasoning_content: key }] },
      { messages: [{ role: "tool", tool_call_id: "c", content: key }] },
      {
        messages: [
          {
            role: "tool",
            tool_call_id: "c",
            content: [
              { type: "text", text: "a" },
              { type: "text", text: key },
            ],
          },
        ],
      },
      { messages: [{ role: "function", name: "f", content: key }] },
      { messages: [{ role: "user", name: key, content: "x" }] },
      { messages: [{ role: "user", content: [{ type: "file", file: { filename: key, file_data: "data:x" } }] }] },
      { messages: [{ role: "user", content: [{ type: "tomorrow", nested: { anything: [key] } }] }] },
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: `https://${key}.example/` } }] }] },
      { messages: [{ role: "user", content: "a" }], prediction: { type: "content", content: key } },
      {
        messages: [],
        response_format: { type: "json_schema", json_schema: { name: "n", description: key, schema: {} } },
      },
    ];
    for (const body of bodies) assert.equal((await post(proxy, body)).status, 400, JSON.stringify(body));
    assert.equal(upstream.seen.length, 0);
  });

  test("masks the prompt at its place and keeps every other field", async () => {
    await using upstream = await answerWith(`write to ${TEST_MAIL}`);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const body = chat(`I am ${TEST_MAIL}, not bob@acme.test`, { temperature: 0.5, future: { a: [null] } });
    const answer = await post(proxy, body);
    assert.deepEqual(
      JSON.parse(upstream.seen[0]?.body.toString() ?? ""),
      chat("I am <MAIL_1>, not <MAIL_2>", { temperature: 0.5, future: { a: [null] } }),
    );
    assert.deepEqual(await answer.json(), chatCompletion("write to <MAIL_1>"));
    assert.equal(answer.headers.get("x-guardrail-verdict"), "flagged");
    assert.equal(answer.headers.get("x-guardrail-policies"), "test_mail");
  });

  test("masks tool arguments as JSON, in both directions", async () => {
    const args = String.raw`{"to":"jane\u0040acme.test","jane":1}`;
    const call = { id: "c", type: "function", function: { name: "send", arguments: args } };
    const message = { role: "assistant", content: null, tool_calls: [call] };
    await using upstream = await startUpstream((response) =>
      replyJson(response, { id: "x", choices: [{ index: 0, message, finish_reason: "tool_calls" }] }),
    );
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const answer = await post(proxy, { messages: [message] });
    const masked = '{"to":"<MAIL_1>","jane":1}';
    const seen = JSON.parse(upstream.seen[0]?.body.toString() ?? "");
    assert.equal(seen.messages[0].tool_calls[0].function.arguments, masked);
    const body = (await answer.json()) as { choices: { message: typeof message }[] };
    assert.equal(body.choices[0]?.message.tool_calls[0]?.function.arguments, masked);
  });

  test("blocks a match that no mask can reach: a key of tool arguments", async () => {
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const call = { id: "c", type: "function", function: { name: "f", arguments: JSON.stringify({ [TEST_MAIL]: 1 }) } };
    const answer = await post(proxy, { messages: [{ role: "assistant", tool_calls: [call] }] });
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get("x-guardrail-policies"), "test_mail");
  });

  test("blocks an answer with 400, whatever choice or field has the match, and keeps the provider's request id", async () => {
    const messages: readonly object[] = [
      { content: `key ${TEST_KEY}` },
      { content: null, refusal: TEST_KEY },
      { content: "a", reasoning_content: TEST_KEY },
      { content: "a", reasoning: TEST_KEY },
      { content: null, audio: { id: "a", data: "AAAA", transcript: TEST_KEY } },
      {
        content: "a",
        annotations: [{ type: "url_citation", url_citation: { title: TEST_KEY, url: "https://x.example" } }],
      },
      { content: null, function_call: { name: "f", arguments: `{"a":"${TEST_KEY}"}` } },
    ];
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    for (const message of messages) {
      const clean = { index: 0, message: { role: "assistant", content: "fine" }, finish_reason: "stop" };
      upstream.script = (response) =>
        replyJson(response, { choices: [clean, { index: 1, message, finish_reason: "stop" }] }, 200, { etag: '"1"' });
      const answer = await post(proxy, chat("hi", { n: 2 }));
      assert.equal(answer.status, 400, JSON.stringify(message));
      assert.equal(answer.headers.get("x-request-id"), "req_upstream");
      assert.equal(answer.headers.get("etag"), null);
      assert.ok(!(await answer.text()).includes(TEST_KEY));
    }
  });

  test("ends the blocked choice in-band where the upstream asks for it", async () => {
    await using upstream = await answerWith("fine", `key ${TEST_KEY}`);
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { blockedResponse: "in_band" })] });
    const answer = await post(proxy, chat("hi", { n: 2 }));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-guardrail-verdict"), "blocked");
    const body = (await answer.json()) as ReturnType<typeof chatCompletion>;
    const [first, second] = body["choices"] as { message: { content: string | null }; finish_reason: string }[];
    assert.equal(first?.message.content, "fine");
    assert.equal(second?.message.content, null);
    assert.equal(second?.finish_reason, "content_filter");
    assert.ok(!JSON.stringify(body).includes(TEST_KEY));
  });

  test("drops logprobs and speech when it masks the text that they repeat", async () => {
    await using upstream = await startUpstream((response) => {
      const logprobs = { content: [{ token: TEST_MAIL, logprob: 0 }] };
      const message = { role: "assistant", content: TEST_MAIL, audio: { data: "AAAA", transcript: TEST_MAIL } };
      replyJson(response, { choices: [{ index: 0, message, logprobs, finish_reason: "stop" }] });
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const text = await (await post(proxy, chat("hi"))).text();
    assert.ok(!text.includes("acme") && !text.includes("AAAA"), text);
  });

  test("answers 503 when a fail-closed policy cannot run, and goes on, visibly, when it fails open", async () => {
    await using upstream = await answerWith("hello");
    await using closed = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const refused = await post(closed, chat("explode"));
    assert.equal(refused.status, 503);
    assert.equal(((await refused.json()) as { error: { code: string } }).error.code, "guardrail_unavailable");
    assert.equal(upstream.seen.length, 0);
    const policies = { test_failing: { onError: "pass" as const } };
    await using open = await startProxy({ upstreams: [makeUpstream(upstream.url)], policies });
    const passed = await post(open, chat("explode"));
    assert.equal(passed.status, 200);
    assert.equal(passed.headers.get("x-guardrail-degraded"), "test_failing");
  });

  test("reads compressed requests and forwards their bytes untouched", async () => {
    await using upstream = await answerWith("hello");
    await using proxy = await startProxy({
      upstreams: [makeUpstream(upstream.url)],
      server: { bodyMaxBytes: 100_000 },
    });
    const codings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync };
    for (const [coding, compress] of Object.entries(codings)) {
      const headers = { "content-encoding": coding };
      const clean = compress(Buffer.from(JSON.stringify(chat("hi"))));
      assert.equal((await post(proxy, clean, { headers })).status, 200);
      assert.deepEqual(upstream.seen.at(-1)?.body, clean);
      assert.equal(upstream.seen.at(-1)?.headers["content-encoding"], coding);
      assert.equal((await post(proxy, compress(Buffer.from(JSON.stringify(chat(TEST_KEY)))), { headers })).status, 400);
      const masked = await post(proxy, compress(Buffer.from(JSON.stringify(chat(TEST_MAIL)))), { headers });
      assert.equal(masked.status, 200);
      assert.equal(upstream.seen.at(-1)?.headers["content-encoding"], undefined);
      const bomb = compress(Buffer.alloc(1_000_000, " "));
      assert.equal((await post(proxy, bomb, { headers })).status, 413);
    }
  });

  test("decodes compressed answers, streams too", async () => {
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const codings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync };
    for (const [coding, compress] of Object.entries(codings)) {
      upstream.script = (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": coding });
        response.end(compress(Buffer.from(JSON.stringify(chatCompletion(`to ${TEST_MAIL}`)))));
      };
      const answer = await post(proxy, chat("hi"));
      assert.equal(answer.headers.get("content-encoding"), null);
      assert.deepEqual(await answer.json(), chatCompletion("to <MAIL_1>"));
      upstream.script = (response) => {
        response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": coding });
        response.end(compress(Buffer.from(chatStream(["to jane@", "acme.test now"]).join(""))));
      };
      const stream = await post(proxy, chat("hi", { stream: true }));
      assert.equal(contentOf(await stream.text()), "to <MAIL_1> now");
    }
  });

  test("refuses an answer that grows out of proportion", async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(gzipSync(Buffer.alloc(20_000_000, " ")));
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    assert.equal((await post(proxy, chat("hi"))).status, 502);
  });

  test("refuses what could be read two ways, is too large or is no JSON", async () => {
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({
      upstreams: [makeUpstream(upstream.url)],
      server: { bodyMaxBytes: 2000, textMaxChars: 100 },
    });
    const cases: readonly (readonly [body: unknown, status: number, code: string])[] = [
      ['{"messages":[],"messages":[]}', 400, "invalid_json"],
      ["{", 400, "invalid_json"],
      [Uint8Array.of(0x22, 0xff, 0x22), 400, "invalid_json"],
      ["[".repeat(300), 400, "invalid_json"],
      [chat("x".repeat(101)), 413, "text_too_long"],
      [chat("x".repeat(3000)), 413, "body_too_large"],
      [{ model: "m" }, 403, "guardrail_unread"],
      [{ messages: ["text"] }, 403, "guardrail_unread"],
    ];
    for (const [body, status, code] of cases) {
      const answer = await post(proxy, body);
      assert.equal(answer.status, status, JSON.stringify(body));
      assert.equal(((await answer.json()) as { error: { code: string } }).error.code, code);
    }
    for (const path of ["/v1/../v1/chat/completions", "/v1/%2e%2e/models", "/v1/chat%2fcompletions"]) {
      assert.match(
        await rawRequest(proxy, `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`),
        /^HTTP\/1\.1 400 /,
      );
    }
    assert.equal(upstream.seen.length, 0);
  });

  test("passes errors of the provider as they are", async () => {
    await using upstream = await startUpstream((response) =>
      replyJson(response, { error: { message: "slow down" } }, 429, {
        "retry-after": "7",
        "x-ratelimit-remaining-requests": "0",
      }),
    );
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const answer = await post(proxy, chat("hi", { stream: true }));
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get("retry-after"), "7");
    assert.equal(answer.headers.get("x-ratelimit-remaining-requests"), "0");
    assert.deepEqual(await answer.json(), { error: { message: "slow down" } });
  });

  test("refuses unread parts where the upstream says so, and names them otherwise", async () => {
    await using upstream = await answerWith("x");
    const body = chat([{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }]);
    await using passing = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const passed = await post(passing, body);
    assert.equal(passed.status, 200);
    assert.equal(passed.headers.get("x-guardrail-unread"), "parts image_url");
    await using denying = await startProxy({ upstreams: [makeUpstream(upstream.url, { unreadParts: "deny" })] });
    assert.equal((await post(denying, body)).status, 403);
    assert.equal(upstream.seen.length, 1);
  });

  test("sends its own credential in place of the caller's", async () => {
    await using upstream = await answerWith("x");
    const own = makeUpstream(upstream.url, { apiKey: "sk-own" });
    const azure = makeUpstream(upstream.url, {
      name: "azure",
      prefix: "/azure",
      apiKey: "az-own",
      apiKeyHeader: "api-key",
    });
    await using proxy = await startProxy({ upstreams: [own, azure] });
    await post(proxy, chat("hi"), { headers: { authorization: "Bearer caller" } });
    assert.equal(upstream.seen[0]?.headers["authorization"], "Bearer sk-own");
    await post(proxy, chat("hi"), {
      path: "/azure/openai/deployments/d/chat/completions/",
      headers: { authorization: "Bearer c" },
    });
    assert.equal(upstream.seen[1]?.url, "/openai/deployments/d/chat/completions/");
    assert.equal(upstream.seen[1]?.headers["api-key"], "az-own");
    assert.equal(upstream.seen[1]?.headers["authorization"], undefined);
  });

  test("asks for a service key and never forwards it", async () => {
    await using upstream = await answerWith("x");
    const keys = [
      makeKey("one", { secret: "rsk_one" }),
      makeKey("other", { secret: "rsk_other", organization: "o" as never }),
    ];
    await using proxy = await startProxy({ keys, upstreams: [makeUpstream(upstream.url, { auth: "key" })] });
    for (const headers of [{}, { "x-api-key": "nope" }, { authorization: "Bearer rsk_other" }] as Record<
      string,
      string
    >[]) {
      const answer = await post(proxy, chat("hi"), { headers });
      assert.equal(answer.status, 401);
      assert.equal(((await answer.json()) as { error: { code: string } }).error.code, "invalid_api_key");
    }
    assert.equal((await post(proxy, chat("hi"), { headers: { authorization: "Bearer rsk_one" } })).status, 200);
    assert.equal(upstream.seen[0]?.headers["authorization"], undefined);
    const both = { "x-api-key": "rsk_one", authorization: "Bearer sk-provider" };
    assert.equal((await post(proxy, chat("hi"), { headers: both })).status, 200);
    assert.equal(upstream.seen[1]?.headers["x-api-key"], undefined);
    assert.equal(upstream.seen[1]?.headers["authorization"], "Bearer sk-provider");
  });

  test("limits proxied requests per window", async () => {
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)], limits: { proxy: 2 } });
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await post(proxy, chat("hi"))).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  test("drops hop-by-hop fields and those that Connection lists", async () => {
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const body = JSON.stringify(chat("hi"));
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: evil\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    const fields =
      "connection: close, x-secret\r\nx-secret: 1\r\nte: trailers\r\nproxy-authorization: x\r\nkeep-alive: 5\r\nexpect: 100-continue\r\n";
    assert.match(await rawRequest(proxy, `${head}${fields}\r\n${body}`), /HTTP\/1\.1 200 /);
    const headers = upstream.seen[0]?.headers ?? {};
    for (const name of ["x-secret", "te", "proxy-authorization", "keep-alive", "expect"])
      assert.equal(headers[name], undefined, name);
  });
});
