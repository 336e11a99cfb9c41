/** A rollout as clients live it: one instance gets SIGTERM under load while another takes the new requests. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import OpenAI from "openai";
import { openServices, type ServiceProcess } from "../support/service.ts";
import { chatCompletion, chatStream, replyJson, startUpstream, type UpstreamScript } from "../support/upstream.ts";

const services = openServices();
const { place, start } = services;
after(() => services[Symbol.dispose]());

const STREAMS = 30;
const DELTAS = 100;
const DELTA_MS = 20;
/** Answers that are not streamed and still being written when the signal comes. */
const WHOLE_ANSWERS = 5;
const DRAIN_SECONDS = 60;

const config = (upstream: string, drainSeconds = DRAIN_SECONDS): string => `
server: { port: 0, drain_seconds: ${drainSeconds} }
keys: [{ id: k, secret: rsk_k, organization: o }]
assets:
  - id: a
    organization: o
    policies: [{ policy_name: pii_detection, action: flag, mask: true }, { policy_name: secrets_keys_detection, action: block }]
upstreams: [{ name: u, url: "${upstream}", asset: a }]
store: { url: none }
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

/** A model that writes one word after the other, at an even pace. */
function pacedModel(): Model {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const script: UpstreamScript = async (response, { body }) => {
    const asked = JSON.parse(body.toString()) as { stream?: boolean; messages: readonly { content: string }[] };
    const pieces = words(asked.messages.at(-1)?.content ?? "");
    if (asked.stream !== true) {
      await released;
      replyJson(response, chatCompletion(pieces.join("")));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const events = chatStream(pieces);
    for (const event of events) {
      if (event === events.at(-1)) await released;
      if (response.destroyed) return;
      response.write(event);
      await pause(DELTA_MS);
    }
    response.end();
  };
  return { script, release };
}

const post = (url: string, prompt: string, stream: boolean): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: prompt }] }),
  });

interface Stream {
  readonly prompt: string;
  /** Resolves when the first words have come. */
  readonly begun: Promise<void>;
  /** The events as they came, to the end; rejects when the stream is cut. */
  readonly events: Promise<string>;
}

function openStream({ url }: ServiceProcess, prompt: string): Stream {
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const read = async (): Promise<string> => {
    const response = await post(url, prompt, true);
    assert.equal(response.status, 200);
    let text = "";
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString();
      if (text.includes(`${prompt} word`)) begin();
    }
    return text;
  };
  return { prompt, begun, events: read() };
}

/** The text of all deltas. */
const textOf = (events: string): string =>
  [...events.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content).join("");

async function assertWhole({ prompt, events }: Stream): Promise<void> {
  const text = await events;
  assert.equal(textOf(text), words(prompt).join(""));
  assert.ok(text.endsWith("data: [DONE]\n\n"), text.slice(-200));
}

describe("a rolling restart", () => {
  test(
    "cuts none of the answers under way, and ends with 0 before its drain is over",
    { timeout: 180_000 },
    async () => {
      const model = pacedModel();
      await using upstream = await startUpstream(model.script);
      const file = place("rolling.yaml", config(upstream.url));
      const [old, next] = [await start(file), await start(file)];
      const streams = Array.from({ length: STREAMS }, (_, index) => openStream(old, `stream ${index}`));
      const answers = Array.from({ length: WHOLE_ANSWERS }, (_, index) => post(old.url, `answer ${index}`, false));
      await Promise.all(streams.map(({ begun }) => begun));

      const signalledMs = performance.now();
      old.child.kill("SIGTERM");
      await old.says("draining");
      for (const path of ["/v1/chat/completions", "/sdk/v1/analyze/prompt"]) {
        const refused = await fetch(old.url + path, { method: "POST", body: "{}" });
        assert.deepEqual([refused.status, refused.headers.get("connection")], [503, "close"], path);
        assert.deepEqual(await refused.json(), { error: "The service is shutting down" });
      }
      const [ready, health] = [await fetch(`${old.url}/readyz`), await fetch(`${old.url}/healthz`)];
      assert.deepEqual([ready.status, health.status], [503, 200]);
      const later = Array.from({ length: STREAMS }, (_, index) => openStream(next, `later ${index}`));
      await Promise.all(later.map(({ begun }) => begun));
      model.release();

      for (const stream of [...streams, ...later]) await assertWhole(stream);
      for (const [index, answer] of answers.entries()) {
        const { choices } = (await (await answer).json()) as ReturnType<typeof chatCompletion>;
        assert.partialDeepStrictEqual(choices, [{ message: { content: words(`answer ${index}`).join("") } }]);
      }
      assert.equal(await old.exit, 0);
      assert.ok(performance.now() - signalledMs < DRAIN_SECONDS * 1000);
      assert.equal(upstream.aborted(), 0);
      await assert.rejects(fetch(`${old.url}/healthz`));
      assert.equal((await fetch(`${next.url}/readyz`)).status, 200);
    },
  );

  test("is not noticed by an official client that is sent to the old instance first", { timeout: 60_000 }, async () => {
    const model = pacedModel();
    await using upstream = await startUpstream(model.script);
    const file = place("client.yaml", config(upstream.url));
    const [old, next] = [await start(file), await start(file)];
    const held = openStream(old, "held");
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
  });

  test(
    "cuts what goes on longer than drain_seconds, visibly for the client, and ends with 0",
    { timeout: 60_000 },
    async () => {
      const model = pacedModel();
      await using upstream = await startUpstream(model.script);
      const old = await start(place("short.yaml", config(upstream.url, 0)));
      const stream = openStream(old, "long");
      await stream.begun;
      old.child.kill("SIGTERM");
      await assert.rejects(stream.events);
      assert.equal(await old.exit, 0);
    },
  );
});
