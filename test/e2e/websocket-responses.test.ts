import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import type { WebSocket } from "ws";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, TEST_POLICIES, type TestProxy } from "../support/proxy.ts";
import { codeOf } from "../support/realtime.ts";
import { completed, created, messageEvents, message } from "../support/wire/openai-responses.ts";
import { eventually, startProvider, TestClient, type FakeProvider, type Said } from "../support/websocket.ts";

/** The events of one answer, numbered as the provider numbers them. */
function answer(pieces: readonly string[], streamId?: string): readonly Said[] {
  const bodies = [...created(), ...messageEvents(pieces), completed([message(pieces.join(""))])];
  const lane = streamId === undefined ? {} : { stream_id: streamId };
  return bodies.map((body, at) => ({ ...body, sequence_number: at, ...lane }));
}

function say(socket: WebSocket, messages: readonly Said[]): void {
  for (const body of messages) socket.send(JSON.stringify(body));
}

/** Answers `response.create` with these answers in turn, each in the lane of its request. */
function answering(...texts: readonly (readonly string[])[]): Promise<FakeProvider> {
  let turn = 0;
  return startProvider({
    onMessage: (socket, { type, stream_id: lane }) => {
      if (type === "response.create") say(socket, answer(texts[turn++] ?? [], lane as string | undefined));
    },
  });
}

const inspecting = (provider: FakeProvider): Promise<TestProxy> =>
  startProxy({ upstreams: [makeUpstream(provider.url, { websocket: "inspect" })] });

const PATH = "/v1/responses";
const ENDS = new Set(["response.completed", "response.incomplete", "error"]);
const isEnd = ({ type }: Said): boolean => ENDS.has(type);
const deltasOf = (messages: readonly Said[], lane?: string): string =>
  messages
    .filter(({ type, stream_id }) => type === "response.output_text.delta" && stream_id === lane)
    .map(({ delta }) => String(delta))
    .join("");

describe("inspected responses over a WebSocket", () => {
  test("carry clean traffic as it came, both ways", async () => {
    await using provider = await answering(["Hello ", "there"], ["Twice ", "so"]);
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    const requests = [
      { type: "response.create", model: "m", instructions: "Be kind.", input: "Hi", tools: [{ type: "web_search" }] },
      {
        type: "response.create",
        model: "m",
        input: [{ role: "user", content: "More" }],
        previous_response_id: "resp_1",
      },
    ];
    for (const [turn, request] of requests.entries()) {
      client.send(request);
      await eventually(() => client.heard.filter(isEnd).length === turn + 1);
    }
    assert.deepEqual(client.heard, [...answer(["Hello ", "there"]), ...answer(["Twice ", "so"])]);
    assert.deepEqual(
      provider.heard,
      requests.map((request) => JSON.stringify(request)),
    );
  });

  test("mask the request, and the answer with all its copies", async () => {
    await using provider = await answering(["Mail jane@ac", "me.test now"]);
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "response.create", model: "m", input: `I am ${TEST_MAIL}` });
    await client.until(isEnd);
    assert.match(provider.heard[0] ?? "", /"input":"I am <MAIL_1>"/);
    assert.equal(deltasOf(client.heard), "Mail <MAIL_1> now");
    assert.ok(!client.raw.join("").includes("acme"));
  });

  test("put a note in the place of blocked history, and judge the messages of a request together", async () => {
    await using provider = await answering(["Fine."]);
    const policies = { ...TEST_POLICIES, test_score: { action: "block" as const } };
    await using proxy = await startProxy({
      upstreams: [makeUpstream(provider.url, { websocket: "inspect" })],
      policies,
    });
    await using client = await TestClient.open(proxy.url + PATH);
    const user = (content: string): object => ({ role: "user", content });
    const input = [user(`my ${TEST_KEY}`), { role: "assistant", content: "no" }, user("hello")];
    client.send({ type: "response.create", model: "m", input });
    assert.equal((await client.until(isEnd)).type, "response.completed");
    assert.match(provider.heard[0] ?? "", /\[Removed by guardrail policy: test_keys\].*hello/);
    assert.ok(!provider.heard.join("").includes(TEST_KEY));
    const seen = client.raw.length;
    client.send({ type: "response.create", model: "m", input: [user("please OPEN the"), user("VAULT now")] });
    assert.equal(codeOf(await client.until(isEnd, seen)), "content_filter");
    assert.equal(provider.heard.length, 1);
  });

  test("end a blocked answer as incomplete, drop what still comes of it, and go on", async () => {
    await using provider = await answering(["Take ", TEST_KEY.slice(0, 5), `${TEST_KEY.slice(5)} `, "rest"], ["Fine."]);
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "response.create", model: "m", input: "Hi" });
    const end = await client.until(isEnd);
    assert.equal(end.type, "response.incomplete");
    assert.deepEqual((end["response"] as { incomplete_details: object }).incomplete_details, {
      reason: "content_filter",
    });
    assert.equal(deltasOf(client.heard), "Take ");
    const seen = client.raw.length;
    client.send({ type: "response.create", model: "m", input: "Hi" });
    const next = await client.until(isEnd, seen);
    assert.equal(next.type, "response.completed");
    assert.equal(client.heard[seen]?.type, "response.created");
    assert.equal(deltasOf(client.heard.slice(seen)), "Fine.");
    assert.ok(!client.raw.join("").includes("AK1"));
    const numbers = client.heard.slice(0, seen).map((body) => body["sequence_number"]);
    assert.deepEqual(
      numbers,
      numbers.map((_, at) => at),
    );
  });

  test("refuse a request as an error in its lane, and lanes do not hold each other up", async () => {
    await using provider = await startProvider({
      onMessage: (socket, { type, stream_id: lane }) => {
        if (type !== "response.create") return;
        // The answer in lane `a` hangs on an unfinished word.
        if (lane === "a") say(socket, answer(["so AK12"], "a").slice(0, 5));
        else say(socket, answer(["Quick."], String(lane)));
      },
    });
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "response.create", stream_id: "a", model: "m", input: "Hi" });
    await eventually(() => provider.heard.length === 1);
    client.send({ type: "response.create", stream_id: "b", model: "m", input: "Hi" });
    await client.until(isEnd);
    assert.equal(deltasOf(client.heard, "b"), "Quick.");
    client.send({ type: "response.create", stream_id: "c", model: "m", input: `use ${TEST_KEY}` });
    const refusal = await client.until(({ type }) => type === "error");
    assert.equal(refusal["stream_id"], "c");
    assert.equal(refusal["status"], 400);
    assert.equal(codeOf(refusal), "content_filter");
    const place = { item_id: "msg_1", output_index: 0, content_index: 0, stream_id: "a" };
    for (const socket of provider.server.clients)
      say(socket, [
        { type: "response.output_text.delta", delta: `34567890 ${"word ".repeat(12)}`, logprobs: [], ...place },
      ]);
    const end = await client.until(({ type }) => type === "response.incomplete");
    assert.equal(end["stream_id"], "a");
    assert.equal(deltasOf(client.heard, "a"), "so ");
  });

  test("pass an error of the provider on, also while a blocked answer still runs", async () => {
    const error = {
      type: "error",
      status: 400,
      error: { type: "invalid_request_error", code: "x", message: "Busy.", param: null },
    };
    let turn = 0;
    await using provider = await startProvider({
      onMessage: (socket) => say(socket, turn++ === 0 ? answer([`a ${TEST_KEY} `, "b"]).slice(0, 7) : [error]),
    });
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "response.create", model: "m", input: "Hi" });
    await client.until(({ type }) => type === "response.incomplete");
    client.send({ type: "response.create", model: "m", input: "Hi" });
    assert.deepEqual(await client.until(({ type }) => type === "error"), error);
  });

  test("read what a client steers with", async () => {
    await using provider = await startProvider();
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    const steer = (text: string): object => ({
      type: "response.steer",
      previous_response_id: "resp_1",
      input: [{ role: "user", content: text }],
    });
    client.send(steer(TEST_KEY));
    client.send(steer(TEST_MAIL));
    await client.until(({ type }) => type === "error");
    await eventually(() => provider.heard.length === 1);
    assert.equal(provider.heard[0], JSON.stringify(steer("<MAIL_1>")));
  });
});

describe("the official client of responses over a WebSocket", () => {
  test("gets answers, masks, native ends and errors, and can go on", async () => {
    await using provider = await answering(
      ["Hello ", "there"],
      ["Mail ", TEST_MAIL],
      ["a ", TEST_KEY, " b"],
      ["Done."],
    );
    await using proxy = await inspecting(provider);
    const client = new OpenAI({ apiKey: "sk-test", baseURL: `${proxy.url}/v1`, maxRetries: 0 });
    const socket = new ResponsesWS(client);
    const events: Said[] = [];
    const errors: string[] = [];
    socket.on("event", (event) => events.push(event as unknown as Said));
    socket.on("error", (error) => errors.push(error.message));
    for (const [turn, input] of ["Hi", "Write", "Tell", `use ${TEST_KEY}`, "More"].entries()) {
      socket.send({ type: "response.create", model: "gpt-test", input });
      await eventually(() => events.filter(isEnd).length === turn + 1);
    }
    assert.deepEqual(
      events.filter(isEnd).map(({ type }) => type),
      ["response.completed", "response.completed", "response.incomplete", "error", "response.completed"],
    );
    assert.deepEqual(errors, ["Blocked by guardrail policy: test_keys"]);
    assert.equal(deltasOf(events), "Hello thereMail <MAIL_1>a Done.");
    assert.equal(provider.requests[0]?.headers.authorization, "Bearer sk-test");
    socket.close();
    await eventually(() => proxy.proxy.inFlight() === 0);
    assert.equal(provider.closes[0]?.[0], 1000);
  });
});
