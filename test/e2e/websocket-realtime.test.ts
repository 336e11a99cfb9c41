import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import type { WebSocket } from "ws";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, TEST_POLICIES, type TestProxy } from "../support/proxy.ts";
import { answerOf, called, codeOf, session, sound, spoken, transcribed } from "../support/realtime.ts";
import { startTlsFront } from "../support/tls-front.ts";
import { eventually, startProvider, TestClient, type FakeProvider, type Said } from "../support/websocket.ts";
import type { Upstream } from "../../src/config/config-model.ts";

const PATH = "/v1/realtime?model=gpt-realtime";

function say(socket: WebSocket, messages: readonly Said[]): void {
  for (const message of messages) socket.send(JSON.stringify(message));
}

const inspecting = (provider: FakeProvider, over: Partial<Upstream> = {}): Promise<TestProxy> =>
  startProxy({ upstreams: [makeUpstream(provider.url, { websocket: "inspect", ...over })] });

/** A provider that greets, and answers `response.create` with these responses in turn. */
function answering(...answers: readonly (readonly Said[])[]): Promise<FakeProvider> {
  let turn = 0;
  return startProvider({
    onOpen: (socket) => say(socket, [session()]),
    onMessage: (socket, { type }) => {
      if (type === "response.create") say(socket, answers[turn++] ?? []);
    },
  });
}

const isDone = ({ type }: Said): boolean => type === "response.done";
const userMessage = (text: string, eventId = "my_event"): object => ({
  type: "conversation.item.create",
  event_id: eventId,
  item: { type: "message", role: "user", content: [{ type: "input_text", text }] },
});

describe("an inspected Realtime connection", () => {
  test("carries clean traffic as it came, both ways", async () => {
    const answers = [
      spoken({ pieces: ["Hello", " there", ", friend."] }),
      spoken({ id: "resp_2", item: "item_2", pieces: ["One ", "two "], kind: "audio" }),
      called(['{"city":', '"Oslo"}'], "resp_3"),
      spoken({ id: "resp_4", item: "item_4", pieces: ["Once", " more"], isLegacy: true }),
    ];
    await using provider = await answering(...answers);
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    const sent = [
      {
        type: "session.update",
        session: { type: "realtime", instructions: "Be brief.", tools: [{ name: "look_up" }] },
      },
      userMessage("What is the weather?"),
      { type: "input_audio_buffer.append", audio: sound(1) },
      { type: "conversation.item.create", item: { type: "function_call_output", call_id: "c", output: '{"ok":true}' } },
      { type: "x_unknown", field: { deep: ["text"] } },
    ];
    for (const message of sent) client.send(message);
    for (const [turn] of answers.entries()) {
      client.send({ type: "response.create" });
      await client.until((message) => isDone(message) && client.heard.filter(isDone).length === turn + 1);
    }
    const first = client.heard[0];
    assert.equal(first?.type, "session.created");
    assert.deepEqual(client.heard.slice(1), answers.flat());
    assert.deepEqual(
      provider.heard.slice(0, sent.length),
      sent.map((message) => JSON.stringify(message)),
    );
  });

  test("masks what the client says, and the answer with all its copies", async () => {
    await using provider = await answering(spoken({ pieces: ["Write to ja", "ne@acme", ".test today."] }));
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send(userMessage(`I am ${TEST_MAIL}`));
    client.send({ type: "response.create", response: { instructions: `Greet ${TEST_MAIL}` } });
    const done = await client.until(isDone);
    assert.match(provider.heard[0] ?? "", /"text":"I am <MAIL_1>"/);
    assert.match(provider.heard[1] ?? "", /"instructions":"Greet <MAIL_1>"/);
    assert.equal(answerOf(client.heard), "Write to <MAIL_1> today.");
    assert.ok(!client.raw.join("").includes("acme"));
    const { output } = done["response"] as { output: { content: { text: string }[] }[] };
    assert.equal(output[0]?.content[0]?.text, "Write to <MAIL_1> today.");
  });

  test("refuses a message with the client's own event id, and goes on", async () => {
    await using provider = await answering(spoken({ pieces: ["Fine."] }));
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send(userMessage(`the key is ${TEST_KEY}`, "evt_7"));
    const refusal = await client.until(({ type }) => type === "error");
    const error = refusal["error"] as Record<string, unknown>;
    assert.equal(error["code"], "content_filter");
    assert.equal(error["type"], "invalid_request_error");
    assert.equal(error["event_id"], "evt_7");
    assert.ok(!JSON.stringify(refusal).includes(TEST_KEY));
    client.send({ type: "response.create" });
    await client.until(isDone);
    assert.equal(provider.heard.length, 1);
  });

  test("judges the user's messages together", async () => {
    await using provider = await startProvider();
    const policies = { ...TEST_POLICIES, test_score: { action: "block" as const } };
    for (const [joinedTurns, words, heard] of [
      [4, ["please OPEN the", "VAULT now"], 1],
      [4, ["please OPEN", "the", "VAULT", "now"], 3],
      [3, ["OPEN the", "", "VAULT"], 2],
      [2, ["OPEN", "the", "VAULT"], 3],
      [1, ["OPEN the", "VAULT"], 2],
    ] as const) {
      provider.heard.length = 0;
      const upstream = makeUpstream(provider.url, { websocket: "inspect", joinedTurns });
      await using proxy = await startProxy({ upstreams: [upstream], policies });
      await using client = await TestClient.open(proxy.url + PATH);
      for (const text of words) client.send(userMessage(text));
      client.send({ type: "x_last" });
      await eventually(() => provider.heard.at(-1)?.includes("x_last") === true);
      const passed = provider.heard.length - 1;
      assert.equal(passed, heard, words.join("|"));
      assert.equal(client.raw.length, words.length - passed);
    }
  });

  test("ends a blocked answer natively where the match begins, cancels it, and goes on with the next", async () => {
    const pieces = ["The key is ", TEST_KEY.slice(0, 5), TEST_KEY.slice(5), " and more", " text"];
    const second = spoken({ id: "resp_2", item: "item_2", pieces: ["All ", "good."] });
    await using provider = await answering(spoken({ pieces }), second);
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "response.create" });
    const done = await client.until(isDone);
    const response = done["response"] as Record<string, unknown>;
    assert.equal(response["id"], "resp_1");
    assert.equal(response["status"], "incomplete");
    assert.equal((response["status_details"] as { reason: string }).reason, "content_filter");
    assert.equal(answerOf(client.heard), "The key is ");
    const types = client.heard.map(({ type }) => type);
    assert.deepEqual(types.slice(types.indexOf("response.output_text.delta")), [
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "conversation.item.done",
      "response.output_item.done",
      "response.done",
    ]);
    const text = client.heard.find(({ type }) => type === "response.output_text.done")?.["text"];
    assert.equal(text, "The key is ");
    await eventually(() => provider.heard.some((message) => message.includes("response.cancel")));
    const cancel = JSON.parse(provider.heard.at(-1) ?? "") as Said;
    assert.equal(cancel["response_id"], "resp_1");
    // The provider says that there is nothing to cancel: that is between it and us.
    for (const socket of provider.server.clients)
      say(socket, [
        { type: "error", event_id: "e", error: { code: "response_cancel_not_active", event_id: cancel["event_id"] } },
      ]);
    client.send({ type: "response.create" });
    await client.until((message) => isDone(message) && message !== done, client.raw.length);
    assert.equal(answerOf(client.heard, "resp_2"), "All good.");
    assert.ok(!client.raw.join("").includes("AK1"));
    assert.ok(!client.heard.some(({ type }) => type === "error"));
  });

  test("lets no sound run ahead of a transcript that is blocked", async () => {
    const pieces = ["Your code: ", TEST_KEY.slice(0, 4), TEST_KEY.slice(4), " yes", " indeed"];
    await using provider = await answering(spoken({ pieces, kind: "audio" }));
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "response.create" });
    await client.until(isDone);
    const sounds = client.heard.filter(({ type }) => type === "response.output_audio.delta").map(({ delta }) => delta);
    assert.deepEqual(sounds, [sound(0)]);
    assert.equal(answerOf(client.heard), "Your code: ");
    const types = new Set(client.heard.map(({ type }) => type));
    assert.ok(types.has("response.output_audio.done") && types.has("response.output_audio_transcript.done"));
  });

  test("silences what a masked transcript says", async () => {
    const pieces = ["Write ", "to ", "jane@acme", ".test", " now ", "please"];
    await using provider = await answering(spoken({ pieces, kind: "audio" }));
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "response.create" });
    await client.until(isDone);
    assert.equal(answerOf(client.heard), "Write to <MAIL_1> now please");
    const sounds = client.heard.filter(({ type }) => type === "response.output_audio.delta").map(({ delta }) => delta);
    assert.deepEqual(sounds, [sound(0), sound(1)]);
  });

  test("holds a tool call until its arguments are checked", async () => {
    await using provider = await answering(
      called(['{"q":"', TEST_KEY.slice(0, 6), `${TEST_KEY.slice(6)} "}`]),
      called(['{"q":"ja', 'ne@acme.test"}'], "resp_2"),
    );
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "response.create" });
    await client.until(isDone);
    assert.ok(!client.raw.join("").includes("look_up"));
    client.send({ type: "response.create" });
    await client.until((message) => isDone(message) && JSON.stringify(message).includes("resp_2"));
    const done = client.heard.find(({ type }) => type === "response.function_call_arguments.done");
    assert.equal(done?.["arguments"], '{"q":"<MAIL_1>"}');
  });

  test("checks the words of the user: a blocked one fails, is taken out and stops the answer", async () => {
    await using provider = await startProvider({
      onMessage: (socket, { type }) => {
        if (type !== "input_audio_buffer.commit") return;
        const answer = spoken({ pieces: ["You said something"] });
        say(socket, [
          ...answer.slice(0, 5),
          ...transcribed(["my key ", TEST_KEY]),
          ...transcribed(["I am ", TEST_MAIL], "item_b"),
        ]);
      },
    });
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    client.send({ type: "input_audio_buffer.commit" });
    const completed = await client.until(
      ({ type }) => type === "conversation.item.input_audio_transcription.completed",
    );
    assert.equal(completed["transcript"], "I am <MAIL_1>");
    const failed = client.heard.find(({ type }) => type === "conversation.item.input_audio_transcription.failed");
    assert.equal(failed?.["item_id"], "item_user");
    assert.equal(codeOf(failed), "content_filter");
    assert.ok(!client.raw.join("").includes(TEST_KEY));
    await eventually(() => provider.heard.length >= 3);
    assert.deepEqual(
      provider.heard.slice(1).map((text) => (JSON.parse(text) as Said).type),
      ["response.cancel", "conversation.item.delete"],
    );
  });

  test("cuts a message that is no answer where the match begins, and tells of it", async () => {
    await using provider = await startProvider({
      onOpen: (socket) =>
        say(socket, [
          { type: "x_new", note: `see ${TEST_KEY}` },
          { type: "x_new", note: "fine" },
        ]),
    });
    await using proxy = await inspecting(provider);
    await using client = await TestClient.open(proxy.url + PATH);
    await client.until(({ note }) => note === "fine");
    assert.deepEqual(
      client.heard.map(({ type, note }) => [type, note]),
      [
        ["x_new", "see "],
        ["error", undefined],
        ["x_new", "fine"],
      ],
    );
    assert.ok(!client.raw.join("").includes(TEST_KEY));
  });

  test("ends with an error and 1011 when a policy cannot run, whichever side speaks", async () => {
    for (const isClient of [true, false]) {
      await using provider = await answering(spoken({ pieces: ["please explode now"] }));
      await using proxy = await inspecting(provider);
      await using client = await TestClient.open(proxy.url + PATH);
      client.send(isClient ? userMessage("explode") : { type: "response.create" });
      assert.deepEqual(await client.untilClosed(), [1011, "guardrail_unavailable"]);
      const error = client.heard.at(-1);
      assert.equal(codeOf(error), "guardrail_unavailable");
      await eventually(() => provider.closes.length === 1 && proxy.proxy.inFlight() === 0);
    }
  });
});

describe("the official Realtime client", () => {
  test("gets answers, masks, native ends and errors, and can go on", async () => {
    const answer = (id: string, pieces: readonly string[]): Said[] => spoken({ id, item: `item_${id}`, pieces });
    await using provider = await answering(
      answer("resp_1", ["Hello ", "there"]),
      answer("resp_2", ["Mail ", TEST_MAIL]),
      answer("resp_3", ["a ", TEST_KEY, " b"]),
      answer("resp_4", ["Done."]),
    );
    await using proxy = await inspecting(provider);
    await using front = await startTlsFront(proxy.url);
    const client = new OpenAI({ apiKey: "sk-test", baseURL: `${front.url}/v1` });
    const socket = new OpenAIRealtimeWS({ model: "gpt-realtime", options: { ca: front.ca } }, client);
    const events: Said[] = [];
    const errors: (string | undefined | null)[] = [];
    socket.on("event", (event) => events.push(event as unknown as Said));
    socket.on("error", (error) => errors.push(error.error?.code));
    await eventually(() => events.length === 1);
    const statuses: unknown[] = [];
    socket.on("response.done", ({ response }) => statuses.push([response.status, response.status_details?.reason]));
    for (let turn = 1; turn <= 4; turn++) {
      socket.send({ type: "response.create" });
      await eventually(() => statuses.length === turn);
    }
    const text = `the key ${TEST_KEY}`;
    socket.send({
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text }] },
    });
    await eventually(() => errors.length === 1);
    assert.deepEqual(errors, ["content_filter"]);
    assert.deepEqual(statuses, [
      ["completed", undefined],
      ["completed", undefined],
      ["incomplete", "content_filter"],
      ["completed", undefined],
    ]);
    assert.equal(
      [1, 2, 3, 4].map((turn) => answerOf(events, `resp_${turn}`)).join(";"),
      "Hello there;Mail <MAIL_1>;a ;Done.",
    );
    assert.equal(provider.requests[0]?.headers.authorization, "Bearer sk-test");
    socket.close();
    await eventually(() => proxy.proxy.inFlight() === 0);
    assert.deepEqual(provider.closes, [[1000, "OK"]]);
  });
});
