import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI from "openai";
import type { ResponseCreateParamsNonStreaming } from "openai/resources/responses/responses";
import { ResponsesWS } from "openai/resources/responses/ws";
import { mockPort } from "../../../src/mock-provider/port.ts";
import { ANSWERS_ONLY, FAILING_PROMPT, KEY_PROMPT, KEY_RELEASED } from "../../support/clients/rig.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL } from "../../support/proxy.ts";
import { eventually, startProvider, type FakeProvider, type Said } from "../../support/websocket.ts";

/** The mock's streams, an event a message. */
function startMock(): Promise<FakeProvider> {
  const { signal } = new AbortController();
  return startProvider({
    onMessage: async (socket, { type, ...asked }) => {
      if (type !== "response.create") return;
      const body = Buffer.from(JSON.stringify({ ...asked, stream: true }));
      const made = await mockPort.send({ method: "POST", path: "/v1/responses", headers: [], body, signal });
      for await (const chunk of made.body) {
        const data = /^data: (\{.*)$/m.exec(String(chunk))?.[1];
        if (data !== undefined) socket.send(data);
      }
    },
  });
}

const ENDS = new Set(["response.completed", "response.incomplete", "response.failed", "error"]);

/** Asks one thing after the other on one connection of the official client, which would connect again if it had to. */
async function talk(
  url: string,
  inputs: readonly Partial<ResponseCreateParamsNonStreaming>[],
): Promise<readonly Said[]> {
  const socket = new ResponsesWS(new OpenAI({ apiKey: "none", baseURL: `${url}/v1` }), {
    reconnect: { onReconnecting: () => {} },
  });
  const events: Said[] = [];
  socket.on("event", (event) => events.push(event as unknown as Said));
  // Without a listener an error of a request would be thrown.
  socket.on("error", () => {});
  for (const [turn, asked] of inputs.entries()) {
    socket.send({ type: "response.create", model: "mock", ...asked });
    await eventually(() => events.filter(({ type }) => ENDS.has(type)).length > turn);
  }
  socket.close();
  return events;
}

const tools = [{ type: "function" as const, name: "look_up", parameters: { type: "object" }, strict: false }];
const deltasOf = (events: readonly Said[]): string =>
  events.flatMap(({ type, delta }) => (type === "response.output_text.delta" ? [String(delta)] : [])).join("");
const endsOf = (events: readonly Said[]): readonly string[] =>
  events.flatMap(({ type }) => (ENDS.has(type) ? [type] : []));
const codesOf = (events: readonly Said[]): readonly unknown[] =>
  events.flatMap(({ type, error }) => (type === "error" ? [(error as { code: unknown }).code] : []));

describe("openai's responses over a WebSocket", () => {
  test("are the same as without the gate, event by event, and so are the requests", async () => {
    await using provider = await startMock();
    await using proxy = await startProxy({ upstreams: [makeUpstream(provider.url, { websocket: "inspect" })] });
    const inputs = [{ input: "hello" }, { input: "please call a tool", tools }, { input: [], instructions: "be kind" }];
    const straight = await talk(provider.url, inputs);
    assert.deepEqual(await talk(proxy.url, inputs), straight);
    const { heard } = provider;
    assert.deepEqual(heard.slice(inputs.length), heard.slice(0, inputs.length));
  });

  test("end natively when a block comes, once and on the same connection", async () => {
    await using provider = await startMock();
    const upstreams = [makeUpstream(provider.url, { websocket: "inspect" })];
    await using proxy = await startProxy({ upstreams, policies: ANSWERS_ONLY });
    const events = await talk(proxy.url, [
      { input: KEY_PROMPT },
      { input: `please call a tool with ${TEST_KEY} in it`, tools },
      { input: `write to ${TEST_MAIL}` },
    ]);
    assert.deepEqual(endsOf(events), ["response.incomplete", "response.incomplete", "response.completed"]);
    assert.equal(deltasOf(events), `${KEY_RELEASED}You said: write to <MAIL_1>`);
    assert.ok(!/AK|function_call"|jane/.test(JSON.stringify(events)));
    assert.deepEqual([provider.requests.length, provider.heard.length], [1, 3]);
  });

  test("are refused as errors of their own, and the connection goes on", async () => {
    await using provider = await startMock();
    await using proxy = await startProxy({ upstreams: [makeUpstream(provider.url, { websocket: "inspect" })] });
    const events = await talk(proxy.url, [{ input: KEY_PROMPT }, { input: "hello" }]);
    assert.deepEqual(endsOf(events), ["error", "response.completed"]);
    assert.deepEqual(codesOf(events), ["content_filter"]);
    assert.deepEqual([provider.requests.length, provider.heard.length], [1, 1]);
  });

  test("are told of a failing guard by an error, and ask nothing again", async () => {
    await using provider = await startMock();
    await using proxy = await startProxy({ upstreams: [makeUpstream(provider.url, { websocket: "inspect" })] });
    const events = await talk(proxy.url, [{ input: FAILING_PROMPT }]);
    assert.deepEqual(codesOf(events), ["guardrail_unavailable"]);
    await eventually(() => provider.closes.length === provider.requests.length && proxy.proxy.inFlight() === 0);
    assert.deepEqual(provider.heard, []);
  });
});
