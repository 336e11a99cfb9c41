/** Whatever becomes of a request, its header, record, metric and log say one word, once. Beside `evidence.test.ts`: failures of everybody else. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { request as send } from "node:http";
import { after, before, describe, mock, test } from "node:test";
import { ANALYZERS } from "../../src/analyzers/registry.ts";
import type { Outcome } from "../../src/core/model.ts";
import { ServiceError } from "../../src/core/errors.ts";
import { makeAsset, makeKey } from "../support/config.ts";
import { scrape } from "../support/prometheus.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import {
  chatChunk,
  chatCompletion,
  chatStream,
  replyJson,
  replyStream,
  startUpstream,
  type UpstreamScript,
} from "../support/upstream.ts";
import { watchedStore } from "../support/watched-store.ts";
import { startProvider, TestClient } from "../support/websocket.ts";

const KEY = ["it is AKIA", "Z7QXN4PLM2WERT5Y"].join("");
const CHAT = "/v1/chat/completions";
const PROMPT = "/sdk/v1/analyze/prompt";

const say = (content: unknown, extra: object = {}): object => ({
  model: "m",
  messages: [{ role: "user", content }],
  ...extra,
});
const analyze = (prompt: string, extra: object = {}): object => ({
  asset_id: "demo-chatbot",
  scan_data: { prompt },
  ...extra,
});
const event = (node: object, extra: object = {}): object => ({
  asset_id: "demo-chatbot",
  node: { node_name: "n", node_type: "AGENT", node_subtype: "PROMPT", ...node },
  trace: { trace_id: "t", span_id: "s" },
  ...extra,
});

const raw =
  (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}): UpstreamScript =>
  (answer) =>
    void answer.writeHead(status, { "content-type": type, ...headers }).end(body);
const fine: UpstreamScript = (answer, { body }) =>
  body.includes('"stream":true')
    ? replyStream(answer, chatStream(["fine ", "day"]))
    : replyJson(answer, chatCompletion("fine"));
/** Told when somebody waits for what will not come. */
const waiting = new EventEmitter();
const never: UpstreamScript = () => void waiting.emit("waiting");
const reset: UpstreamScript = (answer) => void answer.socket?.destroy();
const drip: UpstreamScript = async (answer) => {
  answer.writeHead(200, { "content-type": "text/event-stream" });
  while (!answer.destroyed) {
    answer.write(chatChunk({ delta: { content: "A word. And more. " } }));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

interface Case {
  readonly path: string;
  readonly body: unknown;
  readonly script?: UpstreamScript;
  readonly headers?: Readonly<Record<string, string>>;
  /** When the client leaves. */
  readonly leaves?: "waiting" | "reading";
  readonly status: number | null;
  readonly says: Outcome;
}

const CASES: Readonly<Record<string, Case>> = {
  // Answers that pass unread.
  "an answer that is no JSON": {
    path: `/pass${CHAT}`,
    body: say("hi"),
    script: raw(200, "application/json", "{no"),
    status: 200,
    says: "unread",
  },
  "an answer of another shape": {
    path: `/pass${CHAT}`,
    body: say("hi"),
    script: raw(200, "application/json", "[1]"),
    status: 200,
    says: "unread",
  },
  "an answer that is no UTF-8": {
    path: `/pass${CHAT}`,
    body: say("hi"),
    script: raw(200, "application/json", Buffer.from([0x22, 0xff, 0x22])),
    status: 200,
    says: "unread",
  },
  "an answer of another type": {
    path: `/pass${CHAT}`,
    body: say("hi"),
    script: raw(200, "text/html", "<p>"),
    status: 200,
    says: "unread",
  },
  "an answer in another coding": {
    path: `/pass${CHAT}`,
    body: say("hi"),
    script: raw(200, "application/json", "x", { "content-encoding": "x" }),
    status: 200,
    says: "unread",
  },
  "an answer whose coding is broken": {
    path: `/pass${CHAT}`,
    body: say("hi"),
    script: raw(200, "application/json", "x", { "content-encoding": "gzip" }),
    status: 502,
    says: "unread",
  },
  // What is refused.
  "an answer that is no JSON, refused": {
    path: CHAT,
    body: say("hi"),
    script: raw(200, "application/json", "{no"),
    status: 502,
    says: "unread",
  },
  "a stream that is none": {
    path: CHAT,
    body: say("hi", { stream: true }),
    script: raw(200, "text/event-stream", "data: {no\n\n"),
    status: 502,
    says: "unread",
  },
  "a prompt with too many values": {
    path: CHAT,
    body: say("hi", { x: Array.from({ length: 400 }, () => 1) }),
    status: 413,
    says: "unavailable",
  },
  "a prompt that is too long": { path: CHAT, body: say("x".repeat(6000)), status: 413, says: "unread" },
  // What holds no text.
  "a request without a text": {
    path: CHAT,
    body: { model: "m", messages: [] },
    script: raw(200, "application/json", JSON.stringify(chatCompletion())),
    status: 200,
    says: "passed",
  },
  // The provider fails: the verdict is the prompt's.
  "an error of the provider": {
    path: CHAT,
    body: say("hi"),
    script: raw(500, "application/json", "{}"),
    status: 500,
    says: "passed",
  },
  "a provider that resets": { path: CHAT, body: say("Ask Globex"), script: reset, status: 502, says: "flagged" },
  "a provider that is silent": { path: CHAT, body: say("hi"), script: never, status: 504, says: "passed" },
  // The client leaves.
  "a client that leaves before the answer": {
    path: CHAT,
    body: say("Ask Globex"),
    script: never,
    leaves: "waiting",
    status: null,
    says: "flagged",
  },
  "a client that leaves a stream": {
    path: CHAT,
    body: say("hi", { stream: true }),
    script: drip,
    leaves: "reading",
    status: 200,
    says: "passed",
  },
  "a client that leaves unread traffic": {
    path: "/pass/v1/elsewhere",
    body: {},
    script: never,
    leaves: "waiting",
    status: null,
    says: "unread",
  },
  "a client that leaves while its prompt is judged": {
    path: CHAT,
    body: say("wait for it"),
    leaves: "waiting",
    status: null,
    says: "unavailable",
  },
  "a caller that leaves while its text is judged": {
    path: PROMPT,
    body: analyze("wait for it"),
    leaves: "waiting",
    status: null,
    says: "unavailable",
  },
  // The API refuses.
  "a body that is no JSON": { path: PROMPT, body: "{no", status: 400, says: "unread" },
  "a body that breaks the schema": { path: PROMPT, body: { asset_id: "demo-chatbot" }, status: 400, says: "unread" },
  "an asset that is none": { path: PROMPT, body: analyze("hi", { asset_id: "none" }), status: 404, says: "unread" },
  "a text that is too long": {
    path: "/scan/analyze-prompt",
    body: analyze("x".repeat(6000)),
    status: 413,
    says: "unread",
  },
  "a body that is too large": { path: PROMPT, body: analyze("x".repeat(30_000)), status: 413, says: "unread" },
  "a body that is none": {
    path: PROMPT,
    body: "hi",
    headers: { "content-type": "text/plain" },
    status: 415,
    says: "unread",
  },
  "a body with too many values": {
    path: PROMPT,
    body: analyze("hi", { metadata: { x: Array.from({ length: 400 }, () => 1) } }),
    status: 413,
    says: "unavailable",
  },
  "an event that breaks the schema": {
    path: "/sdk/v1/events/record",
    body: event({ node_type: "NONE" }),
    status: 400,
    says: "unread",
  },
  "an event whose policy fails": {
    path: "/sdk/v1/events/record",
    body: event({}, { evaluation: { content: "explode" } }),
    status: 503,
    says: "unavailable",
  },
};

/** Throws where it reads `explode`; waits, until the client has gone, where it reads `wait`. */
const moody = {
  kind: "ready" as const,
  analyzer: {
    lookback: 16,
    details: () => ({ score: 1 }),
    analyze: ({ raw: text }: { readonly raw: string }, { signal }: { readonly signal: AbortSignal }) => {
      if (text.includes("explode")) throw new Error("on purpose");
      if (!text.includes("wait")) return [];
      setImmediate(() => waiting.emit("waiting"));
      return new Promise<[]>((_, reject) => signal.addEventListener("abort", () => reject(new Error("gone"))));
    },
  },
};

describe("header, record, metric and log", () => {
  const records = watchedStore();
  const stack = new AsyncDisposableStack();
  let script: UpstreamScript = fine;
  let isStoreBroken = false;
  let server: TestServer;

  before(async () => {
    const upstream = stack.use(await startUpstream((answer, seen, request) => script(answer, seen, request)));
    const provider = stack.use(await startProvider());
    const policy = ANALYZERS.find(({ name }) => name === "toxicity_detection");
    assert.ok(policy !== undefined);
    const mocked = mock.method(policy, "prepare", () => moody);
    const save: typeof records.store.save = (record) =>
      isStoreBroken ? Promise.reject(new ServiceError("store_unavailable")) : records.store.save(record);
    server = stack.use(
      await startServer({
        records: { ...records.store, save },
        limits: { default: 100_000 },
        keys: [makeKey("demo", { secret: "rsk_demo", admin: true })],
        server: {
          bodyMaxBytes: 20_000,
          textMaxChars: 5000,
          requestWork: { values: 300, texts: 100, characters: 100_000, patternSteps: 1_000_000 },
        },
        assets: [
          makeAsset("demo-chatbot", {
            secrets_keys_detection: { action: "block" },
            competitor_mention_detection: { action: "flag", metadata: ["Globex"] },
            toxicity_detection: { action: "flag", onError: "block", timeoutMs: 60_000 },
          }),
        ],
        upstreams: [
          makeUpstream(upstream.url, { name: "main", headersTimeoutMs: 200 }),
          makeUpstream(upstream.url, { name: "pass", prefix: "/pass", unread: "pass" }),
          makeUpstream(provider.url, { name: "socket", prefix: "/socket", websocket: "inspect" }),
          makeUpstream("http://127.0.0.1:1", { name: "dead", prefix: "/dead", websocket: "inspect" }),
        ],
      }),
    );
    mocked.mock.restore();
  });
  after(() => stack.disposeAsync());

  interface Seen {
    readonly status: number | null;
    readonly header: string | null;
    readonly covers: string | null;
  }

  const ask = ({ path, body, headers = {}, leaves }: Omit<Case, "says" | "status">): Promise<Seen> =>
    new Promise((resolve) => {
      const given = { "content-type": "application/json", "x-api-key": "rsk_demo", ...headers };
      const call = send(server.url + path, { method: "POST", headers: given, agent: false }, (answer) => {
        const header = (name: string): string | null => String(answer.headers[name] ?? "") || null;
        const verdict = { header: header("x-guardrail-verdict"), covers: header("x-guardrail-covers") };
        const seen = { status: answer.statusCode ?? null, ...verdict };
        answer.once("data", () => {
          if (leaves === "reading") call.destroy();
        });
        answer.once("close", () => resolve(seen)).resume();
      });
      call.once("error", () => resolve({ status: null, header: null, covers: null }));
      call.end(typeof body === "string" ? body : JSON.stringify(body));
      if (leaves === "waiting") waiting.once("waiting", () => call.destroy());
    });

  const verdicts = async (): Promise<ReadonlyMap<string, number>> => {
    const all = (await scrape(server.url)).filter(({ name }) => name === "sallyport_verdicts_total");
    return new Map(
      all.map(({ labels, value }) => [`${labels["surface"]} ${labels["asset"]} ${labels["verdict"]}`, value]),
    );
  };
  /** Verdicts that were counted since `earlier`. */
  const counted = async (earlier: ReadonlyMap<string, number>): Promise<readonly string[]> =>
    [...(await verdicts())].flatMap(([name, value]) =>
      Array.from({ length: value - (earlier.get(name) ?? 0) }, () => name.split(" ").at(-1) ?? ""),
    );
  const logged = (from: number): readonly (string | undefined)[] =>
    server.log.slice(from).flatMap((line) => {
      const told = JSON.parse(line) as { msg: string; verdict?: string; route?: string };
      const isAbout = told.msg === "websocket" || (told.msg === "request" && told.route !== "GET /metrics");
      return isAbout ? [told.verdict] : [];
    });

  for (const [name, { status, says, ...asked }] of Object.entries(CASES))
    test(`say the same, once: ${name}`, async () => {
      script = asked.script ?? fine;
      const earlier = await verdicts();
      const lines = server.log.length;
      const seen = await ask(asked);
      assert.equal(seen.status, status);
      const record = await records.next();
      assert.equal(record.verdict, says, "record");
      await until(
        "it is counted and logged",
        async () => (await counted(earlier)).length > 0 && logged(lines).length > 0,
      );
      assert.deepEqual(await counted(earlier), [says], "metric");
      assert.deepEqual(logged(lines), [says], "log");
      if (seen.header !== null && asked.leaves === undefined) assert.equal(seen.header, says, "header");
      // `passed` beside an error says of what.
      if (says === "passed" && (status ?? 0) >= 400) assert.equal(seen.covers, "prompt");
      assert.equal(records.waiting(), 0, "one record");
    });

  for (const [name, path, body] of [
    ["an analysis", PROMPT, analyze("hi")],
    ["an analysis that blocks", PROMPT, analyze(KEY)],
    ["an exchange", CHAT, say("hi")],
    ["an exchange that is blocked", CHAT, say(KEY)],
  ] as const)
    test(`do not say that ${name} passed or was blocked whose record is lost`, async () => {
      script = fine;
      const earlier = await verdicts();
      const lines = server.log.length;
      isStoreBroken = true;
      const seen = await ask({ path, body });
      isStoreBroken = false;
      assert.deepEqual([seen.status, seen.header], [503, "unavailable"]);
      await until(
        "it is counted and logged",
        async () => (await counted(earlier)).length > 0 && logged(lines).length > 0,
      );
      assert.deepEqual([await counted(earlier), logged(lines)], [["unavailable"], ["unavailable"]]);
    });

  test("say nothing of a record that its caller does not want", async () => {
    const seen = await ask({ path: PROMPT, body: analyze("explode", { save: false }) });
    assert.deepEqual([seen.status, seen.header, records.waiting()], [503, "unavailable", 0]);
  });

  test("say of a proxied request that comes too late that nobody has looked at it", async () => {
    await using late = await startUpstream(never);
    await using ending = await startServer({
      assets: [makeAsset("demo-chatbot")],
      upstreams: [makeUpstream(late.url)],
      server: { drainSeconds: 60 },
    });
    const call = send(ending.url + CHAT, { method: "POST", headers: { "content-type": "application/json" } });
    call.on("error", () => {}).end(JSON.stringify(say("hi")));
    await new Promise((resolve) => waiting.once("waiting", resolve));
    const drained = ending.app.drain();
    const headers = { "content-type": "application/json" };
    const refused = await fetch(ending.url + CHAT, { method: "POST", headers, body: JSON.stringify(say("hi")) });
    assert.deepEqual([refused.status, refused.headers.get("x-guardrail-verdict")], [503, "unread"]);
    // As the provider would write it.
    assert.match(await refused.text(), /"error":\{"message":.*"code":"draining"/);
    call.destroy();
    await drained;
  });

  /** Opens a connection as a client does, and tells how it is answered. */
  const upgrade = async (path: string): Promise<string | undefined> => {
    const client = new TestClient(server.url + path);
    const refused = await new Promise<string | undefined>((resolve) => {
      client.socket.once("unexpected-response", (_, answer) => {
        resolve(String(answer.headers["x-guardrail-verdict"]));
        answer.destroy();
      });
      client.socket.once("open", () => resolve(undefined));
    });
    await client[Symbol.asyncDispose]();
    return refused;
  };

  for (const path of ["/dead/v1/realtime?model=m", "/v1/realtime?model=m", "/socket/v1/elsewhere"])
    test(`say the same of a WebSocket that is not opened: ${path}`, async () => {
      const earlier = await verdicts();
      assert.equal(await upgrade(path), "unread");
      assert.equal((await records.next()).verdict, "unread");
      assert.deepEqual(await counted(earlier), ["unread"]);
    });

  test("say of a WebSocket that one of its messages was not looked at", async () => {
    const lines = server.log.length;
    const client = await TestClient.open(`${server.url}/socket/v1/realtime?model=m`);
    const item = (text: string): object => ({
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text }] },
    });
    client.send(item("hi"));
    client.send(item("x".repeat(6000)));
    await client.until(({ type }) => type === "error");
    await client[Symbol.asyncDispose]();
    assert.equal((await records.next()).verdict, "unread");
    await until("it is logged", () => logged(lines).length === 2);
    assert.deepEqual(logged(lines), ["unread", "unread"], "of the request, and of the connection");
  });
});
