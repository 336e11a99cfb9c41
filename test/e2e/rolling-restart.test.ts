/** A rollout as clients live it: one instance gets SIGTERM under load while another takes the new requests. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import OpenAI from "openai";
import type { Json } from "../../src/core/model.ts";
import { assertKept, idsIn, SAVED_KEY, startCalls } from "../support/saved-calls.ts";
import { runs } from "../support/runs.ts";
import { openServices, type ServiceProcess } from "../support/service.ts";
import { replyJson, startUpstream, type UpstreamScript } from "../support/upstream.ts";
import type { WireKit } from "../support/wire/kit.ts";
import { KITS } from "../support/wire/formats.ts";
import { openAiChatKit } from "../support/wire/openai-chat.ts";

const services = openServices();
const { place, start } = services;
after(() => services[Symbol.dispose]());

/** At once on each instance, every format in its turn. */
const STREAMS = runs(100, KITS.length);
const DELTAS = runs(50, 20);
const DELTA_MS = 40;
/** Answers that are not streamed and still being written when the signal comes. */
const WHOLE_ANSWERS = 12;
/** Calls of the API at a time, all the while. */
const CALLS_PARALLEL = 4;
const DRAIN_SECONDS = 600;

interface Settings {
  readonly drainSeconds?: number;
  readonly store?: string;
}

const config = (upstream: string, { drainSeconds = DRAIN_SECONDS, store = "none" }: Settings = {}): string => `
server: { port: 0, drain_seconds: ${drainSeconds}, max_delay_ms: 600000 }
keys: [{ id: k, secret: ${SAVED_KEY}, organization: o }]
assets:
  - id: a
    organization: o
    policies:
      - { policy_name: secrets_keys_detection, action: flag, mask: true }
upstreams: [{ name: u, url: "${upstream}", asset: a }]
limits: { routes: { "POST /sdk/v1/analyze/prompt": 1000000 } }
store: { url: "${store}" }
`;

/** The answer to a prompt: its words tell of which stream they are, and which is missing. */
const words = (prompt: string): readonly string[] =>
  Array.from({ length: DELTAS }, (_, index) => `${prompt} word ${index}, `);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Model {
  readonly script: UpstreamScript;
  /** Lets answers end; before that the last word is not written, however fast the machine is. */
  readonly release: () => void;
}

/** Whose turn it is. */
const kitOf = (number: number): WireKit => KITS[number % KITS.length] ?? openAiChatKit;

/** A model that writes one word after the other, at an even pace, in the format that the query names. */
function pacedModel(): Model {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const script: UpstreamScript = async (response, { url, body }) => {
    const asked = new URL(url, "http://x").searchParams;
    const kit = kitOf(Number(asked.get("kit") ?? KITS.indexOf(openAiChatKit)));
    const pieces = words(/(?:stream|later|answer) \d+|held|long|again/.exec(body.toString())?.[0] ?? "");
    if (asked.get("streamed") !== "true") {
      await released;
      replyJson(response, kit.answer([pieces.join("")]));
      return;
    }
    response.writeHead(200, { "content-type": kit.contentType });
    const parts = kit.stream([pieces]);
    for (const part of parts) {
      if (part === parts.at(-1)) await released;
      if (response.destroyed) return;
      response.write(part);
      await pause(DELTA_MS);
    }
    response.end();
  };
  return { script, release };
}

interface Question {
  readonly prompt: string;
  /** Which of the formats. */
  readonly kit: number;
  readonly stream: boolean;
}

function post(url: string, { prompt, kit: number, stream }: Question): Promise<Response> {
  const kit = kitOf(number);
  const path = kit.path({ stream });
  return fetch(`${url}${path}${path.includes("?") ? "&" : "?"}kit=${number}&streamed=${stream}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(kit.request(prompt, { stream, count: 1 })),
  });
}

const CHAT = KITS.indexOf(openAiChatKit);

interface Stream {
  readonly prompt: string;
  readonly kit: WireKit;
  /** Resolves when the first words have come. */
  readonly begun: Promise<void>;
  /** What came, to the end, and under which id; rejects when the stream is cut. */
  readonly whole: Promise<{ readonly wire: string; readonly id: string }>;
}

const idOf = ({ headers }: Response): string => headers.get("x-guardrail-request-id") ?? "";

function openStream({ url }: ServiceProcess, prompt: string, kit: number): Stream {
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const read = async (): Promise<{ readonly wire: string; readonly id: string }> => {
    const response = await post(url, { prompt, kit, stream: true });
    assert.equal(response.status, 200);
    let wire = "";
    for await (const bytes of response.body ?? []) {
      wire += Buffer.from(bytes).toString();
      if (wire.includes(`${prompt} word`)) begin();
    }
    return { wire, id: idOf(response) };
  };
  return { prompt, kit: kitOf(kit), begun, whole: read() };
}

/** @returns the id of its exchange */
async function assertWhole({ prompt, kit, whole }: Stream): Promise<string> {
  const { wire, id } = await whole;
  const { texts, isComplete, isRefused } = kit.read(wire);
  assert.deepEqual([texts[0], isComplete, isRefused[0]], [words(prompt).join(""), true, false], kit.codec.format);
  return id;
}

/** @returns the id of its exchange */
async function assertAnswered(response: Response, kit: WireKit, prompt: string): Promise<string> {
  assert.deepEqual(kit.answerTexts((await response.json()) as Json), [words(prompt).join("")]);
  return idOf(response);
}

describe("a rolling restart", () => {
  test(
    "cuts no answer and loses no record, and ends with 0 before its drain is over",
    { timeout: 600_000 },
    async () => {
      const model = pacedModel();
      await using upstream = await startUpstream(model.script);
      const database = services.path("rolling.db");
      const file = place("rolling.yaml", config(upstream.url, { store: `sqlite:${database}` }));
      const [old, next] = [await start(file), await start(file)];
      let target = old;
      await using load = startCalls(() => target.url, CALLS_PARALLEL);
      const open = (service: ServiceProcess, name: string): readonly Stream[] =>
        Array.from({ length: STREAMS }, (_, index) => openStream(service, `${name} ${index}`, index));
      const streams = open(old, "stream");
      const answers = Array.from({ length: WHOLE_ANSWERS }, (_, index) =>
        post(old.url, { prompt: `answer ${index}`, kit: index, stream: false }),
      );
      await Promise.all(streams.map(({ begun }) => begun));
      await load.more("acknowledged", 50);

      const signalledMs = performance.now();
      old.child.kill("SIGTERM");
      await old.says("draining");
      const message = "The service is shutting down";
      for (const [path, error] of [
        ["/v1/chat/completions", { message, type: "server_error", code: "draining", param: null }],
        ["/sdk/v1/analyze/prompt", message],
      ] as const) {
        const refused = await fetch(old.url + path, { method: "POST", body: "{}" });
        assert.deepEqual([refused.status, refused.headers.get("connection")], [503, "close"], path);
        assert.deepEqual(await refused.json(), { error });
      }
      await load.more("refused", 1);
      target = next;
      const [ready, health] = [await fetch(`${old.url}/readyz`), await fetch(`${old.url}/healthz`)];
      assert.deepEqual([ready.status, health.status], [503, 200]);
      const later = open(next, "later");
      await Promise.all(later.map(({ begun }) => begun));
      await load.more("acknowledged", 50);
      model.release();

      const ids: string[] = [];
      for (const stream of [...streams, ...later]) ids.push(await assertWhole(stream));
      for (const [index, answer] of answers.entries())
        ids.push(await assertAnswered(await answer, kitOf(index), `answer ${index}`));
      assert.equal(await old.exit, 0);
      assert.ok(performance.now() - signalledMs < DRAIN_SECONDS * 1000);
      assert.equal(upstream.aborted(), 0);
      await assert.rejects(fetch(`${old.url}/healthz`));
      assert.equal((await fetch(`${next.url}/readyz`)).status, 200);
      await load.stop();
      assert.equal(load.calls.cut, 0);
      next.child.kill("SIGTERM");
      assert.equal(await next.exit, 0);

      // Both have written into one file.
      assertKept(load.calls, database);
      const kept = idsIn(database);
      assert.equal(new Set(ids).size, 2 * STREAMS + WHOLE_ANSWERS);
      assert.deepEqual(
        ids.filter((id) => !kept.has(id)),
        [],
      );
    },
  );

  test(
    "is not noticed by an official client that is sent to the old instance first",
    { timeout: 600_000 },
    async () => {
      const model = pacedModel();
      await using upstream = await startUpstream(model.script);
      const file = place("client.yaml", config(upstream.url));
      const [old, next] = [await start(file), await start(file)];
      const held = openStream(old, "held", CHAT);
      await held.begun;
      old.child.kill("SIGTERM");
      await old.says("draining");
      const seen: number[] = [];
      const client = new OpenAI({
        apiKey: "unused",
        baseURL: `${old.url}/v1`,
        // What a load balancer does once it has heard of the end.
        fetch: async (url, init) => {
          const { pathname } = new URL(url instanceof Request ? url.url : url);
          const response = await fetch(`${(seen.length === 0 ? old : next).url}${pathname}`, init);
          seen.push(response.status);
          if (response.status === 503) model.release();
          return response;
        },
      });
      const messages = [{ role: "user" as const, content: "again" }];
      const { choices } = await client.chat.completions.create({ model: "m", messages });
      assert.equal(choices[0]?.message.content, words("again").join(""));
      assert.deepEqual(seen, [503, 200]);
      await assertWhole(held);
      assert.equal(await old.exit, 0);
    },
  );

  test(
    "ends what goes on longer than drain_seconds with an error that the client sees, and ends with 0",
    { timeout: 600_000 },
    async () => {
      const model = pacedModel();
      await using upstream = await startUpstream(model.script);
      const old = await start(place("short.yaml", config(upstream.url, { drainSeconds: 0 })));
      const stream = openStream(old, "long", CHAT);
      await stream.begun;
      old.child.kill("SIGTERM");
      const { wire } = await stream.whole;
      assert.equal(stream.kit.read(wire).isComplete, false);
      assert.match(wire, /The service is shutting down/);
      assert.equal(await old.exit, 0);
    },
  );
});
