import assert from "node:assert/strict";
import { after, before, describe, mock, test } from "node:test";
import fc from "fast-check";
import { ANALYZERS } from "../../src/analyzers/registry.ts";
import type { Outcome } from "../../src/core/model.ts";
import { makeAsset, makeKey } from "../support/config.ts";
import { scrape, valueOf } from "../support/prometheus.ts";
import { makeUpstream } from "../support/proxy.ts";
import { session, spoken } from "../support/realtime.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { chatCompletion, chatStream, replyJson, replyStream, startUpstream } from "../support/upstream.ts";
import { watchedStore } from "../support/watched-store.ts";
import { startProvider, TestClient } from "../support/websocket.ts";
import {
  completed,
  created,
  message,
  messageEvents,
  response,
  responseEvents,
} from "../support/wire/openai-responses.ts";
import { until } from "../support/until.ts";

/** What a text makes the policies do. `explode`: one that fails closed throws; `wobble`: one that fails open does. */
const TEXTS = {
  clean: "a fine word",
  flagged: "Ask Globex, they know",
  blocked: ["it is AKIA", "Z7QXN4PLM2WERT5Y"].join(""),
  explode: "explode now",
  wobble: "wobble now",
} as const;
type Kind = keyof typeof TEXTS;
const KINDS = Object.keys(TEXTS) as readonly Kind[];

/** What came of it, where the client can tell: the codes of the error or of the stream's end, as every format writes them. */
function refusalIn(text: string): Outcome | null {
  if (text.includes("guardrail_unavailable")) return "unavailable";
  if (/"guardrail":|"reason":"content_filter"|"code":"content_filter"/.test(text)) return "blocked";
  return text.includes("guardrail_unread") ? "unread" : null;
}

interface Seen {
  readonly text: string;
  /** `null`: there is none, or it left before the answer had come. */
  readonly header: string | null;
}

/** One way to ask, with the texts of both sides. */
interface Door {
  readonly surface: "api" | "proxy";
  readonly ask: (server: TestServer, prompt: string, answer: string) => Promise<Seen>;
}

const ANTHROPIC = (text: string): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
const typed = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const anthropicStream = (text: string): readonly string[] => [
  typed("message_start", { message: { ...ANTHROPIC(""), content: [], stop_reason: null } }),
  typed("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
  ...text
    .split(/(?<= )/)
    .map((piece) => typed("content_block_delta", { index: 0, delta: { type: "text_delta", text: piece } })),
  typed("content_block_stop", { index: 0 }),
  typed("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 1 } }),
  typed("message_stop", {}),
];
const gemini = (text: string): object => ({
  candidates: [{ index: 0, content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }],
});

/** Whole answers by path, and streamed ones. */
const WHOLE: Readonly<Record<string, (text: string) => unknown>> = {
  "/v1/chat/completions": (text) => chatCompletion(text),
  "/v1/responses": (text) => response({ output: [message(text)] }),
  "/v1/messages": ANTHROPIC,
  "/v1beta/models/m:generateContent": gemini,
};
const STREAMED: Readonly<Record<string, (text: string) => readonly string[]>> = {
  "/v1/chat/completions": (text) => chatStream(text.split(/(?<= )/)),
  "/v1/responses": (text) =>
    responseEvents([...created(), ...messageEvents(text.split(/(?<= )/)), completed([message(text)])]),
  "/v1/messages": anthropicStream,
  "/v1beta/models/m:streamGenerateContent?alt=sse": (text) => [`data: ${JSON.stringify(gemini(text))}\n\n`],
};

const user = (content: string): object => ({ model: "m", max_tokens: 9, messages: [{ role: "user", content }] });
const bodyOf = (path: string, prompt: string, stream: boolean): object => {
  if (path.includes("models/")) return { contents: [{ role: "user", parts: [{ text: prompt }] }] };
  return path === "/v1/responses" ? { model: "m", input: prompt, stream } : { ...user(prompt), stream };
};

function proxied(path: string, stream: boolean): Door {
  return {
    surface: "proxy",
    ask: async (server, prompt, answer) => {
      const given = await fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-wanted": encodeURIComponent(answer) },
        body: JSON.stringify(bodyOf(path, prompt, stream)),
      });
      const header = given.headers.get("x-guardrail-verdict");
      const isOpen = given.headers.get("x-guardrail-covers") === "prompt";
      assert.equal(isOpen, stream && given.status === 200, "only a stream's verdict leaves before its answer");
      return { text: await given.text(), header: isOpen ? null : header };
    },
  };
}

function analyzed(path: string, bodyFor: (prompt: string, answer: string) => object): Door {
  return {
    surface: "api",
    ask: async (server, prompt, answer) => {
      const { status, body, headers } = await server.post(path, bodyFor(prompt, answer));
      if (status === 200) return { text: "", header: body.verdict };
      assert.equal(status, 503);
      return { text: "guardrail_unavailable", header: headers.get("x-guardrail-verdict") };
    },
  };
}

const asset = { asset_id: "demo-chatbot" };
const event = (prompt: string): object => ({
  ...asset,
  node: { node_name: "n", node_type: "AGENT", node_subtype: "PROMPT" },
  trace: { trace_id: "t", span_id: "s" },
  evaluation: { content: prompt },
});

const socket: Door = {
  surface: "proxy",
  ask: async (server, prompt, answer) => {
    const client = await TestClient.open(`${server.url}/socket/v1/realtime?model=m`);
    const ended = client.untilClosed();
    const content = [{ type: "input_text", text: prompt }];
    client.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
    client.send({ type: "response.create", response: { metadata: { wanted: answer } } });
    await Promise.race([
      client.until(({ type }) => type === "response.done" || type === "error").catch(() => {}),
      ended,
    ]);
    await client[Symbol.asyncDispose]();
    return { text: client.raw.join("\n"), header: null };
  },
};

const DOORS: Readonly<Record<string, Door>> = {
  "analyze/prompt": analyzed("/sdk/v1/analyze/prompt", (prompt) => ({ ...asset, scan_data: { prompt } })),
  "analyze/response": analyzed("/scan/analyze-response", (_, answer) => ({
    ...asset,
    scan_data: { response: answer },
  })),
  "events/record": analyzed("/sdk/v1/events/record", event),
  ...Object.fromEntries(Object.keys(WHOLE).map((path) => [path, proxied(path, false)])),
  ...Object.fromEntries(Object.keys(STREAMED).map((path) => [`${path} streamed`, proxied(path, true)])),
  realtime: socket,
};

/** Fails where its trigger stands, whatever the side. */
const failsAt = (trigger: string) => ({
  kind: "ready" as const,
  analyzer: {
    lookback: 16,
    details: () => ({ score: 1 }),
    analyze: ({ raw }: { readonly raw: string }) => {
      if (raw.includes(trigger)) throw new Error("on purpose");
      return [];
    },
  },
});

describe("what the client saw, the header, the record, the metric and the log", () => {
  const records = watchedStore();
  let server: TestServer;
  const stack = new AsyncDisposableStack();

  before(async () => {
    const upstream = stack.use(
      await startUpstream((answer, { url, headers, body }) => {
        const text = decodeURIComponent(String(headers["x-wanted"]));
        const isStream = WHOLE[url] === undefined || body.includes('"stream":true');
        return isStream ? replyStream(answer, STREAMED[url]?.(text) ?? []) : replyJson(answer, WHOLE[url]?.(text));
      }),
    );
    const provider = stack.use(
      await startProvider({
        onOpen: (open) => open.send(JSON.stringify(session())),
        onMessage: (open, said) => {
          if (said.type !== "response.create") return;
          const { metadata } = said["response"] as { readonly metadata: { readonly wanted: string } };
          for (const each of spoken({ pieces: metadata.wanted.split(/(?<= )/) })) open.send(JSON.stringify(each));
        },
      }),
    );
    const faults = { toxicity_detection: "explode", banned_topics_detection: "wobble" } as const;
    const mocks = ANALYZERS.flatMap((analyzer) => {
      const trigger = Object.entries(faults).find(([name]) => name === analyzer.name)?.[1];
      return trigger === undefined ? [] : [mock.method(analyzer, "prepare", () => failsAt(trigger))];
    });
    server = stack.use(
      await startServer({
        records: records.store,
        limits: { default: 100_000 },
        keys: [makeKey("demo", { secret: "rsk_demo", admin: true })],
        assets: [
          makeAsset("demo-chatbot", {
            secrets_keys_detection: { action: "block" },
            competitor_mention_detection: { action: "flag", metadata: ["Globex"] },
            toxicity_detection: { action: "flag", onError: "block" },
            banned_topics_detection: { action: "flag", onError: "pass" },
          }),
        ],
        upstreams: [
          makeUpstream(upstream.url, { name: "main" }),
          makeUpstream(provider.url, { name: "socket", prefix: "/socket", websocket: "inspect" }),
        ],
      }),
    );
    for (const each of mocks) each.mock.restore();
  });
  after(() => stack.disposeAsync());

  /** Which verdict the metric has counted once more; exactly one must be. */
  async function counted(surface: string, earlier: Awaited<ReturnType<typeof scrape>>): Promise<string> {
    let risen: readonly string[] = [];
    await until("a verdict is counted", async () => {
      const now = await scrape(server.url);
      risen = ["passed", "flagged", "blocked", "unread", "unavailable"].flatMap((verdict) => {
        const labels = { surface, asset: "demo-chatbot", verdict };
        const rise = (name: string): number => valueOf(now, name, labels) - valueOf(earlier, name, labels);
        return Array.from({ length: rise("sallyport_verdicts_total") }, () => verdict);
      });
      return risen.length > 0;
    });
    return risen.join(" ");
  }

  for (const [name, { surface, ask }] of Object.entries(DOORS))
    test(`agree, whatever the policies do: ${name}`, async () => {
      const kind = fc.constantFrom(...KINDS);
      const property = fc.asyncProperty(kind, kind, async (prompt, answer) => {
        const earlier = await scrape(server.url);
        const lines = server.log.length;
        const seen = await ask(server, TEXTS[prompt], TEXTS[answer]);
        const record = await records.next();
        const verdict = await counted(surface, earlier);
        assert.equal(verdict, record.verdict, "metric and record");
        if (seen.header !== null) assert.equal(seen.header, record.verdict, "header and record");
        const refused = refusalIn(seen.text);
        if (refused !== null) assert.equal(record.verdict, refused, "record and what the client saw");
        else assert.ok(["passed", "flagged", "blocked"].includes(record.verdict), "nothing was refused");
        if (surface === "proxy" && refused === null) assert.notEqual(record.verdict, "blocked");
        const logged = server.log.slice(lines).flatMap((line) => {
          const told = (JSON.parse(line) as { verdict?: string }).verdict;
          return told === undefined ? [] : [told];
        });
        assert.deepEqual(new Set(logged), new Set([record.verdict]), "log and record");
        assert.equal(records.waiting(), 0, "one record for one exchange");
      });
      await fc.assert(property, {
        numRuns: 12,
        // Each side's refusals for certain, beside random pairs.
        examples: [
          ["explode", "clean"],
          ["clean", "explode"],
          ["clean", "blocked"],
          ["clean", "clean"],
          ["wobble", "clean"],
        ],
      });
    });

  test("a blocked stream names its policies in its last words, in every format", async () => {
    for (const [path, body] of Object.keys(STREAMED).map((each) => [each, bodyOf(each, "hello", true)] as const)) {
      const given = await fetch(server.url + path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-wanted": encodeURIComponent(`One. Two. Three. ${TEXTS.blocked}`),
        },
        body: JSON.stringify(body),
      });
      const text = await given.text();
      assert.match(
        text,
        /"guardrail":\{"policies":\["secrets_keys_detection"\],"kinds":\["aws-access-key"\],"request_id":"[0-9a-f-]{36}"\}/,
        path,
      );
      assert.equal((await records.next()).verdict, "blocked");
    }
  });

  test("a request that is refused before it is read leaves a record too", async () => {
    const refused: readonly (readonly [string, string, number])[] = [
      ["/v1/chat/completions", "no json", 400],
      ["/v1/chat/completions", '{"model":"m","model":"n"}', 400],
      ["/v1/nowhere", "{}", 403],
    ];
    for (const [path, body, status] of refused) {
      const headers = { "content-type": "application/json" };
      const given = await fetch(server.url + path, { method: "POST", headers, body });
      await given.text();
      const { verdict, requestId } = await records.next();
      assert.deepEqual([given.status, given.headers.get("x-guardrail-verdict"), verdict], [status, "unread", "unread"]);
      assert.equal(requestId, given.headers.get("x-guardrail-request-id"));
    }
  });
});
