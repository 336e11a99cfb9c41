/** What a collector gets of requests to both doors, and how it is left out of their way. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeAsset } from "../support/config.ts";
import {
  only,
  startCollector,
  startTraced,
  type Span,
  type TraceEnv,
  type TracedServer,
} from "../support/collector.ts";
import { startJudge, makeJudge } from "../support/judges.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type ServerParts } from "../support/server.ts";
import {
  chatChunk,
  chatCompletion,
  chatStream,
  replyJson,
  replyStream,
  startUpstream,
  STREAM_END,
  type FakeUpstream,
  type UpstreamScript,
} from "../support/upstream.ts";
import { spoken } from "../support/realtime.ts";
import { eventually, startProvider, TestClient } from "../support/websocket.ts";

const MAIL = ["jane.doe", "acme-mail.com"].join("@");
const KEY = ["AKIA", "Q3EGR7ZLWN5T2VXD"].join("");
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const SAMPLED = `00-${TRACE}-${PARENT}-01`;

const assets = [
  makeAsset("demo-chatbot", {
    pii_detection: { action: "flag", mask: true },
    secrets_keys_detection: { action: "block" },
    competitor_mention_detection: { action: "flag" },
  }),
];
const chat = (content: string, extra: object = {}): object => ({
  model: "gpt-test-1",
  messages: [{ role: "user", content }],
  ...extra,
});
const send = (url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

interface Told {
  readonly spans: readonly Span[];
  readonly upstream: FakeUpstream;
  readonly log: readonly string[];
}

/** A plain answer: nothing but one text. */
const { x_unknown: _, ...HELLO } = chatCompletion("Hello.");

/** Runs requests through a traced service, and tells what was collected once it has ended. */
async function traced(
  run: (server: TracedServer["server"]) => Promise<unknown>,
  script: UpstreamScript = (response) => replyJson(response, HELLO),
  { parts = {}, env = {} }: { readonly parts?: ServerParts; readonly env?: TraceEnv } = {},
): Promise<Told> {
  await using collector = await startCollector();
  await using upstream = await startUpstream(script);
  const all = { assets, upstreams: [makeUpstream(upstream.url)], ...parts };
  await using service = await startTraced(collector.url, all, env);
  await run(service.server);
  await service.finish();
  return { spans: collector.spans(), upstream, log: service.server.log };
}

const isServer = ({ kind }: Span): boolean => kind === "server";
const isClient = ({ kind }: Span): boolean => kind === "client";
const guardrails = (spans: readonly Span[]): readonly Span[] => spans.filter(({ kind }) => kind === "internal");
const statusOf = (spans: readonly Span[], policy: string, source: string): unknown =>
  only(
    spans,
    ({ attributes }) =>
      attributes["sallyport.policy.name"] === policy && attributes["gen_ai.guardrail.source"] === source,
  ).attributes["gen_ai.guardrail.result.value"];

describe("the API", () => {
  test("has a span a request, and below it one a policy that ran", async () => {
    const body = { asset_id: "demo-chatbot", scan_data: { prompt: `${MAIL} and ${MAIL.toUpperCase()}` } };
    const { spans, log } = await traced((server) => server.post("/sdk/v1/analyze/prompt", body));
    const server = only(spans, isServer);
    assert.equal(server.name, "POST /sdk/v1/analyze/prompt");
    assert.equal(server.parentId, "");
    assert.equal(server.isError, false);
    const { "sallyport.request.id": id, ...told } = server.attributes;
    assert.match(String(id), /^[0-9a-f-]{36}$/);
    assert.deepEqual(told, {
      "http.request.method": "POST",
      "http.route": "/sdk/v1/analyze/prompt",
      "http.response.status_code": 200,
      "sallyport.asset.id": "demo-chatbot",
      "sallyport.verdict": "flagged",
      "sallyport.policies.violated": ["pii_detection"],
    });
    // The competitor policy has no names to look for: it did not run.
    assert.equal(guardrails(spans).length, 2);
    for (const span of guardrails(spans)) {
      assert.deepEqual([span.traceId, span.parentId], [server.traceId, server.spanId]);
      assert.ok(span.startMs >= server.startMs && span.endMs <= server.endMs && span.endMs >= span.startMs);
    }
    const { "sallyport.policy.duration_us": computed, ...pii } = only(
      spans,
      ({ name }) => name === "apply_guardrail pii_detection",
    ).attributes;
    assert.equal(typeof computed, "number");
    assert.deepEqual(pii, {
      "gen_ai.operation.name": "apply_guardrail",
      "gen_ai.guardrail.component.name": "sallyport",
      "gen_ai.guardrail.policy.id": "demo-chatbot:pii_detection",
      "gen_ai.guardrail.source": "input",
      "gen_ai.guardrail.result.type": "status",
      "gen_ai.guardrail.result.value": "violated",
      "gen_ai.guardrail.risk.score": 1,
      "sallyport.policy.name": "pii_detection",
      "sallyport.policy.action": "flag",
      "sallyport.text.origin": "user",
      "sallyport.findings.count": 2,
      "sallyport.findings.kind.EMAIL_ADDRESS": 2,
    });
    assert.equal(statusOf(spans, "secrets_keys_detection", "input"), "passed");
    const line = JSON.parse(log.find((each) => each.includes('"msg":"request"')) ?? "{}");
    assert.deepEqual([line.trace_id, line.span_id], [server.traceId, server.spanId]);
  });

  test("tells what the caller did wrong as a status, not as an error", async () => {
    const { spans } = await traced(async (server) => {
      await server.post("/sdk/v1/analyze/prompt", { asset_id: "demo-chatbot", scan_data: {} });
      await server.get("/sdk/v1/nowhere").catch(() => {});
    });
    const [wrong, nowhere] = ["POST /sdk/v1/analyze/prompt", "GET"].map((name) =>
      only(spans, (span) => span.name === name),
    );
    assert.equal(wrong?.attributes["http.response.status_code"], 400);
    assert.equal(wrong.isError, false);
    assert.equal(wrong.attributes["sallyport.error.code"], "bad_request");
    assert.equal(nowhere?.attributes["http.response.status_code"], 404);
    assert.equal(nowhere.attributes["http.route"], undefined);
  });

  test("leaves probes and scrapes out", async () => {
    const { spans } = await traced(async (server) => {
      for (const path of ["/healthz", "/readyz", "/metrics"]) await fetch(server.url + path);
    });
    assert.deepEqual(spans, []);
  });

  test("never names kinds that a caller has made up", async () => {
    const policies = [
      { policy_name: "secrets_keys_detection", action: "flag", metadata: [["MY_SECRET_NAME", "xyzzy[0-9]{4}"]] },
    ];
    const body = { asset_id: "demo-chatbot", scan_data: { prompt: "say xyzzy1234" }, policies };
    const { spans } = await traced(async (server) => {
      const answer = await server.post("/sdk/v1/analyze/prompt", body);
      assert.equal(answer.body.verdict, "flagged");
    });
    const { attributes } = only(spans, ({ name }) => name === "apply_guardrail secrets_keys_detection");
    assert.equal(attributes["sallyport.findings.count"], 1);
    assert.ok(!JSON.stringify(spans).includes("MY_SECRET_NAME"));
  });
});

describe("the proxy", () => {
  test("has the provider's part as a client span, with what the answer tells of itself", async () => {
    const { spans, upstream } = await traced((server) => send(server.url, chat("Hi")).then((answer) => answer.text()));
    const server = only(spans, isServer);
    const client = only(spans, isClient);
    assert.equal(server.name, "POST /*");
    assert.equal(server.attributes["sallyport.request.format"], "openai-chat");
    assert.equal(client.name, "chat gpt-test-1");
    assert.deepEqual([client.traceId, client.parentId], [server.traceId, server.spanId]);
    assert.deepEqual(client.attributes, {
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(upstream.url).port),
      "sallyport.upstream.name": "test",
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-test-1",
      "gen_ai.response.model": "test-model",
      "gen_ai.usage.input_tokens": 5,
      "gen_ai.usage.output_tokens": 7,
      "gen_ai.response.finish_reasons": ["stop"],
    });
    assert.equal(statusOf(spans, "pii_detection", "input"), "passed");
    assert.equal(statusOf(spans, "pii_detection", "output"), "passed");
    assert.equal(upstream.seen[0]?.headers["traceparent"], `00-${client.traceId}-${client.spanId}-01`);
  });

  test("has one span a policy and stream, as long as the stream", async () => {
    const usage = chatChunk({ extra: { choices: [], usage: { prompt_tokens: 3, completion_tokens: 40 } } });
    const pieces = Array.from({ length: 30 }, (_, at) => `word ${at} `);
    const events = [...chatStream([...pieces, MAIL]).slice(0, -1), usage, STREAM_END];
    const { spans } = await traced(
      (server) => send(server.url, chat("Hi", { stream: true })).then((answer) => answer.text()),
      (response) => replyStream(response, events),
    );
    const client = only(spans, isClient);
    assert.equal(client.attributes["gen_ai.usage.output_tokens"], 40);
    assert.equal(client.attributes["gen_ai.response.model"], "test-model");
    assert.deepEqual(client.attributes["gen_ai.response.finish_reasons"], ["stop"]);
    const streamed = guardrails(spans).filter(({ attributes }) => attributes["sallyport.text.stream"] === true);
    assert.deepEqual(streamed.map(({ name }) => name).toSorted(), [
      "apply_guardrail pii_detection",
      "apply_guardrail secrets_keys_detection",
    ]);
    assert.equal(statusOf(streamed, "pii_detection", "output"), "violated");
  });

  test("has no client span of a prompt that is blocked", async () => {
    const { spans } = await traced((server) =>
      send(server.url, chat(`the key is ${KEY}`)).then((answer) => answer.text()),
    );
    assert.equal(spans.filter(isClient).length, 0);
    const server = only(spans, isServer);
    assert.equal(server.attributes["http.response.status_code"], 400);
    assert.equal(server.attributes["sallyport.verdict"], "blocked");
    assert.equal(server.attributes["sallyport.error.code"], "content_filter");
    assert.equal(statusOf(spans, "secrets_keys_detection", "input"), "violated");
    assert.ok(!JSON.stringify(spans).includes(KEY));
  });

  test("marks what is a part of a tool call", async () => {
    const call = { id: "c", type: "function", function: { name: "mail", arguments: JSON.stringify({ to: MAIL }) } };
    const message = { role: "assistant", content: null, tool_calls: [call] };
    const answer = { ...chatCompletion(), choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    const { spans } = await traced(
      (server) => send(server.url, chat("Hi")).then((response) => response.text()),
      (response) => replyJson(response, answer),
    );
    const calls = guardrails(spans).filter(({ attributes }) => attributes["sallyport.text.tool_call"] === true);
    assert.ok(calls.some(({ attributes }) => attributes["sallyport.findings.kind.EMAIL_ADDRESS"] === 1));
    assert.deepEqual(only(spans, isClient).attributes["gen_ai.response.finish_reasons"], ["tool_calls"]);
  });

  test("tells of a provider that refuses, breaks off and is not there", async () => {
    const refused = await traced(
      (server) => send(server.url, chat("Hi")).then((answer) => answer.text()),
      (response) => replyJson(response, { error: { message: "no" } }, 429),
    );
    const limited = only(refused.spans, isClient);
    assert.deepEqual([limited.isError, limited.attributes["error.type"]], [true, "429"]);
    assert.equal(only(refused.spans, isServer).isError, false);

    const broken = await traced(
      (server) => send(server.url, chat("Hi")).then((answer) => answer.text()),
      (response) => void response.socket?.destroy(),
    );
    assert.equal(only(broken.spans, isClient).attributes["error.type"], "upstream_disconnected");
    const server = only(broken.spans, isServer);
    assert.deepEqual([server.isError, server.attributes["error.type"]], [true, "upstream_disconnected"]);
  });

  test("tells that the caller left", async () => {
    const { spans } = await traced(
      async (server) => {
        const abort = new AbortController();
        const answer = await fetch(`${server.url}/v1/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(chat("Hi", { stream: true })),
          signal: abort.signal,
        });
        await answer.body?.getReader().read();
        abort.abort();
        while (!server.log.some((line) => line.includes('"aborted":true')))
          await new Promise((resolve) => setImmediate(resolve));
      },
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        // No text: it leaves at once.
        response.write(chatChunk({ delta: { role: "assistant", content: "" } }));
      },
    );
    assert.equal(only(spans, isServer).attributes["sallyport.aborted"], true);
    assert.deepEqual(
      [only(spans, isClient).isError, only(spans, isClient).attributes["error.type"]],
      [true, "aborted"],
    );
  });

  test("tells of what passes unread, too, and goes on with the trace", async () => {
    await using collector = await startCollector();
    await using upstream = await startUpstream((response) => replyJson(response, {}));
    const upstreams = [makeUpstream(upstream.url, { unread: "pass" })];
    await using service = await startTraced(collector.url, { assets, upstreams });
    const headers = { traceparent: SAMPLED, tracestate: "a=1,b=2" };
    await (await fetch(`${service.server.url}/v1/files/abc`, { headers })).text();
    await service.finish();
    const client = only(collector.spans(), isClient);
    assert.equal(client.name, "GET");
    assert.equal(client.attributes["http.response.status_code"], 200);
    assert.equal(upstream.seen[0]?.headers["traceparent"], `00-${TRACE}-${client.spanId}-01`);
    assert.equal(upstream.seen[0]?.headers["tracestate"], "a=1,b=2");
  });

  test("tells no model's name that does not look like one", async () => {
    const { spans } = await traced((server) =>
      send(server.url, { ...chat("Hi"), model: "tell me a secret" }).then((answer) => answer.text()),
    );
    assert.equal(only(spans, isClient).name, "chat");
    assert.ok(!JSON.stringify(spans).includes("a secret"));
    assert.equal(only(spans, isClient).attributes["gen_ai.request.model"], undefined);
  });
});

describe("a WebSocket", () => {
  test("has a span for the connection, one for the provider's, and those of each answer's policies", async () => {
    await using collector = await startCollector();
    await using provider = await startProvider({
      onMessage: (socket) => {
        for (const message of spoken({ pieces: ["Write to ", MAIL, "."] })) socket.send(JSON.stringify(message));
      },
    });
    const upstreams = [makeUpstream(provider.url, { websocket: "inspect" })];
    await using service = await startTraced(collector.url, { assets, upstreams });
    const headers = { traceparent: SAMPLED };
    const client = await TestClient.open(`${service.server.url}/v1/realtime?model=m`, { headers });
    client.send({ type: "response.create" });
    await client.until(({ type }) => type === "response.done");
    client.socket.close();
    await client.untilClosed();
    await eventually(() => service.server.log.some((line) => line.includes('"msg":"websocket"')));
    await service.finish();
    const spans = collector.spans();
    const connection = only(spans, isServer);
    assert.deepEqual([connection.parentId, connection.attributes["http.response.status_code"]], [PARENT, 101]);
    const provided = only(spans, isClient);
    assert.equal(provided.attributes["http.response.status_code"], 101);
    assert.equal(provider.requests[0]?.headers["traceparent"], `00-${TRACE}-${provided.spanId}-01`);
    const found = guardrails(spans).filter(({ attributes }) => attributes["sallyport.findings.count"] === 1);
    assert.ok(found.length > 0 && found.every(({ name }) => name === "apply_guardrail pii_detection"));
  });
});

test("a WebSocket whose provider is not there tells so", async () => {
  const { spans } = await traced(
    async (server) => {
      const socket = new TestClient(`${server.url}/v1/realtime?model=m`);
      await socket.untilClosed();
    },
    undefined,
    { parts: { upstreams: [makeUpstream("http://127.0.0.1:9", { websocket: "inspect" })] } },
  );
  assert.equal(only(spans, isClient).attributes["error.type"], "upstream_unreachable");
  assert.equal(only(spans, isServer).attributes["http.response.status_code"], 502);
});

describe("a judge", () => {
  test("is asked for the caller's trace", async () => {
    await using judge = await startJudge(() => [0.9]);
    const policy = {
      action: "flag",
      metadata: ["No cats"],
      judge: { name: "judge", mode: null, band: null },
      timeoutMs: 5000,
    } as const;
    const parts = {
      judges: [makeJudge({ url: `${judge.url}/v1` })],
      assets: [makeAsset("demo-chatbot", { policy_violation_detection: policy })],
    };
    const body = { asset_id: "demo-chatbot", scan_data: { prompt: "a cat" } };
    const { spans } = await traced((server) => server.post("/sdk/v1/analyze/prompt", body), undefined, { parts });
    const asked = only(spans, ({ name }) => name === "judge judge");
    assert.deepEqual([asked.kind, asked.parentId], ["client", only(spans, isServer).spanId]);
    assert.equal(judge.seen[0]?.headers["traceparent"], `00-${asked.traceId}-${asked.spanId}-01`);
    assert.equal(statusOf(spans, "policy_violation_detection", "input"), "violated");
  });
});

describe("the caller's trace", () => {
  test("goes on, over two services in a row", async () => {
    await using collector = await startCollector();
    await using upstream = await startUpstream((response) => replyJson(response, chatCompletion("Hello.")));
    await using inner = await startTraced(collector.url, { assets, upstreams: [makeUpstream(upstream.url)] });
    await using outer = await startTraced(collector.url, { assets, upstreams: [makeUpstream(inner.server.url)] });
    await (await send(outer.server.url, chat("Hi"), { traceparent: SAMPLED, tracestate: "v=x" })).text();
    await outer.finish();
    await inner.finish();
    const spans = collector.spans();
    assert.ok(spans.every(({ traceId }) => traceId === TRACE));
    const first = only(spans, (span) => isServer(span) && span.parentId === PARENT);
    const between = only(spans, (span) => isClient(span) && span.parentId === first.spanId);
    const second = only(spans, (span) => isServer(span) && span.parentId === between.spanId);
    const last = only(spans, (span) => isClient(span) && span.parentId === second.spanId);
    assert.equal(upstream.seen[0]?.headers["traceparent"], `00-${TRACE}-${last.spanId}-01`);
    assert.equal(upstream.seen[0]?.headers["tracestate"], "v=x");
  });

  test("that is not sampled is carried on and not collected", async () => {
    const { spans, upstream, log } = await traced((server) =>
      send(server.url, chat("Hi"), { traceparent: `00-${TRACE}-${PARENT}-00` }).then((answer) => answer.text()),
    );
    assert.deepEqual(spans, []);
    assert.match(String(upstream.seen[0]?.headers["traceparent"]), new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    assert.ok(log.some((line) => line.includes(`"trace_id":"${TRACE}"`)));
  });

  for (const [what, traceparent] of Object.entries({
    malformed: "00-xyz",
    "of the forbidden version": `ff-${TRACE}-${PARENT}-01`,
    "of no trace": `00-${"0".repeat(32)}-${PARENT}-01`,
    oversized: `01-${TRACE}-${PARENT}-01-${"x".repeat(4000)}`,
  }))
    test(`that is ${what} is left, with what belongs to it`, async () => {
      const { spans, upstream } = await traced((server) =>
        send(server.url, chat("Hi"), { traceparent, tracestate: "a=1" }).then((answer) => answer.text()),
      );
      const server = only(spans, isServer);
      assert.equal(server.parentId, "");
      assert.notEqual(server.traceId, TRACE);
      assert.ok(String(upstream.seen[0]?.headers["traceparent"]).includes(server.traceId));
      assert.equal(upstream.seen[0]?.headers["tracestate"], undefined);
    });

  test("goes on untouched where nothing is traced", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, chatCompletion("Hello.")));
    await using server = await startServer({ assets, upstreams: [makeUpstream(upstream.url)] });
    const headers = { traceparent: "00-whatever", tracestate: "also whatever", baggage: "user=1" };
    await (await send(server.url, chat("Hi"), headers)).text();
    const seen = upstream.seen[0]?.headers ?? {};
    assert.deepEqual([seen["traceparent"], seen["tracestate"], seen["baggage"]], Object.values(headers));
  });

  test("is sampled as the environment says", async () => {
    const env = { OTEL_TRACES_SAMPLER: "always_off" };
    const { spans } = await traced(
      (server) => send(server.url, chat("Hi"), { traceparent: SAMPLED }).then((answer) => answer.text()),
      undefined,
      { env },
    );
    assert.deepEqual(spans, []);
  });
});
