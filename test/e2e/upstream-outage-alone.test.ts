/** Providers that fail under load, in every way that costs time: bounded, told in the caller's format, and no harm to the others. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Upstream } from "../../src/config/config-model.ts";
import { ServiceError, type ErrorCode } from "../../src/core/errors.ts";
import type { Json } from "../../src/core/model.ts";
import { makeAsset } from "../support/config.ts";
import { stop } from "../support/listen.ts";
import { parseExposition, valueOf } from "../support/prometheus.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import {
  chatCompletion,
  replyJson,
  startUpstream,
  type FakeUpstream,
  type UpstreamScript,
} from "../support/upstream.ts";
import { eventually } from "../support/websocket.ts";
import type { WireKit } from "../support/wire/kit.ts";
import { KITS } from "../support/wire/formats.ts";
import { unfinished } from "../support/wire/unfinished.ts";

/** Requests of one kind at a time to the provider that fails. */
const PARALLEL = 4;
/**
 * Longest silence, and longest answer, of the provider that fails: long, so that a busy machine does not look like another failure; all
 * formats wait for it at once.
 */
const SILENCE_MS = 3000;
const ANSWER_MS = 8000;
const DRIP_MS = 50;

interface Failure {
  readonly how: string;
  readonly stream: boolean;
  readonly status: number;
  readonly code: ErrorCode;
}

const FAILURES: readonly Failure[] = [
  { how: "silent", stream: false, status: 504, code: "upstream_timeout" },
  { how: "silent", stream: true, status: 504, code: "upstream_timeout" },
  { how: "stalls-at-head", stream: false, status: 504, code: "upstream_timeout" },
  { how: "stalls-at-head", stream: true, status: 504, code: "upstream_timeout" },
  { how: "stalls", stream: false, status: 504, code: "upstream_timeout" },
  { how: "stalls", stream: true, status: 200, code: "upstream_timeout" },
  { how: "drips", stream: false, status: 504, code: "upstream_timeout" },
  { how: "drips", stream: true, status: 200, code: "upstream_timeout" },
  { how: "resets", stream: false, status: 502, code: "upstream_disconnected" },
  { how: "resets", stream: true, status: 200, code: "upstream_disconnected" },
];

const FORMATS = KITS.filter(({ codec }) => ["openai-chat", "anthropic-messages"].includes(codec.format)).concat(
  KITS.filter(({ codec, contentType }) => codec.format === "gemini" && contentType.includes("event-stream")),
);

/** Enough for the first words to leave while the rest is held. */
const WORDS = ["some words go out and ", "then the line is silent "];

/** What of the answer comes before it goes wrong. */
function beginning(kit: WireKit, stream: boolean): string {
  return stream ? unfinished(kit, WORDS) : JSON.stringify(kit.answer([WORDS.join("")])).slice(0, -20);
}

/** The way to fail stands in the query. */
const script: UpstreamScript = (response, { url }) => {
  const asked = new URL(url, "http://x").searchParams;
  const how = asked.get("how") ?? "";
  const kit = FORMATS[Number(asked.get("kit"))];
  if (kit === undefined || how === "silent") return;
  const stream = asked.get("streamed") === "true";
  response.writeHead(200, { "content-type": stream ? kit.contentType : "application/json" });
  response.flushHeaders();
  if (how === "stalls-at-head") return;
  response.write(beginning(kit, stream));
  if (how === "drips") {
    const timer = setInterval(() => response.write(stream ? ": wait\n" : " "), DRIP_MS);
    response.on("close", () => clearInterval(timer));
  } else if (how === "resets") setTimeout(() => response.socket?.resetAndDestroy(), DRIP_MS);
};

const POLICIES = { secrets_keys_detection: {}, pii_detection: { action: "flag", mask: true } } as const;

/** A gate before two providers, `/bad` and `/good`. */
function startGate(bad: Upstream, goodUrl: string): Promise<TestServer> {
  return startServer({
    assets: [makeAsset("demo-chatbot", POLICIES)],
    upstreams: [bad, makeUpstream(goodUrl, { name: "good", prefix: "/good" })],
  });
}

const ask = (url: string, body: Json): Promise<Response> =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const QUESTION = { model: "m", messages: [{ role: "user", content: "hello" }] };
const chatAt = (gate: TestServer, prefix: string): Promise<Response> =>
  ask(`${gate.url}/${prefix}/v1/chat/completions`, QUESTION);

/** Asks the other provider over and over until it is stopped. @returns the statuses of its answers */
function keepAsking(
  gate: TestServer,
  prefix: string,
): { readonly statuses: number[]; readonly stop: () => Promise<void> } {
  const statuses: number[] = [];
  const over = new AbortController();
  const worker = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await chatAt(gate, prefix);
      await answer.text();
      statuses.push(answer.status);
    }
  };
  const workers = [worker(), worker()];
  return {
    statuses,
    stop: async () => {
      over.abort();
      await Promise.all(workers);
    },
  };
}

async function fails(gate: TestServer, number: number, failure: Failure): Promise<void> {
  const kit = FORMATS[number];
  assert.ok(kit !== undefined);
  const { how, stream, status, code } = failure;
  const path = kit.path({ stream });
  const query = `${path.includes("?") ? "&" : "?"}kit=${number}&streamed=${stream}&how=${how}`;
  const answer = await ask(`${gate.url}/bad${path}${query}`, kit.request("hello", { stream, count: 1 }));
  const text = await answer.text();
  const name = `${kit.codec.format} ${how} ${stream ? "streamed" : "whole"}`;
  const { message } = new ServiceError(code);
  assert.equal(answer.status, status, `${name}: ${text}`);
  // What was held when the line went dead does not leave.
  assert.ok(!text.includes("silent"), `${name}: ${text}`);
  if (status === 200) assert.ok(text.includes(message) && text.includes("some words"), `${name}: ${text}`);
  else assert.deepEqual(JSON.parse(text), kit.codec.errorBody(code, message, status), name);
}

const openSockets = ({ server }: FakeUpstream): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

async function inFlight(gate: TestServer): Promise<number> {
  const text = await (await fetch(`${gate.url}/metrics`)).text();
  return valueOf(parseExposition(text), "sallyport_in_flight", { kind: "exchange" });
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("a provider that fails under load", { timeout: 600_000 }, () => {
  test("is given up in time, in every format, and another one is not held up", async () => {
    await using bad = await startUpstream(script);
    await using good = await startUpstream((response) => replyJson(response, chatCompletion("fine")));
    const bounds = { connectTimeoutMs: 60_000, headersTimeoutMs: SILENCE_MS, bodyTimeoutMs: SILENCE_MS };
    const upstream = makeUpstream(bad.url, { name: "bad", prefix: "/bad", ...bounds, answerTimeoutMs: ANSWER_MS });
    await using gate = await startGate(upstream, good.url);
    const before = timers();
    const others = keepAsking(gate, "good");
    await Promise.all(
      [...FORMATS.keys()].flatMap((number) =>
        FAILURES.flatMap((failure) => Array.from({ length: PARALLEL }, () => fails(gate, number, failure))),
      ),
    );
    await others.stop();
    assert.equal(bad.seen.length, FORMATS.length * FAILURES.length * PARALLEL);
    assert.deepEqual(new Set(others.statuses), new Set([200]));
    // Nothing of it stays: no exchange, no connection to the provider, no timer.
    assert.equal(await inFlight(gate), 0);
    while ((await openSockets(bad)) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await eventually(() => timers() <= before + others.statuses.length);
  });

  test("whose port opens and closes is a 502 while it is closed, and is used again at once", async () => {
    await using flapping = await startUpstream((response) => replyJson(response, chatCompletion("fine")));
    await using good = await startUpstream((response) => replyJson(response, chatCompletion("fine")));
    const port = Number(new URL(flapping.url).port);
    await using gate = await startGate(makeUpstream(flapping.url, { name: "bad", prefix: "/bad" }), good.url);
    const asked = keepAsking(gate, "bad");
    const others = keepAsking(gate, "good");
    const more = (status: number): Promise<void> => {
      const from = asked.statuses.length;
      return eventually(() => asked.statuses.slice(from).filter((seen) => seen === status).length >= 10);
    };
    for (let turn = 0; turn < 5; turn++) {
      await more(200);
      await stop(flapping.server);
      await more(502);
      await new Promise<void>((resolve) => flapping.server.listen(port, "127.0.0.1", resolve));
    }
    await more(200);
    await Promise.all([asked.stop(), others.stop()]);
    assert.deepEqual(new Set(asked.statuses), new Set([200, 502]));
    assert.deepEqual(new Set(others.statuses), new Set([200]));
    for (let turn = 0; turn < 20; turn++) assert.equal((await chatAt(gate, "bad")).status, 200);
  });

  // The name is reserved: RFC 6761 §6.4. Without a resolver it takes as long as connecting may.
  test("whose name nobody knows is told in the caller's format, and another one is not held up", async () => {
    await using good = await startUpstream((response) => replyJson(response, chatCompletion("fine")));
    const upstream = makeUpstream("http://provider.invalid", { name: "bad", prefix: "/bad", connectTimeoutMs: 1000 });
    await using gate = await startGate(upstream, good.url);
    const others = keepAsking(gate, "good");
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => chatAt(gate, "bad")));
    await others.stop();
    for (const answer of answers) {
      const { error } = (await answer.json()) as { readonly error: { readonly code: string } };
      const wanted = answer.status === 504 ? "upstream_timeout" : "upstream_unreachable";
      assert.ok(answer.status === 502 || answer.status === 504);
      assert.equal(error.code, wanted);
    }
    assert.deepEqual(new Set(others.statuses), new Set([200]));
  });
});
