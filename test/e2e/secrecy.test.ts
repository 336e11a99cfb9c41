/**
 * A mark in every place that a caller, a provider or a judge can fill: neither log nor metrics nor traces nor errors nor what a
 * crash prints nor masked records tell it.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Json } from "../../src/core/model.ts";
import { createNoStore } from "../../src/store/record-store.ts";
import { planted, stringsIn } from "../../tools/docs/wire-fields.ts";
import { WIRE_SAMPLES } from "../support/wire/formats.ts";
import { startCollector, startTraced, type FakeCollector } from "../support/collector.ts";
import { DEMO_SECRET, makeAsset } from "../support/config.ts";
import { makeJudge } from "../support/judges.ts";
import { makeUpstream } from "../support/proxy.ts";
import { sendRaw } from "../support/raw-http.ts";
import { spread } from "../support/runs.ts";
import type { ServerParts, TestServer } from "../support/server.ts";
import { openServices } from "../support/service.ts";
import { chatChunk, replyJson, replyStream, startUpstream, type UpstreamScript } from "../support/upstream.ts";

/** No text of ours holds it; cut into pieces it would still be found. */
const MARK = "Zq7Vx9Kw";
/** An address and a key that policies find, so that masked records must not keep them. */
const MAIL = `${MARK.toLowerCase()}@acme-mail.com`;
const KEY = ["AKIA", "Q3EGR7ZLWN5T2VXD"].join("");

const assets = [
  makeAsset("demo-chatbot", {
    pii_detection: { action: "flag", mask: true },
    secrets_keys_detection: { action: "block" },
    prompt_injection_detection: { action: "block" },
  }),
];

function assertSilent(told: string, where: string): void {
  for (const secret of [MARK, KEY, DEMO_SECRET]) {
    const at = told.toLowerCase().indexOf(secret.toLowerCase());
    assert.equal(at, -1, `${where}: …${told.slice(Math.max(0, at - 200), at + 60)}`);
  }
}

/** A service whose every sink is watched. */
interface Watched extends TestServer {
  readonly collector: FakeCollector;
  readonly finish: () => Promise<void>;
}

async function startServer(parts: ServerParts): Promise<Watched> {
  const collector = await startCollector();
  const { server, finish } = await startTraced(collector.url, parts);
  const close = (): Promise<void> => finish().then(() => collector[Symbol.asyncDispose]());
  return { ...server, collector, finish, [Symbol.asyncDispose]: close };
}

/** Log, metrics and traces of a server, which ends by that. */
async function assertUntold(server: Watched, where: string): Promise<void> {
  assertSilent(server.log.join(""), `${where}, log`);
  assertSilent(await (await fetch(`${server.url}/metrics`)).text(), `${where}, metrics`);
  await server.finish();
  for (const body of server.collector.bodies) assertSilent(withoutModels(body), `${where}, traces`);
}

const MODELS: ReadonlySet<unknown> = new Set(["gen_ai.request.model", "gen_ai.response.model"]);

/** `chat MODEL` */
const NAMED_CALL = new RegExp(`^[a-z_]+ ${MARK}$`);

/** Names of models are told on purpose, and in no other place than these. */
function withoutModels(body: string): string {
  return JSON.stringify(JSON.parse(body), (key, value: unknown) => {
    if (Array.isArray(value)) return value.filter((item) => !MODELS.has(item?.key));
    return key === "name" && typeof value === "string" && NAMED_CALL.test(value) ? "" : value;
  });
}

const JSON_HEADERS = { "content-type": "application/json", "x-api-key": DEMO_SECRET };
const post = (body: unknown, headers: Readonly<Record<string, string>> = JSON_HEADERS): RequestInit => ({
  method: "POST",
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

describe("what a caller of the API sends", () => {
  const prompt = { asset_id: "demo-chatbot", scan_data: { prompt: "hello" } };
  const inline = (item: object): object => ({
    ...prompt,
    policies: [{ policy_name: "pii_detection", action: "flag", ...item }],
  });
  const event = {
    asset_id: "demo-chatbot",
    node: { node_name: MARK, node_type: "TOOL", node_metadata: { [MARK]: MARK } },
    trace: { trace_id: MARK, span_id: MARK, parent_span_id: MARK },
  };
  const bodies: Readonly<Record<string, unknown>> = {
    "asset id": { ...prompt, asset_id: MARK },
    text: { ...prompt, scan_data: { prompt: `${MARK} ${KEY}`, response: MARK } },
    identities: { ...prompt, session_id: MARK, user_id: MARK, metadata: { [MARK]: MARK } },
    "unknown field": { ...prompt, [MARK]: MARK },
    "policy name": inline({ policy_name: MARK }),
    action: inline({ action: MARK }),
    "policy metadata": inline({ metadata: [MARK] }),
    "secret pattern": inline({ policy_name: "secrets_keys_detection", metadata: [["own", `${MARK}[`]] }),
    "competitor name": inline({ policy_name: "competitor_mention_detection", metadata: [MARK] }),
    "wrong types": { ...prompt, scan_data: MARK, metadata: MARK, save: MARK },
    "no JSON": `{"asset_id": "${MARK}`,
    "duplicate key": `{"${MARK}": 1, "${MARK}": 2}`,
    "half a character": `{"asset_id": "${MARK}\\ud800"}`,
    event,
    "event with content": { ...event, evaluation: { content: `${MARK} ${KEY}`, policies: [] } },
  };

  for (const [where, body] of Object.entries(bodies))
    test(`${where}: is told by no error, log line or metric`, async () => {
      await using server = await startServer({ assets });
      for (const path of [
        "/sdk/v1/analyze/prompt",
        "/sdk/v1/analyze/response",
        "/scan/analyze-prompt",
        "/sdk/v1/events/record",
      ]) {
        const response = await fetch(server.url + path, post(body));
        const text = await response.text();
        assert.ok(response.status < 500, `${path}: ${response.status}`);
        if (response.status !== 200) assertSilent(text, `${where}, ${path}`);
      }
      await assertUntold(server, where);
    });

  test("headers, queries and paths are told by no error, log line or metric", async () => {
    await using server = await startServer({ assets });
    const headers = {
      "x-api-key": MARK,
      authorization: `Bearer ${MARK}`,
      cookie: `a=${MARK}`,
      "user-agent": MARK,
      [`x-${MARK}`]: MARK,
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: `a=${MARK}`,
      baggage: `user=${MARK}`,
    };
    const paths = [
      `/sdk/v1/analyze/prompt?key=${MARK}`,
      `/sdk/v1/${MARK}`,
      `/admin/records/${MARK}`,
      `/admin/records/export?user_id=${MARK}`,
      `/admin/sessions/${MARK}`,
      `/admin/statistics?asset_id=${MARK}`,
      `/admin/statistics?width=${MARK}`,
      `/admin/traces/${MARK}`,
      `/${MARK}`,
      `/sdk/v1/verify/asset?asset_id=${MARK}`,
    ];
    for (const path of paths)
      for (const given of [headers, { ...headers, "x-api-key": DEMO_SECRET }])
        assertSilent(await (await fetch(server.url + path, { headers: given })).text(), path);
    for (const type of [MARK, `application/json; ${MARK}=${MARK}`, `text/${MARK}`])
      assertSilent(
        await (
          await fetch(`${server.url}/sdk/v1/analyze/prompt`, post(MARK, { ...JSON_HEADERS, "content-type": type }))
        ).text(),
        type,
      );
    await assertUntold(server, "headers");
  });

  test("requests that cannot be parsed are told by no error, log line or metric", async () => {
    await using server = await startServer({ assets });
    for (const raw of [
      `${MARK} / HTTP/1.1\r\n\r\n`,
      `GET /${MARK} HTTP/9.9\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: a\r\n${MARK} ${MARK}\r\n\r\n`,
      `GET ${MARK} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ])
      assertSilent(JSON.stringify(await sendRaw(server.port, raw)), raw);
    await assertUntold(server, "raw");
  });

  test("a failure of ours that quotes the text is told without it", async () => {
    const records = {
      ...createNoStore(),
      save: () => Promise.reject(new TypeError(`cannot write ${MARK}`, { cause: new Error(KEY) })),
    };
    await using server = await startServer({ assets, records });
    const response = await fetch(`${server.url}/sdk/v1/analyze/prompt`, post(prompt));
    assert.equal(response.status, 503);
    assertSilent(await response.text(), "answer");
    await assertUntold(server, "failure");
  });
});

test("records under `content: masked` keep neither addresses nor keys, on disk either", async () => {
  const folder = mkdtempSync(join(tmpdir(), "secrecy-"));
  const path = join(folder, "records.db");
  {
    await using server = await startServer({ assets, store: { target: { kind: "sqlite", path }, content: "masked" } });
    const text = `Write to ${MAIL} and use ${KEY}.`;
    const trace = { trace_id: "t", span_id: "s" };
    const node = { node_name: "lookup", node_type: "TOOL" };
    const kept: string[] = [];
    for (const [path, body] of [
      ["/sdk/v1/analyze/prompt", { asset_id: "demo-chatbot", scan_data: { prompt: text } }],
      ["/sdk/v1/analyze/response", { asset_id: "demo-chatbot", scan_data: { response: text } }],
      ["/sdk/v1/events/record", { asset_id: "demo-chatbot", node, trace, evaluation: { content: text, policies: [] } }],
    ] as const) {
      const { body: answer } = await server.post(path, body);
      kept.push(JSON.stringify((await server.get(`/admin/records/${answer.request_id}`)).body));
    }
    for (const record of kept) {
      assert.match(record, /<EMAIL_ADDRESS_1>/);
      assertSilent(record, "record");
    }
    await assertUntold(server, "records");
  }
  for (const file of readdirSync(folder)) assertSilent(readFileSync(join(folder, file), "latin1"), file);
  rmSync(folder, { recursive: true });
});

describe("what goes through the proxy", () => {
  const throughProxy = async (
    script: UpstreamScript,
    run: (server: Watched) => Promise<void>,
    parts: ServerParts = {},
  ): Promise<void> => {
    await using upstream = await startUpstream(script);
    await using server = await startServer({ assets, upstreams: [makeUpstream(upstream.url)], ...parts });
    await run(server);
    await assertUntold(server, "proxy");
    assert.ok(server.collector.spans().length > 0);
  };

  for (const sample of WIRE_SAMPLES.filter(({ request }) => request !== null))
    test(`${sample.title} (${sample.path}): no field of a request is told by log or metrics`, async () => {
      await throughProxy(
        (response) => replyJson(response, {}),
        async (server) => {
          for (const [pointer] of spread(stringsIn(sample.request))) {
            const marked: Json = planted(sample.request, pointer, MARK);
            const path = `${sample.path}${sample.path.includes("?") ? "&" : "?"}${MARK}=${MARK}`;
            const headers = { ...JSON_HEADERS, authorization: `Bearer ${MARK}`, [`x-${MARK}`]: MARK };
            await (await fetch(server.url + path, post(marked, headers))).arrayBuffer();
          }
        },
      );
    });

  const chat = { model: MARK, messages: [{ role: "user", content: MARK }], metadata: { [MARK]: MARK } };
  const upstreams: Readonly<Record<string, UpstreamScript>> = {
    "an error": (response) =>
      replyJson(response, { error: { message: MARK, type: MARK, code: MARK } }, 500, { [`x-${MARK}`]: MARK }),
    "an answer with a match": (response) =>
      replyJson(response, {
        choices: [{ index: 0, message: { role: MARK, content: `${MARK} ${KEY}` }, finish_reason: MARK }],
      }),
    "no JSON": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(`{"${MARK}`),
    "another type": (response) => void response.writeHead(200, { "content-type": `text/${MARK}` }).end(MARK),
    "another coding": (response) =>
      void response.writeHead(200, { "content-type": "application/json", "content-encoding": MARK }).end(MARK),
    "a broken coding": (response) =>
      void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(MARK),
    "no HTTP": (response) => void response.socket?.end(`HTTP/1.1 ${MARK}\r\n${MARK}\r\n\r\n`),
    "half an answer": (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write(`{"${MARK}"`);
      setImmediate(() => response.socket?.destroy());
    },
    "a stream": (response) =>
      replyStream(response, [
        chatChunk({ delta: { content: `${MARK} ` } }),
        chatChunk({ delta: { content: KEY } }),
        chatChunk({ finish: MARK }),
      ]),
    "a stream that cannot be read": (response) =>
      replyStream(response, [
        chatChunk({ delta: { content: "a" } }),
        `data: {"${MARK}\n\n`,
        `event: ${MARK}\ndata: ${MARK}\n\n`,
      ]),
    "a stream that breaks off": async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(chatChunk({ delta: { content: MARK } }));
      await new Promise((resolve) => setImmediate(resolve));
      response.socket?.destroy();
    },
  };

  for (const [what, script] of Object.entries(upstreams))
    for (const unread of ["deny", "pass"] as const)
      test(`${what} of a provider is told by neither log nor metrics, unread: ${unread}`, async () => {
        await using upstream = await startUpstream(script);
        await using server = await startServer({ assets, upstreams: [makeUpstream(upstream.url, { unread })] });
        for (const stream of [false, true]) {
          const response = await fetch(`${server.url}/v1/chat/completions`, post({ ...chat, stream }));
          // What passes on is the provider's own; what is not read through is cut.
          await response.text().catch(() => "");
        }
        await assertUntold(server, what);
      });

  test("errors of ours quote neither prompt nor answer", async () => {
    await throughProxy(
      (response) =>
        replyJson(response, {
          choices: [{ index: 0, message: { role: "assistant", content: `${MARK} ${KEY}` }, finish_reason: "stop" }],
        }),
      async (server) => {
        const say = (content: unknown, extra: object = {}): object => ({
          model: "m",
          messages: [{ role: "user", content }],
          ...extra,
        });
        const requests: Readonly<Record<string, unknown>> = {
          "blocked prompt": say(`${MARK} ${KEY}`),
          "blocked answer": say("hello"),
          "no JSON": `{"${MARK}`,
          "no messages": { model: MARK, messages: MARK },
          "a message that is none": { model: MARK, messages: [MARK] },
        };
        for (const [what, body] of Object.entries(requests)) {
          const response = await fetch(`${server.url}/v1/chat/completions`, post(body));
          assert.ok(response.status >= 400 && response.status < 500, `${what}: ${response.status}`);
          assertSilent(await response.text(), what);
        }
        for (const path of [`/v1/${MARK}`, `/v1/%2f${MARK}`, `/v1/chat/completions/../${MARK}`])
          assertSilent(await (await fetch(server.url + path, post({}))).text(), path);
      },
    );
  });
});

describe("what a judge answers", () => {
  const answers: Readonly<Record<string, UpstreamScript>> = {
    "an error": (response) => replyJson(response, { error: { message: MARK } }, 500),
    "no JSON": (response) => void response.writeHead(200, { "content-type": "application/json" }).end(`{"${MARK}`),
    "no verdict": (response) =>
      replyJson(response, {
        choices: [{ index: 0, message: { role: "assistant", content: MARK }, finish_reason: MARK }],
      }),
    "no HTTP": (response) => void response.socket?.end(`${MARK}\r\n\r\n`),
  };

  for (const [what, script] of Object.entries(answers))
    test(`${what}: is told by no error, log line or metric`, async () => {
      await using judge = await startUpstream(script);
      const policy = { action: "block", metadata: [MARK], judge: { name: "judge", mode: null, band: null } } as const;
      await using server = await startServer({
        judges: [makeJudge({ url: `${judge.url}/v1` })],
        assets: [makeAsset("demo-chatbot", { policy_violation_detection: { ...policy, timeoutMs: 2000 } })],
      });
      const body = { asset_id: "demo-chatbot", scan_data: { prompt: `${MARK} ${KEY}` } };
      const response = await fetch(`${server.url}/sdk/v1/analyze/prompt`, post(body));
      assert.equal(response.status, 503);
      assertSilent(await response.text(), what);
      await assertUntold(server, what);
    });
});

test("what the process says of a fault that nobody caught quotes none of it", async () => {
  using services = openServices();
  const config = `
server: { port: 0 }
keys: [{ id: k, secret: rsk_k, organization: o }]
assets: [{ id: a, organization: o }]
store: { url: none }
`;
  const env = { NODE_OPTIONS: "--import ./test/support/fault.ts", FAULT_TEXT: MARK };
  const service = await services.start(services.place("fault.yaml", config), env);
  service.child.kill("SIGUSR2");
  await service.says("unhandled rejection");
  await service.says("uncaught exception");
  assert.match(service.output(), /"name":"RangeError"/);
  // Not the key: the welcome shows how one is found.
  assert.ok(!service.output().includes(MARK), service.output());
  // Neither ends it.
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
});
